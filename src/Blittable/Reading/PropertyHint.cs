using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Where a name stood in a block of names, and what else stood in that block: enough to prove that it stands there in another.</summary>
/// <remarks>
/// A block whose flags and count are the same has its parts at the same places. If the end offsets around the name are the same too, and between
/// them is its text, then the name is there; and as such a block has no duplicates, nowhere else. If also the last end offset is the
/// same, then what follows the names is at the same place. So three words and the text are compared, all at offsets that are known before.
/// The text is compared as it is stored: codes that stood for the name once stand for it always.
/// A word may reach into the bytes beside what has to be compared: they belong to the block as well, or else a hint fails that might have been right.
/// </remarks>
internal sealed class PropertyHint
{
    /// <summary>Proves nothing.</summary>
    public static readonly PropertyHint None = new();

    /// <summary>More bytes than there are in any document.</summary>
    private const uint Nowhere = 1u << 31;

    private readonly uint _endAt;
    private readonly uint _end;
    private readonly uint _lastEndAt;
    private readonly uint _lastEnd;
    private readonly uint _textAt;
    private readonly Vector128<byte> _text;
    private readonly Vector128<byte> _textMask;
    private readonly byte[]? _longText;

    private PropertyHint() => Reach = ShortReach = Nowhere;

    private PropertyHint(ReadOnlySpan<byte> shapes, int address, in ShapeBlock block, int ordinal, ReadOnlySpan<byte> stored)
    {
        var endShift = block.Flags & ShapeBlock.EndSizeMask;
        var nameStart = ordinal == 0 ? 0 : (int)block.End(ordinal - 1);
        var ends = block.EndsAddress - address;
        var names = block.NamesAddress - address;

        // The offset before the first name's end is not there: the bytes before it will do.
        Head = HeadOf(shapes, address);
        _endAt = (uint)(ends + ((ordinal - 1) << endShift));
        _end = Word(shapes, address + (int)_endAt);
        _lastEndAt = block.Count == 1 ? _endAt : (uint)(names - sizeof(uint));
        _lastEnd = Word(shapes, address + (int)_lastEndAt);
        _textAt = (uint)(names + nameStart);
        var length = Math.Min(stored.Length, Vector128<byte>.Count);
        _textMask = Vector128.LessThan(Vector128<byte>.Indices, Vector128.Create((byte)length));
        _text = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(shapes), (nuint)address + _textAt) & _textMask;
        _longText = stored.Length > Vector128<byte>.Count ? stored.ToArray() : null;
        Reach = _textAt + (uint)Math.Max(stored.Length, Vector128<byte>.Count);
        ShortReach = _longText is null ? Reach : Nowhere;
        SlotsAt = (uint)(block.EndAddress - address);
        Next = (uint)ordinal + 1;
    }

    /// <summary>The block's first four bytes.</summary>
    public uint Head { get; }

    /// <summary>So many bytes from a block's start on are read to compare it.</summary>
    public uint Reach { get; }

    /// <summary>The same for a name that fits into a vector; more than there are for a longer one.</summary>
    public uint ShortReach { get; }

    /// <summary>Where the block ends, and with it the slots start of an object that brings it.</summary>
    public uint SlotsAt { get; }

    /// <summary>The ordinal of the next name: where that one's slot starts, this one's ends.</summary>
    public uint Next { get; }

    /// <summary>Remembers where a name stands.</summary>
    /// <param name="shapes">The bytes that the block is in.</param>
    /// <param name="address">Where it starts.</param>
    /// <param name="ordinal">The name's number in it.</param>
    /// <returns>Null for a block whose lookups go another way: with duplicates, with a count of two bytes, or right at the end of the bytes.</returns>
    public static PropertyHint? Create(ReadOnlySpan<byte> shapes, int address, int ordinal)
    {
        const int maxNames = 0x10000;
        var block = ShapeBlock.Read(shapes, address);
        var stored = block.StoredName(ordinal);
        var reach = (long)block.NamesAddress + maxNames + Vector128<byte>.Count + stored.Length;
        return block.Count > Varint.MaxOneByte || (block.Flags & ShapeBlock.HasDuplicates) != 0 || (block.Flags & ShapeBlock.EndSizeMask) > 1
            || reach > int.MaxValue || block.NamesAddress + (int)block.End(ordinal) + Vector128<byte>.Count > shapes.Length
            ? null
            : new PropertyHint(shapes, address, block, ordinal, stored);
    }

    /// <summary>The first four bytes of a block: flags, count, and two more that blocks with as many names may differ in.</summary>
    public static uint HeadOf(ReadOnlySpan<byte> shapes, int address) => Word(shapes, address);

    /// <summary>Whether a block has its parts at the same places, and the name its ends.</summary>
    /// <param name="block">The block's first byte; so many are there from it on as <see cref="Reach"/> says.</param>
    /// <param name="head">Its first four.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Fits(ref byte block, uint head) =>
        ((head ^ Head) | (Word(ref block, _endAt) ^ _end) | (Word(ref block, _lastEndAt) ^ _lastEnd)) == 0;

    /// <summary>Whether the name's first bytes, as many as a vector holds, stand there.</summary>
    /// <param name="block">The block's first byte; so many are there from it on as <see cref="Reach"/> says.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool StartsText(ref byte block) => ((Vector128.LoadUnsafe(ref block, _textAt) ^ _text) & _textMask) == Vector128<byte>.Zero;

    /// <summary>Whether the name stands in a block at the same place.</summary>
    /// <param name="block">The block's first byte; so many are there from it on as <see cref="Reach"/> says.</param>
    /// <param name="head">Its first four.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Holds(ref byte block, uint head) =>
        Fits(ref block, head) && StartsText(ref block)
        && (_longText is null || RawBytes.AreEqual(ref Unsafe.Add(ref block, (nint)_textAt), ref MemoryMarshal.GetArrayDataReference(_longText), (uint)_longText.Length));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Word(ref byte block, uint offset) => Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref block, (nint)offset));

    private static uint Word(ReadOnlySpan<byte> shapes, int address) => Word(ref MemoryMarshal.GetReference(shapes), (uint)address);
}
