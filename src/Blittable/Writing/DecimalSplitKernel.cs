using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Splits numbers with many digits into the nearest multiple of a power of ten and a remainder.</summary>
/// <remarks>A product of doubles may round to a multiple next to the nearest one. The remainder is then slightly larger but still exact.</remarks>
internal static class DecimalSplitKernel
{
    private static ReadOnlySpan<double> InversePowers =>
        [1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18];

    /// <summary>Splits each value.</summary>
    /// <param name="values">The numbers.</param>
    /// <param name="exponent">The power of ten, 1 to 18.</param>
    /// <param name="highs">The rounded quotients; as many as there are values, like <paramref name="lows"/>.</param>
    /// <param name="lows">The remainders.</param>
    public static void Split(ReadOnlySpan<long> values, int exponent, Span<long> highs, Span<long> lows)
    {
        var i = 0;
        if (!Vector512.IsHardwareAccelerated && Avx512DQ.VL.IsSupported)
        {
            i = SplitVector256(values, exponent, highs, lows);
        }
        else if (Avx512DQ.IsSupported)
        {
            var power = Vector512.Create(PowerOfTen.Int64s[exponent]);
            var inverse = Vector512.Create(InversePowers[exponent]);
            ref var source = ref MemoryMarshal.GetReference(values);
            ref var high = ref MemoryMarshal.GetReference(highs[..values.Length]);
            ref var low = ref MemoryMarshal.GetReference(lows[..values.Length]);
            for (; i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
            {
                // Rounds ties to even, like Math.Round.
                var whole = Vector512.LoadUnsafe(ref source, (nuint)i);
                var multiple = Avx512DQ.ConvertToVector512Int64(Avx512DQ.ConvertToVector512Double(whole) * inverse);
                multiple.StoreUnsafe(ref high, (nuint)i);
                (whole - multiple * power).StoreUnsafe(ref low, (nuint)i);
            }
        }

        SplitScalar(values[i..], exponent, highs[i..], lows[i..]);
    }

    /// <summary>Splits four values at a time, for processors with slow 512-bit vectors. Returns the number of values processed.</summary>
    private static int SplitVector256(ReadOnlySpan<long> values, int exponent, Span<long> highs, Span<long> lows)
    {
        var power = Vector256.Create(PowerOfTen.Int64s[exponent]);
        var inverse = Vector256.Create(InversePowers[exponent]);
        ref var source = ref MemoryMarshal.GetReference(values);
        ref var high = ref MemoryMarshal.GetReference(highs[..values.Length]);
        ref var low = ref MemoryMarshal.GetReference(lows[..values.Length]);
        var i = 0;
        for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            var whole = Vector256.LoadUnsafe(ref source, (nuint)i);
            var multiple = Avx512DQ.VL.ConvertToVector256Int64(Avx512DQ.VL.ConvertToVector256Double(whole) * inverse);
            multiple.StoreUnsafe(ref high, (nuint)i);
            (whole - multiple * power).StoreUnsafe(ref low, (nuint)i);
        }

        return i;
    }

    /// <summary>Splits values without vectors.</summary>
    public static void SplitScalar(ReadOnlySpan<long> values, int exponent, Span<long> highs, Span<long> lows)
    {
        for (var i = 0; i < values.Length; i++)
        {
            lows[i] = Split(values[i], exponent, out highs[i]);
        }
    }

    /// <summary>Splits a number and returns the remainder.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Split(long value, int exponent, out long high)
    {
        high = (long)Math.Round(value * InversePowers[exponent]);
        return value - high * PowerOfTen.Int64s[exponent];
    }
}
