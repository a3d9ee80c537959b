using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using static Blittable.Strings.CodeTurnKernel;

namespace Blittable.Strings;

/// <content>Turns of codes to plain text, for readers of a string.</content>
internal static unsafe partial class SmazTextKernel
{
    /// <summary>Bytes behind the text that <see cref="ReadTurns"/> may overwrite.</summary>
    public const int ReadingSlack = Eight * sizeof(ulong);

    /// <summary>Decodes turns until the text ends, or one needs a closer look.</summary>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="codesEnd">The end of what may be read.</param>
    /// <param name="text">Room for the text, and <see cref="ReadingSlack"/> more.</param>
    /// <param name="end">Where the text ends.</param>
    /// <param name="written">Bytes of text.</param>
    /// <returns>Bytes of codes read.</returns>
    public static int ReadTurns(byte* codes, byte* codesEnd, byte* text, byte* end, out int written) => TurnVector256.IsSupported
        ? ReadTurns<Vector256<byte>, TurnVector256>(codes, codesEnd, text, end, out written)
        : ReadTurns<VectorHalves, TurnVector128>(codes, codesEnd, text, end, out written);

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static int ReadTurns<TVector, TTurn>(byte* codes, byte* codesEnd, byte* text, byte* end, out int written)
        where TVector : struct
        where TTurn : struct, ITurnVector<TVector>
    {
        Unsafe.SkipInit(out TurnPlaces room);
        var places = (ushort*)&room;
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(SmazPlaces.Plain);
        var firstCode = codes;
        var firstByte = text;
        while (text < end && codes < codesEnd)
        {
            var turn = codes;
            var isFirst = codes == firstCode;
            if (codesEnd - codes < Turn)
            {
                turn = (byte*)places + 1;
                CopyLast(codes, codesEnd, turn);
                turn[-1] = isFirst ? (byte)0 : codes[-1];
            }

            // Nothing before the first code may be read.
            var window = TTurn.Load(turn);
            var before = isFirst ? TTurn.MoveUp(window) : TTurn.Load(turn - 1);
            var isLiteral = TTurn.Equals(before, TTurn.Broadcast(SmazCodebook.VerbatimByte));
            var special = SpecialsOf<TVector, TTurn>(window, isLiteral);
            var count = Turn;
            uint inRuns = 0;
            if (special != 0)
            {
                count = FindRuns<TVector, TTurn>(codes, codesEnd, special, ref window, ref isLiteral, out inRuns);
                if (count <= 0)
                {
                    break;
                }
            }

            TTurn.StorePlaces(window, isLiteral, places);
            var start = text;
            var done = 0;
            byte* eight;
            do
            {
                eight = text;
                text = PutEight(text, ref symbols, places + done);
                done += Eight;
            }
            while (text < end && done < count);

            if (text >= end)
            {
                done -= Eight;
                var last = FindEnd(ref symbols, places + done, (int)(end - eight), inRuns >> done);
                text = last > 0 ? end : start;
                codes += last > 0 ? done + last : 0;
                break;
            }

            codes += count;
        }

        if (text < end && codes > firstCode && codes[-1] == SmazCodebook.VerbatimByte)
        {
            // The codes that are left begin with a verbatim byte, or lack it: the code that announces it is left with them.
            codes--;
        }

        written = (int)(text - firstByte);
        return (int)(codes - firstCode);
    }
}
