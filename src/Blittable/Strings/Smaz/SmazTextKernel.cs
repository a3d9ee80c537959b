using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Smaz codes to the text of a JSON string: finds out on the way whether any of it has to be escaped.</summary>
/// <remarks>
/// 64 codes are decoded together, as <see cref="PlanesKernel"/> does, even where there are fewer: where a loop over codes ends cannot be predicted.
/// No branch depends on the codes or their number: how many vectors of text there are follows from its length.
/// A run that goes past the end of its window is gone on with in the next one. The four symbols that are longer than a word end a window, and are
/// written by themselves.
/// Escapes are looked for in the codes, whose tables have a mark for them: looking at each vector of text takes nearly half the time of a window, and
/// a scan of what was stored would wait until the stores have left the store buffer. What lies behind the text is taken for codes too, so marks count
/// only once it is known where the text ends.
/// </remarks>
internal static unsafe partial class SmazTextKernel
{
    /// <summary>Bytes behind the text that may be overwritten: those of a window.</summary>
    public const int Slack = 256;

    /// <summary>Symbols that a vector has in words of four bytes.</summary>
    private const int WordsOfVector = 16;

    /// <summary>The lanes of a vector that are not the first of a word.</summary>
    private const ulong NotFirstOfWord = 0xEEEE_EEEE_EEEE_EEEE;

    /// <summary>The high bit of a byte, which no symbol has.</summary>
    private const byte Mark = 0x80;

    /// <summary>The bit below, which marks a byte of the upper half in the place of one of the lower half.</summary>
    private const byte UpperMark = Mark >> 1;

    /// <summary>Texts up to this length are not asked whether they begin with a long symbol.</summary>
    private const int ShortText = 32;

    /// <summary>In the place of the bytes that a run has left: a window that ends before a long symbol.</summary>
    private const int LongSymbol = -1;

    /// <summary>Where <see cref="Planes"/> has the kinds of verbatim bytes.</summary>
    private const int KindsOffset = sizeof(uint) * SymbolPlanes.PlaneSize;

    /// <summary>Bytes of the lower half, for each of which <see cref="Planes"/> has a kind.</summary>
    private const int Kinds = 0x80;

    /// <summary>For each code whether its symbol has characters that JSON escapes.</summary>
    private static readonly bool[] AreEscaped = FindEscaped();

    /// <summary>
    /// The first four bytes of each symbol as <see cref="SymbolPlanes"/> has them. The third one has <see cref="Mark"/> where the symbol has characters
    /// that JSON escapes, the fourth one where it is longer. Behind them, for verbatim bytes without their high bit: <see cref="Mark"/> where JSON
    /// escapes the byte, <see cref="UpperMark"/> where it would be odd with its high bit.
    /// </summary>
    private static readonly AlignedBytes Planes = PlanesKernel.IsSupported ? MakePlanes() : default;

    /// <summary>Decodes a text, and escapes it where there is room for all escapes it may need.</summary>
    /// <param name="codes">The codes. Before them stands a byte that may be read too, and is below 128: that of their length.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="length">Bytes of text, without escapes.</param>
    /// <param name="text">Room for the text, and <see cref="Slack"/> more.</param>
    /// <param name="limit">Where the text may end at the latest; <see cref="Slack"/> bytes behind it may be overwritten too.</param>
    /// <param name="isEscaped">False where the room was too short for escapes, and some are needed: then the text stands there without them.</param>
    /// <returns>Where the text ends; null if the codes end before the text does, or the last one goes past its end.</returns>
    public static byte* Decode(byte* codes, byte* codesEnd, int length, byte* text, byte* limit, out bool isEscaped) =>
        Decode(codes, codesEnd, length, text, EscapeKernel.MaxEscape * (long)length <= limit - text, out isEscaped);

    /// <summary>The same where it is known whether there is room for all escapes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Decode(byte* codes, byte* codesEnd, int length, byte* text, bool canEscape, out bool isEscaped) =>
        PlanesKernel.IsSupported
            ? DecodeWindows(codes, codesEnd, text, text + length, canEscape, out isEscaped)
            : TurnVector256.IsSupported && length >= ShortestOfTurns
            ? DecodeTurns<Vector256<byte>, TurnVector256>(codes, codesEnd, text, text + length, canEscape, out isEscaped)
            : TurnVector128.IsSupported && length >= ShortestOfTurns
            ? DecodeTurns<VectorHalves, TurnVector128>(codes, codesEnd, text, text + length, canEscape, out isEscaped)
            : DecodeScalar(codes, codesEnd, text, text + length, canEscape, out isEscaped);

    /// <summary>Not inlined, for a caller would run out of the compiler's budget within it and call its steps.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static byte* DecodeWindows(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped)
    {
        ref var planes = ref MemoryMarshal.GetReference(Planes.Span);
        isEscaped = true;
        var pending = 0;
        if (end - text > ShortText && codes < codesEnd && IsLong(*codes))
        {
            // Such as that of web addresses: it would end a window before it had begun. Asking takes short texts longer than it saves.
            text = Put(text, *codes++);
        }

        while (text < end)
        {
            var count = (int)Math.Min(Math.Min(codesEnd - codes, end - text + RunHead), PlanesKernel.Window);
            if (count <= 0)
            {
                return null;
            }

            var limit = count;
            var carried = pending;
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
            var isLiteral = Vector512.Equals(before, Vector512.Create(SmazCodebook.VerbatimByte));
            var isCount = PlanesKernel.AreAllOnes(before);
            var counts = isCount.ExtractMostSignificantBits();
            ulong inRuns = 0;
            if ((counts | (uint)carried) != 0)
            {
                if (carried == 0 && TryFindShortRuns(window, isCount, limit, out var isInRun))
                {
                    inRuns = isInRun.ExtractMostSignificantBits();
                }
                else
                {
                    inRuns = FindRuns(codes, counts, limit, ref pending);
                    isInRun = WindowKernel.MaskOf(inRuns);
                }

                isLiteral |= isInRun;
                symbols |= isCount;
            }

            symbols = Avx512Vbmi.PermuteVar64x8(symbols | isLiteral, PlanesKernel.ForWordsOfFour);
            var isLow = Vector512.LessThan(symbols, Vector512.Create((byte)0x80));
            var fourth = PlanesKernel.Lookup(ref planes, 3, symbols, isLow);
            if (fourth.ExtractMostSignificantBits() != 0)
            {
                // The order is its own inverse.
                symbols = Avx512Vbmi.PermuteVar64x8(symbols, PlanesKernel.ForWordsOfFour);
                count = BitOperations.TrailingZeroCount(WindowKernel.Lookup256(ref planes, 3 * SymbolPlanes.PlaneSize, symbols).ExtractMostSignificantBits());
                pending = LongSymbol;
                isLiteral = KeepFirst(isLiteral, count);
                symbols = Avx512Vbmi.PermuteVar64x8(DropBehind(symbols, count), PlanesKernel.ForWordsOfFour);
                isLow = Vector512.LessThan(symbols, Vector512.Create((byte)0x80));
                fourth = PlanesKernel.Lookup(ref planes, 3, symbols, isLow);
            }

            var third = PlanesKernel.Lookup(ref planes, 2, symbols, isLow);
            var marked =
                (Avx512Vbmi.PermuteVar64x8(third, PlanesKernel.ForWordsOfFour) | (KindsOf(ref planes, window) & isLiteral)).ExtractMostSignificantBits();
            third &= Vector512.Create((byte)(Mark - 1));
            var first = PlanesKernel.Lookup(ref planes, 0, symbols, isLow) | Avx512Vbmi.PermuteVar64x8(window & isLiteral, PlanesKernel.ForWordsOfFour);
            var second = PlanesKernel.Lookup(ref planes, 1, symbols, isLow);
            var front = Avx512BW.UnpackLow(first, second).AsUInt16();
            var back = Avx512BW.UnpackLow(third, fourth).AsUInt16();
            var start = text;
            var kept = Append(ref text, Avx512BW.UnpackLow(front, back).AsByte());

            // How many vectors there are follows from the length, which is known long before the text.
            ulong otherKept = 0, thirdKept = 0, lastKept = 0;
            if (limit > WordsOfVector)
            {
                otherKept = Append(ref text, Avx512BW.UnpackHigh(front, back).AsByte());
                if (limit > 2 * WordsOfVector)
                {
                    front = Avx512BW.UnpackHigh(first, second).AsUInt16();
                    back = Avx512BW.UnpackHigh(third, fourth).AsUInt16();
                    thirdKept = Append(ref text, Avx512BW.UnpackLow(front, back).AsByte());
                    lastKept = Append(ref text, Avx512BW.UnpackHigh(front, back).AsByte());
                }
            }

            if (text < end)
            {
                if (marked != 0)
                {
                    if ((AreOdd(window) & isLiteral).ExtractMostSignificantBits() != 0)
                    {
                        return DecodeOddRest(codes, carried, codesEnd, start, end, canEscape, ref isEscaped);
                    }

                    var more = Escape(start, text, canEscape, ref isEscaped);
                    text += more;
                    end += more;
                }

                codes += count;
                if (pending == LongSymbol)
                {
                    text = Put(text, *codes++);
                    pending = 0;
                }

                continue;
            }

            // In which vector the text ends is chosen without branches, which would be guessed wrong.
            var ends = BitOperations.PopCount(kept);
            var otherEnds = ends + BitOperations.PopCount(otherKept);
            var thirdEnds = otherEnds + BitOperations.PopCount(thirdKept);
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
            var isInsideRun = count < limit ? ((inRuns & (inRuns << 1)) >> count & 1) != 0 : pending > 0;
            var isSound = (kept & (last << 1) & NotFirstOfWord) == 0 && !isInsideRun;
            if (Bmi2.X64.ZeroHighBits(marked, (ulong)count) == 0)
            {
                return isSound ? end : null;
            }

            if (BitOperations.TrailingZeroCount((AreOdd(window) & isLiteral).ExtractMostSignificantBits()) < count)
            {
                return DecodeOddRest(codes, carried, codesEnd, start, end, canEscape, ref isEscaped);
            }

            return isSound ? end + Escape(start, end, canEscape, ref isEscaped) : null;
        }

        return text == end ? end : null;
    }

    /// <summary>Escapes what is written already. It is copied aside first, so this is for rare cases.</summary>
    /// <returns>How many bytes it is longer now.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Escape(byte* text, byte* end, bool canEscape, ref bool isEscaped)
    {
        isEscaped &= canEscape;
        return canEscape ? (int)(EscapeKernel.EscapeInPlace(text, (int)(end - text)) - end) : 0;
    }

    /// <summary>Continues a code at a time, behind the rest of a run.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* DecodeOddRest(byte* codes, int run, byte* codesEnd, byte* text, byte* end, bool canEscape, ref bool isEscaped)
    {
        if (run > Math.Min(codesEnd - codes, end - text))
        {
            return null;
        }

        if (run > 0)
        {
            new ReadOnlySpan<byte>(codes, run).CopyTo(new Span<byte>(text, run));
            var more = EscapeKernel.IsPlain(codes, run, codesEnd) ? 0 : Escape(text, text + run, canEscape, ref isEscaped);
            codes += run;
            text += run + more;
            end += more;
        }
        else if (codes[-1] >= SmazCodebook.VerbatimByte)
        {
            codes--;
        }

        end = DecodeScalar(codes, codesEnd, text, end, canEscape, out var isRestEscaped);
        isEscaped &= isRestEscaped;
        return end;
    }

    /// <summary>Marks bytes that JSON escapes, and odd ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> KindsOf(ref byte planes, Vector512<byte> bytes)
    {
        var kinds = WindowKernel.Lookup128(ref planes, KindsOffset, bytes);
        return Vector512.ConditionalSelect(bytes, kinds + kinds, kinds);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> KeepFirst(Vector512<byte> lanes, int count) =>
        lanes & Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count));

    /// <summary>Removes the symbols from the lanes behind the first ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> DropBehind(Vector512<byte> symbols, int count) =>
        symbols | Vector512.GreaterThanOrEqual(Vector512<byte>.Indices, Vector512.Create((byte)count));

    /// <summary>Bytes that UTF-8 does not have, and zeros, which would be taken for the end of a symbol.</summary>
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

    private static bool[] FindEscaped()
    {
        var areEscaped = new bool[SmazCodebook.Entries.Length];
        for (var code = 0; code < areEscaped.Length; code++)
        {
            areEscaped[code] = HasEscape(SmazCodebook.Entries[code]);
        }

        return areEscaped;
    }

    private static AlignedBytes MakePlanes()
    {
        var planes = new AlignedBytes(KindsOffset + Kinds);
        MemoryMarshal.CreateSpan(ref SmazCodebook.Planes.First, KindsOffset).CopyTo(planes.Span);
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            planes.Span[(3 * SymbolPlanes.PlaneSize) + code] |= IsLong((byte)code) ? Mark : (byte)0;
            planes.Span[(2 * SymbolPlanes.PlaneSize) + code] |= AreEscaped[code] ? Mark : (byte)0;
        }

        for (var i = 0; i < Kinds; i++)
        {
            planes.Span[KindsOffset + i] = (byte)((EscapeKernel.IsPlain((byte)i) ? 0 : Mark) | (i >= SmazCodebook.VerbatimByte - Kinds ? UpperMark : 0));
        }

        return planes;
    }

    /// <summary>The same a code at a time.</summary>
    internal static byte* DecodeScalar(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped)
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

    /// <summary>Writes a symbol as a whole word: some bytes behind it too.</summary>
    private static byte* Put(byte* text, nint code)
    {
        var entry = SmazCodebook.Entries[code];
        Unsafe.WriteUnaligned(text, BitConverter.IsLittleEndian ? entry : BinaryPrimitives.ReverseEndianness(entry));
        return text + SmazCodebook.LengthOf(entry);
    }

    /// <summary>Whether a symbol is longer than a word.</summary>
    private static bool IsLong(byte code) => SmazCodebook.LengthOf(SmazCodebook.Entries[code]) > sizeof(uint);

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
