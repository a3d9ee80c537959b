using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Reading;

/// <summary>Represents a parsed number text (RFC 8259): sign, significant digits as an integer, power of ten.</summary>
internal readonly ref struct NumberText
{
    /// <summary>The maximum number of decimal digits that always fit into 64 bits.</summary>
    public const int MaxDigits = 19;

    /// <summary>The maximum exponent. It exceeds the range of all types, and prevents overflow of sums.</summary>
    private const int MaxExponent = 100_000_000;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NumberText(ulong significand, int exponent, bool isNegative, bool isInteger, bool isTruncated)
    {
        Significand = significand;
        Exponent = exponent;
        IsNegative = isNegative;
        IsInteger = isInteger;
        IsTruncated = isTruncated;
    }

    /// <summary>Gets the first 19 significant digits.</summary>
    public ulong Significand { get; }

    /// <summary>Gets the power of ten that <see cref="Significand"/> is multiplied by.</summary>
    public int Exponent { get; }

    public bool IsNegative { get; }

    /// <summary>Gets a value that indicates whether the text has neither fraction nor exponent.</summary>
    public bool IsInteger { get; }

    /// <summary>Gets a value that indicates whether the number has more significant digits than <see cref="Significand"/>.</summary>
    public bool IsTruncated { get; }

    /// <summary>Parses a text.</summary>
    /// <returns>False if the text is not a valid number.</returns>
    public static bool TryParse(ReadOnlySpan<byte> text, out NumberText number)
    {
        number = default;
        var position = 0;
        var isNegative = false;
        if (!text.IsEmpty && text[0] == '-')
        {
            isNegative = true;
            position = 1;
        }

        var wholeStart = position;
        ulong significand = 0;
        while ((uint)position < (uint)text.Length && IsDigit(text[position]))
        {
            significand = (10 * significand) + (ulong)(text[position++] - '0');
        }

        var digits = position - wholeStart;
        if (digits == 0 || (digits > 1 && text[wholeStart] == '0'))
        {
            return false;
        }

        var exponent = 0;
        var isInteger = true;
        if ((uint)position < (uint)text.Length && text[position] == '.')
        {
            isInteger = false;
            var fractionStart = ++position;
            while (position + 8 <= text.Length && TryParseEight(text[position..], out var eight))
            {
                significand = (100_000_000 * significand) + eight;
                position += 8;
            }

            while ((uint)position < (uint)text.Length && IsDigit(text[position]))
            {
                significand = (10 * significand) + (ulong)(text[position++] - '0');
            }

            exponent = fractionStart - position;
            digits -= exponent;
            if (exponent == 0)
            {
                return false;
            }
        }

        var mantissaEnd = position;
        if ((uint)position < (uint)text.Length)
        {
            isInteger = false;
            if (!TryParseExponent(text[position..], out var power))
            {
                return false;
            }

            exponent += power;
        }

        var isTruncated = false;
        if (digits > MaxDigits)
        {
            isTruncated = Significant(text[wholeStart..mantissaEnd], out significand, out var dropped);
            exponent += dropped;
        }

        number = new NumberText(significand, exponent, isNegative, isInteger, isTruncated);
        return true;
    }

    private static bool IsDigit(byte character) => (uint)(character - '0') <= 9;

    /// <summary>Parses eight digits at once, combining digits to pairs, pairs to fours, and fours to eight.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryParseEight(ReadOnlySpan<byte> text, out uint value)
    {
        const ulong zeros = 0x3030303030303030;
        var characters = BinaryPrimitives.ReadUInt64LittleEndian(text);
        var digits = characters ^ zeros;

        // The addition sets the top bit of bytes above 9. Bytes above 0x7F already have it.
        if (((digits | (digits + 0x7676767676767676)) & 0x8080808080808080) != 0)
        {
            value = 0;
            return false;
        }

        digits = (digits * 10) + (digits >> 8);
        value = (uint)((((digits & 0x000000FF000000FF) * (100 + (1_000_000UL << 32)))
            + (((digits >> 16) & 0x000000FF000000FF) * (1 + (10_000UL << 32)))) >> 32);
        return true;
    }

    /// <summary>Parses an exponent: <c>e</c>, an optional sign, and digits up to the end.</summary>
    private static bool TryParseExponent(ReadOnlySpan<byte> text, out int power)
    {
        power = 0;
        if ((text[0] | 0x20) != 'e')
        {
            return false;
        }

        var position = 1;
        var isNegative = false;
        if (text.Length > 1 && text[1] is (byte)'-' or (byte)'+')
        {
            isNegative = text[1] == '-';
            position = 2;
        }

        if (position == text.Length)
        {
            return false;
        }

        for (; position < text.Length; position++)
        {
            if (!IsDigit(text[position]))
            {
                return false;
            }

            power = Math.Min((10 * power) + text[position] - '0', MaxExponent);
        }

        power = isNegative ? -power : power;
        return true;
    }

    /// <summary>Reads the first 19 digits, starting with the first nonzero digit, of a mantissa with more digits.</summary>
    /// <returns><see langword="true"/> if a nonzero digit was dropped; otherwise, <see langword="false"/>.</returns>
    private static bool Significant(ReadOnlySpan<byte> mantissa, out ulong significand, out int dropped)
    {
        significand = 0;
        dropped = 0;
        var count = 0;
        var lost = false;
        foreach (var character in mantissa)
        {
            if (character == '.')
            {
                continue;
            }

            var digit = (uint)(character - '0');
            if (count < MaxDigits)
            {
                significand = (10 * significand) + digit;
                count += significand != 0 ? 1 : 0;
            }
            else
            {
                lost |= digit != 0;
                dropped++;
            }
        }

        return lost;
    }
}

/// <summary>Specifies how a number is stored.</summary>
internal enum NumberForm : byte
{
    /// <summary>A sign and a magnitude of up to 64 bits.</summary>
    Integer,

    /// <summary>A mantissa and a number of fraction digits.</summary>
    Decimal,

    /// <summary>The original JSON text, which may not be validated yet.</summary>
    Text,

    /// <summary>A 32-bit IEEE 754 number that did not come from JSON text.</summary>
    Single,

    /// <summary>A 64-bit IEEE 754 number that did not come from JSON text.</summary>
    Double,
}
