using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Json;

namespace Blittable.Strings;

/// <summary>Smaz codes to the text of a JSON string: finds out on the way whether any of it has to be escaped.</summary>
/// <remarks>
/// 64 codes are looked at together, as <see cref="PlanesKernel"/> says, also where there are fewer: loops over codes end where no predictor expects it.
/// Neither are the codes counted nor is anything else asked of them that a branch would wait for: how many vectors of text there are follows from its length.
/// What a window cannot do is cut off there and begins the next one: a run that goes past its end, and the four symbols that are longer than a word.
/// Escapes are looked for before the text is stored: a scan of it would wait until the stores have left the store buffer.
/// </remarks>
internal static unsafe class SmazTextKernel
{
    /// <summary>Bytes behind the text that may be overwritten: those of a window.</summary>
    public const int Slack = 256;

    /// <summary>The code of a run, and how long it is.</summary>
    private const int RunHead = 2;

    /// <summary>Symbols that a vector has in words of four bytes, and the most text that a window gives.</summary>
    private const int WordsOfVector = 16, MaxWindowText = WordsOfVector * sizeof(uint) * 4;

    /// <summary>The lanes of a vector that are not the first of a word.</summary>
    private const ulong NotFirstOfWord = 0xEEEE_EEEE_EEEE_EEEE;

    /// <summary>The first four bytes of each symbol as <see cref="SymbolPlanes"/> has them; the fourth one of a longer symbol has its high bit set.</summary>
    private static readonly AlignedBytes Planes = MakePlanes();

    /// <summary>For each code whether its symbol has characters that JSON escapes.</summary>
    private static readonly bool[] AreEscaped = [.. SmazCodebook.Entries.Select(HasEscape)];

    /// <summary>Decodes a text.</summary>
    /// <param name="codes">The codes. Before them stands a byte that may be read too, and is below 128: that of their length.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="length">Bytes of text.</param>
    /// <param name="text">Room for the text, and <see cref="Slack"/> more.</param>
    /// <param name="isPlain">Whether nothing of the text has to be escaped.</param>
    /// <returns>False if the codes end before the text does, or the last one goes past its end.</returns>
    public static bool TryDecode(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain) =>
        PlanesKernel.IsSupported ? TryDecodeWindows(codes, codesEnd, length, text, out isPlain) : TryDecode_Fallback(codes, codesEnd, length, text, out isPlain);

    /// <summary>Not inlined, for a caller would run out of the compiler's budget within it and call its steps.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryDecodeWindows(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain)
    {
        ref var planes = ref MemoryMarshal.GetReference(Planes.Span);
        var end = text + length;
        ulong escapes = 0, pastEnd = 0;
        isPlain = false;
        while (text < end)
        {
            var rest = end - text;
            var count = (int)Math.Min(Math.Min(codesEnd - codes, rest + RunHead), PlanesKernel.Window);
            if (count <= 0)
            {
                return false;
            }

            var limit = count;
            Vector512<byte> window, before;
            if (count == PlanesKernel.Window)
            {
                window = Vector512.Load(codes);
                before = Vector512.Load(codes - 1);
            }
            else
            {
                // Lanes behind them get a code without a symbol.
                var isInside = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count));
                window = Avx512BW.MaskLoad(codes, isInside, Vector512.Create(SmazCodebook.VerbatimByte));
                before = Avx512BW.MaskLoad(codes - 1, isInside, Vector512<byte>.Zero);
            }

            var symbols = window;
            var goesOn = Vector512<byte>.Zero;
            var isLiteral = Vector512.Equals(before, Vector512.Create(SmazCodebook.VerbatimByte));
            var runs = PlanesKernel.AreAllOnes(window).ExtractMostSignificantBits();
            if (runs != 0)
            {
                count = FindRuns(codes, runs, count, out var literals, out var heads);
                if (count == 0 && codes[-1] != SmazCodebook.VerbatimByte)
                {
                    var run = CopyRun(codes, codesEnd, text, end, out var isRunPlain);
                    if (run == 0)
                    {
                        return false;
                    }

                    escapes |= isRunPlain ? 0U : 1;
                    text += run;
                    codes += RunHead + run;
                    if (codes[-1] == SmazCodebook.VerbatimByte)
                    {
                        return DecodeOddRest(codes, codesEnd, text, end, escapes, out isPlain);
                    }

                    continue;
                }

                isLiteral = KeepFirst(isLiteral | WindowKernel.MaskOf(literals), count);
                goesOn = WindowKernel.MaskOf(literals & (literals << 1));
                symbols = DropBehind(symbols | WindowKernel.MaskOf(heads), count);
            }

            if (count == 0 || (AreOdd(window) & isLiteral).ExtractMostSignificantBits() != 0)
            {
                return DecodeOddRest(codes - (codes[-1] == SmazCodebook.VerbatimByte ? 1 : 0), codesEnd, text, end, escapes, out isPlain);
            }

            symbols = Avx512Vbmi.PermuteVar64x8(symbols | isLiteral, PlanesKernel.ForWordsOfFour);
            var isLow = Vector512.LessThan(symbols, Vector512.Create((byte)0x80));
            var fourth = PlanesKernel.Lookup(ref planes, 3, symbols, isLow);
            if (fourth.ExtractMostSignificantBits() != 0)
            {
                // The order is its own inverse.
                symbols = Avx512Vbmi.PermuteVar64x8(symbols, PlanesKernel.ForWordsOfFour);
                count = BitOperations.TrailingZeroCount(WindowKernel.Lookup256(ref Unsafe.Add(ref planes, 3 * SymbolPlanes.PlaneSize), symbols).ExtractMostSignificantBits());
                if (count == 0)
                {
                    text = Put(text, *codes++);
                    if (text > end)
                    {
                        return false;
                    }

                    continue;
                }

                isLiteral = KeepFirst(isLiteral, count);
                symbols = Avx512Vbmi.PermuteVar64x8(DropBehind(symbols, count), PlanesKernel.ForWordsOfFour);
                isLow = Vector512.LessThan(symbols, Vector512.Create((byte)0x80));
                fourth = PlanesKernel.Lookup(ref planes, 3, symbols, isLow);
            }

            // What a run goes on with is not the first byte of its word, as no text may end before it.
            var literal = window & isLiteral;
            var first = PlanesKernel.Lookup(ref planes, 0, symbols, isLow) | Avx512Vbmi.PermuteVar64x8(Vector512.AndNot(literal, goesOn), PlanesKernel.ForWordsOfFour);
            var second = PlanesKernel.Lookup(ref planes, 1, symbols, isLow) | Avx512Vbmi.PermuteVar64x8(literal & goesOn, PlanesKernel.ForWordsOfFour);
            var third = PlanesKernel.Lookup(ref planes, 2, symbols, isLow);
            var front = Avx512BW.UnpackLow(first, second).AsUInt16();
            var back = Avx512BW.UnpackLow(third, fourth).AsUInt16();
            codes += count;
            if (rest >= MaxWindowText)
            {
                text = Append(text, Avx512BW.UnpackLow(front, back).AsByte(), ref escapes);
                text = Append(text, Avx512BW.UnpackHigh(front, back).AsByte(), ref escapes);
                front = Avx512BW.UnpackHigh(first, second).AsUInt16();
                back = Avx512BW.UnpackHigh(third, fourth).AsUInt16();
                text = Append(text, Avx512BW.UnpackLow(front, back).AsByte(), ref escapes);
                text = Append(text, Avx512BW.UnpackHigh(front, back).AsByte(), ref escapes);
                continue;
            }

            // How many vectors there are follows from the length, which is known long before the text.
            text = AppendLast(text, Avx512BW.UnpackLow(front, back).AsByte(), end, ref escapes, ref pastEnd);
            if (limit > WordsOfVector)
            {
                text = AppendLast(text, Avx512BW.UnpackHigh(front, back).AsByte(), end, ref escapes, ref pastEnd);
                if (limit > 2 * WordsOfVector)
                {
                    front = Avx512BW.UnpackHigh(first, second).AsUInt16();
                    back = Avx512BW.UnpackHigh(third, fourth).AsUInt16();
                    text = AppendLast(text, Avx512BW.UnpackLow(front, back).AsByte(), end, ref escapes, ref pastEnd);
                    text = AppendLast(text, Avx512BW.UnpackHigh(front, back).AsByte(), end, ref escapes, ref pastEnd);
                }
            }
        }

        isPlain = escapes == 0;
        return (pastEnd & NotFirstOfWord) == 0;
    }

    /// <summary>Goes on a code at a time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeOddRest(byte* codes, byte* codesEnd, byte* text, byte* end, ulong escapes, out bool isPlain)
    {
        var isDecoded = TryDecode_Fallback(codes, codesEnd, (int)(end - text), text, out isPlain);
        isPlain &= escapes == 0;
        return isDecoded;
    }

    /// <summary>The places of verbatim runs: their bytes, and the bytes that count them.</summary>
    /// <returns>How many codes there are before a run that goes past the last of them.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindRuns(byte* codes, ulong runs, int count, out ulong literals, out ulong heads)
    {
        literals = 0;
        heads = 0;
        do
        {
            var head = BitOperations.TrailingZeroCount(runs);
            var first = head + RunHead;
            var run = first < count ? codes[head + 1] + 1 : PlanesKernel.Window;
            if (first + run > count)
            {
                return head;
            }

            var bits = ulong.MaxValue >> (PlanesKernel.Window - run) << first;
            literals |= bits;
            heads |= 2UL << head;
            runs &= (runs - 1) & ~bits;
        }
        while (runs != 0);
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> KeepFirst(Vector512<byte> lanes, int count) => lanes & Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count));

    /// <summary>Takes the symbols off from the lanes behind the first ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> DropBehind(Vector512<byte> symbols, int count) =>
        symbols | Vector512.GreaterThanOrEqual(Vector512<byte>.Indices, Vector512.Create((byte)count));

    /// <summary>Bytes that a text in UTF-8 has not, and zeros, which would be taken for the end of a symbol.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> AreOdd(Vector512<byte> window) =>
        Vector512.Equals(window, Vector512<byte>.Zero) | Vector512.GreaterThanOrEqual(window, Vector512.Create(SmazCodebook.VerbatimByte));

    /// <summary>Writes a vector of words without their zeros, all of it text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Append(byte* text, Vector512<byte> words, ref ulong escapes)
    {
        var isKept = ~Vector512.Equals(words, Vector512<byte>.Zero);
        var bytes = Avx512Vbmi2.Compress(Vector512.Create((byte)' '), isKept, words);
        bytes.Store(text);
        escapes |= EscapeKernel.Escapes(bytes);
        return text + (uint)BitOperations.PopCount(isKept.ExtractMostSignificantBits());
    }

    /// <summary>The same where the text ends in the vector, before it or not far behind.</summary>
    /// <param name="text">Where the text goes.</param>
    /// <param name="words">The words.</param>
    /// <param name="end">Where it ends.</param>
    /// <param name="escapes">Not zero where a byte of it has to be escaped.</param>
    /// <param name="pastEnd">The lane of the byte that would come next, if that is among the words: its first, unless a code goes past the end.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* AppendLast(byte* text, Vector512<byte> words, byte* end, ref ulong escapes, ref ulong pastEnd)
    {
        var isKept = ~Vector512.Equals(words, Vector512<byte>.Zero);
        var bytes = Avx512Vbmi2.Compress(Vector512.Create((byte)' '), isKept, words);
        bytes.Store(text);

        // 0 behind the text. At most 255, more than which the instructions below do not tell from less.
        var rest = end - text;
        var isBehind = rest >> 63;
        var wanted = Bmi2.X64.ZeroHighBits(ulong.MaxValue, (ulong)(rest & ~isBehind));
        var kept = isKept.ExtractMostSignificantBits();
        escapes |= EscapeKernel.Escapes(bytes) & wanted;
        pastEnd |= Bmi2.X64.ParallelBitDeposit(~wanted & (wanted << 1 | 1), kept) & ~(ulong)isBehind;
        return text + (uint)BitOperations.PopCount(kept);
    }

    private static AlignedBytes MakePlanes()
    {
        var planes = new AlignedBytes(sizeof(uint) * SymbolPlanes.PlaneSize);
        MemoryMarshal.CreateSpan(ref SmazCodebook.Planes.First, planes.Span.Length).CopyTo(planes.Span);
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            planes.Span[(3 * SymbolPlanes.PlaneSize) + code] |= SmazCodebook.LengthOf(SmazCodebook.Entries[code]) > sizeof(uint) ? (byte)0x80 : (byte)0;
        }

        return planes;
    }

    /// <summary>The same a code at a time.</summary>
    internal static bool TryDecode_Fallback(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain)
    {
        var end = text + length;
        isPlain = true;
        while (text < end && codes < codesEnd)
        {
            nint code = *codes++;
            if (code < SmazCodebook.SymbolCount)
            {
                var start = text;
                text = Put(text, code);
                isPlain &= !AreEscaped[code] || EscapeKernel.IsPlain(start, (int)(text - start), text);
            }
            else if (code == SmazCodebook.VerbatimRun)
            {
                var run = CopyRun(codes - 1, codesEnd, text, end, out var isRunPlain);
                if (run == 0)
                {
                    return false;
                }

                isPlain &= isRunPlain;
                codes += RunHead - 1 + run;
                text += run;
            }
            else if (codes < codesEnd)
            {
                isPlain &= EscapeKernel.IsPlain(*codes);
                *text++ = *codes++;
            }
        }

        return text == end;
    }

    /// <summary>Copies a run of verbatim bytes. The caller moves its own pointers: if their address were taken, they would stay in memory.</summary>
    /// <returns>How many there are; 0 where they are not all there, or more than the text has.</returns>
    private static int CopyRun(byte* codes, byte* codesEnd, byte* text, byte* end, out bool isPlain)
    {
        isPlain = false;
        if (codesEnd - codes < RunHead)
        {
            return 0;
        }

        var count = codes[1] + 1;
        codes += RunHead;
        if (count > codesEnd - codes || count > end - text)
        {
            return 0;
        }

        if (count <= Vector128<byte>.Count && codesEnd - codes >= Vector128<byte>.Count)
        {
            var bytes = Vector128.Load(codes);
            bytes.Store(text);
            isPlain = (EscapeKernel.Escapes(bytes) & ((1U << count) - 1)) == 0;
        }
        else
        {
            new ReadOnlySpan<byte>(codes, count).CopyTo(new Span<byte>(text, count));
            isPlain = EscapeKernel.IsPlain(codes, count, codesEnd);
        }

        return count;
    }

    /// <summary>Writes a symbol, and bytes that are none.</summary>
    private static byte* Put(byte* text, nint code)
    {
        var entry = SmazCodebook.Entries[code];
        Unsafe.WriteUnaligned(text, BitConverter.IsLittleEndian ? entry : BinaryPrimitives.ReverseEndianness(entry));
        return text + SmazCodebook.LengthOf(entry);
    }

    private static bool HasEscape(ulong entry)
    {
        for (var i = 0; i < SmazCodebook.LengthOf(entry); i++)
        {
            if (!EscapeKernel.IsPlain((byte)(entry >> (8 * i))))
            {
                return true;
            }
        }

        return false;
    }
}
