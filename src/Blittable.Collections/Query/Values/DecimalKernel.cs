using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Collections.Numbers;
using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Splits doubles into the decimals that their shortest texts represent, four or eight at a time. See <see cref="ShortestDecimal"/>.</summary>
/// <remarks>
/// The product of a double and the number of units in one is exactly the sum of two doubles, so its distances from the nearest multiple of ten and from the
/// nearest integer are exact too. The decimal is that multiple if it is nearer than half the distance of adjacent doubles, otherwise that integer. Half the
/// distance is at least half a unit, so the nearest integer is always near enough.
/// </remarks>
internal static partial class DecimalKernel
{
    /// <summary>The maximum number of rows whose parts can be summed without overflow.</summary>
    public const int MostRows = 1 << 13;

    /// <summary>The lowest bit of the row count in the high part.</summary>
    public const int CountShift = 48;

    private const int FractionBits = ShortestDecimal.FractionBits;
    private const long FractionMask = (1L << FractionBits) - 1;
    private const long ExponentBits = (long)ShortestDecimal.ExponentMask << FractionBits;
    private const int SignShift = 1;
    private const long LastExponent = DecimalFrame.Exponents;
    private const int StepRows = 8;
    private const long CountBit = 1L << CountShift;

    /// <summary>The difference between the exponent bits of a double and of half its distance to the adjacent one.</summary>
    private const long HalfDistance = (FractionBits + 1L) << FractionBits;

    /// <summary>A number that, added to an integer below 2^51, leaves the bits of the integer in the low bits of the sum.</summary>
    private const double IntegerBias = 3L << 51;

    /// <summary>Gets a value that indicates whether the processor supports the kernel. Otherwise, nothing is split.</summary>
    public static bool IsSupported => Avx2.IsSupported && Fma.IsSupported;

    /// <summary>Splits doubles into high and low units of a frame.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="allowed">One bit for each double, set if it may be split.</param>
    /// <param name="frame">The frame.</param>
    /// <param name="parts">Receives, for each double, its high units with a 1 at <see cref="CountShift"/>, and its low units; zeros if it was not split. The
    /// length must be a multiple of eight.</param>
    /// <param name="split">Receives one bit for each double, set if it was split.</param>
    public static void Split(
        ReadOnlySpan<double> values, ReadOnlySpan<ulong> allowed, in DecimalFrame frame, Span<Vector128<long>> parts, Span<ulong> split)
    {
        _ = parts[..((values.Length + StepRows - 1) & -StepRows)];
        Run<PartsOutput>(values, allowed, frame, ref Unsafe.As<Vector128<long>, long>(ref MemoryMarshal.GetReference(parts)), split);
    }

    /// <summary>Sums the parts of at most <see cref="MostRows"/> doubles.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="allowed">One bit for each double, set if it may be split.</param>
    /// <param name="frame">The frame.</param>
    /// <param name="split">Receives one bit for each double, set if it was split.</param>
    public static Vector128<long> Sum(ReadOnlySpan<double> values, ReadOnlySpan<ulong> allowed, in DecimalFrame frame, Span<ulong> split)
    {
        long unused = 0;
        return Run<SumOutput>(values, allowed, frame, ref unused, split);
    }

    private static Vector128<long> Run<TOutput>(
        ReadOnlySpan<double> values, ReadOnlySpan<ulong> allowed, in DecimalFrame frame, ref long parts, Span<ulong> split)
        where TOutput : IOutput
    {
        split = split[..MaskKernel.Words(values.Length)];
        split.Clear();
        var whole = values.Length & -StepRows;
        var allowedBytes = MemoryMarshal.AsBytes(allowed);
        var splitBytes = MemoryMarshal.AsBytes(split);
        var sum = Run<TOutput>(ref MemoryMarshal.GetReference(values), allowedBytes, frame, ref parts, splitBytes[..(whole / StepRows)]);
        if (whole == values.Length)
        {
            return sum;
        }

        Span<double> rest = stackalloc double[StepRows];
        rest.Clear();
        values[whole..].CopyTo(rest);
        Span<byte> allowedRest = [(byte)(allowedBytes[whole / StepRows] & (byte)MaskKernel.LowBits(values.Length - whole))];
        ref var partsOfRest = ref TOutput.AreStored ? ref Unsafe.Add(ref parts, 2 * whole) : ref parts;
        return sum + Run<TOutput>(ref MemoryMarshal.GetReference(rest), allowedRest, frame, ref partsOfRest, splitBytes.Slice(whole / StepRows, 1));
    }

    private static Vector128<long> Run<TOutput>(ref double values, ReadOnlySpan<byte> allowed, in DecimalFrame frame, ref long parts, Span<byte> split)
        where TOutput : IOutput =>
        Avx512DQ.IsSupported ? RunVector512<TOutput>(ref values, allowed, frame, ref parts, split)
        : IsSupported ? RunVector256<TOutput>(ref values, allowed, frame, ref parts, split)
        : RunScalar<TOutput>(ref parts, split);

    /// <summary>Multiplies the parts of each row by a factor.</summary>
    public static void Multiply(Span<Vector128<long>> parts, ReadOnlySpan<long> factors)
    {
        factors = factors[..parts.Length];
        ref var first = ref Unsafe.As<Vector128<long>, long>(ref MemoryMarshal.GetReference(parts));
        var row = 0;
        if (Avx512F.IsSupported)
        {
            const int rows = 4;
            var (half, counts) = (Vector512.Create(1L << (CountShift - 1), 0, 1L << (CountShift - 1), 0, 1L << (CountShift - 1), 0, 1L << (CountShift - 1), 0),
                Vector512.Create(-CountBit, 0, -CountBit, 0, -CountBit, 0, -CountBit, 0));
            ref var firstFactor = ref MemoryMarshal.GetReference(factors);
            for (; row <= parts.Length - rows; row += rows)
            {
                var part = Vector512.LoadUnsafe(ref first, (nuint)(2 * row));
                var factor = Avx512F.PermuteVar8x64(
                    Vector256.LoadUnsafe(ref firstFactor, (nuint)row).ToVector512Unsafe(), Vector512.Create(0L, 0, 1, 1, 2, 2, 3, 3));
                var count = (part + half) & counts;
                (((part - count) * factor) + count).StoreUnsafe(ref first, (nuint)(2 * row));
            }
        }

        for (; row < parts.Length; row++)
        {
            var count = (parts[row] + Vector128.Create(1L << (CountShift - 1), 0)) & Vector128.Create(-CountBit, 0);
            parts[row] = ((parts[row] - count) * Vector128.Create(factors[row])) + count;
        }
    }

    /// <summary>Sums the parts of at most <see cref="MostRows"/> rows.</summary>
    public static Vector128<long> Sum(ReadOnlySpan<Vector128<long>> parts)
    {
        var longs = MemoryMarshal.Cast<Vector128<long>, long>(parts);
        ref var first = ref MemoryMarshal.GetReference(longs);
        var (one, other) = (Vector256<long>.Zero, Vector256<long>.Zero);
        var i = 0;
        for (; i <= longs.Length - (2 * Vector256<long>.Count); i += 2 * Vector256<long>.Count)
        {
            one += Vector256.LoadUnsafe(ref first, (nuint)i);
            other += Vector256.LoadUnsafe(ref first, (nuint)(i + Vector256<long>.Count));
        }

        one += other;
        var sum = one.GetLower() + one.GetUpper();
        foreach (var part in parts[(i / 2)..])
        {
            sum += part;
        }

        return sum;
    }

    /// <summary>Separates a sum of parts.</summary>
    /// <returns>The high units, the low units, and the number of rows.</returns>
    public static (long High, long Low, long Rows) ReadSum(Vector128<long> sum)
    {
        var rows = (sum[0] + (1L << (CountShift - 1))) >> CountShift;
        return (sum[0] - (rows << CountShift), sum[1], rows);
    }

    /// <summary>Finds the greatest biased exponent of finite doubles.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="allowed">One bit for each double, set if it counts.</param>
    public static int TopExponent(ReadOnlySpan<double> values, ReadOnlySpan<ulong> allowed)
    {
        var top = 0;
        for (var word = 0; word < allowed.Length; word++)
        {
            for (var bits = allowed[word]; bits != 0; bits &= bits - 1)
            {
                var exponent = ExponentOf(values[(word << 6) + BitOperations.TrailingZeroCount(bits)]);
                top = exponent < ShortestDecimal.ExponentMask ? Math.Max(top, exponent) : top;
            }
        }

        return top;
    }

    /// <summary>Returns the biased exponent of a double.</summary>
    public static int ExponentOf(double value) => (int)(BitConverter.DoubleToUInt64Bits(value) >> FractionBits) & ShortestDecimal.ExponentMask;

    /// <summary>Splits nothing, for processors without support.</summary>
    private static Vector128<long> RunScalar<TOutput>(ref long parts, Span<byte> split)
        where TOutput : IOutput
    {
        if (TOutput.AreStored)
        {
            MemoryMarshal.CreateSpan(ref parts, 2 * StepRows * split.Length).Clear();
        }

        return Vector128<long>.Zero;
    }

    private static Vector128<long> RunVector512<TOutput>(
        ref double values, ReadOnlySpan<byte> allowed, in DecimalFrame frame, ref long parts, Span<byte> split)
        where TOutput : IOutput
    {
        var (units0, units1) = (Vector512.Create(frame.Units), Vector512.Create(frame.Units[8..]));
        var (high0, high1) = (Vector512.Create(frame.HighSteps), Vector512.Create(frame.HighSteps[8..]));
        var (low0, low1) = (Vector512.Create(frame.LowSteps), Vector512.Create(frame.LowSteps[8..]));
        var top = Vector512.Create((long)frame.TopExponent);
        var highUnits = Vector512.Create(frame.HighUnits);
        var firstPairs = Vector512.Create(0L, 8, 1, 9, 2, 10, 3, 11);
        var lastPairs = Vector512.Create(4L, 12, 5, 13, 6, 14, 7, 15);
        var (highSum, lowSum) = (Vector512<long>.Zero, Vector512<long>.Zero);
        allowed = allowed[..split.Length];
        for (var i = 0; i < split.Length; i++)
        {
            var value = Vector512.LoadUnsafe(ref values, (nuint)(8 * i));
            var bits = value.AsInt64();
            var offset = top - ((bits << SignShift) >>> (FractionBits + SignShift));
            var index = Vector512.Min(offset.AsUInt64(), Vector512.Create((ulong)LastExponent)).AsInt64();
            var unit = Avx512F.PermuteVar8x64x2(units0, index, units1);
            var margin = ((bits & Vector512.Create(ExponentBits)) - Vector512.Create(HalfDistance)).AsDouble() * unit;

            var product = value * unit;
            var rest = Avx512F.FusedMultiplySubtract(value, unit, product);
            var about = Vector512.Round(product * 0.1);
            var distance = Vector512.FusedMultiplyAdd(about, Vector512.Create(-10.0), product) + rest;
            var more = Vector512.Round(distance * 0.1);
            distance = Vector512.FusedMultiplyAdd(more, Vector512.Create(-10.0), distance);

            var far = Vector512.Abs(distance);
            var nearest = Vector512.Round(distance);
            var error = Vector512.Abs(distance - nearest);
            var passed = ((uint)Vector512.LessThan(error, Vector512.Create(0.5)).ExtractMostSignificantBits()
                    & ~(uint)Vector512.Equals(far, margin).ExtractMostSignificantBits()
                    & ~(uint)Vector512.Equals(bits & Vector512.Create(FractionMask), Vector512<long>.Zero).ExtractMostSignificantBits())
                | (uint)Vector512.Equals(distance, Vector512<double>.Zero).ExtractMostSignificantBits();

            var high = Vector512.Round(value * highUnits);
            var tens = Vector512.FusedMultiplyAdd(high, Avx512F.PermuteVar8x64x2(high0, index, high1), about + more);
            var units = Vector512.ConditionalSelect(Vector512.LessThan(far, margin), Vector512<double>.Zero, nearest);
            var low = Vector512.FusedMultiplyAdd(tens, Vector512.Create(10.0), units) * Avx512F.PermuteVar8x64x2(low0, index, low1);
            var highPart = Avx512DQ.ConvertToVector512Int64(high) + Vector512.Create(CountBit);
            var lowPart = Avx512DQ.ConvertToVector512Int64(low);
            passed &= allowed[i];
            if (passed != byte.MaxValue)
            {
                var mask = Lanes(passed);
                passed |= (uint)Vector512.Equals(value, Vector512<double>.Zero).ExtractMostSignificantBits() & allowed[i];
                highPart = ((highPart - Vector512.Create(CountBit)) & mask) + (Lanes(passed) & Vector512.Create(CountBit));
                lowPart &= mask;
            }

            split[i] = (byte)passed;
            if (TOutput.AreStored)
            {
                Avx512F.PermuteVar8x64x2(highPart, firstPairs, lowPart).StoreUnsafe(ref parts, (nuint)(16 * i));
                Avx512F.PermuteVar8x64x2(highPart, lastPairs, lowPart).StoreUnsafe(ref parts, (nuint)((16 * i) + 8));
            }
            else
            {
                highSum += highPart;
                lowSum += lowPart;
            }
        }

        return Vector128.Create(Vector512.Sum(highSum), Vector512.Sum(lowSum));
    }

    /// <summary>Expands each of the lowest bits to all bits of a lane.</summary>
    private static Vector512<long> Lanes(uint bits) =>
        ~Vector512.Equals(Vector512.Create((long)bits) & Vector512.Create(1L, 2, 4, 8, 16, 32, 64, 128), Vector512<long>.Zero);

    private static unsafe Vector128<long> RunVector256<TOutput>(
        ref double values, ReadOnlySpan<byte> allowed, in DecimalFrame frame, ref long parts, Span<byte> split)
        where TOutput : IOutput
    {
        var (highSum, lowSum) = (Vector256<long>.Zero, Vector256<long>.Zero);
        fixed (double* unitTable = frame.Units, highTable = frame.HighSteps, lowTable = frame.LowSteps)
        {
            for (var i = 0; i < StepRows * split.Length; i += Vector256<double>.Count)
            {
                var value = Vector256.LoadUnsafe(ref values, (nuint)i);
                var bits = value.AsInt64();
                var offset = Vector256.Create((long)frame.TopExponent) - ((bits << SignShift) >>> (FractionBits + SignShift));
                var index = Vector256.Min(offset.AsUInt64(), Vector256.Create((ulong)LastExponent)).AsInt64();
                var unit = Avx2.GatherVector256(unitTable, index, sizeof(double));
                var margin = ((bits & Vector256.Create(ExponentBits)) - Vector256.Create(HalfDistance)).AsDouble() * unit;

                var product = value * unit;
                var rest = Fma.MultiplySubtract(value, unit, product);
                var about = Vector256.Round(product * 0.1);
                var distance = Vector256.FusedMultiplyAdd(about, Vector256.Create(-10.0), product) + rest;
                var more = Vector256.Round(distance * 0.1);
                distance = Vector256.FusedMultiplyAdd(more, Vector256.Create(-10.0), distance);

                var far = Vector256.Abs(distance);
                var nearest = Vector256.Round(distance);
                var error = Vector256.Abs(distance - nearest);
                var isDoubtful = Vector256.Equals(far, margin) | Vector256.Equals(bits & Vector256.Create(FractionMask), Vector256<long>.Zero).AsDouble();
                var isFound = Vector256.AndNot(Vector256.LessThan(error, Vector256.Create(0.5)), isDoubtful) | Vector256.Equals(distance, Vector256<double>.Zero);
                var isAllowed = ~Vector256.Equals(
                    Vector256.Create((long)(allowed[i / 8] >> (i & 4))) & Vector256.Create(1L, 2, 4, 8), Vector256<long>.Zero);
                var passed = isFound.AsInt64() & isAllowed;
                var counted = passed | (Vector256.Equals(value, Vector256<double>.Zero).AsInt64() & isAllowed);

                var high = Vector256.Round(value * frame.HighUnits);
                var tens = Fma.MultiplyAdd(high, Avx2.GatherVector256(highTable, index, sizeof(double)), about + more);
                var units = Vector256.AndNot(nearest, Vector256.LessThan(far, margin));
                var low = Fma.MultiplyAdd(tens, Vector256.Create(10.0), units) * Avx2.GatherVector256(lowTable, index, sizeof(double));
                var highPart = (ToInt64(high) & passed) + (counted & Vector256.Create(CountBit));
                var lowPart = ToInt64(low) & passed;
                split[i / 8] |= (byte)(counted.ExtractMostSignificantBits() << (i & 4));
                if (!TOutput.AreStored)
                {
                    highSum += highPart;
                    lowSum += lowPart;
                    continue;
                }

                var even = Avx2.UnpackLow(highPart, lowPart);
                var odd = Avx2.UnpackHigh(highPart, lowPart);
                even.GetLower().StoreUnsafe(ref parts, (nuint)(2 * i));
                odd.GetLower().StoreUnsafe(ref parts, (nuint)((2 * i) + 2));
                even.GetUpper().StoreUnsafe(ref parts, (nuint)((2 * i) + 4));
                odd.GetUpper().StoreUnsafe(ref parts, (nuint)((2 * i) + 6));
            }
        }

        return Vector128.Create(Vector256.Sum(highSum), Vector256.Sum(lowSum));
    }

    /// <summary>Converts integers below 2^51.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> ToInt64(Vector256<double> integers) =>
        (integers + Vector256.Create(IntegerBias)).AsInt64() - Vector256.Create(BitConverter.DoubleToInt64Bits(IntegerBias));

    /// <summary>Specifies at compile time how the parts are output.</summary>
    private interface IOutput
    {
        /// <summary>Gets a value that indicates whether the parts of each row are stored instead of summed.</summary>
        static abstract bool AreStored { get; }
    }

    private readonly struct PartsOutput : IOutput
    {
        public static bool AreStored => true;
    }

    private readonly struct SumOutput : IOutput
    {
        public static bool AreStored => false;
    }
}
