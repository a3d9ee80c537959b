using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <content>Verbatim runs.</content>
internal static unsafe partial class SmazTextKernel
{
    /// <summary>Bytes in front of a run: its code and its length.</summary>
    private const int RunHead = 2;

    /// <summary>The longest run that is found without a loop.</summary>
    private const int ShortRun = 4;

    /// <summary>The verbatim runs of a window, if they are short and end in it: each lane looks whether a count stands as far before it as that count
    /// allows.</summary>
    /// <param name="window">The codes.</param>
    /// <param name="isCount">Where they count the bytes of a run.</param>
    /// <param name="limit">The codes that count.</param>
    /// <param name="isInRun">The bytes of runs.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryFindShortRuns(Vector512<byte> window, Vector512<byte> isCount, int limit, out Vector512<byte> isInRun)
    {
        var lengths = Avx512BW.AddSaturate(window, Vector512<byte>.One) & isCount;
        var lasts = Avx512BW.AddSaturate(lengths, Vector512<byte>.Indices) & isCount;
        var tooFar = Avx512BW.SubtractSaturate(lengths, Vector512.Create((byte)ShortRun))
            | Avx512BW.SubtractSaturate(lasts, Vector512.Create((byte)(limit - 1)));
        isInRun = ~Vector512.Equals(
            ReachingTo(lengths, 1) | ReachingTo(lengths, 2) | ReachingTo(lengths, 3) | ReachingTo(lengths, ShortRun), Vector512<byte>.Zero);
        return tooFar == Vector512<byte>.Zero;
    }

    /// <summary>Not zero in the lanes to which the length of one so far before them reaches.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> ReachingTo(Vector512<byte> lengths, [ConstantExpected] byte distance) =>
        Avx512BW.SubtractSaturate(
            Avx512Vbmi.PermuteVar64x8(lengths, Vector512<byte>.Indices - Vector512.Create(distance)), Vector512.Create((byte)(distance - 1)));

    /// <summary>The bytes of verbatim runs, whatever their lengths.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="counts">Where they count the bytes of a run.</param>
    /// <param name="limit">How many codes there are.</param>
    /// <param name="pending">Bytes of a run that begins before them; then those of one that goes past their end.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong FindRuns(byte* codes, ulong counts, int limit, ref int pending)
    {
        var behind = pending;
        var literals = Below(behind);
        counts &= ~literals;
        while (counts != 0)
        {
            var place = BitOperations.TrailingZeroCount(counts);
            behind = place + codes[place] + RunHead;
            var run = Below(behind) & (ulong.MaxValue - 1 << place);
            literals |= run;
            counts &= (counts - 1) & ~run;
        }

        pending = Math.Max(behind - limit, 0);
        return literals & Below(limit);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Below(int lane) => lane < PlanesKernel.Window ? (1UL << lane) - 1 : ulong.MaxValue;

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
}
