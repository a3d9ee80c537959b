using System.Numerics;
using Blittable.Collections.Numbers;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>An exact sum of any numbers, in any order.</summary>
/// <remarks>Numbers whose exponents are far from zero are summed apart, by their exponents, so that a sum of 1e400000 and 1 does not need 400,000 digits.</remarks>
internal sealed class ExactSum
{
    /// <summary>Exponents up to here are summed together.</summary>
    private const int MostNear = 512;

    /// <summary>Sums up to here leave room in 128 bits for one more number.</summary>
    private const double MostFast = 1e37;

    /// <summary>The same for their upper 64 bits.</summary>
    private const long MostUpper = 1L << 60;

    private const int UpperShift = 64;

    /// <summary>Numbers so many digits apart are still summed exactly where their sum is needed for more than rounding it.</summary>
    private const int MostExactDigits = 100_000;

    /// <summary>The sums of exponents far from zero; null while there are none.</summary>
    private Dictionary<BigInteger, BigInteger>? _far;

    /// <summary>Small numbers are summed in 128 bits as long as these hold the sum, at the least exponent so far.</summary>
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

        // Exponents of one block have one sum.
        var block = BigInteger.DivRem(exponent, MostNear, out var rest);
        if (rest.Sign < 0)
        {
            (block, rest) = (block - 1, rest + MostNear);
        }

        var key = block * MostNear;
        _far ??= [];
        _far[key] = _far.GetValueOrDefault(key) + (mantissa * BigInteger.Pow(10, (int)rest));
    }

    /// <summary>Returns the sum with another number, for rounding to <see cref="ExactNumber.MostDigits"/>: digits far behind the first ones may be replaced
    /// by a digit that says on which side of the others the sum is.</summary>
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

    /// <summary>Returns the sum. Only numbers that are very far below the others may be replaced by a number of their sign.</summary>
    public (BigInteger Mantissa, BigInteger Exponent) Total() => Total(0, 0, MostExactDigits);

    /// <summary>Adds a product of two mantissas, if 128 bits hold it at the exponent of the others.</summary>
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

    /// <summary>Goes to an exponent, if it is lower than that of the fast sum.</summary>
    /// <returns>False if numbers of that exponent are not summed fast.</returns>
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
            // Once all that follows together is far behind the last digit, it only decides the rounding.
            if (!sum.Mantissa.IsZero && sum.Exponent - Reach(terms[i..]) > mostDigits)
            {
                return ExactNumber.AddParts(sum, (Total(terms, i, mostDigits).Mantissa.Sign, sum.Exponent - (4 * mostDigits)));
            }

            sum = sum.Mantissa.IsZero ? terms[i]
                : ((sum.Mantissa * BigInteger.Pow(10, (int)(sum.Exponent - terms[i].Exponent))) + terms[i].Mantissa, terms[i].Exponent);
        }

        return sum;
    }

    /// <summary>The power of ten that the sum of some terms is below.</summary>
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
