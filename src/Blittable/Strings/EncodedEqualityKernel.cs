using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Strings;

/// <summary>Whether codes stand for a text, compared symbol by symbol where the text lies.</summary>
/// <remarks>
/// Nothing is decoded: text in a buffer is stored in words that overlap, and a comparison that loads other words has to wait until all of them are in
/// the cache. A symbol takes two loads, and the first one that differs ends it. All loads lie within the codes and the text; near its end the text's
/// last word is shifted. The loops call nothing, so that their variables stay in registers.
/// </remarks>
internal static class EncodedEqualityKernel
{
    private const int Word = sizeof(ulong);

    /// <summary>Whether Smaz codes stand for a text.</summary>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="text">The text.</param>
    /// <returns>False too if the codes run out, or their last one goes past the text.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SmazEquals(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) => SmazEquals(codes, text, isStart: false);

    /// <summary>Whether what Smaz codes stand for starts with a text, where the last code may go past it.</summary>
    /// <inheritdoc cref="SmazEquals(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SmazStartsWith(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) => SmazEquals(codes, text, isStart: true);

    /// <summary>Whether codes of a symbol table stand for a text.</summary>
    /// <inheritdoc cref="SmazEquals(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SymbolsEqual(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) =>
        SymbolsEqual(symbols, codes, text, isStart: false);

    /// <summary>Whether what codes of a symbol table stand for starts with a text, where the last code may go past it.</summary>
    /// <inheritdoc cref="SmazEquals(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SymbolsStartWith(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) =>
        SymbolsEqual(symbols, codes, text, isStart: true);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SmazEquals(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text, bool isStart)
    {
        ref var entries = ref MemoryMarshal.GetArrayDataReference(SmazCodebook.Entries);
        ref var source = ref MemoryMarshal.GetReference(codes);
        nint end = codes.Length;
        nint length = text.Length;
        var few = 0UL;
        ref var start = ref WholeWords(text, ref few);
        var last = Math.Max(length - Word, 0);
        var lastWord = Load(ref start, last);
        nint next = 0;
        nint place = 0;
        while (place < length)
        {
            if (next >= end)
            {
                return false;
            }

            nint code = Unsafe.Add(ref source, next);
            var word = place <= last ? Load(ref start, place) : lastWord >> (8 * (int)(place - last));
            if (code < SmazCodebook.SymbolCount)
            {
                var entry = Unsafe.Add(ref entries, code);
                var part = Part(SmazCodebook.LengthOf(entry), length - place, isStart);
                if (Differ(word, entry, part))
                {
                    return false;
                }

                place += part;
                next++;
                continue;
            }

            var isRun = code == SmazCodebook.VerbatimRun;
            var from = next + (isRun ? 2 : 1);
            if (from >= end)
            {
                return false;
            }

            nint run = isRun ? Unsafe.Add(ref source, next + 1) + 1 : 1;
            if (run > end - from)
            {
                return false;
            }

            var size = Part(run, length - place, isStart);
            if (size > length - place)
            {
                return false;
            }

            if (size <= Word && from <= end - Word
                ? Differ(word, Load(ref source, from), size)
                : !RawBytes.AreEqual(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref start, place), (uint)size))
            {
                return false;
            }

            place += size;
            next = from + run;
        }

        return place == length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SymbolsEqual(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text, bool isStart)
    {
        ref var words = ref MemoryMarshal.GetArrayDataReference(symbols.Words);
        ref var lengths = ref MemoryMarshal.GetArrayDataReference(symbols.Lengths);
        ref var source = ref MemoryMarshal.GetReference(codes);
        nint count = symbols.Count;
        nint end = codes.Length;
        nint length = text.Length;
        var few = 0UL;
        ref var start = ref WholeWords(text, ref few);
        var last = Math.Max(length - Word, 0);
        var lastWord = Load(ref start, last);
        nint next = 0;
        nint place = 0;
        while (place < length)
        {
            if (next >= end)
            {
                return false;
            }

            nint code = Unsafe.Add(ref source, next);
            var word = place <= last ? Load(ref start, place) : lastWord >> (8 * (int)(place - last));
            if (code < count)
            {
                var size = Part(Unsafe.Add(ref lengths, code), length - place, isStart);
                if (Differ(word, Unsafe.Add(ref words, code), size))
                {
                    return false;
                }

                place += size;
                next++;
                continue;
            }

            if (code != SymbolTableView.Escape || next + 1 >= end || (byte)word != Unsafe.Add(ref source, next + 1))
            {
                return false;
            }

            place++;
            next += 2;
        }

        return place == length;
    }

    /// <summary>How many bytes of a symbol count: of the last one of a start, those that are left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint Part(nint size, nint left, bool isStart) => isStart ? Math.Min(size, left) : size;

    /// <summary>The text, or where it is shorter than a word, the same with zeros behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte WholeWords(ReadOnlySpan<byte> text, ref ulong few)
    {
        ref var start = ref MemoryMarshal.GetReference(text);
        if (text.Length >= Word)
        {
            return ref start;
        }

        ref var copy = ref Unsafe.As<ulong, byte>(ref few);
        for (nint i = 0; i < text.Length; i++)
        {
            Unsafe.Add(ref copy, i) = Unsafe.Add(ref start, i);
        }

        return ref copy;
    }

    /// <summary>Whether the first 1 to 8 bytes of two words differ.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Differ(ulong left, ulong right, nint count) => (left ^ right) << -(8 * (int)count) != 0;

    /// <summary>Eight bytes, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ref byte start, nint place)
    {
        var word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, place));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }
}
