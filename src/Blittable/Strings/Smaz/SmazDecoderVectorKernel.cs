using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Smaz codes to text, 64 codes at once; the same output as <see cref="SmazDecoderKernel"/>.</summary>
/// <remarks>
/// <see cref="PlanesKernel"/> says how. Where a window has no symbol of more than four bytes, as most have none, words of four bytes do, and 16 symbols are
/// put out at once. Rare cases are left to the other kernel, which continues from that window.
/// </remarks>
internal static class SmazDecoderVectorKernel
{
    /// <summary>Codes in front of a verbatim run: <see cref="SmazCodebook.VerbatimRun"/> and the count.</summary>
    private const int RunHeader = 2;

    /// <summary>A text that begins with more verbatim bytes than this hardly has any symbols: its runs are moved faster one by one.</summary>
    private const int MostLiterals = 24;

    /// <inheritdoc cref="SmazDecoder.Decode"/>
    /// <remarks>Not inlined: the compiler would keep less of it in registers.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe bool Decode(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var planes = ref SmazCodebook.Planes.First;
        nint next = 0;
        fixed (byte* text = destination)
        {
            var output = new WindowOutputKernel(text, destination.Length, goal);
            while (next < codes.Length)
            {
                var remaining = codes.Length - next;
                var window = PlanesKernel.Load(ref Unsafe.Add(ref source, next), remaining);

                // Codes behind the goal may be anything, and runs among them would be followed in vain: a text of n bytes rarely has more than n + 2 codes.
                var limit = (int)Math.Min(Math.Min(remaining, PlanesKernel.Window), goal - output.Length + RunHeader);
                var count = CountPlain(window, ref Unsafe.Add(ref source, next), limit, out var headers, out var literals);
                if (count <= 0 || (next == 0 && BitOperations.PopCount(literals) > MostLiterals))
                {
                    return DecodeRest(codes, goal, destination, next, output.Length, out consumed, out written);
                }

                var isNoSymbol = WindowKernel.MaskOf(headers | literals) | Vector512.GreaterThanOrEqual(Vector512<byte>.Indices, Vector512.Create((byte)count));
                var start = output.Length;
                var wanted = Append(ref planes, window | isNoSymbol, window & WindowKernel.MaskOf(literals), count, ref output);
                if (wanted < 0 || (wanted is > 0 and < PlanesKernel.Window && (literals >> wanted & 1) != 0))
                {
                    // There is no room, or a run leads past the goal: then all of it counts.
                    return DecodeRest(codes, goal, destination, next, start, out consumed, out written);
                }

                if (wanted > 0)
                {
                    consumed = (int)next + wanted;
                    written = (int)output.Length;
                    return written <= destination.Length;
                }

                next += count;
            }

            consumed = (int)next;
            written = (int)output.Length;
            return true;
        }
    }

    /// <inheritdoc cref="PlanesKernel.AppendShort"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Append(ref byte planes, Vector512<byte> codes, Vector512<byte> literals, int count, ref WindowOutputKernel output)
    {
        var order = PlanesKernel.ForWordsOfFour;
        if (PlanesKernel.AreShort(ref planes, codes))
        {
            return PlanesKernel.AppendShort(ref planes, Avx512Vbmi.PermuteVar64x8(codes, order), Avx512Vbmi.PermuteVar64x8(literals, order), count, ref output);
        }

        order = PlanesKernel.ForWordsOfEight;
        return PlanesKernel.Append(ref planes, Avx512Vbmi.PermuteVar64x8(codes, order), Avx512Vbmi.PermuteVar64x8(literals, order), count, ref output);
    }

    /// <summary>How many codes come before the first that needs a closer look: a run that does not end within the window, or a verbatim byte that is
    /// 254, 255 or zero.</summary>
    /// <param name="window">The codes.</param>
    /// <param name="source">The same in memory.</param>
    /// <param name="count">The number of codes.</param>
    /// <param name="headers">A bit for each byte that announces verbatim ones.</param>
    /// <param name="literals">A bit for each verbatim byte.</param>
    /// <returns>0 if the first code is such.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountPlain(Vector512<byte> window, ref byte source, int count, out ulong headers, out ulong literals)
    {
        var singles = Vector512.Equals(window, Vector512.Create(SmazCodebook.VerbatimByte)).ExtractMostSignificantBits();
        var runs = PlanesKernel.AreAllOnes(window).ExtractMostSignificantBits();
        var zeros = Vector512.Equals(window, Vector512<byte>.Zero).ExtractMostSignificantBits();
        count = Math.Min(count, BitOperations.TrailingZeroCount(singles & ((singles | runs | zeros) >> 1)));
        headers = 0;
        literals = 0;
        while (runs != 0)
        {
            var place = BitOperations.TrailingZeroCount(runs);
            var first = place + RunHeader;
            var behind = first < count ? first + 1 + Unsafe.Add(ref source, place + 1) : PlanesKernel.Window + 1;
            var run = (ulong.MaxValue << first) & (ulong.MaxValue >> (PlanesKernel.Window - behind));
            if (behind > count || (run & zeros) != 0)
            {
                count = Math.Min(count, place);
                break;
            }

            headers |= 3UL << place;
            literals |= run;
            runs &= (runs - 1) & ~run;
        }

        if (count <= 0)
        {
            return 0;
        }

        singles &= ~literals & (ulong.MaxValue >> (PlanesKernel.Window - count));
        var isCut = singles >> (count - 1) & 1;
        count -= (int)isCut;
        headers |= singles;
        literals |= (singles ^ (isCut << count)) << 1;
        return count;
    }

    /// <summary>Goes on from a window without vectors.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeRest(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, nint next, nint length, out int consumed, out int written)
    {
        var isDone = SmazDecoder.DecodeInTurn(codes[(int)next..], goal - (int)length, destination[(int)length..], out consumed, out written);
        consumed += (int)next;
        written += (int)length;
        return isDone;
    }
}
