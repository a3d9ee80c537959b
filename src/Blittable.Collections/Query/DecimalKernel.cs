using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Takes doubles apart into the decimals that their shortest texts are, four at a time: see <see cref="ShortestDecimal"/>.</summary>
internal static class DecimalKernel
{
    private const int FractionBits = ShortestDecimal.FractionBits;

    private const long ExponentBits = (long)ShortestDecimal.ExponentMask << FractionBits;

    /// <summary>What the bits of a double's exponent are more than those of half the distance to its neighbour.</summary>
    private const long HalfDistance = (FractionBits + 1L) << FractionBits;

    /// <summary>Splits doubles. Each decimal is a number of tens of units plus at most five units, of which there are 10 to the power of <see cref="ShortestDecimal.Digits(double)"/> in one.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="tens">The tens of each.</param>
    /// <param name="units">The units of each.</param>
    /// <param name="split">A bit for each double, set if it was split.</param>
    public static unsafe void Split(ReadOnlySpan<double> values, Span<double> tens, Span<double> units, Span<ulong> split)
    {
        split[..MaskKernel.Words(values.Length)].Clear();
        if (!Avx2.IsSupported || !Fma.IsSupported)
        {
            return;
        }

        tens = tens[..values.Length];
        units = units[..values.Length];
        ref var first = ref MemoryMarshal.GetReference(values);
        ref var tensOut = ref MemoryMarshal.GetReference(tens);
        ref var unitsOut = ref MemoryMarshal.GetReference(units);
        fixed (double* powers = ShortestDecimal.Powers)
        {
            for (var i = 0; i <= values.Length - Vector256<double>.Count; i += Vector256<double>.Count)
            {
                var passed = Split(Vector256.LoadUnsafe(ref first, (nuint)i), powers, out var ten, out var unit);
                ten.StoreUnsafe(ref tensOut, (nuint)i);
                unit.StoreUnsafe(ref unitsOut, (nuint)i);
                split[i >> 6] |= (ulong)passed.ExtractMostSignificantBits() << i;
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector256<double> Split(Vector256<double> value, double* powers, out Vector256<double> tens, out Vector256<double> units)
    {
        var magnitude = Vector256.Abs(value);
        var exponent = Vector256.ShiftRightLogical(magnitude.AsInt64(), FractionBits);
        var power = Avx2.GatherVector256(powers, exponent, sizeof(double));

        // Half the distance of doubles is a power of two; the table has NaN for what is beyond its range, and so has the product.
        var half = ((magnitude.AsInt64() & Vector256.Create(ExponentBits)) - Vector256.Create(HalfDistance)).AsDouble();
        var margin = half * power;

        // The product is exactly the sum of two doubles. Its distance from the nearest multiple of ten is exact, too.
        var product = magnitude * power;
        var rest = Fma.MultiplySubtract(magnitude, power, product);
        var about = Vector256.Round(product * 0.1);
        var distance = Fma.MultiplyAddNegated(about, Vector256.Create(10.0), product) + rest;
        var more = Vector256.Round(distance * 0.1);
        distance = Fma.MultiplyAddNegated(more, Vector256.Create(10.0), distance);

        var far = Vector256.Abs(distance);
        var unit = Vector256.Round(distance);
        var error = Vector256.Abs(distance - unit);
        var isTen = Vector256.LessThan(far, margin);
        var isUnit = Vector256.LessThan(error, margin) & Vector256.LessThan(error, Vector256.Create(0.5)) & Vector256.GreaterThan(far, margin);

        // Below a power of two doubles are closer.
        var isEven = Vector256.Equals(magnitude.AsInt64() & Vector256.Create((1L << FractionBits) - 1), Vector256<long>.Zero).AsDouble();
        var passed = Vector256.AndNot(isTen | isUnit, isEven) | Vector256.Equals(distance, Vector256<double>.Zero);

        var sign = value & Vector256.Create(-0.0);
        tens = (about + more) ^ sign;
        units = Vector256.AndNot(unit, isTen) ^ sign;
        return passed;
    }
}
