using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>The names of a shape: the property names that objects have in the same order, stored once.</summary>
/// <remarks>
/// <code>
/// flags     u8   bits 0-1 size of an end offset: 0, 1, 2 for 1, 2, 4 bytes
///                bit 2 HasFingerprints | bit 3 HasIndex | bit 4 HasDuplicates | bits 5-7 zero
/// count     varint, at least 1
/// [fingerprints]  count × u8, see Fingerprint
/// [index]         count × ordinal, in the order of NameIndex; in 2 bytes for counts to 65,536, in 3 to 2^24, else in 4
/// [origins]       with an index: where each 16th name starts, from the start of the names, u32
/// ends            count × end offset of the name, from the start of the names or from the origin of its run
/// names           UTF-8, unescaped, one after the other
/// </code>
/// A block has no outside references: it is copied as it is from the converter's memory or a dictionary into a document.
/// It stands in the first object of its shape, after the tag; later objects refer to it by number.
/// </remarks>
internal readonly ref partial struct ShapeBlock
{
    public const byte EndSizeMask = 0x03;
    public const byte HasFingerprints = 0x04;
    public const byte HasIndex = 0x08;
    public const byte HasDuplicates = 0x10;
    public const byte ReservedMask = 0xE0;

    /// <summary>Blocks with these flags are left to <see cref="Find"/>.</summary>
    public const byte UnusualMask = HasIndex | HasDuplicates | ReservedMask;

    /// <summary>A shape of more names than this has a sorted index, so that a lookup is logarithmic whatever the names are.</summary>
    public const int MaxUnindexed = 256;

    private readonly ReadOnlySpan<byte> _bytes;
    private readonly int _start;
    private readonly int _fingerprints;
    private readonly int _ends;
    private readonly int _names;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ShapeBlock(ReadOnlySpan<byte> bytes, int start, int fingerprints, int ends, int names, byte flags, int count)
    {
        _bytes = bytes;
        _start = start;
        _fingerprints = fingerprints;
        _ends = ends;
        _names = names;
        Flags = flags;
        Count = count;
    }

    public byte Flags { get; }

    /// <summary>Names in the shape, at least one; 0 for the default block, which stands for the empty object.</summary>
    public int Count { get; }

    /// <summary>Where the block starts.</summary>
    public int Address => _start;

    /// <summary>Where the end offsets start.</summary>
    public int EndsAddress => _ends;

    /// <summary>Where the names start.</summary>
    public int NamesAddress => _names;

    /// <summary>The bytes that the block is in, from the end offsets on.</summary>
    public ReadOnlySpan<byte> Ends => RawBytes.From(_bytes, _ends);

    /// <summary>Where the origins of the ends start in a shape with an index.</summary>
    public int OriginsAddress => _ends - (int)Runs.OriginsLength((uint)Count);

    /// <summary>Bytes of the whole block.</summary>
    /// <exception cref="BlittableException">The names do not end inside the document.</exception>
    public int Length => EndAddress - _start;

    /// <summary>The address after the last name.</summary>
    /// <exception cref="BlittableException">It lies outside the document.</exception>
    public int EndAddress
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var end = End(Count - 1);
            if (end > (uint)(_bytes.Length - _names))
            {
                ThrowHelper.InvalidName(0, end, _ends);
            }

            return _names + (int)end;
        }
    }

    /// <summary>The whole block.</summary>
    /// <exception cref="BlittableException">The names do not end inside the document.</exception>
    public ReadOnlySpan<byte> Bytes => _bytes[_start..EndAddress];

    /// <summary>Gets name <paramref name="ordinal"/> in UTF-8.</summary>
    /// <exception cref="BlittableException">The name does not lie inside the document.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> Name(int ordinal)
    {
        var start = ordinal == 0 ? 0 : End(ordinal - 1);
        var end = End(ordinal);
        if (start > end || end > (uint)(_bytes.Length - _names))
        {
            ThrowHelper.InvalidName(start, end, _ends);
        }

        return RawBytes.Slice(_bytes, _names + (int)start, end - start);
    }

    /// <summary>A byte that equal names have in common and different ones seldom, from their length and three of their bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte Fingerprint(ReadOnlySpan<byte> name) =>
        name.IsEmpty ? (byte)0 : (byte)(name.Length + 7 * name[0] + 13 * name[name.Length >> 1] + 31 * name[^1]);

    /// <summary>Bytes of one ordinal in the index of a shape of <paramref name="count"/> names.</summary>
    public static int IndexEntrySize(int count) => count <= 0x10000 ? 2 : count <= 0x1000000 ? 3 : 4;

    /// <summary>Reads the block's head at <paramref name="start"/>; names are read when they are asked for.</summary>
    /// <exception cref="BlittableException">No block starts there, or it does not fit into the bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ShapeBlock Read(ReadOnlySpan<byte> bytes, int start)
    {
        var flags = RawBytes.ReadByte(bytes, start);
        var fingerprints = start + 1;
        var count = RawBytes.ReadVarint(bytes, ref fingerprints);
        var ends = fingerprints + ((flags & HasFingerprints) != 0 ? (long)count : 0);
        if ((flags & HasIndex) != 0)
        {
            ends += count * (long)IndexEntrySize((int)count) + Runs.OriginsLength(count);
        }

        var names = ends + ((long)count << (flags & EndSizeMask));
        if ((flags & ReservedMask) != 0 || (flags & EndSizeMask) == EndSizeMask || count == 0 || names > bytes.Length)
        {
            ThrowHelper.InvalidShape(flags, count, start);
        }

        return new ShapeBlock(bytes, start, fingerprints, (int)ends, (int)names, flags, (int)count);
    }

    /// <summary>Where name <paramref name="ordinal"/> ends, counted from the start of the names; not yet checked against anything.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint End(int ordinal)
    {
        var shift = Flags & EndSizeMask;
        var end = RawBytes.ReadUpTo32(_bytes, _ends + (ordinal << shift), 1 << shift);
        return (Flags & HasIndex) == 0 ? end : end + Origin(ordinal);
    }

    /// <summary>What the end of name <paramref name="ordinal"/> counts from: in a shape with an index where its run starts, else 0.</summary>
    public uint Origin(int ordinal) => (Flags & HasIndex) == 0 ? 0 : Runs.Origin(_bytes, OriginsAddress, ordinal);
}
