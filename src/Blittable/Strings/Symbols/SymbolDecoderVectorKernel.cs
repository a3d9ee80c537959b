using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Codes of a symbol table to text, 64 codes at once; the same output as <see cref="SymbolDecoderKernel"/>.</summary>
/// <remarks><see cref="PlanesKernel"/> says how. Rare cases are left to the other kernel, which continues from that window.</remarks>
internal static class SymbolDecoderVectorKernel
{
    /// <inheritdoc cref="SymbolDecoderKernel.Decode"/>
    /// <remarks>Not inlined: the compiler would keep less of it in registers.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe bool Decode(
        ExpandedSymbols symbols, SymbolPlanes planes, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var first = ref planes.First;
        nint next = 0;
        fixed (byte* text = destination)
        {
            var output = new WindowOutputKernel(text, destination.Length, goal);
            while (next < codes.Length)
            {
                var remaining = codes.Length - next;
                var window = PlanesKernel.Load(ref Unsafe.Add(ref source, next), remaining);
                var count = CountPlain(window, symbols.Count, (int)Math.Min(remaining, PlanesKernel.Window));
                if (count <= 0)
                {
                    return DecodeRest(symbols, codes, goal, destination, next, output.Length, out consumed, out written);
                }

                var order = PlanesKernel.ForWordsOfEight;
                var isOutside = Vector512.GreaterThanOrEqual(order, Vector512.Create((byte)count));
                var isLiteral = Vector512.AndNot(PlanesKernel.AreAllOnes(Before(window)), isOutside);
                window = Avx512Vbmi.PermuteVar64x8(window, order);
                var wanted = PlanesKernel.Append(ref first, window | isLiteral | isOutside, window & isLiteral, count, ref output);
                if (wanted < 0)
                {
                    return DecodeRest(symbols, codes, goal, destination, next, output.Length, out consumed, out written);
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

    /// <summary>The code before each one, in the order in which these make words of eight bytes; 0 before the first one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Before(Vector512<byte> window) =>
        Avx512Vbmi.PermuteVar64x8x2(window, (PlanesKernel.ForWordsOfEight - Vector512<byte>.One) & Vector512.Create((byte)0x7F), Vector512<byte>.Zero);

    /// <summary>How many codes come before the first that needs a closer look: one without a symbol, an escape whose byte is behind the window, is an
    /// escape itself, or is zero.</summary>
    /// <param name="window">The codes.</param>
    /// <param name="symbols">The number of symbols.</param>
    /// <param name="count">The number of codes.</param>
    /// <returns>0 or less if the first code is such.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountPlain(Vector512<byte> window, int symbols, int count)
    {
        var escapes = PlanesKernel.AreAllOnes(window).ExtractMostSignificantBits();
        var lacking = Vector512.GreaterThanOrEqual(window, Vector512.Create((byte)symbols)).ExtractMostSignificantBits();
        var zeros = Vector512.Equals(window, Vector512<byte>.Zero).ExtractMostSignificantBits();
        var literals = escapes << 1;
        if (count == PlanesKernel.Window && lacking == escapes && (literals & (escapes | zeros)) == 0 && (long)escapes >= 0)
        {
            // By a branch, for the next window would wait for a count that is computed.
            return PlanesKernel.Window;
        }

        var special = (lacking & ~escapes & ~literals) | (escapes & (escapes >> 1)) | ((literals & zeros) >> 1);
        count = Math.Min(count, BitOperations.TrailingZeroCount(special));
        return count - ((int)(escapes >> (count - 1)) & 1);
    }

    /// <summary>Goes on from a window without vectors.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeRest(
        ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, nint next, nint length, out int consumed, out int written)
    {
        var isDone = SymbolDecoderKernel.Decode(
            new ExpandedSymbolsKernel(symbols), codes[(int)next..], goal - (int)length, destination[(int)length..], out consumed, out written);
        consumed += (int)next;
        written += (int)length;
        return isDone;
    }
}
