using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Marks the bytes of a text that do not occur in plain strings: quotation marks, backslashes, control characters and non-ASCII bytes.</summary>
/// <remarks>
/// There is one bit per byte. A string ends or needs processing at the first mark after its opening quotation mark. With the marks of the upcoming text
/// available, two shifts and a bit count find the end of a string. The parser need not wait for a vector to be loaded and compared at the end of the previous
/// value.
/// </remarks>
internal static unsafe class StringMarkKernel
{
    /// <summary>The number of text bytes per word of marks.</summary>
    public const int Block = 64;

    /// <summary>The distance in bytes at which subsequent text is prefetched.</summary>
    private const int Ahead = 4096;

    /// <summary>Marks <paramref name="blocks"/> blocks of text, the first byte in the lowest bit of the first word.</summary>
    public static void Mark(byte* text, ulong* marks, int blocks)
    {
        Debug.Assert(blocks >= 0, "The loop must end at the last mark.");
        for (var end = marks + blocks; marks < end; marks++)
        {
            if (Sse.IsSupported)
            {
                Sse.Prefetch0(text + Ahead);
            }

            *marks = Vector512.IsHardwareAccelerated ? Marks(Vector512.Load(text)) : MarkHalves(text);
            text += Block;
        }
    }

    /// <summary>Marks text that is known to be valid UTF-8: only quotation marks, backslashes and control characters.</summary>
    public static void MarkText(byte* text, ulong* marks, int blocks)
    {
        for (var end = marks + blocks; marks < end; marks++)
        {
            *marks = Vector512.IsHardwareAccelerated ? TextMarks(Vector512.Load(text)) : MarkTextHalves(text);
            text += Block;
        }
    }

    /// <summary>Marks a block of valid UTF-8 with 256-bit vectors.</summary>
    public static ulong MarkTextHalves(byte* text) => Vector256.IsHardwareAccelerated
        ? TextMarks(Vector256.Load(text)) | (ulong)TextMarks(Vector256.Load(text + Vector256<byte>.Count)) << Vector256<byte>.Count
        : MarkTextQuarters(text);

    /// <summary>Marks a block of valid UTF-8 with 128-bit vectors.</summary>
    public static ulong MarkTextQuarters(byte* text) => Vector128.IsHardwareAccelerated
        ? ByteMaskKernel.Of(
            AreTextMarked(Vector128.Load(text)),
            AreTextMarked(Vector128.Load(text + Vector128<byte>.Count)),
            AreTextMarked(Vector128.Load(text + 2 * Vector128<byte>.Count)),
            AreTextMarked(Vector128.Load(text + 3 * Vector128<byte>.Count)))
        : MarkTextScalar(text);

    /// <summary>Marks a block of valid UTF-8 without vectors.</summary>
    public static ulong MarkTextScalar(byte* text)
    {
        var marks = 0UL;
        for (var i = 0; i < Block; i++)
        {
            marks |= text[i] is (byte)'"' or (byte)'\\' or < (byte)' ' ? 1UL << i : 0;
        }

        return marks;
    }

    /// <summary>Copies and marks a text. Its last block is padded with zeros, which are also marked.</summary>
    /// <param name="text">The first byte. No byte after the last one is read.</param>
    /// <param name="length">The length of the text.</param>
    /// <param name="copy">The destination, with space for whole blocks.</param>
    /// <param name="marks">The destination for one word of marks per block.</param>
    /// <returns>The number of blocks.</returns>
    public static int Copy(byte* text, int length, byte* copy, ulong* marks)
    {
        if (!Vector512.IsHardwareAccelerated || !Avx512BW.IsSupported)
        {
            return CopyHalves(text, length, copy, marks);
        }

        var block = 0;
        for (; length >= Block; length -= Block)
        {
            var bytes = Vector512.Load(text + block * Block);
            bytes.Store(copy + block * Block);
            marks[block++] = Marks(bytes);
        }

        if (length > 0)
        {
            var bytes = PartKernel.Load512(text + block * Block, length);
            bytes.Store(copy + block * Block);
            marks[block++] = Marks(bytes);
        }

        return block;
    }

    /// <summary>Copies and marks a text with 256-bit vectors.</summary>
    public static int CopyHalves(byte* text, int length, byte* copy, ulong* marks)
    {
        if (!Vector256.IsHardwareAccelerated || length < Vector256<byte>.Count)
        {
            return CopyScalar(text, length, copy, marks);
        }

        var blocks = length / Block;
        for (var i = 0; i < blocks; i++)
        {
            marks[i] = CopyBlock(text + i * Block, copy + i * Block);
        }

        var rest = length % Block;
        if (rest == 0)
        {
            return blocks;
        }

        // Pad with zeros first, then copy the last bytes together with some preceding ones.
        Vector256<byte>.Zero.Store(copy + blocks * Block);
        Vector256<byte>.Zero.Store(copy + blocks * Block + Vector256<byte>.Count);
        var behind = length - Vector256<byte>.Count;
        var last = blocks > 0
            ? CopyBlock(text + length - Block, copy + length - Block) >> (Block - rest)
            : CopyHalf(text, copy) | (ulong)CopyHalf(text + behind, copy + behind) << behind;
        marks[blocks] = last | ulong.MaxValue << rest;
        return blocks + 1;
    }

    /// <summary>Copies and marks a text without vectors, or a very short text.</summary>
    public static int CopyScalar(byte* text, int length, byte* copy, ulong* marks)
    {
        var blocks = (length + Block - 1) / Block;
        new Span<byte>(copy + length, blocks * Block - length).Clear();
        new ReadOnlySpan<byte>(text, length).CopyTo(new Span<byte>(copy, length));
        Mark(copy, marks, blocks);
        return blocks;
    }

    /// <summary>Marks a block without vectors.</summary>
    public static ulong MarkScalar(byte* text)
    {
        var marks = 0UL;
        for (var i = 0; i < Block; i++)
        {
            marks |= text[i] is (byte)'"' or (byte)'\\' || (sbyte)text[i] < ' ' ? 1UL << i : 0;
        }

        return marks;
    }

    /// <summary>Marks a block with 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong MarkHalves(byte* text) => Vector256.IsHardwareAccelerated
        ? Marks(Vector256.Load(text)) | (ulong)Marks(Vector256.Load(text + Vector256<byte>.Count)) << Vector256<byte>.Count
        : MarkQuarters(text);

    /// <summary>Marks a block with 128-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong MarkQuarters(byte* text) => Vector128.IsHardwareAccelerated
        ? ByteMaskKernel.Of(
            AreMarked(Vector128.Load(text)),
            AreMarked(Vector128.Load(text + Vector128<byte>.Count)),
            AreMarked(Vector128.Load(text + 2 * Vector128<byte>.Count)),
            AreMarked(Vector128.Load(text + 3 * Vector128<byte>.Count)))
        : MarkScalar(text);

    /// <summary>Returns the marks of 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Marks(Vector256<byte> bytes) =>
        (QuotesAndBackslashes(bytes) | Vector256.LessThan(bytes.AsSByte(), Vector256.Create((sbyte)' ')).AsByte()).ExtractMostSignificantBits();

    /// <summary>Returns a vector with all bits set for each of 32 bytes that is a quotation mark or backslash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> QuotesAndBackslashes(Vector256<byte> bytes)
    {
        if (Avx2.IsSupported)
        {
            // Compare each byte with a table entry selected by its low four bits: one of the two characters, or a value that differs from every such byte.
            var table = Vector256.Create(Vector128.Create(
                0xFF, 0xFF, (byte)'"', 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, (byte)'\\', 0xFF, 0xFF, 0));
            return Vector256.Equals(Avx2.Shuffle(table, bytes), bytes);
        }

        return Vector256.Equals(bytes, Vector256.Create((byte)'"')) | Vector256.Equals(bytes, Vector256.Create((byte)'\\'));
    }

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is a quotation mark or backslash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> QuotesAndBackslashes(Vector128<byte> bytes) =>
        Vector128.Equals(bytes, Vector128.Create((byte)'"')) | Vector128.Equals(bytes, Vector128.Create((byte)'\\'));

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is marked.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreMarked(Vector128<byte> bytes) =>
        QuotesAndBackslashes(bytes) | Vector128.LessThan(bytes.AsSByte(), Vector128.Create((sbyte)' ')).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong CopyBlock(byte* text, byte* copy) =>
        CopyHalf(text, copy) | (ulong)CopyHalf(text + Vector256<byte>.Count, copy + Vector256<byte>.Count) << Vector256<byte>.Count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint CopyHalf(byte* text, byte* copy)
    {
        var bytes = Vector256.Load(text);
        bytes.Store(copy);
        return Marks(bytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Marks(Vector512<byte> bytes)
    {
        if (Avx512Vbmi.IsSupported)
        {
            // The highest bit of each of the 128 table entries is the mark. Non-ASCII bytes already have their highest bit set.
            var from0 = Vector512.Create(0x8080808080808080, 0x8080808080808080, 0x8080808080808080, 0x8080808080808080, 0x800000, 0, 0, 0).AsByte();
            var from64 = Vector512.Create(0UL, 0, 0, 0x80UL << 32, 0, 0, 0, 0).AsByte();
            return (Avx512Vbmi.PermuteVar64x8x2(from0, bytes, from64) | bytes).ExtractMostSignificantBits();
        }

        return Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits()
            | Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits()
            | Vector512.LessThan(bytes.AsSByte(), Vector512.Create((sbyte)' ')).ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong TextMarks(Vector512<byte> bytes) =>
        Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits()
            | Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits()
            | Vector512.LessThan(bytes, Vector512.Create((byte)' ')).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint TextMarks(Vector256<byte> bytes) =>
        (QuotesAndBackslashes(bytes) | Vector256.LessThan(bytes, Vector256.Create((byte)' '))).ExtractMostSignificantBits();

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is marked in valid UTF-8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreTextMarked(Vector128<byte> bytes) =>
        QuotesAndBackslashes(bytes) | Vector128.LessThan(bytes, Vector128.Create((byte)' '));
}
