using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Where a name stood in a block of names, and what else stood in that block: enough to prove that it stands there in another.</summary>
/// <remarks>
/// A block whose flags and count are the same has its parts at the same places. If the end offsets around the name are the same too, and between
/// them is its text, then the name is there; and as such a block has no duplicates, nowhere else. If also the last end offset is the
/// same, then what follows the names is at the same place. So three words and the text are compared, all at offsets that are known before:
/// they count from the byte before the block, which is the tag of an object that brings it.
/// The text is compared as it is stored: codes that stood for the name once stand for it always.
/// A word may reach into the bytes beside what has to be compared: they belong to the block as well, or else a hint fails that might have been right.
/// </remarks>
internal sealed class PropertyHint
{
    /// <summary>A hint that fits no block.</summary>
    public static readonly PropertyHint None = new();

    /// <summary>More bytes than there are in any document.</summary>
    private const uint Nowhere = 1u << 31;

    private PropertyHint() => WindowAt = SlotEnd = Nowhere;

    private PropertyHint(ReadOnlySpan<byte> shapes, int address, byte tag, in ShapeBlock block, int ordinal, ReadOnlySpan<byte> stored)
    {
        var endShift = block.Flags & ShapeBlock.EndSizeMask;
        var nameStart = ordinal == 0 ? 0 : (int)block.End(ordinal - 1);
        var start = address - 1;
        var ends = block.EndsAddress - start;
        var names = block.NamesAddress - start;

        // The offset before the first name's end is not there: the bytes before it will do.
        Head = HeadOf(shapes, address, tag);
        EndAt = (uint)(ends + ((ordinal - 1) << endShift));
        End = RawBytes.ReadUInt32(shapes, start + (int)EndAt);
        LastEndAt = block.Count == 1 ? EndAt : (uint)(names - sizeof(uint));
        LastEnd = RawBytes.ReadUInt32(shapes, start + (int)LastEndAt);
        TextAt = (uint)(names + nameStart);

        // The window ends with the name, so that nothing behind the name need be there, or else it starts with it.
        var window = names + nameStart + stored.Length - Vector128<byte>.Count;
        var isBefore = start + window >= 0;
        var length = Math.Min(stored.Length, Vector128<byte>.Count);
        WindowAt = isBefore ? (uint)window : TextAt;
        TextMask = isBefore
            ? Vector128.GreaterThanOrEqual(Vector128<byte>.Indices, Vector128.Create((byte)(Vector128<byte>.Count - length)))
            : Vector128.LessThan(Vector128<byte>.Indices, Vector128.Create((byte)length));
        Text = Vector128.Create(shapes.Slice(start + (int)WindowAt, Vector128<byte>.Count)) & TextMask;
        LongText = stored.Length > Vector128<byte>.Count ? stored.ToArray() : null;
        Next = (uint)ordinal + 1;

        // The words and the window of all but the shortest blocks end before the name's slot does, wherever the block is.
        var width = tag - Tag.ObjectWithShape;
        BlockEnd = (uint)(block.EndAddress - start);
        var slotEnd = BlockEnd + (Next << width);
        var reach = Math.Max((int)Math.Max(EndAt, LastEndAt) + sizeof(uint), (int)WindowAt + Vector128<byte>.Count);
        SlotEnd = tag == Tag.None || stored.Length > Vector128<byte>.Count || reach > (int)slotEnd ? Nowhere : slotEnd;
        SlotShift = -8 << width;
    }

    /// <summary>What <see cref="HeadOf"/> gives for the block.</summary>
    public ulong Head { get; }

    /// <summary>Where the block ends, and with it the slots start of an object that brings it.</summary>
    public uint BlockEnd { get; }

    /// <summary>Where the name's slot ends in an object that brings the block, if whatever is compared ends no later and the name fits into a vector;
    /// else behind all bytes.</summary>
    public uint SlotEnd { get; }

    /// <summary>By how many bits, modulo 32, the four bytes that end with the slot are shifted to get it.</summary>
    public int SlotShift { get; }

    /// <summary>The ordinal of the next name: where that one's slot starts, this one's ends.</summary>
    public uint Next { get; }

    /// <summary>Where four bytes start that end with the end of the name before this one, or hold it, and what they are.</summary>
    public uint EndAt { get; }

    public uint End { get; }

    /// <summary>The same for the end of the last name.</summary>
    public uint LastEndAt { get; }

    public uint LastEnd { get; }

    /// <summary>Where the name stands.</summary>
    public uint TextAt { get; }

    /// <summary>Where a vector is loaded that holds the name or its end. Before the object it is a negative integer.</summary>
    public uint WindowAt { get; }

    /// <summary>What the window holds of the name, with zeros in the other lanes, and the mask of its lanes.</summary>
    public Vector128<byte> Text { get; }

    public Vector128<byte> TextMask { get; }

    /// <summary>The whole name, if it is longer than a vector.</summary>
    public byte[]? LongText { get; }

    /// <summary>Remembers where a name stands.</summary>
    /// <param name="shapes">The bytes that the block is in.</param>
    /// <param name="address">Where it starts, behind at least one byte.</param>
    /// <param name="tag">The tag of an object that brings it, or else <see cref="Tag.None"/>.</param>
    /// <param name="ordinal">The name's number in it.</param>
    /// <returns>Null for a block that is searched in another way: with duplicates, with a count of two bytes, or right at the end of the bytes.</returns>
    public static PropertyHint? Create(ReadOnlySpan<byte> shapes, int address, byte tag, int ordinal)
    {
        var block = ShapeBlock.Read(shapes, address);
        var stored = block.StoredName(ordinal);
        var nameEnd = block.NamesAddress + (int)block.End(ordinal);
        return block.Count > Varint.MaxOneByte || (block.Flags & ShapeBlock.HasDuplicates) != 0 || (block.Flags & ShapeBlock.EndSizeMask) > 1
            || (nameEnd < Vector128<byte>.Count && nameEnd - stored.Length + Vector128<byte>.Count > shapes.Length)
            ? null
            : new PropertyHint(shapes, address, tag, block, ordinal, stored);
    }

    /// <summary>The bytes of an object or a block that tell blocks apart: a tag, flags, count, and the five bytes behind them. Of a block that is
    /// shorter, or that is not where its objects are, only two of these count: what is behind it is no part of it.</summary>
    public static ulong HeadOf(ReadOnlySpan<byte> shapes, int address, byte tag)
    {
        var head = (RawBytes.ReadUInt64(shapes, address) << 8) | tag;
        return tag == Tag.None || ShapeBlock.Read(shapes, address).Length < sizeof(ulong) - 1 ? ShortHeadOf(head) : head;
    }

    /// <summary>The head of a block that is shorter, or is not where its objects are.</summary>
    public static ulong ShortHeadOf(ulong head) => head & (ulong.MaxValue >> 24);
}
