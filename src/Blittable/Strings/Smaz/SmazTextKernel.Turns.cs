using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static Blittable.Strings.CodeTurnKernel;

namespace Blittable.Strings;

/// <content>
/// The same without AVX-512 VBMI: vectors find out what the codes are, and words are stored one after the other.
/// A turn is 32 codes. What stands behind a code of a verbatim byte, or in a run, gets a place of its own in the table of symbols, and what
/// announces it is a symbol without text: so each code is one load and one store, whatever it is, and no branch depends on one. A symbol that JSON
/// escapes is found by the halves of its code, and a turn with such symbols is decoded again, from a table that has them escaped: none gets longer
/// than a word.
/// </content>
internal static unsafe partial class SmazTextKernel
{
    /// <summary>Shorter texts have so few codes that they are decoded one by one.</summary>
    private const int ShortestOfTurns = 6;

    /// <summary>Not inlined: it has more variables than there are registers already.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    internal static byte* DecodeTurns<TVector, TTurn>(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped)
        where TVector : struct
        where TTurn : struct, ITurnVector<TVector>
    {
        isEscaped = true;
        Unsafe.SkipInit(out TurnPlaces room);
        Unsafe.SkipInit(out EightStarts starts);
        var places = (ushort*)&room;
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(SmazPlaces.Texts);

        // What stands before the first code, or in a run that was copied, says nothing about what follows.
        var middle = codes + LookBack;
        while (text < end)
        {
            if (end - text >= LongText && codes >= middle && canEscape)
            {
                var at = new LongTurns { Codes = codes, Text = text, End = end };
                DecodeMiddle<TVector, TTurn>(&at, codesEnd);
                codes = at.Codes;
                text = at.Text;
                end = at.End;
            }

            var turn = TurnOf(codes, codesEnd, (byte*)places);
            if (turn == null)
            {
                return null;
            }

            var window = TTurn.Load(turn + 1);
            var isLiteral = TTurn.Equals(TTurn.Load(turn), TTurn.Broadcast(SmazCodebook.VerbatimByte));
            var special = SpecialsOf<TVector, TTurn>(window, isLiteral);
            var count = Turn;
            uint inRuns = 0;
            if (special != 0)
            {
                count = FindRuns<TVector, TTurn>(codes, codesEnd, special, ref window, ref isLiteral, out inRuns);
                if (count <= 0)
                {
                    if (count < 0 || *codes != SmazCodebook.VerbatimRun)
                    {
                        return DecodeRest(codes + count, codesEnd, text, end, canEscape, ref isEscaped);
                    }

                    var run = CopyRun(codes, codesEnd, text, end, out var isPlain);
                    if (run == 0)
                    {
                        return null;
                    }

                    var more = isPlain ? 0 : Escape(text, text + run, canEscape, ref isEscaped);
                    text += run + more;
                    end += more;
                    codes += RunHead + run;
                    middle = codes + LookBack;
                    if (codes[-1] == SmazCodebook.VerbatimByte)
                    {
                        return DecodeRest(codes, codesEnd, text, end, canEscape, ref isEscaped);
                    }

                    continue;
                }
            }

            TTurn.StorePlaces(window, isLiteral, places);
            var marks = MarksOf<TVector, TTurn>(window, isLiteral);
            var start = text;
            text = PutEights(text, end, new Symbols(ref symbols), places, (byte**)&starts, out var last);
            var done = last * Eight;
            var behind = text < end ? Turn : done + Eight;
            if ((marks & (uint)((1UL << behind) - 1)) != 0)
            {
                text = PutEscaped(places, inRuns, start, canEscape, ref end, ref isEscaped);
                if (text == null)
                {
                    return null;
                }
            }
            else if (text >= end)
            {
                return FindEnd(ref symbols, places + done, (int)(end - ((byte**)&starts)[last]), inRuns >> done) > 0 ? end : null;
            }

            codes += count;
        }

        return text == end ? end : null;
    }

    /// <summary>A bit for each code that may begin a run, and for each verbatim byte of 254.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SpecialsOf<TVector, TTurn>(TVector window, TVector isLiteral)
        where TTurn : struct, ITurnVector<TVector>
    {
        var isOdd = TTurn.And(isLiteral, TTurn.Equals(window, TTurn.Broadcast(SmazCodebook.VerbatimByte)));
        return TTurn.Bits(TTurn.Or(isOdd, TTurn.Equals(window, TTurn.Broadcast(SmazCodebook.VerbatimRun))));
    }

    /// <summary>Finds verbatim runs that end within a turn.</summary>
    /// <param name="codes">The turn.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="special">Where runs may begin, and verbatim bytes of 254 and 255.</param>
    /// <param name="window">The codes. What announces a run, and what does not count, gets the value of a code without a symbol.</param>
    /// <param name="isLiteral">Gets the bytes of runs too.</param>
    /// <param name="inRuns">The bytes of runs but the first ones: a text cannot end before them.</param>
    /// <returns>How many codes count; 0 if the first one needs a closer look, and -1 if the one before them does.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindRuns<TVector, TTurn>(byte* codes, byte* codesEnd, uint special, ref TVector window, ref TVector isLiteral, out uint inRuns)
        where TTurn : struct, ITurnVector<TVector>
    {
        var count = Turn;
        inRuns = 0;
        var odd = TTurn.Bits(TTurn.AtLeast(window, TTurn.Broadcast(SmazCodebook.VerbatimByte)));
        var literals = TTurn.Bits(isLiteral);
        do
        {
            var place = BitOperations.TrailingZeroCount(special);
            if ((literals >> place & 1) != 0)
            {
                // The code before it announces a byte that no text in UTF-8 has.
                count = place - 1;
                break;
            }

            var first = place + RunHead;
            var behind = first < Turn && codesEnd - codes > first ? first + codes[place + 1] + 1 : Turn + 1;
            if (behind > Turn || ((odd >> first) & (uint)((1UL << (behind - first)) - 1)) != 0)
            {
                count = place;
                break;
            }

            var isBeforeRun = TTurn.Below(first);
            var isInRun = TTurn.Except(TTurn.Below(behind), isBeforeRun);
            var isHead = TTurn.Except(isBeforeRun, TTurn.Below(place));
            isLiteral = TTurn.Or(TTurn.Except(isLiteral, isHead), isInRun);
            window = TTurn.Or(window, isHead);
            inRuns |= (uint)((1UL << behind) - (2UL << first));
            special &= (uint)(ulong.MaxValue << behind);
        }
        while (special != 0);

        var counts = TTurn.Below(count);
        window = TTurn.Or(window, TTurn.Not(counts));
        isLiteral = TTurn.And(isLiteral, counts);
        return count;
    }

    /// <summary>A bit for each symbol that has characters which JSON escapes, and for each verbatim byte that is such a character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint MarksOf<TVector, TTurn>(TVector window, TVector isLiteral)
        where TTurn : struct, ITurnVector<TVector> =>
        ~TTurn.Bits(TTurn.Equals(ClassesOf<TVector, TTurn>(window, isLiteral), TTurn.Broadcast(0)));

    /// <summary>The class of each of them, as <see cref="SmazPlaces"/> has it; zero for all others.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector ClassesOf<TVector, TTurn>(TVector window, TVector isLiteral)
        where TTurn : struct, ITurnVector<TVector>
    {
        var lower = TTurn.LookUp(SmazPlaces.LowerHalves, TTurn.And(window, TTurn.Broadcast(0x0F)));
        var classes = TTurn.And(lower, TTurn.LookUp(SmazPlaces.UpperHalves, TTurn.UpperHalves(window)));
        return TTurn.And(classes, TTurn.Xor(isLiteral, TTurn.Broadcast(SmazPlaces.SymbolClasses)));
    }

    /// <summary>Writes eight symbols.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* PutEight(byte* text, ref ulong symbols, ushort* places)
    {
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[0]));
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[1]));
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[2]));
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[3]));
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[4]));
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[5]));
        text = Put(text, Unsafe.Add(ref symbols, (nint)places[6]));
        return Put(text, Unsafe.Add(ref symbols, (nint)places[7]));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Put(byte* text, ulong entry)
    {
        Unsafe.WriteUnaligned(text, entry);
        return text + (entry >> SmazCodebook.LengthShift);
    }

    /// <summary>Which of eight codes ends where the text does.</summary>
    /// <param name="symbols">The entries at all places.</param>
    /// <param name="places">The codes' places.</param>
    /// <param name="wanted">Bytes that the text has from the first one on.</param>
    /// <param name="inRuns">A bit for each code before which a text cannot end.</param>
    /// <returns>How many codes there are up to it; 0 if none ends there.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindEnd(ref ulong symbols, ushort* places, int wanted, uint inRuns)
    {
        var low = LengthAt(ref symbols, places, 0) | LengthAt(ref symbols, places, 1) | LengthAt(ref symbols, places, 2) | LengthAt(ref symbols, places, 3);
        var high = LengthAt(ref symbols, places, 4) | LengthAt(ref symbols, places, 5) | LengthAt(ref symbols, places, 6) | LengthAt(ref symbols, places, 7);
        var last = CountTo(low | high, wanted);
        return (inRuns >> last & 1) != 0 ? 0 : last;
    }

    /// <summary>The length of one of eight symbols, in its own byte of a word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LengthAt(ref ulong symbols, ushort* places, int i) =>
        Unsafe.Add(ref symbols, (nint)places[i]) >> SmazCodebook.LengthShift << (8 * i);

    /// <summary>Decodes a turn once more, with escapes; up to its end or that of the text, which moves by what escapes take.</summary>
    /// <returns>Null if the last code goes past the end of the text.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* PutEscaped(ushort* places, uint inRuns, byte* text, bool canEscape, ref byte* end, ref bool isEscaped)
    {
        var rest = end - text;
        var code = 0;
        for (; code < Turn && rest > 0; code++)
        {
            nint place = places[code];
            var entry = SmazPlaces.Escaped[place];
            var plainLength = SmazPlaces.PlainLengthOf(entry);
            var length = SmazPlaces.EscapedLengthOf(entry);
            if (length != plainLength && !canEscape)
            {
                isEscaped = false;
                length = plainLength;
                entry = SmazPlaces.Plain[place];
            }

            Unsafe.WriteUnaligned(text, entry);
            text += length;
            rest -= plainLength;
        }

        end = text + rest;
        return rest < 0 || (rest == 0 && code < Turn && (inRuns >> code & 1) != 0) ? null : text;
    }

    /// <summary>Continues a code at a time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* DecodeRest(byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, ref bool isEscaped)
    {
        end = DecodeScalar(codes, codesEnd, text, end, canEscape, out var isRestEscaped);
        isEscaped &= isRestEscaped;
        return end;
    }

    /// <summary>Symbols with their lengths in their top bytes.</summary>
    private readonly ref struct Symbols(ref ulong entries) : ITurnSymbols
    {
        private readonly ref ulong _entries = ref entries;

        public static int LengthOfOne => 9;

        public static int LengthOfTwo => 20;

        public static int LengthOfThree => 36;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public byte* PutEight(byte* text, ushort* places) => SmazTextKernel.PutEight(text, ref _entries, places);
    }
}
