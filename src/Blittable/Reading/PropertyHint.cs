using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Caches the position of a name in the shape of an object, and the conditions under which it has this position in another object.</summary>
/// <remarks>
/// <para>Dictionary shapes are immutable. The object's tag, the shape number and the identity of the dictionary validate the hint.</para>
/// <para>Document shapes are validated by their block. Blocks with equal flags and counts have their parts at equal offsets. If the ends around the
/// name and the text between them are equal, the position is correct. Such a block has no duplicates, so the name occurs only once. If the last end is
/// also equal, everything after the names has an equal offset. Offsets are relative to the first byte of the block, so no load depends on
/// another.</para>
/// <para>Threads share instances. All compared members are immutable. Lost updates of the miss count are harmless.</para>
/// </remarks>
internal sealed class PropertyHint
{
    /// <summary>A hint that matches no value, because its head has bits outside its mask. 0 would match the integer 0.</summary>
    public static readonly PropertyHint None = new();

    /// <summary>The number of misses after which the first hint of a name is replaced, and its maximum for later hints.</summary>
    private const int LeastPatience = 1, MostPatience = 4096;

    private int _patience = LeastPatience;
    private int _misses;

    private PropertyHint() => Head = uint.MaxValue;

    private PropertyHint(uint tag, uint slotsAt, uint ordinal, NameWords name)
    {
        var slot = (int)(tag - Tag.ObjectWithShape) % SlotWidths;
        HeadMask = byte.MaxValue;
        Head = tag;
        SlotEnd = slotsAt + ((ordinal + 1) << slot);
        SlotShift = 32 - (8 << slot);
        Name = name;
    }

    /// <summary>Counts a miss, and determines whether there were enough misses to replace the hint.</summary>
    public bool IsExhausted() => ++_misses >= _patience;

    /// <summary>Replaces another hint, and tolerates twice as many misses. Hints of objects with alternating shapes soon become stable and cause no
    /// allocations.</summary>
    public void Follow(PropertyHint other) => _patience = other == None ? LeastPatience : Math.Min(2 * other._patience, MostPatience);

    /// <summary>Gets a mask of the compared bits of the object's first two bytes.</summary>
    public uint HeadMask { get; private init; }

    /// <summary>Gets the object's tag. For a dictionary shape, the next byte is the shape number.</summary>
    public uint Head { get; private init; }

    /// <summary>Gets the identity of the dictionary, or 0 for a document shape.</summary>
    public long Dictionary { get; private init; }

    /// <summary>Gets the words of the name.</summary>
    public NameWords Name { get; }

    /// <summary>Gets the end of the property's slot, relative to the object's tag.</summary>
    public uint SlotEnd { get; }

    /// <summary>Gets the number of bits by which the four bytes before the end of the slot are shifted right to extract the slot.</summary>
    public int SlotShift { get; }

    /// <summary>Gets the number of bytes, starting with the first byte of the block, that all comparisons require.</summary>
    public uint Reach { get; private init; }

    /// <summary>Gets the first two bytes of the block: flags and count.</summary>
    public uint BlockHead { get; private init; }

    /// <summary>Gets the offset of the preceding name's end, which is compared together with the name's own end as one word.</summary>
    public uint EndAt { get; private init; }

    public uint EndMask { get; private init; }

    public uint End { get; private init; }

    /// <summary>Gets the offset of the last name's end.</summary>
    public uint LastEndAt { get; private init; }

    public uint LastEndMask { get; private init; }

    public uint LastEnd { get; private init; }

    /// <summary>Gets the offset of the name in its block, or in the bytes of the dictionary's shapes.</summary>
    public uint TextAt { get; private init; }

    private static int SlotWidths => Tag.ObjectWithShapeLast - Tag.ObjectWithShape + 1;

    /// <summary>Creates a hint for a name of a dictionary shape.</summary>
    /// <param name="tag">The object's tag.</param>
    /// <param name="number">The shape number, which fits into one byte.</param>
    /// <param name="dictionary">The identity of the dictionary.</param>
    /// <param name="ordinal">The ordinal of the name.</param>
    /// <param name="textAt">The offset of the name in the bytes of the dictionary's shapes.</param>
    /// <param name="name">The name.</param>
    public static PropertyHint OfDictionary(uint tag, uint number, long dictionary, uint ordinal, uint textAt, NameWords name) =>
        new(tag, 2, ordinal, name) { HeadMask = ushort.MaxValue, Head = tag | (number << 8), Dictionary = dictionary, TextAt = textAt };

    /// <summary>Creates a hint for a name of a document shape, whose block has no index, no duplicates and at most 127 names.</summary>
    /// <param name="tag">The object's tag.</param>
    /// <param name="flags">The flags of the block.</param>
    /// <param name="count">The number of names in the block.</param>
    /// <param name="ordinal">The ordinal of the name.</param>
    /// <param name="start">The start of the name, relative to the first name.</param>
    /// <param name="lastEnd">The end of the last name, relative to the first name.</param>
    /// <param name="name">The name.</param>
    /// <returns>Null for 4-byte ends, because two of them do not fit into a word.</returns>
    public static PropertyHint? OfDocument(uint tag, uint flags, uint count, uint ordinal, uint start, uint lastEnd, NameWords name)
    {
        var endShift = (int)(flags & ShapeBlock.EndSizeMask);
        if (endShift > 1)
        {
            return null;
        }

        var ends = 2 + ((flags & ShapeBlock.HasFingerprints) != 0 ? count : 0);
        var names = ends + (count << endShift);
        var endBits = 8 << endShift;
        var endMask = uint.MaxValue >> (32 - endBits);
        var end = start + name.Length;
        var slots = tag <= Tag.ObjectWithShapeLast ? 1 + names + lastEnd : 2;
        return new(tag, slots, ordinal, name)
        {
            BlockHead = flags | (count << 8),
            EndAt = ordinal == 0 ? ends : ends + ((ordinal - 1) << endShift),
            EndMask = ordinal == 0 ? endMask : endMask | (endMask << endBits),
            End = ordinal == 0 ? end : start | (end << endBits),
            LastEndAt = names - (1u << endShift),
            LastEndMask = endMask,
            LastEnd = lastEnd,
            TextAt = names + start,
            Reach = names + Math.Max(lastEnd, Math.Max(start + sizeof(ulong), sizeof(uint))),
        };
    }
}

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
