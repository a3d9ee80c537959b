using System.Numerics;
using Blittable.Collections.Numbers;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Computes the exact sum of any numbers, in any order.</summary>
/// <remarks>Numbers with exponents far from zero are summed separately by exponent, so that the sum of 1e400000 and 1 does not need 400,000 digits.</remarks>
internal sealed class ExactSum
{
    /// <summary>The maximum exponent of numbers that are summed together.</summary>
    private const int MostNear = 512;

    /// <summary>The maximum sum that leaves room for another number in 128 bits.</summary>
    private const double MostFast = 1e37;

    /// <summary>The maximum of the upper 64 bits of a sum that leaves room for another number.</summary>
    private const long MostUpper = 1L << 60;

    private const int UpperShift = 64;

    /// <summary>The distance in digits up to which numbers are summed exactly if the sum is used for more than rounding.</summary>
    private const int MostExactDigits = 100_000;

    /// <summary>The sums for exponents far from zero, or null if there are none.</summary>
    private Dictionary<BigInteger, BigInteger>? _far;

    /// <summary>The 128-bit sum of small numbers, at the smallest exponent so far, as long as it fits.</summary>
    private Int128 _fast;
    private int _fastExponent;
    private BigInteger _near;

    /// <summary>The exponent of <see cref="_near"/>.</summary>
    private int _exponent;

    public void Add(in ExactNumber number)
    {
        if (number.IsSmall && TryAddFast(number.Mantissa, number.Exponent))
        {
            return;
        }

        var (mantissa, exponent) = number.Parts();
        Add(mantissa, exponent);
    }

    public void Add(ExactSum other)
    {
        Add(other._fast, other._fastExponent);
        Add(other._near, other._exponent);
        foreach (var (exponent, mantissa) in other._far ?? [])
        {
            Add(mantissa, exponent);
        }
    }

    public void Add(BigInteger mantissa, BigInteger exponent)
    {
        if (BigInteger.Abs(exponent) <= MostNear)
        {
            AddNear(ref _near, ref _exponent, mantissa, (int)exponent);
            return;
        }

        // Exponents in the same block share a sum.
        var block = BigInteger.DivRem(exponent, MostNear, out var rest);
        if (rest.Sign < 0)
        {
            (block, rest) = (block - 1, rest + MostNear);
        }

        var key = block * MostNear;
        _far ??= [];
        _far[key] = _far.GetValueOrDefault(key) + (mantissa * BigInteger.Pow(10, (int)rest));
    }

    /// <summary>Returns the sum plus another number, for rounding to <see cref="ExactNumber.MostDigits"/>. Digits far behind the first ones may be replaced
    /// with a digit that only preserves the rounding direction.</summary>
    public (BigInteger Mantissa, BigInteger Exponent) Total(Int128 mantissa, int scale) => Total(mantissa, scale, ExactNumber.MostDigits);

    private (BigInteger Mantissa, BigInteger Exponent) Total(Int128 mantissa, int scale, int mostDigits)
    {
        var (sum, exponent) = (_near, _exponent);
        AddNear(ref sum, ref exponent, _fast, _fastExponent);
        AddNear(ref sum, ref exponent, mantissa, -scale);
        (BigInteger Mantissa, BigInteger Exponent) near = (sum, exponent);
        if (_far is null)
        {
            return near;
        }

        (BigInteger Mantissa, BigInteger Exponent)[] terms = [.. _far.Select(term => (term.Value, term.Key)), near];
        terms = [.. terms.Where(term => !term.Mantissa.IsZero).OrderByDescending(term => term.Exponent)];
        return Total(terms, 0, mostDigits);
    }

    /// <summary>Returns the sum. Numbers very far below the others may be replaced with a number of the same sign.</summary>
    public (BigInteger Mantissa, BigInteger Exponent) Total() => Total(0, 0, MostExactDigits);

    /// <summary>Adds a product of two mantissas, if it fits in 128 bits at the exponent of the others.</summary>
    public bool TryAdd(Int128 mantissa, int exponent)
    {
        if (mantissa == (long)mantissa)
        {
            return TryAddFast((long)mantissa, exponent);
        }

        if (!TryReach(exponent))
        {
            return false;
        }

        var power = PowerOfTen.Int64s[exponent - _fastExponent];
        if (Math.Abs((double)(long)(mantissa >> UpperShift)) * power > MostUpper)
        {
            return false;
        }

        AddFast(mantissa * power);
        return true;
    }

    private bool TryAddFast(long mantissa, int exponent)
    {
        if (!TryReach(exponent))
        {
            return false;
        }

        AddFast(Math.BigMul(mantissa, PowerOfTen.Int64s[exponent - _fastExponent]));
        return true;
    }

    private void AddFast(Int128 mantissa)
    {
        _fast += mantissa;
        if ((long)(_fast >> UpperShift) is > MostUpper or < -MostUpper)
        {
            PutAside();
        }
    }

    /// <summary>Lowers the exponent of the fast sum to the specified one, if it is lower.</summary>
    /// <returns>False if numbers with that exponent cannot be added to the fast sum.</returns>
    private bool TryReach(int exponent)
    {
        if (exponent is > 0 or < -MostNear || exponent - _fastExponent >= PowerOfTen.Int64s.Length)
        {
            return false;
        }

        if (exponent < _fastExponent)
        {
            var power = _fastExponent - exponent < PowerOfTen.Int64s.Length ? PowerOfTen.Int64s[_fastExponent - exponent] : 0;
            if (power == 0 || (double)Int128.Abs(_fast) * power > MostFast)
            {
                PutAside();
            }

            (_fast, _fastExponent) = (_fast * power, exponent);
        }

        return true;
    }

    private void PutAside()
    {
        Add(_fast, _fastExponent);
        _fast = 0;
    }

    private static (BigInteger Mantissa, BigInteger Exponent) Total(
        ReadOnlySpan<(BigInteger Mantissa, BigInteger Exponent)> terms, int first, int mostDigits)
    {
        (BigInteger Mantissa, BigInteger Exponent) sum = (0, 0);
        for (var i = first; i < terms.Length; i++)
        {
            // If the sum of all remaining terms is far below the last digit, it only affects rounding.
            if (!sum.Mantissa.IsZero && sum.Exponent - Reach(terms[i..]) > mostDigits)
            {
                return ExactNumber.AddParts(sum, (Total(terms, i, mostDigits).Mantissa.Sign, sum.Exponent - (4 * mostDigits)));
            }

            sum = sum.Mantissa.IsZero ? terms[i]
                : ((sum.Mantissa * BigInteger.Pow(10, (int)(sum.Exponent - terms[i].Exponent))) + terms[i].Mantissa, terms[i].Exponent);
        }

        return sum;
    }

    /// <summary>Returns an exclusive power-of-ten bound for the sum of some terms.</summary>
    private static BigInteger Reach(ReadOnlySpan<(BigInteger Mantissa, BigInteger Exponent)> terms)
    {
        var reach = terms[0].Exponent;
        foreach (var (mantissa, exponent) in terms)
        {
            reach = BigInteger.Max(reach, exponent + ExactNumber.DigitCount(mantissa));
        }

        return reach + ExactNumber.DigitCount(terms.Length);
    }

    private static void AddNear(ref BigInteger sum, ref int sumExponent, in BigInteger mantissa, int exponent)
    {
        if (exponent < sumExponent)
        {
            sum *= BigInteger.Pow(10, sumExponent - exponent);
            sumExponent = exponent;
        }

        sum += exponent == sumExponent ? mantissa : mantissa * BigInteger.Pow(10, exponent - sumExponent);
    }
}
