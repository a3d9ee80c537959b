using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Collections.Numbers;

/// <content>Arithmetic: computed exactly, then rounded to <see cref="MostDigits"/>.</content>
internal readonly partial struct ExactNumber
{
    /// <summary>The number of digits below the last digit of a number from which another number affects only how it is rounded.</summary>
    private const int SpareDigits = 2 * MostDigits;

    /// <summary>The powers of ten that fit in 64 bits.</summary>
    private static readonly ulong[] _powers = [.. PowerOfTen.Int64s.ToArray().Select(power => (ulong)power), 10_000_000_000_000_000_000];

    /// <summary>Rounds to 38 significant digits, half to even.</summary>
    public static ExactNumber Round(BigInteger mantissa, BigInteger exponent)
    {
        var excess = DigitCount(mantissa) - MostDigits;
        if (excess > 0)
        {
            mantissa = RoundedAt(mantissa, 0, excess);
            exponent += excess;
        }

        StripZeros(ref mantissa, ref exponent);
        return Of(mantissa, exponent);
    }

    public static ExactNumber Add(in ExactNumber left, in ExactNumber right)
    {
        if (left.IsSmall && right.IsSmall && left._exponent == right._exponent)
        {
            return OfScaled((Int128)left._mantissa + right._mantissa, -left._exponent);
        }

        if (left.IsSmall && right.IsSmall && TryAlign(left, right, out var one, out var other, out var common))
        {
            return OfExact(one + other, common);
        }

        var (mantissa, exponent) = AddParts(left.Parts(), right.Parts());
        return Round(mantissa, exponent);
    }

    public static ExactNumber Negate(in ExactNumber number)
    {
        if (number.IsSmall && number._mantissa != long.MinValue)
        {
            return new ExactNumber(-number._mantissa, number._exponent);
        }

        var (mantissa, exponent) = number.Parts();
        return Of(-mantissa, exponent);
    }

    public static ExactNumber Multiply(in ExactNumber left, in ExactNumber right)
    {
        if (left.IsSmall && right.IsSmall)
        {
            // The product of two 64-bit mantissas has at most 38 digits.
            var exponent = (long)left._exponent + right._exponent;
            var product = (Int128)left._mantissa * right._mantissa;
            return Math.Abs(exponent) <= MostSmallExponent && product == (long)product ? new ExactNumber((long)product, (int)exponent) : Of(product, exponent);
        }

        var (a, b) = (left.Parts(), right.Parts());
        return Round(a.Mantissa * b.Mantissa, a.Exponent + b.Exponent);
    }

    /// <summary>Divides by a nonzero number.</summary>
    public static ExactNumber Divide(in ExactNumber dividend, in ExactNumber divisor) =>
        dividend.IsSmall && divisor.IsSmall ? DivideSmall(dividend, divisor) : Divide(dividend.Parts(), divisor.Parts());

    private static ExactNumber DivideSmall(in ExactNumber dividend, in ExactNumber divisor)
    {
        var quotient = Quotient(dividend._mantissa, divisor._mantissa, out var power);
        var exponent = (long)dividend._exponent - divisor._exponent + power;
        while (quotient != 0 && Int128.IsEvenInteger(quotient) && Int128.DivRem(quotient, 10) is { Remainder: var digit } stripped && digit == 0)
        {
            (quotient, exponent) = (stripped.Quotient, exponent + 1);
        }

        return quotient == 0 ? new ExactNumber(0)
            : quotient == (long)quotient && Math.Abs(exponent) <= MostSmallExponent ? new ExactNumber((long)quotient, (int)exponent)
            : Of(quotient, exponent);
    }

    /// <summary>Divides two integers and rounds to <see cref="MostDigits"/> digits, half to even.</summary>
    /// <param name="dividend">The dividend.</param>
    /// <param name="divisor">The divisor, which is not 0.</param>
    /// <param name="exponent">The power of ten of the quotient.</param>
    public static Int128 Quotient(long dividend, long divisor, out int exponent) =>
        Quotient(dividend, divisor < 0, new WideDivisor(Magnitude(divisor)), out exponent);

    /// <summary>Divides two integers and rounds to <see cref="MostDigits"/> digits, half to even: long division in 128 bits, with as many digits per step as
    /// fit.</summary>
    /// <param name="dividend">The dividend.</param>
    /// <param name="isDivisorNegative">True if the divisor is negative.</param>
    /// <param name="divisor">The absolute value of the divisor.</param>
    /// <param name="exponent">The power of ten of the quotient.</param>
    public static Int128 Quotient(long dividend, bool isDivisorNegative, in WideDivisor divisor, out int exponent)
    {
        const ulong mostPower = 10_000_000_000_000_000_000;
        var isNegative = (dividend < 0) != isDivisorNegative;
        var whole = divisor.Divide(Magnitude(dividend), out var rest);
        var unit = divisor.Divisor;
        exponent = 0;
        if (rest == 0)
        {
            return isNegative ? -(Int128)whole : whole;
        }

        // Most quotients have all of their digits.
        var digits = whole == 0 ? 0 : DigitCount(whole);
        var first = divisor.Divide(rest, mostPower, out var left);
        if (left == 0)
        {
            // An exact quotient keeps only the digits that it needs.
            exponent = -MostInt128Power;
            StripZeros(ref first, ref exponent);
            var sum = Combine(whole, _powers[-exponent], first, 1, 0);
            return isNegative ? -(Int128)sum : (Int128)sum;
        }

        if (digits > 0)
        {
            var power = _powers[MostInt128Power - digits];
            var last = divisor.Divide(left, power, out left);
            if (left != 0)
            {
                exponent = digits - MostDigits;
                return Rounded(Combine(whole, mostPower, first, power, last), left, unit, isNegative);
            }
        }
        else if (first != 0)
        {
            var second = divisor.Divide(left, mostPower, out left);
            var digitsLeft = MostInt128Power - DigitCount(first);
            var power = _powers[digitsLeft];
            var last = divisor.Divide(left, power, out left);
            if (left != 0)
            {
                exponent = -MostDigits - digitsLeft;
                return Rounded(Combine(first, mostPower, second, power, last), left, unit, isNegative);
            }
        }

        var quotient = (UInt128)whole;
        while (rest != 0 && digits < MostDigits)
        {
            var step = Math.Min(MostInt128Power, MostDigits - digits);
            var part = divisor.Divide(rest, (ulong)PowerOfTen.Int128(step), out rest);

            // An exact quotient keeps only the digits that it needs.
            for (; rest == 0 && part % 10 == 0; step--)
            {
                part /= 10;
            }

            quotient = (quotient * (UInt128)PowerOfTen.Int128(step)) + part;
            digits = digits == 0 ? DigitCount((UInt128)part) : digits + step;
            exponent -= step;
        }

        return Rounded(quotient, rest, unit, isNegative);
    }

    /// <summary>Combines three parts of a number, without the general multiplication of 128-bit integers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static UInt128 Combine(ulong first, ulong firstPower, ulong second, ulong secondPower, ulong third)
    {
        var upper = Math.BigMul(first, firstPower, out var lower);
        lower += second;
        upper += lower < second ? 1UL : 0;
        var carry = Math.BigMul(lower, secondPower, out lower);
        lower += third;
        return new UInt128((upper * secondPower) + carry + (lower < third ? 1UL : 0), lower);
    }

    /// <summary>Removes trailing zeros from an integer other than zero.</summary>
    private static void StripZeros(ref ulong mantissa, ref int exponent)
    {
        for (; mantissa % 100_000_000 == 0; exponent += 8)
        {
            mantissa /= 100_000_000;
        }

        if (mantissa % 10_000 == 0)
        {
            (mantissa, exponent) = (mantissa / 10_000, exponent + 4);
        }

        for (; mantissa % 10 == 0; exponent++)
        {
            mantissa /= 10;
        }
    }

    private static ulong Magnitude(long value) => (ulong)(value < 0 ? -value : value);

    /// <summary>Rounds a quotient half to even, and applies its sign.</summary>
    private static Int128 Rounded(UInt128 quotient, ulong rest, ulong unit, bool isNegative)
    {
        // This branch could not be predicted.
        var other = unit - rest;
        quotient += (rest > other ? 1UL : 0) | ((rest == other ? 1UL : 0) & (ulong)quotient);
        return isNegative ? -(Int128)quotient : (Int128)quotient;
    }

    /// <summary>Aligns two small numbers to the lower of their exponents, if the exponents are close enough.</summary>
    private static bool TryAlign(in ExactNumber left, in ExactNumber right, out Int128 one, out Int128 other, out int exponent)
    {
        exponent = Math.Min(left._exponent, right._exponent);
        var (leftPower, rightPower) = ((long)left._exponent - exponent, (long)right._exponent - exponent);
        var isNear = Math.Max(leftPower, rightPower) < MostInt128Power;
        (one, other) = isNear ? (left._mantissa * PowerOfTen.Int128((int)leftPower), right._mantissa * PowerOfTen.Int128((int)rightPower)) : (0, 0);
        return isNear;
    }

    /// <summary>Returns the number with a mantissa of at most 38 digits, without trailing zeros.</summary>
    public static ExactNumber OfExact(Int128 mantissa, int exponent)
    {
        if (mantissa == (long)mantissa)
        {
            var (stripped, power) = new ExactNumber((long)mantissa, exponent).Stripped();
            return new ExactNumber(stripped, power);
        }

        return Of(mantissa, exponent);
    }

    private static int DigitCount(UInt128 value)
    {
        if (value <= ulong.MaxValue)
        {
            return value == 0 ? 0 : DigitCount((ulong)value);
        }

        var digits = MostInt128Power;
        for (; digits < MostDigits && value >= (UInt128)PowerOfTen.Int128(digits); digits++)
        {
        }

        return digits;
    }

    public static ExactNumber Divide((BigInteger Mantissa, BigInteger Exponent) dividend, (BigInteger Mantissa, BigInteger Exponent) divisor)
    {
        // Compute two more digits than needed, and a last digit that indicates a remainder.
        var power = Math.Max(0, MostDigits + 2 + DigitCount(divisor.Mantissa) - DigitCount(dividend.Mantissa));
        var quotient = BigInteger.DivRem(dividend.Mantissa * BigInteger.Pow(10, power), divisor.Mantissa, out var rest);
        var exponent = dividend.Exponent - divisor.Exponent - power;
        return rest.IsZero ? Round(quotient, exponent) : Round((quotient * 10) + (dividend.Mantissa.Sign * divisor.Mantissa.Sign), exponent - 1);
    }

    /// <summary>Returns the remainder of a division by a nonzero number. It has the sign of the dividend.</summary>
    public static ExactNumber Remainder(in ExactNumber dividend, in ExactNumber divisor)
    {
        if (dividend.IsSmall && divisor.IsSmall && TryAlign(dividend, divisor, out var one, out var other, out var common))
        {
            return OfExact(one % other, common);
        }

        var (a, b) = (dividend.Parts(), divisor.Parts());
        if (a.Exponent >= b.Exponent)
        {
            var modulus = BigInteger.Abs(b.Mantissa);
            var rest = BigInteger.Abs(a.Mantissa) * BigInteger.ModPow(10, a.Exponent - b.Exponent, modulus) % modulus;
            return Round(dividend.Sign * rest, b.Exponent);
        }

        if (a.Exponent + DigitCount(a.Mantissa) < b.Exponent + DigitCount(b.Mantissa))
        {
            return Round(a.Mantissa, a.Exponent);
        }

        return Round(a.Mantissa % (b.Mantissa * BigInteger.Pow(10, (int)(b.Exponent - a.Exponent))), a.Exponent);
    }

    /// <summary>Adds numbers whose sum is rounded later. A number far below the other is replaced with a smaller one of the same sign, to keep sums
    /// short.</summary>
    public static (BigInteger Mantissa, BigInteger Exponent) AddParts(
        (BigInteger Mantissa, BigInteger Exponent) left, (BigInteger Mantissa, BigInteger Exponent) right)
    {
        if (left.Mantissa.IsZero || right.Mantissa.IsZero)
        {
            return left.Mantissa.IsZero ? right : left;
        }

        var (high, low) = left.Exponent >= right.Exponent ? (left, right) : (right, left);
        if (high.Exponent - low.Exponent - DigitCount(low.Mantissa) > SpareDigits)
        {
            return ((high.Mantissa * BigInteger.Pow(10, SpareDigits)) + low.Mantissa.Sign, high.Exponent - SpareDigits);
        }

        return ((high.Mantissa * BigInteger.Pow(10, (int)(high.Exponent - low.Exponent))) + low.Mantissa, low.Exponent);
    }

    /// <summary>Returns the number of decimal digits; 1 for zero.</summary>
    public static int DigitCount(in BigInteger value)
    {
        var magnitude = BigInteger.Abs(value);
        if (magnitude <= ulong.MaxValue)
        {
            return DigitCount((ulong)magnitude);
        }

        // log10(2), rounded down: at most one digit too few.
        var digits = (int)((magnitude.GetBitLength() - 1) * 0.30102999566398) + 1;
        return magnitude >= BigInteger.Pow(10, digits) ? digits + 1 : digits;
    }

    /// <summary>Returns a number in units of a power of ten, rounded half to even.</summary>
    internal static BigInteger RoundedAt(in BigInteger mantissa, in BigInteger exponent, int unit)
    {
        var drop = unit - exponent;
        if (drop <= 0)
        {
            return mantissa * BigInteger.Pow(10, (int)-drop);
        }

        if (drop > DigitCount(mantissa))
        {
            return 0;
        }

        var power = BigInteger.Pow(10, (int)drop);
        var quotient = BigInteger.DivRem(mantissa, power, out var rest);
        var order = (BigInteger.Abs(rest) * 2).CompareTo(power);
        return order > 0 || (order == 0 && !quotient.IsEven) ? quotient + mantissa.Sign : quotient;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int DigitCount(ulong value)
    {
        // log10(2) times the number of bits, rounded down, is the number of digits or one less.
        const int logarithm = 1233, logarithmBits = 12;
        value |= 1;
        var digits = (64 - BitOperations.LeadingZeroCount(value)) * logarithm >> logarithmBits;
        return digits + (value >= _powers[digits] ? 1 : 0);
    }

    private static void StripZeros(ref BigInteger mantissa, ref BigInteger exponent)
    {
        if (mantissa.IsZero)
        {
            exponent = 0;
            return;
        }

        // Remove many zeros at a time: a million zeros must not take a million divisions.
        for (var power = (int)BitOperations.RoundUpToPowerOf2((uint)DigitCount(mantissa)) / 2; power > 0 && mantissa.IsEven; power /= 2)
        {
            while (true)
            {
                var stripped = BigInteger.DivRem(mantissa, BigInteger.Pow(10, power), out var rest);
                if (!rest.IsZero)
                {
                    break;
                }

                (mantissa, exponent) = (stripped, exponent + power);
            }
        }
    }
}
