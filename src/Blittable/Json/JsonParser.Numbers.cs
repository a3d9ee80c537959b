using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Json;

/// <content>Handles numbers that the main loop does not: long numbers, fractions, exponents.</content>
internal sealed unsafe partial class JsonParser
{
    private const int MaxIntegerDigits = 20;

    /// <summary>The maximum number of digits for which a mantissa and its sign always fit in 64 bits.</summary>
    private const int MaxMantissaDigits = 18;

    /// <summary>Writes a number that is not an integer of one to seven digits, and returns its end; null if it is not a number.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* OtherNumber(byte* p)
    {
        var isNegative = *p == '-';
        var digits = p + (isNegative ? 1 : 0);
        if ((uint)*digits - '0' > 9)
        {
            return null;
        }

        // Count the digits of sixteen bytes at once and compute their value, right-aligned with leading zeros.
        var writer = _writer;
        var characters = Vector128.Load(digits) - Vector128.Create((byte)'0');
        var count = ByteMaskKernel.FirstOf(Vector128.GreaterThan(characters, Vector128.Create((byte)9)));
        var next = digits[count];
        if (*digits == '0' && count > 1)
        {
            return null;
        }

        if (next == '.' || (next | 0x20) == 'e')
        {
            return Fraction(p);
        }

        if (count == Vector128<byte>.Count || (isNegative && *digits == '0'))
        {
            return LongInteger(p);
        }

        writer.Integer(DigitKernel.Parse(characters, count), isNegative);
        return digits + count;
    }

    /// <summary>Writes a number that is not an integer.</summary>
    private byte* Fraction(byte* p)
    {
        if (_isDisk)
        {
            return CheckedFraction(p);
        }

        var writer = _writer;
        var length = _checksNumbers ? NumberGrammarKernel.Copy(p, writer.Cursor + 1) : NumberTokenKernel.Copy(p, writer.Cursor + 1);
        if ((uint)(length - 1) < Tag.MaxShortNumberText)
        {
            *writer.SlotTop++ = (uint)writer.Cursor;
            *writer.Cursor = (byte)(Tag.ShortNumberText + length);
            writer.Cursor += 1 + length;
            return p + length;
        }

        var end = _checksNumbers ? NumberGrammarKernel.End(p, _end) : EndOfUncheckedNumber(p);
        if (end == null)
        {
            return null;
        }

        writer.NumberText(new ReadOnlySpan<byte>(p, (int)(end - p)));
        return LeaveMargin(end);
    }

    /// <summary>Writes a number that is not an integer after checking all of its text: as a decimal if that restores the text; otherwise, as text.</summary>
    private byte* CheckedFraction(byte* p)
    {
        var isNegative = *p == '-';
        var first = p + (isNegative ? 1 : 0);
        var length = DecimalTokenKernel.Read(first, out var mantissa, out var fraction);
        if (length > 0 && !(isNegative && mantissa == 0))
        {
            _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, fraction);
            return first + length;
        }

        mantissa = 0;
        var point = ReadDigits(first, ref mantissa);
        var at = point;
        if (at < _end && *at == '.')
        {
            at = ReadDigits(at + 1, ref mantissa);
            if (at == point + 1)
            {
                return null;
            }
        }

        var digits = at - first - 1;
        var hasExponent = at < _end && (*at | 0x20) == 'e';
        if (hasExponent)
        {
            at++;
            at += at < _end && *at is (byte)'+' or (byte)'-' ? 1 : 0;
            ulong ignored = 0;
            var exponent = at;
            at = ReadDigits(at, ref ignored);
            if (at == exponent)
            {
                return null;
            }
        }

        // The sign of a negative zero can only be preserved as text.
        if (hasExponent || digits > MaxMantissaDigits || (isNegative && mantissa == 0))
        {
            _writer.NumberText(new ReadOnlySpan<byte>(p, (int)(at - p)));
        }
        else
        {
            _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, (int)(at - point - 1));
        }

        return LeaveMargin(at);
    }

    private byte* ReadDigits(byte* at, ref ulong value)
    {
        while (at < _end && (uint)*at - '0' <= 9)
        {
            value = value * 10 + *at++ - '0';
        }

        return at;
    }

    /// <summary>Writes an integer of 16 digits or more, or a negative zero. Integers that exceed 64 bits stay text.</summary>
    private byte* LongInteger(byte* p)
    {
        var digits = p + (*p == '-' ? 1 : 0);
        var end = digits;
        while (end < _end && (uint)*end - '0' <= 9)
        {
            end++;
        }

        if (end < _end && (*end == '.' || (*end | 0x20) == 'e'))
        {
            return Fraction(p);
        }

        if (end - digits <= MaxIntegerDigits && *digits != '0' && TryParse(digits, (int)(end - digits), out var magnitude))
        {
            _writer.Integer(magnitude, digits != p);
        }
        else
        {
            _writer.NumberText(new ReadOnlySpan<byte>(p, (int)(end - p)));
        }

        return LeaveMargin(end);
    }

    /// <summary>Returns the first byte from <paramref name="p"/> on that separates values.</summary>
    private byte* EndOfUncheckedNumber(byte* p)
    {
        while (p < _end && !NumberTokenKernel.Ends(*p))
        {
            p++;
        }

        return p;
    }

    /// <summary>Parses up to 20 digits. Returns false if the value exceeds 64 bits.</summary>
    private static bool TryParse(byte* digits, int count, out ulong value)
    {
        value = 0;
        for (var i = 0; i < count; i++)
        {
            var digit = (ulong)(digits[i] - '0');
            if (value > (ulong.MaxValue - digit) / 10)
            {
                return false;
            }

            value = value * 10 + digit;
        }

        return true;
    }
}
