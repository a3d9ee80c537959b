using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Reading;

/// <summary>Stores the first and the last eight bytes of a name, which cover the whole name if it has at most sixteen bytes.</summary>
internal readonly struct NameWords : IEquatable<NameWords>
{
    /// <summary>The maximum size in bytes of a name that the words cover completely.</summary>
    public const uint WholeLength = 2 * sizeof(ulong);

    /// <summary>Reads the words of a name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NameWords(ReadOnlySpan<byte> name)
    {
        Length = (uint)name.Length;
        if (name.Length >= sizeof(ulong))
        {
            First = BinaryPrimitives.ReadUInt64LittleEndian(name);
            Last = BinaryPrimitives.ReadUInt64LittleEndian(name[^sizeof(ulong)..]);
            LastAt = Length - sizeof(ulong);
            Mask = ulong.MaxValue;
        }
        else
        {
            First = Last = Short(name);
            Mask = (1UL << (8 * name.Length)) - 1;
        }
    }

    /// <summary>Gets the size of the name in bytes.</summary>
    public uint Length { get; }

    /// <summary>Gets the offset of <see cref="Last"/> in the name.</summary>
    public uint LastAt { get; }

    /// <summary>Gets the first bytes, with the first byte lowest. A short name is padded with zeros.</summary>
    public ulong First { get; }

    /// <summary>Gets the last bytes. For a name of less than eight bytes, they equal the first bytes.</summary>
    public ulong Last { get; }

    /// <summary>Gets the bits of both words that belong to the name.</summary>
    public ulong Mask { get; }

    /// <summary>Gets a value that indicates whether the words cover the whole name.</summary>
    public bool AreWhole => Length <= WholeLength;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Equals(NameWords other) => Length == other.Length && First == other.First && Last == other.Last;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is NameWords other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Length, First, Last);

    /// <summary>Reads up to seven bytes with two overlapping loads. Up to three bytes are read as the first, the middle and the last byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Short(ReadOnlySpan<byte> name)
    {
        if (name.Length >= sizeof(uint))
        {
            var last = BinaryPrimitives.ReadUInt32LittleEndian(name[^sizeof(uint)..]);
            return BinaryPrimitives.ReadUInt32LittleEndian(name) | ((ulong)last << (8 * (name.Length - sizeof(uint))));
        }

        return name.IsEmpty
            ? 0
            : name[0] | ((ulong)name[name.Length >> 1] << (8 * (name.Length >> 1))) | ((ulong)name[^1] << (8 * (name.Length - 1)));
    }
}
