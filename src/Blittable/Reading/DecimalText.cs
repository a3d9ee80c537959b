using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Formats integers and decimals as JSON: the digits of a mantissa, and a decimal point.</summary>
internal static class DecimalText
{
    /// <summary>Writes a number.</summary>
    /// <param name="mantissa">The digits as an integer.</param>
    /// <param name="isNegative"><see langword="true"/> if the number is negative.</param>
    /// <param name="fractionDigits">The number of fraction digits, or 0 for an integer.</param>
    /// <param name="destination">The destination of the text.</param>
    /// <param name="written">Receives the number of bytes written, or 0 on failure.</param>
    /// <returns>False if the destination is too short.</returns>
    public static bool TryFormat(ulong mantissa, bool isNegative, int fractionDigits, Span<byte> destination, out int written)
    {
        var length = Length(mantissa, isNegative, fractionDigits);
        if (destination.Length < length)
        {
            written = 0;
            return false;
        }

        Write(destination[..length], mantissa, isNegative, fractionDigits);
        written = length;
        return true;
    }

    /// <summary>Returns a number as a string.</summary>
    /// <inheritdoc cref="TryFormat" path="/param"/>
    public static string ToString(ulong mantissa, bool isNegative, int fractionDigits) => string.Create(
        Length(mantissa, isNegative, fractionDigits),
        (mantissa, isNegative, fractionDigits),
        static (text, number) => Write(text, number.mantissa, number.isNegative, number.fractionDigits));

    private static int Length(ulong mantissa, bool isNegative, int fractionDigits) =>
        (isNegative ? 1 : 0) + (fractionDigits == 0 ? CountDigits(mantissa) : Math.Max(CountDigits(mantissa), fractionDigits + 1) + 1);

    /// <summary>Writes a number whose text has the length of the destination.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write<TCharacter>(Span<TCharacter> destination, ulong mantissa, bool isNegative, int fractionDigits)
        where TCharacter : unmanaged, IBinaryInteger<TCharacter>
    {
        var end = destination.Length;
        if (fractionDigits != 0)
        {
            end -= fractionDigits;
            mantissa = DigitPairs.Write(destination[end..], mantissa);
            destination[--end] = TCharacter.CreateTruncating('.');
        }

        var start = 0;
        if (isNegative)
        {
            destination[0] = TCharacter.CreateTruncating('-');
            start = 1;
        }

        DigitPairs.Write(destination[start..end], mantissa);
    }

    /// <summary>Returns the number of digits, from the base-2 logarithm multiplied by log10(2).</summary>
    internal static int CountDigits(ulong value)
    {
        const ulong largestPower = 10_000_000_000_000_000_000;
        var atLeast = (BitOperations.Log2(value | 1) + 1) * 1233 >> 12;
        var next = atLeast < PowerOfTen.Int64s.Length ? (ulong)PowerOfTen.Int64s[atLeast] : largestPower;
        return Math.Max(atLeast + (value >= next ? 1 : 0), 1);
    }
}
