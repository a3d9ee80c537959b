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

    /// <summary>The double exponent whose adjacent doubles have a distance of one.</summary>
    private const int OnesExponent = 1075;

    /// <summary>The logarithm of 2 to base 10 as a fraction of a power of two, exact enough for <see cref="ShortestDecimal.DigitsOfExponents"/>.</summary>
    private const int Logarithm = 1233, LogarithmBits = 12;

    /// <summary>Converts doubles to the mantissas and exponents of their decimals.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="mantissas">Receives one mantissa for each double, undefined if it was not found.</param>
    /// <param name="exponents">Receives the power of ten, 0 or less, of each mantissa.</param>
    /// <param name="found">Receives one bit for each double, set if its mantissa was found. Zeros, borderline cases and doubles with other exponents are not
    /// found.</param>
    /// <param name="trailing">Receives one bit for each double, set if its mantissa was found and may have zeros that belong to its fraction.</param>
    public static void ToMantissas(ReadOnlySpan<double> values, Span<long> mantissas, Span<int> exponents, Span<ulong> found, Span<ulong> trailing)
    {
        found[..MaskKernel.Words(values.Length)].Clear();
        trailing[..MaskKernel.Words(values.Length)].Clear();
        if (!IsSupported)
        {
            return;
        }

        mantissas = mantissas[..values.Length];
        exponents = exponents[..values.Length];
        var row = ToMantissasVector256(values, mantissas, exponents, found, trailing);
        if (row == values.Length)
        {
            return;
        }

        Span<double> rest = stackalloc double[Vector256<double>.Count];
        Span<long> restMantissas = stackalloc long[Vector256<long>.Count];
        rest.Clear();
        values[row..].CopyTo(rest);
        Span<int> restExponents = stackalloc int[Vector256<long>.Count];
        Span<ulong> bits = [0], trailingBits = [0];
        ToMantissasVector256(rest, restMantissas, restExponents, bits, trailingBits);
        restMantissas[..(values.Length - row)].CopyTo(mantissas[row..]);
        restExponents[..(values.Length - row)].CopyTo(exponents[row..]);

        // The zeros after the last row are not found.
        found[row >> 6] |= bits[0] << row;
        trailing[row >> 6] |= trailingBits[0] << row;
    }

    /// <summary>Processes four doubles at a time. Returns the first row not processed.</summary>
    private static unsafe int ToMantissasVector256(
        ReadOnlySpan<double> values, Span<long> mantissas, Span<int> exponents, Span<ulong> found, Span<ulong> trailing)
    {
        ref var source = ref MemoryMarshal.GetReference(values);
        ref var target = ref MemoryMarshal.GetReference(mantissas);
        ref var targetExponents = ref MemoryMarshal.GetReference(exponents);
        var rows = values.Length & -Vector256<double>.Count;
        fixed (double* unitTable = ShortestDecimal.Powers)
        {
            for (var row = 0; row < rows; row += Vector256<double>.Count)
            {
                var value = Vector256.LoadUnsafe(ref source, (nuint)row);
                var bits = value.AsInt64();
                var binary = (bits << SignShift) >>> (FractionBits + SignShift);
                var unit = Avx2.GatherVector256(unitTable, binary, sizeof(double));
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

                // The number of tens is the mantissa, unless the units are ones: tens would have a positive exponent.
                var isNear = Vector256.LessThan(far, margin);
                var areTens = Vector256.AndNot(isNear, Vector256.Equals(unit, Vector256<double>.One));
                var tens = about + more;
                var rounded = Vector256.FusedMultiplyAdd(Vector256.Round(tens * 0.1), Vector256.Create(-10.0), tens);
                var hasZeros = areTens & Vector256.Equals(rounded, Vector256<double>.Zero) & isFound;
                trailing[row >> 6] |= (ulong)hasZeros.ExtractMostSignificantBits() << row;

                // 32 bits are enough for the product of an exponent and the logarithm.
                var fraction = Vector256.Max((Vector256.Create((long)OnesExponent) - binary).AsInt32(), Vector256<int>.Zero);
                var digits = ((fraction * Logarithm).AsInt64() + Vector256.Create((1L << LogarithmBits) - 1)) >>> LogarithmBits;
                var exponent = Vector256<long>.Zero - digits - areTens.AsInt64();
                Vector128.Narrow(exponent.GetLower(), exponent.GetUpper()).StoreUnsafe(ref targetExponents, (nuint)row);

                var upper = Vector256.Round(tens * (1.0 / (1L << LowerBits)));
                var lower = Vector256.FusedMultiplyAdd(upper, Vector256.Create(-(double)(1L << LowerBits)), tens);
                var whole = (ToInt64(upper) << LowerBits) + ToInt64(lower);
                var units = (whole << 3) + (whole << 1) + ToInt64(Vector256.AndNot(nearest, isNear));
                Vector256.ConditionalSelect(areTens.AsInt64(), whole, units).StoreUnsafe(ref target, (nuint)row);
            }
        }

        return rows;
    }
}
