using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Values;

/// <content>Quotients of 64-bit mantissas, which have up to 38 digits.</content>
internal sealed partial class NumberVector
{
    /// <summary>The number of bits of the hash of a divisor, by which its reciprocal is stored.</summary>
    private const int DivisorBits = 8;

    /// <summary>The number of uses after which a divisor is frequent, and the maximum number of frequent divisors.</summary>
    private const int LeastUses = 32, MostFrequent = 128;

    /// <summary>The latest divisors by their hash, because a few divisors are frequent in many columns.</summary>
    private StoredDivisor[] _divisors = [];
    private int _frequentDivisors;

    /// <summary>Divides mantissas row by row. Rows with a divisor of zero have no number.</summary>
    private bool TryComputeQuotients(NumberVector divisor)
    {
        const ulong hashFactor = 0x9E3779B97F4A7C15;
        if (!TryGetSmalls(out var dividends) || !divisor.TryGetSmalls(out var divisors))
        {
            return false;
        }

        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        Grow(ref _divisors, 1 << DivisorBits);
        var known = _divisors;
        var decimals = _nextDecimals.AsSpan(0, Rows);
        var exponents = _nextExponents.AsSpan(0, Rows);
        var ones = dividends.Mantissas[..Rows];
        var others = divisors.Mantissas[..Rows];
        for (var row = 0; row < decimals.Length; row++)
        {
            var other = others[row];
            if (other == 0)
            {
                (decimals[row], exponents[row]) = (0, 0);
                continue;
            }

            var magnitude = (ulong)(other < 0 ? -other : other);
            var one = ones[row];
            ref var stored = ref known[(int)((magnitude * hashFactor) >> (64 - DivisorBits))];
            if (stored.Divisor.Divisor != magnitude)
            {
                stored = new StoredDivisor { Divisor = new WideDivisor(magnitude) };
            }
            else if (stored.Frequent is null && ++stored.Uses == LeastUses && _frequentDivisors < MostFrequent)
            {
                stored.Frequent = new FrequentDivisor(magnitude);
                _frequentDivisors++;
            }

            int power;
            if (one != 0 && stored.Frequent is { } frequent && frequent.TryDivide((ulong)(one < 0 ? -one : one), out var quotient, out power))
            {
                decimals[row] = (one < 0) == (other < 0) ? (Int128)quotient : -(Int128)quotient;
            }
            else
            {
                decimals[row] = ExactNumber.Quotient(one, isDivisorNegative: other < 0, stored.Divisor, out power);
            }

            exponents[row] = dividends.Exponent(row) - divisors.Exponent(row) + power;
        }

        KeepCommonDecimals(divisor);
        return true;
    }

    /// <summary>Represents a divisor with its reciprocal.</summary>
    private struct StoredDivisor
    {
        public WideDivisor Divisor;
        public FrequentDivisor? Frequent;
        public int Uses;
    }
}
