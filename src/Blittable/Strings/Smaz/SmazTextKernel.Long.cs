using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static Blittable.Strings.CodeTurnKernel;

namespace Blittable.Strings;

/// <summary>The middle of a long text: whole turns, without a branch that depends on the codes.</summary>
/// <remarks>
/// Whether a byte stands in a run follows from the six bytes before it, so a run may go on from one turn into the next. Symbols come from a table
/// that has them escaped; each escape moves the end of the text by one. Whatever does not fit this, and the end of the text, is left to
/// <see cref="DecodeTurns"/>.
/// </remarks>
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
    private static void DecodeMiddle(LongTurns* at, byte* codesEnd)
    {
        Unsafe.SkipInit(out TurnPlaces room);
        var places = (ushort*)&room;
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(SmazPlaces.Texts);
        var codes = at->Codes;
        var text = at->Text;
        var end = at->End;
        while (end - text >= LongText && codesEnd - codes >= Turn)
        {
            var window = Vector256.Load(codes);
            var before = Vector256.Load(codes - 1);
            var isCount = Vector256.Equals(before, Vector256.Create(SmazCodebook.VerbatimRun));
            var isInRun = IsAfterHead(codes, 2)
                | (IsAfterHead(codes, 3) & ~IsCountBelow(codes, 2, 1))
                | (IsAfterHead(codes, 4) & ~IsCountBelow(codes, 3, 2))
                | (IsAfterHead(codes, 5) & ~IsCountBelow(codes, 4, 3))
                | (IsAfterHead(codes, LookBack) & ~IsCountBelow(codes, LookBack - 1, 4));
            var isLiteral = Vector256.Equals(before, Vector256.Create(SmazCodebook.VerbatimByte)) | isInRun;

            // Bytes that no text in UTF-8 has, and runs that are too long.
            var isOdd = (isLiteral & Vector256.GreaterThanOrEqual(window, Vector256.Create(SmazCodebook.VerbatimByte)))
                | (isCount & Vector256.GreaterThanOrEqual(window, Vector256.Create((byte)LongestRun)));
            window |= isCount;
            StorePlaces(window, isLiteral, places);
            var classes = ClassesOf(window, isLiteral);
            if ((isOdd | (classes & Vector256.Create(SmazPlaces.LongEscapes))) != Vector256<byte>.Zero)
            {
                break;
            }

            var next = PutEight(PutEight(text, ref symbols, places), ref symbols, places + Eight);
            next = PutEight(PutEight(next, ref symbols, places + (2 * Eight)), ref symbols, places + (3 * Eight));
            var moved = end + BitOperations.PopCount(~Vector256.Equals(classes, Vector256<byte>.Zero).ExtractMostSignificantBits());
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

    /// <summary>The lanes that have the head of a run so many bytes before them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> IsAfterHead(byte* codes, int distance) =>
        Vector256.Equals(Vector256.Load(codes - distance), Vector256.Create(SmazCodebook.VerbatimRun));

    /// <summary>The lanes whose byte so far before, taken as the count of a run, is less than that.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> IsCountBelow(byte* codes, int distance, sbyte count) =>
        Vector256.GreaterThan(Vector256.Create(count), Vector256.Load(codes - distance).AsSByte()).AsByte();

    /// <summary>Where a decoder is in a text.</summary>
    private struct LongTurns
    {
        public byte* Codes, Text, End;
    }
}
