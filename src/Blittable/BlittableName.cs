using System.Text;
using Blittable.Reading;

namespace Blittable;

/// <summary>Represents a property name that is prepared for many lookups: encoded as UTF-8, with a hint of its last position.</summary>
/// <remarks>Create one instance per name and keep it. Instances are thread-safe. A lookup first tries the position that the name had in the last
/// object.</remarks>
public sealed class BlittableName : IEquatable<BlittableName>
{
    private readonly byte[] _utf8;
    private PropertyHint _hint = PropertyHint.None;

    /// <summary>Prepares a name.</summary>
    /// <param name="name">The unescaped name.</param>
    /// <exception cref="ArgumentException">The name contains a lone surrogate.</exception>
    public BlittableName(string name)
        : this(Utf8Text.Encode(name, nameof(name)))
    {
    }

    /// <summary>Prepares a name.</summary>
    /// <param name="utf8Name">The unescaped name in UTF-8. It is copied.</param>
    public BlittableName(ReadOnlySpan<byte> utf8Name)
        : this(utf8Name.ToArray())
    {
    }

    private BlittableName(byte[] utf8) => _utf8 = utf8;

    /// <summary>Gets the name in UTF-8.</summary>
    public ReadOnlySpan<byte> Utf8 => _utf8;

    /// <summary>Gets the position of the name in a previous object. Threads read and write it without synchronization.</summary>
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
