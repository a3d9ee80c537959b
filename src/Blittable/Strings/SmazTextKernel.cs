using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Json;

namespace Blittable.Strings;

/// <summary>Smaz codes to the text of a JSON string: finds out on the way whether any of it has to be escaped.</summary>
/// <remarks>
/// What costs most are branches on whether a byte is a code or stands for itself: no predictor gets them right. So 64 bytes are looked at together. Each becomes an
/// index into a table that has the symbols and, behind them, the bytes that stand for themselves, and is then one load, one store and one addition; the code that announces
/// one such byte is a symbol without characters. Only runs of verbatim bytes, which are rare, are moved aside.
/// Escapes are looked for in the codes too: a scan of the text would wait until the small stores that made it have left the store buffer.
/// </remarks>
internal static unsafe class SmazTextKernel
{
    /// <summary>Bytes behind the text that may be overwritten.</summary>
    public const int Slack = 32;

    /// <summary>Bytes looked at together.</summary>
    private const int Chunk = 64;

    /// <summary>The code of a run, and how long it is.</summary>
    private const int RunHead = 2;

    /// <summary>Bytes that are written without asking in between whether the text is finished.</summary>
    private const int Turn = 8, MaxTurnText = Turn * SmazCodebook.MaxSymbolLength;

    /// <summary>The symbols, and behind them the bytes that stand for themselves: the characters of each and their number, a word each.</summary>
    private static readonly ulong[] Words =
    [
        .. SmazCodebook.Entries.SelectMany(entry => new[] { entry, (ulong)SmazCodebook.LengthOf(entry) }),
        .. Enumerable.Range(0, 1 << 8).SelectMany(value => new[] { (ulong)value, 1UL }),
    ];

    /// <summary>For each code whether its symbol has characters that JSON escapes.</summary>
    private static readonly byte[] EscapedSymbols = [.. SmazCodebook.Entries.Select(entry => HasEscape(entry) ? byte.MaxValue : (byte)0)];

    /// <summary>Decodes a text.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="length">Bytes of text.</param>
    /// <param name="text">Room for the text, and <see cref="Slack"/> more.</param>
    /// <param name="isPlain">Whether nothing of the text has to be escaped.</param>
    /// <returns>False if the codes are damaged.</returns>
    public static bool TryDecode(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain) =>
        Avx512Vbmi.IsSupported ? TryDecodeChunks(codes, codesEnd, length, text, out isPlain) : TryDecode_Fallback(codes, codesEnd, length, text, out isPlain);

    [SkipLocalsInit]
    private static bool TryDecodeChunks(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain)
    {
        ref var words = ref MemoryMarshal.GetArrayDataReference(Words);
        Unsafe.SkipInit(out Indices buffer);
        var indices = buffer.Items;
        var end = text + length;
        var lastTurn = end - MaxTurnText;
        ulong escapes = 0;
        isPlain = false;
        while (text < end && codes < codesEnd)
        {
            var count = Math.Min(codesEnd - codes, Chunk);
            var bytes = count == Chunk ? Vector512.Load(codes) : WindowKernel.LoadTail(ref *codes, (int)count);
            var isSingle = Vector512.Equals(bytes, Vector512.Create(SmazCodebook.VerbatimByte));
            var singles = isSingle.ExtractMostSignificantBits();
            var runs = Vector512.Equals(bytes, Vector512.Create(SmazCodebook.VerbatimRun)).ExtractMostSignificantBits();
            var verbatim = singles << 1;
            if ((verbatim & (singles | runs)) != 0)
            {
                // No text in UTF-8 has these bytes, but what follows the codes may.
                var isDecoded = TryDecode_Fallback(codes, codesEnd, (int)(end - text), text, out isPlain);
                isPlain &= escapes == 0;
                return isDecoded;
            }

            // As far as a run, and not between a byte and the code that announces it.
            var symbolsEnd = Math.Min(Math.Min(count, Chunk - (nint)(singles >> (Chunk - 1))), BitOperations.TrailingZeroCount(runs));
            SetIndices(bytes, isSingle, indices);
            nint i = 0;
            for (; i <= symbolsEnd - Turn && text <= lastTurn; i += Turn)
            {
                text = Put(text, ref words, indices[i]);
                text = Put(text, ref words, indices[i + 1]);
                text = Put(text, ref words, indices[i + 2]);
                text = Put(text, ref words, indices[i + 3]);
                text = Put(text, ref words, indices[i + 4]);
                text = Put(text, ref words, indices[i + 5]);
                text = Put(text, ref words, indices[i + 6]);
                text = Put(text, ref words, indices[i + 7]);
            }

            while (i < symbolsEnd && text < end)
            {
                text = Put(text, ref words, indices[i++]);
            }

            var escaped = (WindowKernel.Lookup256(ref MemoryMarshal.GetArrayDataReference(EscapedSymbols), bytes).ExtractMostSignificantBits() & ~verbatim)
                | (EscapeKernel.Escapes(bytes) & verbatim);
            escapes |= Bmi2.X64.ZeroHighBits(escaped, (ulong)i);
            codes += i;
            if (i == symbolsEnd && i < count && text < end && *codes == SmazCodebook.VerbatimRun)
            {
                var run = CopyRun(codes, codesEnd, text, end, out var isRunPlain);
                if (run == 0)
                {
                    return false;
                }

                escapes |= isRunPlain ? 0U : 1;
                codes += RunHead + run;
                text += run;
            }
        }

        isPlain = escapes == 0;
        return text == end;
    }

    /// <summary>The same a code at a time.</summary>
    internal static bool TryDecode_Fallback(byte* codes, byte* codesEnd, int length, byte* text, out bool isPlain)
    {
        var end = text + length;
        ulong escapes = 0;
        isPlain = false;
        while (text < end && codes < codesEnd)
        {
            nint code = *codes++;
            if (code < SmazCodebook.SymbolCount)
            {
                text = Put(text, ref MemoryMarshal.GetArrayDataReference(Words), 2 * code);
                escapes |= EscapedSymbols[code];
            }
            else if (code == SmazCodebook.VerbatimRun)
            {
                var run = CopyRun(codes - 1, codesEnd, text, end, out var isRunPlain);
                if (run == 0)
                {
                    return false;
                }

                escapes |= isRunPlain ? 0U : 1;
                codes += RunHead - 1 + run;
                text += run;
            }
            else if (codes < codesEnd)
            {
                escapes |= EscapeKernel.IsPlain(*codes) ? 0U : 1;
                *text++ = *codes++;
            }
        }

        isPlain = escapes == 0;
        return text == end;
    }

    /// <summary>Copies a run of verbatim bytes. The caller moves its own pointers: if their address were taken, they would stay in memory.</summary>
    /// <returns>How many there are; 0 where they are not all there, or go past the text's end.</returns>
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

    /// <summary>Where the table has each of the bytes: those behind the code of a verbatim byte in its second half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void SetIndices(Vector512<byte> bytes, Vector512<byte> isSingle, ushort* indices)
    {
        var before = Vector512<byte>.Indices - Vector512<byte>.One;
        var isVerbatim = Avx512Vbmi.PermuteVar64x8(isSingle, before) & Vector512<byte>.One & ~Vector512.Equals(before, Vector512<byte>.AllBitsSet);
        ((Vector512.WidenLower(bytes) | (Vector512.WidenLower(isVerbatim) << 8)) << 1).Store(indices);
        ((Vector512.WidenUpper(bytes) | (Vector512.WidenUpper(isVerbatim) << 8)) << 1).Store(indices + (Chunk / 2));
    }

    /// <summary>Writes a symbol, and seven bytes that are none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Put(byte* text, ref ulong words, nint index)
    {
        Unsafe.WriteUnaligned(text, Unsafe.Add(ref words, index));
        return text + Unsafe.Add(ref words, index + 1);
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

    private struct Indices
    {
        public fixed ushort Items[Chunk];
    }
}
