using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Collections.Numbers;

/// <summary>Divides many integers by the same divisor, and rounds the quotients to <see cref="ExactNumber.MostDigits"/> digits, with a single multiplication
/// each.</summary>
/// <remarks>The factor is a power of ten divided by the divisor. If that is an integer, quotients are exact. Otherwise it has 128 fraction bits and is rounded
/// down, so a product is too small by less than 2^-64. A quotient whose rounding this may affect is left to <see cref="ExactNumber"/>.</remarks>
internal sealed class FrequentDivisor
{
    private const int FractionBits = 128, WordBits = 64;

    /// <summary>The number of digits before the decimal point of the smallest quotients, negated, plus one.</summary>
    private const int Offset = 19;

    /// <summary>The logarithm of 2 to base 10 as a fraction of a power of two.</summary>
    private const int Logarithm = 1233, LogarithmBits = 12;

    private readonly ulong _divisor;
    private readonly int _bits;

    /// <summary>The power of ten divided by the divisor, if that is an integer; otherwise, 0.</summary>
    private readonly ulong _factor;
    private readonly int _factorDigits;

    /// <summary>For each number of digits before the decimal point, the least integer whose quotient has one more.</summary>
    private readonly ulong[] _limits = [];

    /// <summary>For each number of digits before the decimal point, the factor for quotients with all of their digits. Computed on first use.</summary>
    private readonly Factor[] _factors = [];

    /// <param name="divisor">The divisor, from 1 to 2^63.</param>
    public FrequentDivisor(ulong divisor)
    {
        (_divisor, _bits) = (divisor, Bits(divisor));
        var (power, digits) = (BigInteger.One, 0);
        for (; digits < Offset && !(power % divisor).IsZero; digits++)
        {
            power *= 10;
        }

        if ((power % divisor).IsZero)
        {
            (_factor, _factorDigits) = ((ulong)(power / divisor), digits);
            return;
        }

        _factors = new Factor[(2 * Offset) + 2];
        _limits = [.. Enumerable.Range(-Offset, (2 * Offset) + 1).Select(Limit)];
    }

    /// <summary>Divides an integer.</summary>
    /// <param name="value">The integer, from 1 to 2^63.</param>
    /// <param name="quotient">The mantissa of the quotient.</param>
    /// <param name="exponent">The power of ten of the quotient.</param>
    /// <returns><see langword="false"/> if the quotient may be exact, or exactly between two mantissas.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDivide(ulong value, out UInt128 quotient, out int exponent)
    {
        const ulong half = 1UL << (WordBits - 1);
        if (_factor != 0)
        {
            quotient = new UInt128(Math.BigMul(value, _factor, out var product), product);
            exponent = -_factorDigits;
            return true;
        }

        // Quotients of integers with these numbers of bits differ by a factor of less than four, so they have one of two numbers of digits.
        var digits = (((Bits(value) - _bits - 1) * Logarithm) >> LogarithmBits) + 1;
        digits += value >= _limits[digits + Offset] ? 1 : 0;
        ref var factor = ref _factors[digits + Offset];
        if (!factor.IsKnown)
        {
            factor = CreateFactor(digits);
        }

        var carry = Math.BigMul(value, factor.Word0, out _);
        var upper = Math.BigMul(value, factor.Word1, out var fraction);
        fraction += carry;
        upper += fraction < carry ? 1UL : 0;
        carry = Math.BigMul(value, factor.Word2, out var low);
        low += upper;
        carry += low < upper ? 1UL : 0;
        quotient = new UInt128((value * factor.Word3) + carry, low) + (fraction >> (WordBits - 1));
        exponent = digits - ExactNumber.MostDigits;

        // Of the fraction, up to two units may be missing.
        return ((fraction + 2) & (half - 1)) > 3;
    }

    private static int Bits(ulong value) => WordBits - BitOperations.LeadingZeroCount(value);

    private ulong Limit(int digits)
    {
        var (numerator, denominator) = digits >= 0 ? (_divisor * BigInteger.Pow(10, digits), BigInteger.One) : (_divisor, BigInteger.Pow(10, -digits));
        var limit = (numerator + denominator - 1) / denominator;
        return limit > ulong.MaxValue ? ulong.MaxValue : (ulong)limit;
    }

    private Factor CreateFactor(int digits)
    {
        var factor = (BigInteger.Pow(10, ExactNumber.MostDigits - digits) << FractionBits) / _divisor;
        return new Factor(Word(0), Word(1), Word(2), Word(3), IsKnown: true);

        ulong Word(int index) => (ulong)((factor >> (index * WordBits)) & ulong.MaxValue);
    }

    /// <summary>Represents an integer of 256 bits.</summary>
    private readonly record struct Factor(ulong Word0, ulong Word1, ulong Word2, ulong Word3, bool IsKnown);
}
