using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table, 56 places at once; the same output as <see cref="SymbolEncoderKernel.EncodeInTurn"/>.</summary>
/// <remarks>
/// As for Smaz (<see cref="SmazVectorKernel"/> says how windows and walks work), a window is one vector of text: a trie is walked from every place
/// at once, the places that are visited follow by pointer doubling, and a permute gathers their codes. No branch depends on the text but
/// those that ask whether any place leads deeper, and whether any code is an escape.
/// </remarks>
internal static class SymbolVectorKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>From one window to the next: places whose longest possible symbol leads to another place of the vector.</summary>
    private const int Stride = 64 - Symbol.MaxLength;

    public static bool IsSupported => WindowKernel.IsSupported;

    /// <summary>Compresses a text.</summary>
    /// <param name="trie">The symbols.</param>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least two bytes for each of the text, and <see cref="Slack"/> more.</param>
    /// <returns>Bytes written.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Encode(SymbolTrie trie, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        // The steps are not checked one by one: none writes more than the slack behind twice what it has read.
        _ = destination[(2 * text.Length) + Slack - 1];
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var entry = Vector512<byte>.Zero;
        var start = 0;
        var written = 0;
        while (text.Length - start > Stride)
        {
            var remaining = text.Length - start;
            var window0 = WindowKernel.LoadTail(ref Unsafe.Add(ref source, start), Math.Min(remaining, 64));
            var window1 = WindowKernel.LoadTail(ref Unsafe.Add(ref source, start + Stride), Math.Min(remaining - Stride, 64));
            var limit = Math.Min(remaining - Stride, Stride);
            WindowKernel.MatchTwo(trie, window0, window1, out var codes0, out var lengths0, out var codes1, out var lengths1);
            var places0 = WindowKernel.Walk(lengths0, Stride, entry, out var exit0);
            var places1 = WindowKernel.Walk(lengths1, limit, exit0 - Vector512.Create((byte)Stride), out var exit1);
            Write(window0, codes0, places0, Stride, ref output, ref written);
            Write(window1, codes1, places1, limit, ref output, ref written);
            start += 2 * Stride;
            entry = exit1 - Vector512.Create((byte)Stride);
        }

        if (start < text.Length)
        {
            var remaining = text.Length - start;
            var window = WindowKernel.LoadTail(ref Unsafe.Add(ref source, start), remaining);
            WindowKernel.Match(trie, window, out var codes, out var lengths);
            var places = WindowKernel.Walk(lengths, remaining, entry, out _);
            Write(window, codes, places, remaining, ref output, ref written);
        }

        return written;
    }

    /// <summary>Writes the codes of the places that are visited in a window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write(Vector512<byte> window, Vector512<byte> codes, Vector512<byte> places, int limit, ref byte output, ref int written)
    {
        var inside = Vector512.LessThan(places, Vector512.Create((byte)limit)).ExtractMostSignificantBits() & (ulong.MaxValue >> (64 - limit));
        var items = Avx512Vbmi.PermuteVar64x8(codes, places);
        var isEscape = Vector512.Equals(items, Vector512.Create(SymbolTableView.Escape));
        var escapes = isEscape.ExtractMostSignificantBits() & inside;
        var count = BitOperations.PopCount(inside);
        if (escapes == 0)
        {
            items.StoreUnsafe(ref output, (nuint)written);
        }
        else
        {
            items = Vector512.ConditionalSelect(isEscape, Avx512Vbmi.PermuteVar64x8(window, places), items);
            WriteEscapes(items, isEscape, escapes, count, ref Unsafe.Add(ref output, written));
        }

        written += count + BitOperations.PopCount(escapes);
    }

    /// <summary>Writes items, and an escape before each byte that has no symbol.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(Vector512<byte> items, Vector512<byte> isEscape, ulong escapes, int count, ref byte output)
    {
        WriteEscapes(Vector512.WidenLower(items), Vector512.WidenLower(isEscape), ref output);
        const int Half = 32;
        if (count > Half)
        {
            WriteEscapes(Vector512.WidenUpper(items), Vector512.WidenUpper(isEscape), ref Unsafe.Add(ref output, Half + BitOperations.PopCount((uint)escapes)));
        }
    }

    /// <summary>Writes half of the items: of each the escape below it, if it has one, and itself.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEscapes(Vector512<ushort> items, Vector512<ushort> hasEscape, ref byte output)
    {
        var pairs = (items << 8) | Vector512.Create((ushort)SymbolTableView.Escape);
        var kept = hasEscape | Vector512.Create((ushort)0xFF00);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept.AsByte(), pairs.AsByte()).StoreUnsafe(ref output);
    }
}
