using System.Diagnostics;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Reading;

namespace Blittable.Writing;

/// <summary>Converts doubles whose shortest texts have few digits to decimals with a common number of fraction digits.</summary>
/// <remarks>
/// Distinct decimals of at most 15 digits convert to distinct doubles, so a decimal that converts back to the double is its shortest text, except for zeros at the
/// end. Numbers whose texts have an exponent are excluded.
/// </remarks>
internal static class ShortDoubleKernel
{
    /// <summary>The smallest double that has more than 15 digits before the decimal point, and the smallest whose text has no exponent.</summary>
    public const double MostShort = 1e15, Least = 1e-4;

    /// <summary>The number of fraction digits that decimals have at most.</summary>
    public const int MaxDigits = 9;

    /// <summary>The number of values that a sample has.</summary>
    public const int Sample = 8;

    /// <summary>Rounds the sum with a double below 2^51 to an integer, which is in the lower bits of the sum.</summary>
    private const double Rounder = 6755399441055744.0;

    /// <summary>Converts doubles.</summary>
    /// <param name="values">The doubles.</param>
    /// <param name="digits">The number of fraction digits of the decimals, at most 22.</param>
    /// <param name="mantissas">The decimals without their point, as many as there are values.</param>
    /// <param name="zeros">The number of decimals that end with a zero.</param>
    /// <param name="least">The smallest magnitude of a mantissa.</param>
    /// <returns>The index of the first double that is not such a decimal; the number of doubles if there is none.</returns>
    public static int Convert(ReadOnlySpan<double> values, int digits, Span<long> mantissas, out int zeros, out long least)
    {
        mantissas = mantissas[..values.Length];
        var i = Vector128.IsHardwareAccelerated ? ConvertVectors(values, digits, mantissas, out zeros, out least) : ConvertNone(out zeros, out least);
        return i < (values.Length & -Vector256<double>.Count) && Vector128.IsHardwareAccelerated
            ? i : i + ConvertScalar(values[i..], digits, mantissas[i..], ref zeros, ref least);
    }

    /// <summary>Converts doubles without vectors.</summary>
    /// <inheritdoc cref="Convert"/>
    internal static int ConvertScalar(ReadOnlySpan<double> values, int digits, Span<long> mantissas, ref int zeros, ref long least)
    {
        var power = DecimalToDouble.ExactPower(digits);
        for (var i = 0; i < values.Length; i++)
        {
            var value = values[i];
            var scaled = value * power;
            var sum = scaled + Rounder;
            var rounded = sum - Rounder;
            var isShort = Math.Abs(scaled) < MostShort && rounded / power == value && (Math.Abs(value) >= Least || BitConverter.DoubleToInt64Bits(value) == 0);
            if (!isShort)
            {
                return i;
            }

            var mantissa = BitConverter.DoubleToInt64Bits(sum) - BitConverter.DoubleToInt64Bits(Rounder);
            mantissas[i] = mantissa;
            zeros += mantissa % 10 == 0 ? 1 : 0;
            least = Math.Min(least, Math.Abs(mantissa));
        }

        return values.Length;
    }

    /// <summary>Determines whether none of <see cref="Sample"/> doubles is a decimal of at most <see cref="MaxDigits"/> fraction digits or exactly representable in
    /// 32 bits. Returns false if that is not certain.</summary>
    public static bool AreLong(ReadOnlySpan<double> values)
    {
        Debug.Assert(values.Length == Sample, "The sample fills two vectors.");
        return AreFourLong(Vector256.Create(values)) && AreFourLong(Vector256.Create(values[Vector256<double>.Count..]));
    }

    private static bool AreFourLong(Vector256<double> value)
    {
        // A decimal with fewer digits also has the maximum number of digits, if they do not exceed the precision.
        var power = Vector256.Create(DecimalToDouble.ExactPower(MaxDigits));
        var scaled = value * power;
        var rounded = (scaled + Vector256.Create(Rounder)) - Vector256.Create(Rounder);
        var isDecimal = Vector256.Equals(rounded / power, value);
        var isUncertain = ~Vector256.LessThan(Vector256.Abs(scaled), Vector256.Create(MostShort));
        var narrow = Vector128.Narrow(value.GetLower(), value.GetUpper());
        var wide = Vector256.Create(Vector128.WidenLower(narrow), Vector128.WidenUpper(narrow));
        return (isDecimal | isUncertain | Vector256.Equals(wide, value)) == Vector256<double>.Zero;
    }

    private static int ConvertVectors(ReadOnlySpan<double> values, int digits, Span<long> mantissas, out int zeros, out long least)
    {
        ref var source = ref MemoryMarshal.GetReference(values);
        ref var target = ref MemoryMarshal.GetReference(mantissas);
        var (power, rounder) = (Vector256.Create(DecimalToDouble.ExactPower(digits)), Vector256.Create(Rounder));
        var (endings, smallest) = (Vector256<long>.Zero, Vector256.Create(MostShort));
        var i = 0;
        for (; i <= values.Length - Vector256<double>.Count; i += Vector256<double>.Count)
        {
            var value = Vector256.LoadUnsafe(ref source, (nuint)i);
            var scaled = value * power;
            var sum = scaled + rounder;
            var rounded = sum - rounder;
            var isShort = Vector256.LessThan(Vector256.Abs(scaled), Vector256.Create(MostShort)) & Vector256.Equals(rounded / power, value)
                & (Vector256.GreaterThanOrEqual(Vector256.Abs(value), Vector256.Create(Least)) | Vector256.Equals(value.AsInt64(), Vector256<long>.Zero).AsDouble());
            var failed = ~isShort.ExtractMostSignificantBits() & ((1u << Vector256<double>.Count) - 1);
            if (failed != 0)
            {
                (zeros, least) = (0, 0);
                return i + BitOperations.TrailingZeroCount(failed);
            }

            (sum.AsInt64() - rounder.AsInt64()).StoreUnsafe(ref target, (nuint)i);
            var tenth = ((rounded * Vector256.Create(0.1)) + rounder) - rounder;
            endings -= Vector256.Equals(tenth * Vector256.Create(10.0), rounded).AsInt64();
            smallest = Vector256.Min(smallest, Vector256.Abs(rounded));
        }

        zeros = (int)Vector256.Sum(endings);
        var half = Vector128.Min(smallest.GetLower(), smallest.GetUpper());
        least = (long)Math.Min(half[0], half[1]);
        return i;
    }

    private static int ConvertNone(out int zeros, out long least)
    {
        (zeros, least) = (0, (long)MostShort);
        return 0;
    }
}
