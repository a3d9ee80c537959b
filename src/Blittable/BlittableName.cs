using System.Text;
using Blittable.Reading;

namespace Blittable;

/// <summary>Prepares a property name for many lookups: encoded as UTF-8, with a hint of where it was last found.</summary>
/// <remarks>Create one per name and keep it. Any number of threads may share it. It remembers where it stood in the
/// last object, where the next lookup looks first.</remarks>
public sealed class BlittableName : IEquatable<BlittableName>
{
    private readonly byte[] _utf8;
    private PropertyHint _hint = PropertyHint.None;

    /// <summary>Prepares a name.</summary>
    /// <param name="name">The name, unescaped.</param>
    /// <exception cref="ArgumentException">The name holds a lone surrogate.</exception>
    public BlittableName(string name)
        : this(Utf8Text.Encode(name, nameof(name)))
    {
    }

    /// <summary>Prepares a name.</summary>
    /// <param name="utf8Name">The name in UTF-8, unescaped. It is copied.</param>
    public BlittableName(ReadOnlySpan<byte> utf8Name)
        : this(utf8Name.ToArray())
    {
    }

    private BlittableName(byte[] utf8) => _utf8 = utf8;

    /// <summary>Gets the name in UTF-8.</summary>
    public ReadOnlySpan<byte> Utf8 => _utf8;

    /// <summary>Gets where the name stood in an object met before; threads read and write it as they find it.</summary>
    internal ref PropertyHint Hint => ref _hint;

    /// <inheritdoc/>
    public bool Equals(BlittableName? other) => other is not null && other.Utf8.SequenceEqual(_utf8);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as BlittableName);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        hash.AddBytes(_utf8);
        return hash.ToHashCode();
    }

    /// <summary>Returns the name.</summary>
    public override string ToString() => Encoding.UTF8.GetString(_utf8);
}
