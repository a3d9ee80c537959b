using System.Buffers.Binary;

namespace Blittable.Format;

/// <summary>The names of a shape: the property names that objects have in the same order, stored once.</summary>
/// <remarks>
/// <code>
/// flags     u8   bits 0-1 size of an end offset: 0, 1, 2 for 1, 2, 4 bytes
///                bit 2 HasFingerprints | bit 3 HasIndex | bit 4 HasDuplicates | bits 5-7 zero
/// count     varint, at least 1
/// [fingerprints]  count × u8, see Fingerprint
/// [index]         count × ordinal, sorted by length of the name, then its bytes, then ordinal;
///                 u8 for counts to 256, u16 to 65,536, else u32
/// ends            count × end offset of the name from the start of the names
/// names           UTF-8, unescaped, one behind the other
/// </code>
/// A block has no outside references: it is copied as it is from the converter's memory or a dictionary into a document.
/// It stands in the first object of its shape, behind the tag; later objects refer to it by number.
/// </remarks>
internal readonly ref partial struct ShapeBlock
{
    public const byte EndSizeMask = 0x03;
    public const byte HasFingerprints = 0x04;
    public const byte HasIndex = 0x08;
    public const byte HasDuplicates = 0x10;
    public const byte ReservedMask = 0xE0;

    /// <summary>A shape of more names than this has a sorted index, so that a lookup is logarithmic whatever the names are.</summary>
    public const int MaxUnindexed = 64;

    private readonly ReadOnlySpan<byte> _bytes;
    private readonly int _start;
    private readonly int _fingerprints;
    private readonly int _index;
    private readonly int _ends;
    private readonly int _names;

    private ShapeBlock(ReadOnlySpan<byte> bytes, int start, byte flags, int count, int fingerprints)
    {
        _bytes = bytes;
        _start = start;
        _fingerprints = fingerprints;
        _index = fingerprints + ((flags & HasFingerprints) != 0 ? count : 0);
        _ends = _index + ((flags & HasIndex) != 0 ? count * IndexEntrySize(count) : 0);
        _names = _ends + (count << (flags & EndSizeMask));
        Flags = flags;
        Count = count;
    }

    public byte Flags { get; }

    /// <summary>Names in the shape, at least one.</summary>
    public int Count { get; }

    /// <summary>Bytes of the whole block.</summary>
    public int Length => _names + End(Count - 1) - _start;

    /// <summary>Name <paramref name="ordinal"/> as UTF-8.</summary>
    public ReadOnlySpan<byte> Name(int ordinal)
    {
        var start = ordinal == 0 ? 0 : End(ordinal - 1);
        var end = End(ordinal);
        var names = _bytes[_names..];
        if ((uint)start > (uint)end || (uint)end > (uint)names.Length)
        {
            ThrowHelper.InvalidData("the end of a name inside the document", $"{start} to {end}", _ends);
        }

        return names[start..end];
    }

    /// <summary>A byte that equal names have in common and different ones seldom, from their length and three of their bytes.</summary>
    public static byte Fingerprint(ReadOnlySpan<byte> name) =>
        name.IsEmpty ? (byte)0 : (byte)(name.Length + 7 * name[0] + 13 * name[name.Length >> 1] + 31 * name[^1]);

    /// <summary>Bytes of one ordinal in the index of a shape of <paramref name="count"/> names.</summary>
    public static int IndexEntrySize(int count) => count <= 0x100 ? 1 : count <= 0x10000 ? 2 : 4;

    /// <summary>Reads the block's head at <paramref name="start"/>; names are read when they are asked for.</summary>
    /// <exception cref="BlittableException">No block starts there, or it does not fit into the bytes.</exception>
    public static ShapeBlock Read(ReadOnlySpan<byte> bytes, int start)
    {
        var offset = start + 1;
        if ((uint)start >= (uint)bytes.Length || (bytes[start] & ReservedMask) != 0 || (bytes[start] & EndSizeMask) == EndSizeMask
            || !Varint.TryRead(bytes, ref offset, out var count) || count == 0 || count > (uint)(bytes.Length - offset))
        {
            ThrowHelper.InvalidData("a block of names", "bytes that are none", start);
            return default;
        }

        var block = new ShapeBlock(bytes, start, bytes[start], (int)count, offset);
        if ((uint)block._names > (uint)bytes.Length)
        {
            ThrowHelper.InvalidData($"a block of {count} names", "the end of the document", start);
        }

        return block;
    }

    private int End(int ordinal) => (Flags & EndSizeMask) switch
    {
        0 => _bytes[_ends + ordinal],
        1 => BinaryPrimitives.ReadUInt16LittleEndian(_bytes[(_ends + 2 * ordinal)..]),
        _ => BinaryPrimitives.ReadInt32LittleEndian(_bytes[(_ends + 4 * ordinal)..]),
    };
}
