using System.Numerics;
using Blittable.Format;

namespace Blittable.Collections;

/// <content>Arithmetic: exact, then rounded to <see cref="MostDigits"/>.</content>
internal readonly partial struct ExactNumber
{
    /// <summary>A number that is so many places below the last digit of another one decides only how the other is rounded.</summary>
    private const int SpareDigits = 2 * MostDigits;

    /// <summary>Returns the nearest number of 38 digits, of two equally near ones the even one.</summary>
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
            // Two mantissas of 64 bits have at most 38 digits together.
            var exponent = (long)left._exponent + right._exponent;
            var product = (Int128)left._mantissa * right._mantissa;
            return Math.Abs(exponent) <= MostSmallExponent && product == (long)product ? new ExactNumber((long)product, (int)exponent) : Of(product, exponent);
        }

        var (a, b) = (left.Parts(), right.Parts());
        return Round(a.Mantissa * b.Mantissa, a.Exponent + b.Exponent);
    }

    /// <summary>Divides by a number that is not zero.</summary>
    public static ExactNumber Divide(in ExactNumber dividend, in ExactNumber divisor) => Divide(dividend.Parts(), divisor.Parts());

    public static ExactNumber Divide((BigInteger Mantissa, BigInteger Exponent) dividend, (BigInteger Mantissa, BigInteger Exponent) divisor)
    {
        // Two digits more than are needed, and a last one that says whether there is a rest.
        var power = Math.Max(0, MostDigits + 2 + DigitCount(divisor.Mantissa) - DigitCount(dividend.Mantissa));
        var quotient = BigInteger.DivRem(dividend.Mantissa * BigInteger.Pow(10, power), divisor.Mantissa, out var rest);
        var exponent = dividend.Exponent - divisor.Exponent - power;
        return rest.IsZero ? Round(quotient, exponent) : Round((quotient * 10) + (dividend.Mantissa.Sign * divisor.Mantissa.Sign), exponent - 1);
    }

    /// <summary>The rest of a division by a number that is not zero; it has the sign of the dividend.</summary>
    public static ExactNumber Remainder(in ExactNumber dividend, in ExactNumber divisor)
    {
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

    /// <summary>Adds numbers whose sum is rounded later. A number far below the other one is replaced by another one of its sign, so that sums stay short.</summary>
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

        // First many at a time: a million zeros are not a million divisions.
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
