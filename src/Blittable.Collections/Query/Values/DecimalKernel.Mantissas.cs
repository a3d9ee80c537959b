using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Collections.Numbers;
using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <content>Conversion of doubles of any magnitude to mantissas.</content>
internal static partial class DecimalKernel
{
    /// <summary>The number of bits of the lower part of a number of tens, which has up to 53 bits. Only integers below 2^51 are converted at once.</summary>
    private const int LowerBits = 26;

    /// <summary>Converts doubles to the mantissas of their decimals, in units of <see cref="ShortestDecimal.DigitsOfExponents"/> fraction digits.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="mantissas">Receives one mantissa for each double, undefined if it was not found.</param>
    /// <param name="found">Receives one bit for each double, set if its mantissa was found. Zeros, borderline cases and doubles with other exponents are not
    /// found.</param>
    public static void ToMantissas(ReadOnlySpan<double> values, Span<long> mantissas, Span<ulong> found)
    {
        found[..MaskKernel.Words(values.Length)].Clear();
        if (!IsSupported)
        {
            return;
        }

        mantissas = mantissas[..values.Length];
        var row = ToMantissasVector256(values, mantissas, found);
        if (row == values.Length)
        {
            return;
        }

        Span<double> rest = stackalloc double[Vector256<double>.Count];
        Span<long> restMantissas = stackalloc long[Vector256<long>.Count];
        rest.Clear();
        values[row..].CopyTo(rest);
        Span<ulong> bits = [0];
        ToMantissasVector256(rest, restMantissas, bits);
        restMantissas[..(values.Length - row)].CopyTo(mantissas[row..]);

        // The zeros after the last row are not found.
        found[row >> 6] |= bits[0] << row;
    }

    /// <summary>Processes four doubles at a time. Returns the first row not processed.</summary>
    private static unsafe int ToMantissasVector256(ReadOnlySpan<double> values, Span<long> mantissas, Span<ulong> found)
    {
        ref var source = ref MemoryMarshal.GetReference(values);
        ref var target = ref MemoryMarshal.GetReference(mantissas);
        var rows = values.Length & -Vector256<double>.Count;
        fixed (double* unitTable = ShortestDecimal.Powers)
        {
            for (var row = 0; row < rows; row += Vector256<double>.Count)
            {
                var value = Vector256.LoadUnsafe(ref source, (nuint)row);
                var bits = value.AsInt64();
                var unit = Avx2.GatherVector256(unitTable, (bits << SignShift) >>> (FractionBits + SignShift), sizeof(double));
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
                found[row >> 6] |= (ulong)isFound.ExtractMostSignificantBits() << row;

                var tens = about + more;
                var upper = Vector256.Round(tens * (1.0 / (1L << LowerBits)));
                var lower = Vector256.FusedMultiplyAdd(upper, Vector256.Create(-(double)(1L << LowerBits)), tens);
                var units = Vector256.AndNot(nearest, Vector256.LessThan(far, margin));
                var whole = (ToInt64(upper) << LowerBits) + ToInt64(lower);
                ((whole << 3) + (whole << 1) + ToInt64(units)).StoreUnsafe(ref target, (nuint)row);
            }
        }

        return rows;
    }
}
