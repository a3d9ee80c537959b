using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Stored numbers as .NET numbers.</summary>
internal static class NumberReader
{
    private const int MaxDecimalScale = 28;

    /// <summary>Reads an integer. A number with a fraction or an exponent is not an integer, even <c>1.0</c> and <c>1e2</c>.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The number's address.</param>
    /// <param name="index">Which element it is, of a number array.</param>
    /// <param name="value">The integer.</param>
    public static ReadStatus ReadInteger<T>(ReadOnlySpan<byte> document, int address, int index, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (TryReadShort(document, address, RawBytes.ReadTag(document, address), out var magnitude))
        {
            return Narrow(magnitude, isNegative: false, out value);
        }

        if (StoredNumber.TryRead(document, address, out var number) || NumberArrayElement.TryReadNumber(document, address, index, out number))
        {
            return ReadInteger(number, out value);
        }

        value = default;
        return ReadStatus.WrongKind;
    }

    /// <summary>An integer that is not in its tag.</summary>
    /// <returns>False for what is not an integer, and for one that the type cannot hold.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryReadInteger<T>(ReadOnlySpan<byte> document, int address, int index, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (TryReadShort(document, address, RawBytes.ReadTag(document, address), out var magnitude)
            && (ulong)magnitude <= ulong.CreateTruncating(T.MaxValue))
        {
            value = T.CreateTruncating(magnitude);
            return true;
        }

        if (address < 0 ? TryReadPacked(document, address, index, out value) : TryReadLong(document, address, out value))
        {
            return true;
        }

        // Callers try an integer before a double: a text with a fraction or an exponent is not parsed to find out that it is none.
        var length = RawBytes.ReadTag(document, address) - Tag.ShortNumberText;
        if ((uint)length <= Tag.MaxShortNumberText && RawBytes.Slice(document, address + 1, (uint)length).IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0)
        {
            value = default;
            return false;
        }

        return ReadInteger(document, address, index, out value) == ReadStatus.Done;
    }

    /// <summary>An integer of any length and sign with a tag of its own.</summary>
    /// <returns>False for other numbers, for one that takes 64 bits or stands at the document's very end, and for what the type cannot hold:
    /// <see cref="ReadInteger{T}(ReadOnlySpan{byte}, int, int, out T)"/> tells them apart.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadLong<T>(ReadOnlySpan<byte> document, int address, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var isRead = TryReadInt64(document, address, out var number);
        value = T.CreateTruncating(number);
        return isRead && IsSame(value, number);
    }

    /// <summary>An integer of a number array that are all integers.</summary>
    /// <returns>False for other numbers, and for what the type cannot hold:
    /// <see cref="ReadInteger{T}(ReadOnlySpan{byte}, int, int, out T)"/> tells them apart.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadPacked<T>(ReadOnlySpan<byte> document, int address, int index, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var isRead = NumberArrayElement.TryReadInt64(document, address, index, out var number);
        value = T.CreateTruncating(number);
        return isRead && IsSame(value, number);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsSame<T>(T value, long number)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> => long.CreateTruncating(value) == number && T.IsNegative(value) == (number < 0);

    /// <inheritdoc cref="ReadInteger{T}(ReadOnlySpan{byte}, int, int, out T)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadStatus ReadInteger<T>(in StoredNumber number, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> =>
        number.Form == NumberForm.Integer ? Narrow(number.Magnitude, number.IsNegative, out value) : ReadText(number, out value);

    /// <summary>The nearest double to a number in one of the forms that most numbers have, or NaN for
    /// <see cref="ReadDouble(ReadOnlySpan{byte}, int, int, out double)"/> to find out.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadCommonDouble(ReadOnlySpan<byte> document, int address, int index)
    {
        var tag = RawBytes.ReadTag(document, address);
        var textLength = tag - Tag.ShortNumberText;
        if (NumberTextKernel.IsSupported && NumberTextKernel.HasLength(textLength))
        {
            // As the last thing done, a call is a jump, for which no register has to be saved.
            if (!NumberTextKernel.HasRoom(document, address + 1))
            {
                return NumberTextKernel.ParseNearEnd(document, address + 1, textLength);
            }

            return NumberTextKernel.ParseInside(document, address + 1, textLength);
        }

        if (TryReadShort(document, address, tag, out var magnitude))
        {
            return magnitude;
        }

        if ((uint)(tag - Tag.ShortDecimal) <= Tag.ShortDecimalLast - Tag.ShortDecimal && RawBytes.Fits(document, address + 1, sizeof(uint)))
        {
            return ReadShortDecimal(document, address, tag);
        }

        if (address < 0)
        {
            return NumberArrayElement.ReadDouble(document, address, index);
        }

        return double.NaN;
    }

    /// <summary>The nearest double.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The number's address.</param>
    /// <param name="index">Which element it is, of a number array.</param>
    /// <param name="value">The double.</param>
    public static ReadStatus ReadDouble(ReadOnlySpan<byte> document, int address, int index, out double value)
    {
        if (StoredNumber.TryRead(document, address, out var number) || NumberArrayElement.TryReadNumber(document, address, index, out number))
        {
            return ReadDouble(number, out value);
        }

        value = 0;
        return ReadStatus.WrongKind;
    }

    /// <summary>The nearest double.</summary>
    public static ReadStatus ReadDouble(in StoredNumber number, out double value)
    {
        switch (number.Form)
        {
            case NumberForm.Integer:
                value = WithSign(number.Magnitude, number.IsNegative);
                return ReadStatus.Done;
            case NumberForm.Decimal:
                value = WithSign(DecimalToDouble.Convert(number.Magnitude, -number.FractionDigits), number.IsNegative);
                return ReadStatus.Done;
            case NumberForm.Text:
                return ParseDouble(number.Text, out value) ? ReadStatus.Done : ReadStatus.InvalidNumber;
            default:
                value = Real(number);
                return ReadStatus.Done;
        }
    }

    /// <summary>The double nearest to a value of a packed column, whose form and scale are as they are stored.</summary>
    public static double ToDouble(byte form, long value) => (NumberColumnForm)(form >> NumberArrayLayout.FormShift) switch
    {
        NumberColumnForm.Single or NumberColumnForm.NarrowDouble => BitConverter.UInt32BitsToSingle((uint)value),
        NumberColumnForm.Double => BitConverter.Int64BitsToDouble(value),
        _ => WithSign(DecimalToDouble.Convert(value < 0 ? 0 - (ulong)value : (ulong)value, -(form & NumberArrayLayout.ScaleMask)), value < 0),
    };

    /// <summary>The nearest float, rounded once: not by way of a double, which could round a second time.</summary>
    public static ReadStatus ReadSingle(in StoredNumber number, out float value)
    {
        switch (number.Form)
        {
            case NumberForm.Integer:
                value = number.IsNegative ? -(float)number.Magnitude : number.Magnitude;
                return ReadStatus.Done;
            case NumberForm.Single or NumberForm.Double:
                value = (float)Real(number);
                return ReadStatus.Done;
            default:
                var status = ReadDouble(number, out var wide);
                if (status == ReadStatus.Done && !IsBetweenFloats(wide))
                {
                    value = (float)wide;
                    return status;
                }

                return ReadFromText(number, out value);
        }
    }

    /// <summary>Determines whether the number that a double is nearest to may be nearer to another float than the double: the double is half way between two
    /// floats, or too small for a float of all bits.</summary>
    /// <remarks>Half way between two floats is always a double, so any other double lies on the same side of it as the number.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsBetweenFloats(double value)
    {
        const int dropped = 52 - 23;
        const double leastNormal = 1.17549435082228750797e-38;
        return (BitConverter.DoubleToUInt64Bits(value) & ((1UL << dropped) - 1)) == 1UL << (dropped - 1) || (Math.Abs(value) < leastNormal && value != 0);
    }

    /// <summary>A decimal: exact, with its scale, up to 28 digits, rounded beyond.</summary>
    public static ReadStatus ReadDecimal(in StoredNumber number, out decimal value)
    {
        value = 0;
        switch (number.Form)
        {
            case NumberForm.Integer or NumberForm.Decimal when number.FractionDigits <= MaxDecimalScale:
                value = new decimal((int)number.Magnitude, (int)(number.Magnitude >> 32), 0, number.IsNegative, (byte)number.FractionDigits);
                return ReadStatus.Done;
            case NumberForm.Single or NumberForm.Double:
                var real = Real(number);
                if (!(Math.Abs(real) < (double)decimal.MaxValue))
                {
                    return ReadStatus.OutOfRange;
                }

                value = number.Form == NumberForm.Single ? (decimal)(float)real : (decimal)real;
                return ReadStatus.Done;
            default:
                return TryReadDecimal(number.Text, out value) ? ReadStatus.Done : ReadFromText(number, out value);
        }
    }

    /// <summary>The decimal that a text stands for, if it has no more digits than 64 bits hold, zeros at the end among them, and needs no rounding.</summary>
    private static bool TryReadDecimal(ReadOnlySpan<byte> text, out decimal value)
    {
        value = 0;
        if (!NumberText.TryParse(text, out var number) || number.Significand == 0 || (uint)-number.Exponent > MaxDecimalScale)
        {
            return false;
        }

        // All but an integer have a point, an exponent or both.
        var digits = text.Length - (number.IsNegative ? 1 : 0) - (number.IsInteger ? 0 : 1);
        if (digits > NumberText.MaxDigits)
        {
            return false;
        }

        value = new decimal((int)number.Significand, (int)(number.Significand >> 32), 0, number.IsNegative, (byte)-number.Exponent);
        return true;
    }

    /// <summary>The integers that are most common: 0 to 63 and those of one to four bytes, unless they stand at the document's very end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadShort(ReadOnlySpan<byte> document, int address, byte tag, out uint magnitude)
    {
        const uint longest = sizeof(uint);
        magnitude = tag;
        if (tag <= Tag.SmallIntegerLast)
        {
            return true;
        }

        var bytes = (uint)tag - Tag.Integer + 1;
        if (bytes - 1 >= longest || !RawBytes.Fits(document, address + 1, sizeof(uint)))
        {
            return false;
        }

        magnitude = RawBytes.ReadUInt32(document, address + 1) & (uint.MaxValue >> (int)(32 - (8 * bytes)));
        return true;
    }

    /// <summary>Integers below 2^63 with either sign, unless they stand at the document's very end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadInt64(ReadOnlySpan<byte> document, int address, out long value)
    {
        var form = RawBytes.ReadTag(document, address) - Tag.Integer;
        if ((uint)form > Tag.NegativeIntegerLast - Tag.Integer || !RawBytes.Fits(document, address + 1, sizeof(ulong)))
        {
            value = 0;
            return false;
        }

        var sign = form >= Tag.NegativeInteger - Tag.Integer ? -1L : 0;
        var size = Tag.IntegerSizes[form + ((int)sign & (Tag.Integer - Tag.NegativeInteger))];
        var magnitude = (long)(RawBytes.ReadUInt64(document, address + 1) & (ulong.MaxValue >> (64 - (8 * size))));
        value = (magnitude ^ sign) - sign;
        return magnitude >= 0;
    }

    /// <summary>A decimal of one to four bytes. Both integers are exact doubles, so one division rounds once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double ReadShortDecimal(ReadOnlySpan<byte> document, int address, byte tag)
    {
        var fractionDigits = DecimalTag.ReadShortHead(tag, out var size);
        var mantissa = DecimalTag.FromZigzag(RawBytes.ReadUInt32(document, address + 1) & (uint.MaxValue >> (32 - (8 * size))));
        return mantissa / DecimalToDouble.ExactPower(fractionDigits);
    }

    private static double Real(in StoredNumber number) => number.Form == NumberForm.Single
        ? BitConverter.UInt32BitsToSingle((uint)number.Magnitude)
        : BitConverter.UInt64BitsToDouble(number.Magnitude);

    private static ReadStatus Narrow<T>(ulong magnitude, bool isNegative, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        value = T.CreateTruncating(isNegative ? 0 - magnitude : magnitude);
        var limit = ulong.CreateTruncating(T.MaxValue);
        if (isNegative)
        {
            limit = T.MinValue == T.Zero ? 0 : limit + 1;
        }

        return magnitude <= limit ? ReadStatus.Done : ReadStatus.OutOfRange;
    }

    /// <summary>An integer that is stored as text, such as <c>-0</c>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadStatus ReadText<T>(in StoredNumber number, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        value = default;
        if (number.Form != NumberForm.Text)
        {
            return ReadStatus.OutOfRange;
        }

        if (!NumberText.TryParse(number.Text, out var text))
        {
            return ReadStatus.InvalidNumber;
        }

        var digits = number.Text[(text.IsNegative ? 1 : 0)..];
        return text.IsInteger && Utf8Parser.TryParse(digits, out ulong magnitude, out _)
            ? Narrow(magnitude, text.IsNegative, out value)
            : ReadStatus.OutOfRange;
    }

    /// <summary>Parses rare forms, by the framework.</summary>
    private static ReadStatus ReadFromText<T>(in StoredNumber number, out T value)
        where T : struct, INumber<T>
    {
        Span<byte> buffer = stackalloc byte[StoredNumber.MaxFormattedLength];
        scoped var text = number.Text;
        if (number.Form != NumberForm.Text)
        {
            number.TryFormat(buffer, out var length);
            text = buffer[..length];
        }
        else if (!NumberText.TryParse(text, out _))
        {
            value = default;
            return ReadStatus.InvalidNumber;
        }

        return T.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) ? ReadStatus.Done : ReadStatus.OutOfRange;
    }

    private static bool ParseDouble(ReadOnlySpan<byte> text, out double value)
    {
        if (!NumberText.TryParse(text, out var number))
        {
            value = 0;
            return false;
        }

        value = DecimalToDouble.Convert(number.Significand, number.Exponent);
        if (number.IsTruncated && value != DecimalToDouble.Convert(number.Significand + 1, number.Exponent))
        {
            // The dropped digits decide: rare enough to leave to the framework.
            value = double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
            return true;
        }

        value = WithSign(value, number.IsNegative);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double WithSign(double magnitude, bool isNegative) => isNegative ? -magnitude : magnitude;
}
