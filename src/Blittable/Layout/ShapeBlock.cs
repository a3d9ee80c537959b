using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Represents the names of a shape: the ordered property names that objects have in common, stored once.</summary>
/// <remarks>
/// <code>
/// flags     u8   bits 0-1 size of an end offset: 0, 1, 2 for 1, 2, 4 bytes
///                bit 2 HasFingerprints | bit 3 HasIndex | bit 4 HasDuplicates | bits 5-7 zero
/// count     varint, at least 1
/// [fingerprints]  count × u8, see Fingerprint
/// [index]         count × ordinal, in the order of NameIndex; 2 bytes each for up to 65,536 names, 3 for up to 2^24, otherwise 4
/// [origins]       with an index: start of each 16th name, relative to the start of the names, u32
/// ends            count × end offset of the name, relative to the start of the names or to the origin of its run
/// names           UTF-8, unescaped, concatenated
/// </code>
/// A block has no external references and is copied unchanged into a document, from the converter's memory or a dictionary.
/// It is located in the first object of its shape, after the tag. Later objects refer to it by number.
/// </remarks>
internal readonly ref struct ShapeBlock
{
    public const byte EndSizeMask = 0x03;
    public const byte HasFingerprints = 0x04;
    public const byte HasIndex = 0x08;
    public const byte HasDuplicates = 0x10;
    public const byte ReservedMask = 0xE0;

    /// <summary>The flags of blocks that only <see cref="Find"/> handles.</summary>
    public const byte UnusualMask = HasIndex | HasDuplicates | ReservedMask;

    /// <summary>The maximum number of names without an index. A larger shape has a sorted index, so lookups are logarithmic for any names.</summary>
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

    /// <summary>Gets the number of names, which is at least one, or 0 for the default block, which represents the empty object.</summary>
    public int Count { get; }

    /// <summary>Gets the start of the block.</summary>
    public int Address => _start;

    /// <summary>Gets the start of the end offsets.</summary>
    public int EndsAddress => _ends;

    /// <summary>Gets the start of the names.</summary>
    public int NamesAddress => _names;

    /// <summary>Gets the bytes from the end offsets to the end of the containing memory.</summary>
    public ReadOnlySpan<byte> Ends => RawBytes.From(_bytes, _ends);

    /// <summary>Gets the start of the origins in a shape with an index.</summary>
    public int OriginsAddress => _ends - (int)Runs.OriginsLength((uint)Count);

    /// <summary>Gets the size of the block in bytes.</summary>
    /// <exception cref="BlittableException">The names end outside the document.</exception>
    public int Length => EndAddress - _start;

    /// <summary>Gets the address after the last name.</summary>
    /// <exception cref="BlittableException">The names end outside the document.</exception>
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

    /// <summary>Gets the bytes of the block.</summary>
    /// <exception cref="BlittableException">The names end outside the document.</exception>
    public ReadOnlySpan<byte> Bytes => _bytes[_start..EndAddress];

    /// <summary>Returns name <paramref name="ordinal"/> in UTF-8.</summary>
    /// <exception cref="BlittableException">The name is outside the document.</exception>
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

    /// <summary>Computes a byte from the length and three bytes of a name. Different names rarely have equal fingerprints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte Fingerprint(ReadOnlySpan<byte> name) =>
        name.IsEmpty ? (byte)0 : (byte)(name.Length + 7 * name[0] + 13 * name[name.Length >> 1] + 31 * name[^1]);

    /// <summary>Returns the size in bytes of an ordinal in the index of a shape with <paramref name="count"/> names.</summary>
    public static int IndexEntrySize(int count) => count <= 0x10000 ? 2 : count <= 0x1000000 ? 3 : 4;

    /// <summary>Reads the header of the block at <paramref name="start"/>. Names are read on demand.</summary>
    /// <exception cref="BlittableException">The header is invalid or exceeds the bytes.</exception>
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

    /// <summary>Returns the end of name <paramref name="ordinal"/> relative to the start of the names. The end is not validated.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint End(int ordinal)
    {
        var shift = Flags & EndSizeMask;
        var end = RawBytes.ReadUpTo32(_bytes, _ends + (ordinal << shift), 1 << shift);
        return (Flags & HasIndex) == 0 ? end : end + Origin(ordinal);
    }

    /// <summary>Returns the origin of the end of name <paramref name="ordinal"/>: the start of its run in a shape with an index, otherwise 0.</summary>
    public uint Origin(int ordinal) => (Flags & HasIndex) == 0 ? 0 : Runs.Origin(_bytes, OriginsAddress, ordinal);

    // Name lookup, which always finds the last of equal names. PropertyLookup implements a faster lookup for blocks without unusual flags.

    /// <summary>Returns the ordinal of the last name that equals <paramref name="name"/>, or -1.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public int Find(scoped ReadOnlySpan<byte> name)
    {
        if ((Flags & HasIndex) != 0)
        {
            return FindInIndex(name);
        }

        return (Flags & HasFingerprints) != 0 ? FindByFingerprint(name, Fingerprint(name)) : FindByLength(name);
    }

    /// <summary>Returns the stored fingerprint of a name.</summary>
    public byte StoredFingerprint(int ordinal) => RawBytes.ReadByte(_bytes, _fingerprints + ordinal);

    /// <summary>Compares the names with an equal fingerprint, usually one.</summary>
    private int FindByFingerprint(scoped ReadOnlySpan<byte> name, byte fingerprint)
    {
        var fingerprints = RawBytes.Slice(_bytes, _fingerprints, (uint)Count);
        var ordinal = fingerprints.LastIndexOf(fingerprint);
        while (ordinal >= 0 && !IsName(ordinal, name))
        {
            ordinal = fingerprints[..ordinal].LastIndexOf(fingerprint);
        }

        return ordinal;
    }

    /// <summary>Compares all names of a small shape without fingerprints.</summary>
    private int FindByLength(scoped ReadOnlySpan<byte> name)
    {
        for (var ordinal = Count - 1; ordinal >= 0; ordinal--)
        {
            if (IsName(ordinal, name))
            {
                return ordinal;
            }
        }

        return -1;
    }

    /// <summary>Searches for the last entry that is not greater, which is the last of equal names.</summary>
    /// <remarks>
    /// Alternates between interpolation by hash and bisection. Hashes are evenly distributed, so interpolation converges in a few steps. Bisection keeps
    /// the search logarithmic for names crafted by an attacker.
    /// </remarks>
    private int FindInIndex(scoped ReadOnlySpan<byte> name)
    {
        const int fewLeft = 8;
        var hash = NameIndex.Hash(name);
        var (low, high) = (0, Count);
        var (lowHash, highHash) = (0u, uint.MaxValue);
        for (var guesses = true; low < high; guesses = !guesses)
        {
            var middle = (low + high) >>> 1;
            if (guesses && high - low > fewLeft && hash >= lowHash && hash <= highHash)
            {
                middle = low + (int)((ulong)(hash - lowHash) * (ulong)(high - low - 1) / Math.Max(highHash - lowHash, 1));
            }

            var entry = IndexEntry(middle);
            var other = Name(entry);
            var otherHash = NameIndex.Hash(other);
            var order = otherHash != hash ? otherHash.CompareTo(hash) : NameIndex.CompareEqualHashes(other, name);
            if (order == 0 && (Flags & HasDuplicates) == 0)
            {
                return entry;
            }

            if (order <= 0)
            {
                (low, lowHash) = (middle + 1, otherHash);
            }
            else
            {
                (high, highHash) = (middle, otherHash);
            }
        }

        if (low == 0)
        {
            return -1;
        }

        var found = IndexEntry(low - 1);
        return IsName(found, name) ? found : -1;
    }

    private bool IsName(int ordinal, scoped ReadOnlySpan<byte> name) => RawBytes.AreEqual(Name(ordinal), name);

    /// <summary>Returns the ordinal at a position of the index.</summary>
    public int IndexEntry(int place)
    {
        var size = IndexEntrySize(Count);
        var ordinal = RawBytes.ReadUpTo32(_bytes, OriginsAddress - ((Count - place) * size), size);
        if (ordinal >= (uint)Count)
        {
            ThrowHelper.InvalidCount(ordinal, "a name ordinal", _ends);
        }

        return (int)ordinal;
    }
}
