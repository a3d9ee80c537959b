using System.Numerics;
using System.Runtime.InteropServices;
using Blittable.Collections.Numbers;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Computes the exact sum of any numbers, in any order.</summary>
/// <remarks>Numbers with exponents far from zero are summed separately by exponent, so the sum of 1e400000 and 1 does not need 400,000 digits.</remarks>
internal sealed class ExactSum
{
    /// <summary>The maximum exponent of numbers that are summed together.</summary>
    private const int MostNear = 512;

    /// <summary>The maximum sum that leaves room for another number in 128 bits.</summary>
    private const double MostFast = 1e37;

    /// <summary>The maximum of the upper 64 bits of a sum that leaves room for another number.</summary>
    private const long MostUpper = 1L << 60;

    /// <summary>The limit of the upper 64 bits of a number that may lower the exponent of the fast sum. Numbers of 38 digits exceed it.</summary>
    private const long MostReached = 1L << 56;

    private const int UpperShift = 64;

    /// <summary>The maximum number of exponents whose sums are in <see cref="_halves"/>.</summary>
    private const int MostHalves = 8;

    /// <summary>The distance in digits up to which numbers are summed exactly if the sum is used for more than rounding.</summary>
    private const int MostExactDigits = 100_000;

    /// <summary>The sums for exponents far from zero, or null if there are none.</summary>
    private Dictionary<BigInteger, BigInteger>? _far;

    /// <summary>The 128-bit sum of small numbers, at the smallest exponent so far, as long as it fits.</summary>
    private Int128 _fast;
    private int _fastExponent;
    private BigInteger _near;

    /// <summary>The sums of numbers that leave no room for another one in 128 bits, such as quotients of 38 digits. Null if there are none.</summary>
    private List<Halves>? _halves;

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

    /// <summary>Adds a number whose mantissa can have any 128 bits.</summary>
    public void Add(Int128 mantissa, int exponent)
    {
        if (TryAdd(mantissa, exponent))
        {
            return;
        }

        if (Math.Abs(exponent) > MostNear)
        {
            Add((BigInteger)mantissa, exponent);
            return;
        }

        _halves ??= [];
        foreach (ref var halves in CollectionsMarshal.AsSpan(_halves))
        {
            if (halves.Exponent == exponent)
            {
                halves.Add(mantissa);
                return;
            }
        }

        if (_halves.Count == MostHalves)
        {
            _halves.ForEach(halves => Add(halves.Sum, halves.Exponent));
            _halves.Clear();
        }

        _halves.Add(new Halves(mantissa, exponent));
    }

    public void Add(ExactSum other)
    {
        other._halves?.ForEach(halves => Add(halves.Sum, halves.Exponent));
        Add((BigInteger)other._fast, other._fastExponent);
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
        foreach (var halves in _halves ?? [])
        {
            AddNear(ref sum, ref exponent, halves.Sum, halves.Exponent);
        }

        AddNear(ref sum, ref exponent, mantissa, -scale);
        (BigInteger Mantissa, BigInteger Exponent) near = (sum, exponent);
        if (_far is null)
        {
            return near;
        }

        (BigInteger Mantissa, BigInteger Exponent)[] terms = [.. _far.Select(term => (term.Value, term.Key)), near];
        terms = [.. terms.Where(term => !term.Mantissa.IsZero).OrderByDescending(term => term.Exponent)];
        return Total(terms, mostDigits);
    }

    /// <summary>Returns the sum. Numbers very far below the others may be replaced with a number of the same sign.</summary>
    public (BigInteger Mantissa, BigInteger Exponent) Total() => Total(0, 0, MostExactDigits);

    /// <summary>Adds a number, if the sum fits in 128 bits at the exponent of the others.</summary>
    public bool TryAdd(Int128 mantissa, int exponent)
    {
        if (mantissa == (long)mantissa)
        {
            return TryAddFast((long)mantissa, exponent);
        }

        // Do not lower the exponent for numbers of 38 digits, because other numbers could not be added to the fast sum afterwards.
        if ((long)(mantissa >> UpperShift) is >= MostReached or <= -MostReached || !TryReach(exponent))
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
        Add((BigInteger)_fast, _fastExponent);
        _fast = 0;
    }

    /// <summary>Adds terms in descending order of their exponents.</summary>
    /// <remarks>As soon as the sum has more than <paramref name="mostDigits"/> digits that the remaining terms cannot change, these digits are put aside. From the
    /// others and the remaining terms, only the sign is needed, so the loop ends when the remaining terms cannot change the sign either.</remarks>
    private static (BigInteger Mantissa, BigInteger Exponent) Total((BigInteger Mantissa, BigInteger Exponent)[] terms, int mostDigits)
    {
        const int carry = 2;
        var reaches = Reaches(terms);
        (BigInteger Mantissa, BigInteger Exponent)? first = null;
        (BigInteger Mantissa, BigInteger Exponent) sum = (0, 0);
        for (var i = 0; i < terms.Length; i++)
        {
            var settled = sum.Mantissa.IsZero ? 0 : sum.Exponent + LeastDigits(sum.Mantissa) - reaches[i];
            if (first is not null && settled > carry)
            {
                break;
            }

            if (first is null && settled > mostDigits + carry)
            {
                (first, sum) = Split(sum, reaches[i]);
            }

            var (mantissa, exponent) = terms[i];
            sum = sum.Mantissa.IsZero ? terms[i] : ((sum.Mantissa * BigInteger.Pow(10, (int)(sum.Exponent - exponent))) + mantissa, exponent);
        }

        return first is not { } digits ? sum : ExactNumber.AddParts(digits, (sum.Mantissa.Sign, digits.Exponent - (4 * mostDigits)));
    }

    /// <summary>Returns exclusive power-of-ten bounds for the sums of each term and all terms after it.</summary>
    private static BigInteger[] Reaches((BigInteger Mantissa, BigInteger Exponent)[] terms)
    {
        var reaches = new BigInteger[terms.Length];
        BigInteger? reach = null;
        for (var i = terms.Length - 1; i >= 0; i--)
        {
            var own = terms[i].Exponent + LeastDigits(terms[i].Mantissa) + 1;
            reach = reach is { } later ? BigInteger.Max(later, own) : own;
            reaches[i] = reach.Value + ExactNumber.DigitCount(terms.Length - i);
        }

        return reaches;
    }

    /// <summary>Splits a number into a multiple of a power of ten and the rest.</summary>
    private static ((BigInteger Mantissa, BigInteger Exponent) Upper, (BigInteger Mantissa, BigInteger Exponent) Lower) Split(
        (BigInteger Mantissa, BigInteger Exponent) number, BigInteger power)
    {
        if (number.Exponent >= power)
        {
            return (number, (0, 0));
        }

        var upper = BigInteger.DivRem(number.Mantissa, BigInteger.Pow(10, (int)(power - number.Exponent)), out var rest);
        return ((upper, power), (rest, number.Exponent));
    }

    /// <summary>Returns the number of digits of a number other than zero, or one digit less. Counting them exactly takes a power of ten as long as the
    /// number.</summary>
    private static int LeastDigits(in BigInteger number) => (int)((BigInteger.Abs(number).GetBitLength() - 1) * 0.30102999566398) + 1;

    private static void AddNear(ref BigInteger sum, ref int sumExponent, in BigInteger mantissa, int exponent)
    {
        if (exponent < sumExponent)
        {
            sum *= BigInteger.Pow(10, sumExponent - exponent);
            sumExponent = exponent;
        }

        sum += exponent == sumExponent ? mantissa : mantissa * BigInteger.Pow(10, exponent - sumExponent);
    }

    /// <summary>Represents the sum of 128-bit numbers with one exponent, as separate sums of their upper and lower 64 bits.</summary>
    private struct Halves(Int128 mantissa, int exponent)
    {
        private Int128 _upper = mantissa >> UpperShift;
        private UInt128 _lower = (ulong)mantissa;

        public int Exponent { get; } = exponent;

        public readonly BigInteger Sum => ((BigInteger)_upper << UpperShift) + (BigInteger)_lower;

        public void Add(Int128 number)
        {
            _upper += number >> UpperShift;
            _lower += (ulong)number;
        }
    }
}
