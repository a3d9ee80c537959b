using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using static Blittable.Strings.CodeTurnKernel;

namespace Blittable.Strings;

/// <summary>Codes of a symbol table to the text of a JSON string: finds out on the way whether any of it has to be escaped.</summary>
/// <remarks>
/// As <see cref="SmazTextKernel"/> does by turns: vectors tell verbatim bytes, codes without a symbol and what JSON escapes in 32 codes, and then each
/// code is one load and one store, whatever it is. Rare cases are left to <see cref="SymbolDecoder"/>, the twin of this.
/// </remarks>
internal static unsafe class SymbolTextKernel
{
    /// <summary>Bytes behind the text that may be overwritten.</summary>
    public const int Slack = (Turn + 1) * sizeof(ulong);

    public static bool IsSupported => CodeTurnKernel.IsSupported;

    /// <summary>Whether nothing is faster with a text of some bytes: where there are kernels for 64 codes, <see cref="SymbolDecoder"/> is with long ones.</summary>
    public static bool Suits(int length) => !PlanesKernel.IsSupported || length < SymbolDecoder.ShortestOfPlanes;

    /// <summary>Decodes a text, and escapes it where there is room for all escapes it may need.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes. Before them stands a byte that may be read too, and is below 128: that of their length.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="text">Room for the text, and <see cref="Slack"/> more; for six times as much if it is to be escaped.</param>
    /// <param name="end">Where the text ends, without escapes.</param>
    /// <param name="canEscape">Whether there is room for escapes.</param>
    /// <param name="isEscaped">False where there is not, and some are needed: then the text stands there without them.</param>
    /// <returns>Where the text ends; null for codes that need a closer look: most likely they are damaged.</returns>
    public static byte* Decode(SymbolPlaces symbols, byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped) =>
        TurnVector256.IsSupported
            ? Decode<Vector256<byte>, TurnVector256>(symbols, codes, codesEnd, text, end, canEscape, out isEscaped)
            : Decode<VectorHalves, TurnVector128>(symbols, codes, codesEnd, text, end, canEscape, out isEscaped);

    /// <summary>The same with vectors of a width.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    internal static byte* Decode<TVector, TTurn>(
        SymbolPlaces symbols, byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped)
        where TVector : struct
        where TTurn : struct, ITurnVector<TVector>
    {
        isEscaped = true;
        Unsafe.SkipInit(out TurnPlaces room);
        Unsafe.SkipInit(out EightStarts starts);
        var places = (ushort*)&room;
        ref var words = ref MemoryMarshal.GetArrayDataReference(symbols.Words);
        ref var lengths = ref MemoryMarshal.GetArrayDataReference(symbols.Lengths);
        while (text < end)
        {
            var turn = TurnOf(codes, codesEnd, (byte*)places);
            if (turn == null)
            {
                return null;
            }

            var window = TTurn.Load(turn + 1);
            var isLiteral = TTurn.Equals(TTurn.Load(turn), TTurn.Broadcast(SymbolTableView.Escape));
            var isEscape = TTurn.Equals(window, TTurn.Broadcast(SymbolTableView.Escape));
            var hasNone = TTurn.Except(TTurn.AtLeast(window, TTurn.Broadcast(symbols.Count)), TTurn.Xor(isEscape, isLiteral));
            TTurn.StorePlaces(window, isLiteral, places);
            var marks = MarksOf<TVector, TTurn>(symbols, window, isLiteral);
            var count = BitOperations.TrailingZeroCount(TTurn.Bits(hasNone) | (1UL << Turn));
            var start = text;
            text = PutEights(text, end, new Symbols(ref words, ref lengths), places, (byte**)&starts, out var eight);
            if (text >= end)
            {
                var done = eight * Eight;
                var last = done + CountTo(ref lengths, places + done, (int)(end - ((byte**)&starts)[eight]));
                return last > count || last == done ? null
                    : (marks & (uint)((1UL << last) - 1)) == 0 ? end
                    : end + Escape(start, end, canEscape, ref isEscaped);
            }

            if (count < Turn)
            {
                return null;
            }

            if (marks != 0)
            {
                var more = Escape(start, text, canEscape, ref isEscaped);
                text += more;
                end += more;
            }

            codes += Turn;
        }

        return text == end ? end : null;
    }

    /// <summary>A bit for each symbol that has characters which JSON escapes, and for each verbatim byte that is such a character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint MarksOf<TVector, TTurn>(SymbolPlaces symbols, TVector window, TVector isLiteral)
        where TTurn : struct, ITurnVector<TVector>
    {
        // An index with the high bit finds zero.
        var index = TTurn.And(window, TTurn.Broadcast(0x8F));
        var rows = TTurn.Or(
            TTurn.LookUp(symbols.EscapedBelow128, index), TTurn.LookUp(symbols.EscapedFrom128, TTurn.Xor(index, TTurn.Broadcast(0x80))));
        var bits = TTurn.LookUp(Vector256.Create(0x8040201008040201UL).AsByte(), TTurn.UpperHalves(window));
        var isEscaped = TTurn.Not(TTurn.Equals(TTurn.And(rows, bits), TTurn.Broadcast(0)));
        return TTurn.Bits(TTurn.Select(isLiteral, TTurn.AreEscaped(window), isEscaped));
    }

    /// <summary>Writes eight symbols.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* PutEight(byte* text, ref ulong words, ref byte lengths, ushort* places)
    {
        text = Put(text, ref words, ref lengths, places[0]);
        text = Put(text, ref words, ref lengths, places[1]);
        text = Put(text, ref words, ref lengths, places[2]);
        text = Put(text, ref words, ref lengths, places[3]);
        text = Put(text, ref words, ref lengths, places[4]);
        text = Put(text, ref words, ref lengths, places[5]);
        text = Put(text, ref words, ref lengths, places[6]);
        return Put(text, ref words, ref lengths, places[7]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Put(byte* text, ref ulong words, ref byte lengths, nuint place)
    {
        Unsafe.WriteUnaligned(text, Unsafe.Add(ref words, place));
        return text + Unsafe.Add(ref lengths, place);
    }

    /// <summary>Which of eight codes ends where the text does.</summary>
    /// <param name="lengths">The lengths at all places.</param>
    /// <param name="places">The codes' places.</param>
    /// <param name="wanted">Bytes that the text has from the first one on, 1 to 64.</param>
    /// <returns>How many codes there are up to it; 0 if none ends there.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountTo(ref byte lengths, ushort* places, int wanted)
    {
        var low = LengthAt(ref lengths, places, 0) | LengthAt(ref lengths, places, 1) | LengthAt(ref lengths, places, 2) | LengthAt(ref lengths, places, 3);
        var high = LengthAt(ref lengths, places, 4) | LengthAt(ref lengths, places, 5) | LengthAt(ref lengths, places, 6) | LengthAt(ref lengths, places, 7);
        return CodeTurnKernel.CountTo(low | high, wanted);
    }

    /// <summary>The length of one of eight symbols, in its own byte of a word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LengthAt(ref byte lengths, ushort* places, int i) => (ulong)Unsafe.Add(ref lengths, (nint)places[i]) << (8 * i);

    /// <summary>Escapes what is written already. It is copied aside first, so this is for rare cases.</summary>
    /// <returns>How many bytes it is longer now.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Escape(byte* text, byte* end, bool canEscape, ref bool isEscaped)
    {
        isEscaped &= canEscape;
        return canEscape ? (int)(EscapeKernel.EscapeInPlace(text, (int)(end - text)) - end) : 0;
    }

    /// <summary>Symbols with their lengths in a table of their own.</summary>
    private readonly ref struct Symbols(ref ulong words, ref byte lengths) : ITurnSymbols
    {
        private readonly ref ulong _words = ref words;
        private readonly ref byte _lengths = ref lengths;

        public static int LengthOfOne => 10;

        public static int LengthOfTwo => 28;

        public static int LengthOfThree => 56;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public byte* PutEight(byte* text, ushort* places) => SymbolTextKernel.PutEight(text, ref _words, ref _lengths, places);
    }
}
