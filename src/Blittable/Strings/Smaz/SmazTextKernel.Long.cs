using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static Blittable.Strings.CodeTurnKernel;

namespace Blittable.Strings;

/// <content>
/// The middle of a long text: whole turns, without a branch that depends on the codes.
/// Whether a byte stands in a run follows from the six bytes before it, so a run may go on from one turn into the next. Symbols come from a table
/// that has them escaped; each escape moves the end of the text by one. Whatever does not fit this, and the end of the text, is left to
/// <see cref="DecodeTurns"/>.
/// </content>
internal static unsafe partial class SmazTextKernel
{
    /// <summary>Codes before a turn that tell which of its bytes stand in runs.</summary>
    private const int LookBack = LongestRun + 1;

    /// <summary>The longest run that can be seen in them.</summary>
    private const int LongestRun = 5;

    /// <summary>Shorter texts may end within a turn.</summary>
    private const int LongText = 64;

    /// <summary>Decodes turns until one needs a closer look, or the text ends in it.</summary>
    /// <param name="at">Where the codes and the text are, and get to; the end of the text moves by what escapes take, for which there has to be room.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static void DecodeMiddle<TVector, TTurn>(LongTurns* at, byte* codesEnd)
        where TVector : struct
        where TTurn : struct, ITurnVector<TVector>
    {
        Unsafe.SkipInit(out TurnPlaces room);
        var places = (ushort*)&room;
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(SmazPlaces.Texts);
        var codes = at->Codes;
        var text = at->Text;
        var end = at->End;
        while (end - text >= LongText && codesEnd - codes >= Turn)
        {
            var window = TTurn.Load(codes);
            var before = TTurn.Load(codes - 1);
            var isCount = TTurn.Equals(before, TTurn.Broadcast(SmazCodebook.VerbatimRun));
            var isInRun = TTurn.Or(
                TTurn.Or(IsAfterHead<TVector, TTurn>(codes, 2), IsInRun<TVector, TTurn>(codes, 3)),
                TTurn.Or(IsInRun<TVector, TTurn>(codes, 4), TTurn.Or(IsInRun<TVector, TTurn>(codes, 5), IsInRun<TVector, TTurn>(codes, LookBack))));
            var isLiteral = TTurn.Or(TTurn.Equals(before, TTurn.Broadcast(SmazCodebook.VerbatimByte)), isInRun);

            // Bytes that no text in UTF-8 has, and runs that are too long.
            var isOdd = TTurn.Or(
                TTurn.And(isLiteral, TTurn.AtLeast(window, TTurn.Broadcast(SmazCodebook.VerbatimByte))),
                TTurn.And(isCount, TTurn.AtLeast(window, TTurn.Broadcast(LongestRun))));
            window = TTurn.Or(window, isCount);
            TTurn.StorePlaces(window, isLiteral, places);
            var classes = ClassesOf<TVector, TTurn>(window, isLiteral);
            if (!TTurn.IsZero(TTurn.Or(isOdd, TTurn.And(classes, TTurn.Broadcast(SmazPlaces.LongEscapes)))))
            {
                break;
            }

            var next = PutEight(PutEight(text, ref symbols, places), ref symbols, places + Eight);
            next = PutEight(PutEight(next, ref symbols, places + (2 * Eight)), ref symbols, places + (3 * Eight));
            var moved = end + BitOperations.PopCount(~TTurn.Bits(TTurn.Equals(classes, TTurn.Broadcast(0))));
            if (next >= moved)
            {
                break;
            }

            text = next;
            end = moved;
            codes += Turn;
        }

        // Back to the head of a run that the last turn has begun.
        for (var head = 1; head <= LookBack; head++)
        {
            if (codes[-head] == SmazCodebook.VerbatimRun && (head < RunHead || codes[1 - head] + RunHead >= head))
            {
                for (var i = RunHead; i < head; i++)
                {
                    var length = (int)(SmazPlaces.Texts[SmazPlaces.Verbatim + codes[i - head]] >> SmazCodebook.LengthShift);
                    text -= length;
                    end -= length - 1;
                }

                codes -= head;
                break;
            }
        }

        at->Codes = codes;
        at->Text = text;
        at->End = end;
    }

    /// <summary>The lanes that have the head of a run so many bytes before them, and the run reaches them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector IsInRun<TVector, TTurn>(byte* codes, int distance)
        where TTurn : struct, ITurnVector<TVector> => TTurn.Except(
            IsAfterHead<TVector, TTurn>(codes, distance), TTurn.GreaterSigned(TTurn.Broadcast((byte)(distance - 2)), TTurn.Load(codes - distance + 1)));

    /// <summary>The lanes that have the head of a run so many bytes before them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector IsAfterHead<TVector, TTurn>(byte* codes, int distance)
        where TTurn : struct, ITurnVector<TVector> => TTurn.Equals(TTurn.Load(codes - distance), TTurn.Broadcast(SmazCodebook.VerbatimRun));

    /// <summary>Where a decoder is in a text.</summary>
    private struct LongTurns
    {
        public byte* Codes, Text, End;
    }
}
