using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Converts decimals with different scales to the largest scale among them.</summary>
internal static class DecimalUnifyKernel
{
    /// <summary>The scale as which larger scales are reported.</summary>
    public const int MaxScale = 63;

    /// <summary>The number of powers of ten in the vector path, which fill two vectors.</summary>
    private const int VectorPowers = 16;

    /// <summary>The bound below which a rounded product of doubles proves that the exact product is below 2^63.</summary>
    private const double SafeProduct = 9.2e18;

    /// <summary>
    /// The inverse of 5 modulo 2^64, and a tenth of the largest number. A number is a multiple of 10 if its product with the inverse, rotated right by one bit,
    /// does not exceed that tenth.
    /// </summary>
    private const ulong InverseOfFive = 0xCCCC_CCCC_CCCC_CCCD, LargestTenth = ulong.MaxValue / 10;

    /// <summary>Determines the rule that the texts of the numbers follow.</summary>
    /// <param name="values">The mantissas.</param>
    /// <param name="scales">The number of fraction digits of each.</param>
    /// <param name="isTrimmed">True if no fraction ends with a zero.</param>
    /// <param name="isTrimmedToOne">True if every number has a fraction and no fraction of more than one digit ends with a zero.</param>
    /// <returns>A bit set of the scales.</returns>
    public static ulong Examine(ReadOnlySpan<long> values, ReadOnlySpan<byte> scales, out bool isTrimmed, out bool isTrimmedToOne)
    {
        if (!Vector512.IsHardwareAccelerated && Avx512DQ.VL.IsSupported)
        {
            return ExamineVector256(values, scales, out isTrimmed, out isTrimmedToOne);
        }

        var vectors = Avx512F.IsSupported ? values.Length & -Vector512<long>.Count : 0;
        var seen = ExamineScalar(values[vectors..], scales[vectors..], out isTrimmed, out isTrimmedToOne);
        if (vectors == 0)
        {
            return seen;
        }

        ref var value = ref MemoryMarshal.GetReference(values);
        ref var scale = ref MemoryMarshal.GetReference(scales);
        var (bits, untrimmed, untrimmedToOne) = (Vector512<ulong>.Zero, Vector512<ulong>.Zero, Vector512<ulong>.Zero);
        for (var i = 0; i < vectors; i += Vector512<long>.Count)
        {
            var own = LoadScales(ref scale, i).AsUInt64();
            bits |= Avx512F.ShiftLeftLogicalVariable(Vector512<ulong>.One, Vector512.Min(own, Vector512.Create((ulong)MaxScale)));
            var product = Vector512.Abs(Vector512.LoadUnsafe(ref value, (nuint)i)).AsUInt64() * InverseOfFive;
            var endsWithZero = Vector512.LessThanOrEqual(Avx512F.RotateRight(product, 1), Vector512.Create(LargestTenth));
            var isInteger = Vector512.Equals(own, Vector512<ulong>.Zero);
            untrimmed |= Vector512.AndNot(endsWithZero, isInteger);
            untrimmedToOne |= isInteger | Vector512.AndNot(endsWithZero, Vector512.Equals(own, Vector512<ulong>.One));
        }

        isTrimmed &= untrimmed == Vector512<ulong>.Zero;
        isTrimmedToOne &= untrimmedToOne == Vector512<ulong>.Zero;
        var quarter = bits.GetLower() | bits.GetUpper();
        var eighth = quarter.GetLower() | quarter.GetUpper();
        return seen | eighth[0] | eighth[1];
    }

    /// <summary>Examines four values at a time, for processors with slow 512-bit vectors.</summary>
    private static ulong ExamineVector256(ReadOnlySpan<long> values, ReadOnlySpan<byte> scales, out bool isTrimmed, out bool isTrimmedToOne)
    {
        var vectors = values.Length & -Vector256<long>.Count;
        var seen = ExamineScalar(values[vectors..], scales[vectors..], out isTrimmed, out isTrimmedToOne);
        ref var value = ref MemoryMarshal.GetReference(values);
        ref var scale = ref MemoryMarshal.GetReference(scales);
        var (bits, untrimmed, untrimmedToOne) = (Vector256<ulong>.Zero, Vector256<ulong>.Zero, Vector256<ulong>.Zero);
        for (var i = 0; i < vectors; i += Vector256<long>.Count)
        {
            var own = LoadFourScales(ref scale, i).AsUInt64();
            bits |= Avx2.ShiftLeftLogicalVariable(Vector256<ulong>.One, Vector256.Min(own, Vector256.Create((ulong)MaxScale)));
            var product = Vector256.Abs(Vector256.LoadUnsafe(ref value, (nuint)i)).AsUInt64() * InverseOfFive;
            var endsWithZero = Vector256.LessThanOrEqual(Avx512F.VL.RotateRight(product, 1), Vector256.Create(LargestTenth));
            var isInteger = Vector256.Equals(own, Vector256<ulong>.Zero);
            untrimmed |= Vector256.AndNot(endsWithZero, isInteger);
            untrimmedToOne |= isInteger | Vector256.AndNot(endsWithZero, Vector256.Equals(own, Vector256<ulong>.One));
        }

        isTrimmed &= untrimmed == Vector256<ulong>.Zero;
        isTrimmedToOne &= untrimmedToOne == Vector256<ulong>.Zero;
        var half = bits.GetLower() | bits.GetUpper();
        return seen | half[0] | half[1];
    }

    /// <summary>Examines values without vectors.</summary>
    public static ulong ExamineScalar(ReadOnlySpan<long> values, ReadOnlySpan<byte> scales, out bool isTrimmed, out bool isTrimmedToOne)
    {
        var seen = 0UL;
        isTrimmed = isTrimmedToOne = true;
        for (var i = 0; i < values.Length; i++)
        {
            var own = scales[i];
            seen |= 1UL << Math.Min((int)own, MaxScale);
            var endsWithZero = values[i] % 10 == 0;
            isTrimmed &= own == 0 || !endsWithZero;
            isTrimmedToOne &= own == 1 || (own != 0 && !endsWithZero);
        }

        return seen;
    }

    /// <summary>Multiplies each number by the power of ten that brings it to a common scale.</summary>
    /// <param name="values">The mantissas, which are replaced.</param>
    /// <param name="scales">The number of fraction digits of each.</param>
    /// <param name="scale">The common scale, at most 18 more than any scale.</param>
    /// <returns>False if a product does not fit in 64 bits; some values have then been replaced.</returns>
    public static bool TryScale(Span<long> values, ReadOnlySpan<byte> scales, int scale)
    {
        var i = 0;
        if (!Vector512.IsHardwareAccelerated && Avx512DQ.VL.IsSupported)
        {
            i = ScaleVector256(values, scales, scale);
        }
        else if (Avx512DQ.IsSupported)
        {
            var low = Vector512.Create(PowerOfTen.Int64s);
            var high = Vector512.Create(PowerOfTen.Int64s[Vector512<long>.Count..]);
            ref var value = ref MemoryMarshal.GetReference(values);
            ref var own = ref MemoryMarshal.GetReference(scales);
            for (; i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
            {
                var lacking = Vector512.Create((long)scale) - LoadScales(ref own, i);
                var powers = Avx512F.PermuteVar8x64x2(low, lacking, high);
                var number = Vector512.LoadUnsafe(ref value, (nuint)i);
                var products = Vector512.Abs(Avx512DQ.ConvertToVector512Double(number) * Avx512DQ.ConvertToVector512Double(powers));
                var isSafe = Vector512.LessThan(products, Vector512.Create(SafeProduct)).AsInt64()
                    & Vector512.LessThan(lacking, Vector512.Create((long)VectorPowers));
                if (isSafe != Vector512<long>.AllBitsSet)
                {
                    break;
                }

                (number * powers).StoreUnsafe(ref value, (nuint)i);
            }
        }

        return TryScaleScalar(values[i..], scales[i..], scale);
    }

    /// <summary>Scales four values at a time, for processors with slow 512-bit vectors. Stops before the first vector with a product that may overflow, and
    /// returns the number of values processed.</summary>
    private static int ScaleVector256(Span<long> values, ReadOnlySpan<byte> scales, int scale)
    {
        var power0 = Vector256.Create(PowerOfTen.Int64s);
        var power4 = Vector256.Create(PowerOfTen.Int64s[4..]);
        var power8 = Vector256.Create(PowerOfTen.Int64s[8..]);
        var power12 = Vector256.Create(PowerOfTen.Int64s[12..]);
        ref var value = ref MemoryMarshal.GetReference(values);
        ref var own = ref MemoryMarshal.GetReference(scales);
        var i = 0;
        for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            var lacking = Vector256.Create((long)scale) - LoadFourScales(ref own, i);
            var upper = Avx512F.VL.PermuteVar4x64x2(power8, lacking, power12);
            var powers = Vector256.ConditionalSelect(
                Vector256.LessThan(lacking, Vector256.Create(8L)), Avx512F.VL.PermuteVar4x64x2(power0, lacking, power4), upper);
            var number = Vector256.LoadUnsafe(ref value, (nuint)i);
            var products = Vector256.Abs(Avx512DQ.VL.ConvertToVector256Double(number) * Avx512DQ.VL.ConvertToVector256Double(powers));
            var isSafe = Vector256.LessThan(products, Vector256.Create(SafeProduct)).AsInt64()
                & Vector256.LessThan(lacking, Vector256.Create((long)VectorPowers));
            if (isSafe != Vector256<long>.AllBitsSet)
            {
                break;
            }

            (number * powers).StoreUnsafe(ref value, (nuint)i);
        }

        return i;
    }

    /// <summary>Scales values without vectors.</summary>
    public static bool TryScaleScalar(Span<long> values, ReadOnlySpan<byte> scales, int scale)
    {
        for (var i = 0; i < values.Length; i++)
        {
            var product = Math.BigMul(values[i], PowerOfTen.Int64s[scale - scales[i]], out var lower);
            if (product != lower >> 63)
            {
                return false;
            }

            values[i] = lower;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> LoadFourScales(ref byte first, int index) =>
        Avx2.ConvertToVector256Int64(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref first, index))).AsByte());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> LoadScales(ref byte first, int index) =>
        Avx512F.ConvertToVector512Int64(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, index))).AsByte());
}

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
