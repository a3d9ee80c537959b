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
/// Escapes are looked for in the codes, whose tables have a mark for them: looking at each vector of text takes nearly half the time of a window, and a scan of what was stored
/// would wait until the stores have left the store buffer.
/// </remarks>
internal static unsafe class SmazTextKernel
{
    /// <summary>Bytes behind the text that may be overwritten: those of a window.</summary>
    public const int Slack = 256;

    /// <summary>The code of a run, and how long it is.</summary>
    private const int RunHead = 2;

    /// <summary>Symbols that a vector has in words of four bytes.</summary>
    private const int WordsOfVector = 16;

    /// <summary>The lanes of a vector that are not the first of a word.</summary>
    private const ulong NotFirstOfWord = 0xEEEE_EEEE_EEEE_EEEE;

    /// <summary>The high bit of a byte, which no symbol has.</summary>
    private const byte Mark = 0x80;

    /// <summary>For each code whether its symbol has characters that JSON escapes.</summary>
    private static readonly bool[] AreEscaped = [.. SmazCodebook.Entries.Select(HasEscape)];

    /// <summary>
    /// The first four bytes of each symbol as <see cref="SymbolPlanes"/> has them. The third one has <see cref="Mark"/> where the symbol has characters that JSON escapes, the fourth one where it is longer.
    /// </summary>
    private static readonly AlignedBytes Planes = MakePlanes();

    /// <summary>Decodes a text, and escapes it where there is room for all escapes it may need.</summary>
    /// <param name="codes">The codes. Before them stands a byte that may be read too, and is below 128: that of their length.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="length">Bytes of text, without escapes.</param>
    /// <param name="text">Room for the text, and <see cref="Slack"/> more.</param>
    /// <param name="limit">Where the text may end at the latest; <see cref="Slack"/> bytes behind it may be overwritten too.</param>
    /// <param name="isEscaped">False where the room was too short for escapes, and some are needed: then the text stands there without them.</param>
    /// <returns>Where the text ends; null if the codes end before the text does, or the last one goes past its end.</returns>
    public static byte* Decode(byte* codes, byte* codesEnd, int length, byte* text, byte* limit, out bool isEscaped)
    {
        var canEscape = EscapeKernel.MaxEscape * (long)length <= limit - text;
        return PlanesKernel.IsSupported
            ? DecodeWindows(codes, codesEnd, text, text + length, canEscape, out isEscaped)
            : Decode_Fallback(codes, codesEnd, text, text + length, canEscape, out isEscaped);
    }

    /// <summary>Not inlined, for a caller would run out of the compiler's budget within it and call its steps.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static byte* DecodeWindows(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped)
    {
        ref var planes = ref MemoryMarshal.GetReference(Planes.Span);
        isEscaped = true;
        while (text < end)
        {
            var count = (int)Math.Min(Math.Min(codesEnd - codes, end - text + RunHead), PlanesKernel.Window);
            if (count <= 0)
            {
                return null;
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
            ulong insideRuns = 0;
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
                        return null;
                    }

                    var more = isRunPlain ? 0 : Escape(text, text + run, canEscape, ref isEscaped);
                    text += run + more;
                    end += more;
                    codes += RunHead + run;
                    if (codes[-1] == SmazCodebook.VerbatimByte)
                    {
                        return DecodeOddRest(codes, codesEnd, text, end, canEscape, ref isEscaped);
                    }

                    continue;
                }

                isLiteral = KeepFirst(isLiteral | WindowKernel.MaskOf(literals), count);
                insideRuns = literals & (literals << 1);
                goesOn = WindowKernel.MaskOf(insideRuns);
                symbols = DropBehind(symbols | WindowKernel.MaskOf(heads), count);
            }

            if (count == 0 || (AreOdd(window) & isLiteral).ExtractMostSignificantBits() != 0)
            {
                return DecodeOddRest(codes - (codes[-1] == SmazCodebook.VerbatimByte ? 1 : 0), codesEnd, text, end, canEscape, ref isEscaped);
            }

            symbols = Avx512Vbmi.PermuteVar64x8(symbols | isLiteral, PlanesKernel.ForWordsOfFour);
            var isLow = Vector512.LessThan(symbols, Vector512.Create((byte)0x80));
            var fourth = PlanesKernel.Lookup(ref planes, 3, symbols, isLow);
            if (fourth.ExtractMostSignificantBits() != 0)
            {
                // The order is its own inverse.
                symbols = Avx512Vbmi.PermuteVar64x8(symbols, PlanesKernel.ForWordsOfFour);
                count = BitOperations.TrailingZeroCount(WindowKernel.Lookup256(ref planes, 3 * SymbolPlanes.PlaneSize, symbols).ExtractMostSignificantBits());
                if (count == 0)
                {
                    text = Put(text, *codes++);
                    if (text > end)
                    {
                        return null;
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
            var marked = Avx512Vbmi.PermuteVar64x8(third, PlanesKernel.ForWordsOfFour).ExtractMostSignificantBits() | EscapeKernel.Escapes(window | ~isLiteral);
            third &= Vector512.Create((byte)(Mark - 1));
            var front = Avx512BW.UnpackLow(first, second).AsUInt16();
            var back = Avx512BW.UnpackLow(third, fourth).AsUInt16();
            var start = text;
            codes += count;
            var kept = Append(ref text, Avx512BW.UnpackLow(front, back).AsByte());

            // How many vectors there are follows from the length, which is known long before the text.
            var ends = (int)(text - start);
            var otherEnds = ends;
            var thirdEnds = ends;
            ulong otherKept = 0, thirdKept = 0, lastKept = 0;
            if (limit > WordsOfVector)
            {
                otherKept = Append(ref text, Avx512BW.UnpackHigh(front, back).AsByte());
                otherEnds = thirdEnds = (int)(text - start);
                if (limit > 2 * WordsOfVector)
                {
                    front = Avx512BW.UnpackHigh(first, second).AsUInt16();
                    back = Avx512BW.UnpackHigh(third, fourth).AsUInt16();
                    thirdKept = Append(ref text, Avx512BW.UnpackLow(front, back).AsByte());
                    thirdEnds = (int)(text - start);
                    lastKept = Append(ref text, Avx512BW.UnpackHigh(front, back).AsByte());
                }
            }

            if (text < end)
            {
                if (marked != 0)
                {
                    var more = Escape(start, text, canEscape, ref isEscaped);
                    text += more;
                    end += more;
                }

                continue;
            }

            // In which vector the text ends is chosen without branches, which would be guessed wrong.
            var rest = (int)(end - start);
            var earlier = rest > ends ? ends : 0;
            kept = rest > ends ? otherKept : kept;
            earlier = rest > otherEnds ? otherEnds : earlier;
            kept = rest > otherEnds ? thirdKept : kept;
            earlier = rest > thirdEnds ? thirdEnds : earlier;
            kept = rest > thirdEnds ? lastKept : kept;
            var words = (rest > ends ? WordsOfVector : 0) + (rest > otherEnds ? WordsOfVector : 0) + (rest > thirdEnds ? WordsOfVector : 0);

            // The lane of the last byte. The next one, if it is text, has to be the first of its word, and what comes next must not be inside a run.
            var last = Bmi2.X64.ParallelBitDeposit(1UL << (rest - earlier - 1), kept);
            count = words + (BitOperations.TrailingZeroCount(last) / sizeof(uint)) + 1;
            if ((kept & (last << 1) & NotFirstOfWord) != 0 || ((insideRuns >> count) & 1) != 0)
            {
                return null;
            }

            return Bmi2.X64.ZeroHighBits(marked, (ulong)count) == 0 ? end : end + Escape(start, end, canEscape, ref isEscaped);
        }

        return text == end ? end : null;
    }

    /// <summary>Escapes what is written already. It is copied aside first, so this is for what seldom comes up.</summary>
    /// <returns>How many bytes it is longer now.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Escape(byte* text, byte* end, bool canEscape, ref bool isEscaped)
    {
        isEscaped &= canEscape;
        return canEscape ? (int)(EscapeKernel.EscapeInPlace(text, (int)(end - text)) - end) : 0;
    }

    /// <summary>Goes on a code at a time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* DecodeOddRest(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, ref bool isEscaped)
    {
        end = Decode_Fallback(codes, codesEnd, text, end, canEscape, out var isRestEscaped);
        isEscaped &= isRestEscaped;
        return end;
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

    /// <summary>Writes a vector of words without their zeros.</summary>
    /// <returns>The lanes that were written.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Append(ref byte* text, Vector512<byte> words)
    {
        var isKept = ~Vector512.Equals(words, Vector512<byte>.Zero);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, isKept, words).Store(text);
        var kept = isKept.ExtractMostSignificantBits();
        text += (uint)BitOperations.PopCount(kept);
        return kept;
    }

    private static AlignedBytes MakePlanes()
    {
        var planes = new AlignedBytes(sizeof(uint) * SymbolPlanes.PlaneSize);
        MemoryMarshal.CreateSpan(ref SmazCodebook.Planes.First, planes.Span.Length).CopyTo(planes.Span);
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            planes.Span[(3 * SymbolPlanes.PlaneSize) + code] |= SmazCodebook.LengthOf(SmazCodebook.Entries[code]) > sizeof(uint) ? Mark : (byte)0;
            planes.Span[(2 * SymbolPlanes.PlaneSize) + code] |= AreEscaped[code] ? Mark : (byte)0;
        }

        return planes;
    }

    /// <summary>The same a code at a time.</summary>
    internal static byte* Decode_Fallback(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped)
    {
        isEscaped = true;
        var start = text;
        var isPlain = true;
        while (text < end && codes < codesEnd)
        {
            nint code = *codes++;
            if (code < SmazCodebook.SymbolCount)
            {
                text = Put(text, code);
                isPlain &= !AreEscaped[code];
            }
            else if (code == SmazCodebook.VerbatimRun)
            {
                var run = CopyRun(codes - 1, codesEnd, text, end, out var isRunPlain);
                if (run == 0)
                {
                    return null;
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

        return text != end ? null : isPlain ? end : end + Escape(start, end, canEscape, ref isEscaped);
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
