using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Collections.Query.Values;

/// <summary>Divides integers by dividing doubles, four at a time.</summary>
/// <remarks>The integers are exact as doubles. A quotient that is not an integer differs from every integer by at least the reciprocal of the divisor, which is
/// more than the rounding error of the quotient. Its integer part is therefore exact, and so are the remainders.</remarks>
internal static class QuotientKernel
{
    /// <summary>The maximum absolute value of dividends and divisors.</summary>
    public const long Most = 1L << 53;

    /// <summary>Maps each value to the interval that contains it: to a base plus a multiple of a step.</summary>
    /// <param name="values">The values, which exceed the start by at most <see cref="Most"/>.</param>
    /// <param name="start">The start of the first interval.</param>
    /// <param name="width">The width of the intervals.</param>
    /// <param name="first">The result for the first interval.</param>
    /// <param name="step">The difference of the results of adjacent intervals.</param>
    /// <param name="results">Receives the results.</param>
    public static void ToIntervals(ReadOnlySpan<long> values, long start, long width, long first, long step, Span<long> results)
    {
        results = results[..values.Length];
        var i = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(values);
            ref var target = ref MemoryMarshal.GetReference(results);
            var divisor = Vector256.Create((double)width);
            for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                var distance = Vector256.ConvertToDouble(Vector256.LoadUnsafe(ref source, (nuint)i) - Vector256.Create(start));
                var number = Vector256.ConvertToInt64Native(distance / divisor);
                (Vector256.Create(first) + (number * step)).StoreUnsafe(ref target, (nuint)i);
            }
        }

        ToIntervalsScalar(values[i..], start, width, first, step, results[i..]);
    }

    internal static void ToIntervalsScalar(ReadOnlySpan<long> values, long start, long width, long first, long step, Span<long> results)
    {
        for (var i = 0; i < values.Length; i++)
        {
            results[i] = first + ((values[i] - start) / width * step);
        }
    }

    /// <summary>Maps each value to the number of its interval within a cycle of several intervals.</summary>
    /// <param name="values">The values, which exceed the start by at most <see cref="Most"/>.</param>
    /// <param name="start">The start of a cycle.</param>
    /// <param name="width">The width of the intervals.</param>
    /// <param name="count">The number of intervals in a cycle.</param>
    /// <param name="results">Receives the numbers.</param>
    public static void ToCycles(ReadOnlySpan<long> values, long start, long width, long count, Span<long> results)
    {
        results = results[..values.Length];
        var i = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(values);
            ref var target = ref MemoryMarshal.GetReference(results);
            var (divisor, cycle) = (Vector256.Create((double)width), Vector256.Create((double)count));
            for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                var distance = Vector256.ConvertToDouble(Vector256.LoadUnsafe(ref source, (nuint)i) - Vector256.Create(start));
                var number = Vector256.Floor(distance / divisor);
                Vector256.ConvertToInt64Native(number - (Vector256.Floor(number / cycle) * cycle)).StoreUnsafe(ref target, (nuint)i);
            }
        }

        ToCyclesScalar(values[i..], start, width, count, results[i..]);
    }

    internal static void ToCyclesScalar(ReadOnlySpan<long> values, long start, long width, long count, Span<long> results)
    {
        for (var i = 0; i < values.Length; i++)
        {
            results[i] = (values[i] - start) / width % count;
        }
    }

    /// <summary>Rounds values to multiples of a unit, and returns the multiples times a factor.</summary>
    /// <param name="values">The values. Together with the unit, their absolute values are at most <see cref="Most"/>.</param>
    /// <param name="unit">The unit, an even integer.</param>
    /// <param name="rounding">The direction.</param>
    /// <param name="factor">The factor.</param>
    public static void Round(Span<long> values, long unit, Rounding rounding, long factor)
    {
        var i = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(values);
            var divisor = Vector256.Create((double)unit);
            var half = Vector256.Create(rounding == Rounding.HalfAwayFromZero ? unit / 2.0 : 0.0);
            for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                var value = Vector256.ConvertToDouble(Vector256.LoadUnsafe(ref source, (nuint)i));
                var quotient = (value + Vector256.CopySign(half, value)) / divisor;
                quotient = rounding switch
                {
                    Rounding.Floor => Vector256.Floor(quotient),
                    Rounding.Ceiling => Vector256.Ceiling(quotient),
                    _ => quotient,
                };
                (Vector256.ConvertToInt64Native(quotient) * factor).StoreUnsafe(ref source, (nuint)i);
            }
        }

        RoundScalar(values[i..], unit, rounding, factor);
    }

    internal static void RoundScalar(Span<long> values, long unit, Rounding rounding, long factor)
    {
        foreach (ref var value in values)
        {
            var (quotient, rest) = Math.DivRem(value, unit);
            quotient += rounding switch
            {
                Rounding.Floor => rest < 0 ? -1 : 0,
                Rounding.Ceiling => rest > 0 ? 1 : 0,
                _ => Math.Abs(rest) >= unit / 2 ? Math.Sign(rest) : 0,
            };
            value = quotient * factor;
        }
    }

    /// <summary>Replaces dividends with the remainders of their divisions, which have the signs of the dividends. The remainder of a division by 0 is
    /// undefined.</summary>
    /// <param name="values">The dividends, whose absolute values are at most <see cref="Most"/>.</param>
    /// <param name="divisors">The divisors, which have the same limit.</param>
    public static void Remainder(Span<long> values, ReadOnlySpan<long> divisors)
    {
        divisors = divisors[..values.Length];
        var i = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(values);
            ref var other = ref MemoryMarshal.GetReference(divisors);
            for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                var value = Vector256.ConvertToDouble(Vector256.LoadUnsafe(ref source, (nuint)i));
                var divisor = Vector256.ConvertToDouble(Vector256.LoadUnsafe(ref other, (nuint)i));
                Vector256.ConvertToInt64Native(value - (Vector256.Truncate(value / divisor) * divisor)).StoreUnsafe(ref source, (nuint)i);
            }
        }

        RemainderScalar(values[i..], divisors[i..]);
    }

    internal static void RemainderScalar(Span<long> values, ReadOnlySpan<long> divisors)
    {
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = divisors[i] == 0 ? 0 : values[i] % divisors[i];
        }
    }
}
