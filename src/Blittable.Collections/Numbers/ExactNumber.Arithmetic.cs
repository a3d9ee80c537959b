using System.Numerics;
using Blittable.Layout;

namespace Blittable.Collections.Numbers;

/// <content>Arithmetic: computed exactly, then rounded to <see cref="MostDigits"/>.</content>
internal readonly partial struct ExactNumber
{
    /// <summary>The number of digits below the last digit of a number from which another number affects only how it is rounded.</summary>
    private const int SpareDigits = 2 * MostDigits;

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

    /// <summary>Divides two integers and rounds to <see cref="MostDigits"/> digits, half to even: long division in 128 bits, with as many digits per step as
    /// fit.</summary>
    /// <param name="dividend">The dividend.</param>
    /// <param name="divisor">The divisor, which is not 0.</param>
    /// <param name="exponent">The power of ten of the quotient.</param>
    public static Int128 Quotient(long dividend, long divisor, out int exponent)
    {
        var (value, unit) = ((ulong)Int128.Abs(dividend), (ulong)Int128.Abs(divisor));
        var (whole, rest) = Math.DivRem(value, unit);
        var (quotient, digits) = ((UInt128)whole, DigitCount((UInt128)whole));
        exponent = 0;
        if (rest == 0)
        {
            return (dividend < 0) == (divisor < 0) ? (Int128)quotient : -(Int128)quotient;
        }

        var wide = new WideDivisor(unit);
        if (digits > 0)
        {
            // Most quotients have all of their digits.
            const ulong mostPower = 10_000_000_000_000_000_000;
            var next = wide.Divide(rest, mostPower, out var left);
            var last = wide.Divide(left, (ulong)PowerOfTen.Int64(MostInt128Power - digits), out left);
            if (left != 0)
            {
                quotient = ((((UInt128)whole * mostPower) + next) * (ulong)PowerOfTen.Int64(MostInt128Power - digits)) + last;
                exponent = digits - MostDigits;
                return Rounded(quotient, left, unit, (dividend < 0) != (divisor < 0));
            }
        }

        while (rest != 0 && digits < MostDigits)
        {
            var step = Math.Min(MostInt128Power, MostDigits - digits);
            var part = wide.Divide(rest, (ulong)PowerOfTen.Int128(step), out rest);

            // An exact quotient keeps only the digits that it needs.
            for (; rest == 0 && part % 10 == 0; step--)
            {
                part /= 10;
            }

            quotient = (quotient * (UInt128)PowerOfTen.Int128(step)) + part;
            digits = digits == 0 ? DigitCount((UInt128)part) : digits + step;
            exponent -= step;
        }

        return Rounded(quotient, rest, unit, (dividend < 0) != (divisor < 0));
    }

    /// <summary>Rounds a quotient half to even, and applies its sign.</summary>
    private static Int128 Rounded(UInt128 quotient, ulong rest, ulong unit, bool isNegative)
    {
        var other = unit - rest;
        quotient += rest > other || (rest == other && UInt128.IsOddInteger(quotient)) ? 1u : 0u;
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

    private static int DigitCount(ulong value)
    {
        var digits = 1;
        foreach (var power in PowerOfTen.Int64s[1..])
        {
            if (value < (ulong)power)
            {
                return digits;
            }

            digits++;
        }

        return value >= 10_000_000_000_000_000_000 ? 20 : 19;
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
