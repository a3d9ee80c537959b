using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Collections.Numbers;

/// <summary>Divides 128-bit products by a 64-bit integer. The reciprocal is computed once, so each division takes two multiplications.</summary>
/// <remarks>The algorithm is from Möller and Granlund, <i>Improved division by invariant integers</i> (2011).</remarks>
internal readonly struct WideDivisor
{
    private readonly ulong _divisor;
    private readonly ulong _reciprocal;
    private readonly int _shift;

    /// <param name="divisor">The divisor, which is not 0.</param>
    public WideDivisor(ulong divisor)
    {
        _shift = BitOperations.LeadingZeroCount(divisor);
        _divisor = divisor << _shift;
        _reciprocal = Reciprocal(_divisor);
    }

    /// <summary>Gets the divisor; 0 for the default value.</summary>
    public ulong Divisor => _divisor >> _shift;

    /// <summary>Divides an integer.</summary>
    /// <param name="value">The integer.</param>
    /// <param name="rest">The remainder.</param>
    public ulong Divide(ulong value, out ulong rest) => DivideShifted(_shift == 0 ? 0 : value >> (64 - _shift), value << _shift, out rest);

    /// <summary>Divides the product of two integers, if the quotient fits in 64 bits.</summary>
    /// <param name="left">The first factor, which is less than the divisor.</param>
    /// <param name="right">The second factor.</param>
    /// <param name="rest">The remainder.</param>
    public ulong Divide(ulong left, ulong right, out ulong rest)
    {
        var upper = Math.BigMul(left, right, out var lower);
        if (_shift > 0)
        {
            upper = (upper << _shift) | (lower >> (64 - _shift));
            lower <<= _shift;
        }

        return DivideShifted(upper, lower, out rest);
    }

    /// <summary>Divides an integer of 128 bits that was shifted like the divisor.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong DivideShifted(ulong upper, ulong lower, out ulong rest)
    {
        var quotient = Math.BigMul(_reciprocal, upper, out var fraction);
        fraction += lower;
        quotient += upper + (fraction < lower ? 1UL : 0) + 1;
        rest = lower - (quotient * _divisor);

        // This branch could not be predicted.
        var excess = rest > fraction ? 1UL : 0;
        quotient -= excess;
        rest += _divisor & (0 - excess);
        if (rest >= _divisor)
        {
            quotient++;
            rest -= _divisor;
        }

        rest >>= _shift;
        return quotient;
    }

    /// <summary>Computes the upper bits of 2^128 divided by an integer whose highest bit is set, by Newton's method.</summary>
    private static ulong Reciprocal(ulong divisor)
    {
        const ulong tableNumerator = 0x7FD00;
        var first = tableNumerator / (divisor >> 55);
        var upper = (divisor >> 24) + 1;
        var second = (first << 11) - ((first * first * upper) >> 40) - 1;
        var third = (second << 13) + ((second * ((1UL << 60) - (second * upper))) >> 47);
        var lowest = divisor & 1;
        var error = ((third >> 1) & (0 - lowest)) - (third * ((divisor >> 1) + lowest));
        var fourth = (Math.BigMul(third, error, out _) >> 1) + (third << 31);
        var product = Math.BigMul(fourth, divisor, out var fraction);
        fraction += divisor;
        return fourth - product - (fraction < divisor ? 1UL : 0) - divisor;
    }
}
