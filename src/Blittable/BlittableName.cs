using System.Text;

namespace Blittable;

/// <summary>A property name prepared for many lookups: as UTF-8, and with a memory of the slot it was found in last.</summary>
/// <remarks>
/// Make one per name and keep it; any number of threads may share it. The memory is a hint in one word: a lookup looks there first,
/// compares the name there with this one, and searches where they differ. Documents of one shape are found in a single step, others still correctly.
/// </remarks>
public sealed class BlittableName : IEquatable<BlittableName>
{
    private readonly byte[] _utf8;
    private int _slot;

    /// <summary>Prepares a name.</summary>
    /// <param name="name">The name, unescaped.</param>
    /// <exception cref="ArgumentException">The name holds half of a surrogate pair.</exception>
    public BlittableName(string name)
        : this(Encode(name))
    {
    }

    /// <summary>Prepares a name.</summary>
    /// <param name="utf8Name">The name in UTF-8, unescaped. It is copied.</param>
    public BlittableName(ReadOnlySpan<byte> utf8Name)
        : this(utf8Name.ToArray())
    {
    }

    private BlittableName(byte[] utf8)
    {
        _utf8 = utf8;
    }

    /// <summary>The slot to look at first. Any thread writes it without a lock: whichever value another thread sees, it checks it.</summary>
    internal ref int Slot => ref _slot;

    /// <summary>The name in UTF-8.</summary>
    public ReadOnlySpan<byte> Utf8 => _utf8;

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

    /// <summary>The name.</summary>
    public override string ToString() => Encoding.UTF8.GetString(_utf8);

    private static byte[] Encode(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        try
        {
            return new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true).GetBytes(name);
        }
        catch (EncoderFallbackException exception)
        {
            throw new ArgumentException("Expected a name in Unicode, found half of a surrogate pair.", nameof(name), exception);
        }
    }
}
