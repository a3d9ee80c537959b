using System.Numerics;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Integers and decimals as JSON has them: the digits of a mantissa, and a point among them.</summary>
internal static class DecimalText
{
    /// <summary>Writes a number.</summary>
    /// <param name="mantissa">Its digits.</param>
    /// <param name="isNegative">Whether it is below zero.</param>
    /// <param name="fractionDigits">How many of the digits stand behind the point; 0 for an integer.</param>
    /// <param name="destination">Where the text goes.</param>
    /// <param name="written">Bytes of the text; 0 on failure.</param>
    /// <returns>False where the destination is too short.</returns>
    public static bool TryFormat(ulong mantissa, bool isNegative, int fractionDigits, Span<byte> destination, out int written)
    {
        var sign = isNegative ? 1 : 0;
        var end = sign + Math.Max(CountDigits(mantissa), fractionDigits + 1) + (fractionDigits == 0 ? 0 : 1);
        written = 0;
        if (destination.Length < end)
        {
            return false;
        }

        written = end;
        if (fractionDigits != 0)
        {
            end -= fractionDigits;
            mantissa = DigitPairs.Write(destination.Slice(end, fractionDigits), mantissa);
            destination[--end] = (byte)'.';
        }

        DigitPairs.Write(destination[sign..end], mantissa);
        if (isNegative)
        {
            destination[0] = (byte)'-';
        }

        return true;
    }

    /// <summary>How many digits a number has: about its logarithm to base 2, times that of 2 to base 10.</summary>
    internal static int CountDigits(ulong value)
    {
        const ulong largestPower = 10_000_000_000_000_000_000;
        var atLeast = (BitOperations.Log2(value | 1) + 1) * 1233 >> 12;
        var next = atLeast < PackedNumbers.PowersOfTen.Length ? (ulong)PackedNumbers.PowersOfTen[atLeast] : largestPower;
        return Math.Max(atLeast + (value >= next ? 1 : 0), 1);
    }
}
