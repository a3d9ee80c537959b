using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Converts stored numbers to .NET numbers.</summary>
internal static class NumberReader
{
    private const int MaxDecimalScale = 28;

    /// <summary>Reads an integer. A number with a fraction or an exponent is not an integer, even <c>1.0</c> and <c>1e2</c>.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the number.</param>
    /// <param name="index">The index of the element in a number array.</param>
    /// <param name="value">Receives the integer.</param>
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

    /// <summary>Reads an integer. Callers read integers stored in the tag inline.</summary>
    /// <returns>False if the value is not an integer, or if the type cannot represent it.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryReadInteger<T>(ReadOnlySpan<byte> document, int address, int index, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var tag = RawBytes.ReadTag(document, address);
        var isInteger = IntegerTag.TryReadInt64(document, address, tag, out var number);
        value = T.CreateTruncating(number);
        if (isInteger && IsSame(value, number))
        {
            return true;
        }

        if (address < 0)
        {
            return TryReadElement(document, address, index, out value);
        }

        // Callers try an integer before a double. Do not parse a text with a fraction or an exponent only to reject it.
        var length = tag - Tag.ShortNumberText;
        if ((uint)length <= Tag.MaxShortNumberText && NumberTextKernel.HasPointOrExponent(document, address + 1, length))
        {
            value = default;
            return false;
        }

        return ReadInteger(document, address, index, out value) == ReadStatus.Done;
    }

    /// <summary>Reads an integer of any length and sign that has its own tag.</summary>
    /// <returns>False for other numbers, for magnitudes of 2^63 or more, at the very end of the document, and for integers outside the range of the
    /// type. <see cref="ReadInteger{T}(ReadOnlySpan{byte}, int, int, out T)"/> distinguishes these cases.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadLong<T>(ReadOnlySpan<byte> document, int address, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var isRead = TryReadInt64(document, address, out var number);
        value = T.CreateTruncating(number);
        return isRead && IsSame(value, number);
    }

    /// <summary>Reads an integer of a number array. Callers try an integer before a double, so decimals are rejected without converting them.</summary>
    /// <returns>False if the element is not an integer, or if the type cannot represent it.
    /// <see cref="ReadInteger{T}(ReadOnlySpan{byte}, int, int, out T)"/> distinguishes these cases.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryReadElement<T>(ReadOnlySpan<byte> document, int address, int index, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (!NumberArrayElement.TryReadStored(document, address, index, out var form, out var number) || form >= NumberArrayLayout.FirstReal)
        {
            return ReadInteger(document, address, index, out value) == ReadStatus.Done;
        }

        var isInteger = NumberArrayElement.TryToInt64(form, ref number);
        value = T.CreateTruncating(number);
        return isInteger && IsSame(value, number);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsSame<T>(T value, long number)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> => long.CreateTruncating(value) == number && T.IsNegative(value) == (number < 0);

    /// <inheritdoc cref="ReadInteger{T}(ReadOnlySpan{byte}, int, int, out T)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadStatus ReadInteger<T>(in StoredNumber number, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> =>
        number.Form == NumberForm.Integer ? Narrow(number.Magnitude, number.IsNegative, out value) : ReadText(number, out value);

    /// <summary>Returns the nearest double for the most common forms of numbers. For other forms, returns NaN, and the caller must use
    /// <see cref="ReadDouble(ReadOnlySpan{byte}, int, int, out double)"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadCommonDouble(ReadOnlySpan<byte> document, int address, int index)
    {
        var tag = RawBytes.ReadTag(document, address);
        var textLength = tag - Tag.ShortNumberText;
        if (NumberTextKernel.IsSupported && NumberTextKernel.HasLength(textLength))
        {
            // A tail call is a jump, which saves no registers.
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

        return ReadCommonReal(document, address, tag);
    }

    /// <summary>Returns a stored 64-bit or 32-bit floating-point number; NaN for other forms.</summary>
    private static double ReadCommonReal(ReadOnlySpan<byte> document, int address, byte tag) =>
        tag == Tag.Float64 && RawBytes.Fits(document, address + 1, sizeof(ulong)) ? BitConverter.UInt64BitsToDouble(RawBytes.ReadUInt64(document, address + 1))
        : tag is Tag.Float32 or Tag.NarrowFloat64 && RawBytes.Fits(document, address + 1, sizeof(uint)) ? BitConverter.UInt32BitsToSingle(RawBytes.ReadUInt32(document, address + 1))
        : double.NaN;

    /// <summary>Reads the nearest double.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the number.</param>
    /// <param name="index">The index of the element in a number array.</param>
    /// <param name="value">Receives the double.</param>
    public static ReadStatus ReadDouble(ReadOnlySpan<byte> document, int address, int index, out double value)
    {
        if (StoredNumber.TryRead(document, address, out var number) || NumberArrayElement.TryReadNumber(document, address, index, out number))
        {
            return ReadDouble(number, out value);
        }

        value = 0;
        return ReadStatus.WrongKind;
    }

    /// <summary>Converts a stored number to the nearest double.</summary>
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

    /// <summary>Returns the double nearest to a value of a column of a number array. The form includes the scale, as stored.</summary>
    public static double ToDouble(byte form, long value) => (NumberColumnForm)(form >> NumberArrayLayout.FormShift) switch
    {
        NumberColumnForm.Single or NumberColumnForm.NarrowDouble => BitConverter.UInt32BitsToSingle((uint)value),
        NumberColumnForm.Double => BitConverter.Int64BitsToDouble(value),
        _ => WithSign(DecimalToDouble.Convert(value < 0 ? 0 - (ulong)value : (ulong)value, -(form & NumberArrayLayout.ScaleMask)), value < 0),
    };

    /// <summary>Converts a stored number to the nearest float. It is rounded once, because rounding to double first could round twice.</summary>
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

    /// <summary>Determines whether rounding a double to float could differ from rounding the original number. This is the case halfway between two floats,
    /// and for subnormal floats.</summary>
    /// <remarks>The midpoint of two floats is always a double, so any other double is on the same side of it as the original number.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsBetweenFloats(double value)
    {
        const int dropped = 52 - 23;
        const double leastNormal = 1.17549435082228750797e-38;
        return (BitConverter.DoubleToUInt64Bits(value) & ((1UL << dropped) - 1)) == 1UL << (dropped - 1) || (Math.Abs(value) < leastNormal && value != 0);
    }

    /// <summary>Converts a stored number to a decimal. Up to 28 digits, the decimal is exact and preserves the scale; otherwise, it is rounded.</summary>
    public static ReadStatus ReadDecimal(in StoredNumber number, out decimal value)
    {
        value = 0;
        switch (number.Form)
        {
            case NumberForm.Integer or NumberForm.Decimal when number.FractionDigits <= MaxDecimalScale:
                value = new decimal((int)number.Magnitude, (int)(number.Magnitude >> 32), 0, number.IsNegative, (byte)number.FractionDigits);
                return ReadStatus.Done;
            case NumberForm.Single or NumberForm.Double:
                // The conversion of .NET rounds to 15 or 7 digits. The text has all that distinguish the number.
                return double.IsFinite(Real(number)) ? ReadFromText(number, out value) : ReadStatus.OutOfRange;
            default:
                return TryReadDecimal(number.Text, out value) ? ReadStatus.Done : ReadFromText(number, out value);
        }
    }

    /// <summary>Reads a decimal from a text whose digits, including trailing zeros, fit into 64 bits and need no rounding.</summary>
    private static bool TryReadDecimal(ReadOnlySpan<byte> text, out decimal value)
    {
        value = 0;
        if (!NumberText.TryParse(text, out var number) || number.Significand == 0 || (uint)-number.Exponent > MaxDecimalScale)
        {
            return false;
        }

        // A number other than an integer has a decimal point, an exponent, or both.
        var digits = text.Length - (number.IsNegative ? 1 : 0) - (number.IsInteger ? 0 : 1);
        if (digits > NumberText.MaxDigits)
        {
            return false;
        }

        value = new decimal((int)number.Significand, (int)(number.Significand >> 32), 0, number.IsNegative, (byte)-number.Exponent);
        return true;
    }

    /// <summary>Reads the most common integers: 0 to 63, and positive integers of one to four bytes, except at the very end of the document.</summary>
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

    /// <summary>Reads integers with a magnitude below 2^63 and either sign, except at the very end of the document.</summary>
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

    /// <summary>Reads a decimal of one to four bytes. Both integers are exact doubles, so one division rounds only once.</summary>
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

    /// <summary>Reads an integer stored as text, such as <c>-0</c>, or as an IEEE 754 number whose text is an integer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static ReadStatus ReadText<T>(in StoredNumber number, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        value = default;
        Span<byte> buffer = stackalloc byte[StoredNumber.MaxFormattedLength];
        scoped var digits = number.Text;
        if (number.Form != NumberForm.Text)
        {
            if (number.Form == NumberForm.Decimal || Real(number) % 1 != 0 || !number.TryFormat(buffer, out var length))
            {
                return ReadStatus.OutOfRange;
            }

            digits = buffer[..length];
        }

        if (!NumberText.TryParse(digits, out var text))
        {
            return ReadStatus.InvalidNumber;
        }

        digits = digits[(text.IsNegative ? 1 : 0)..];
        return text.IsInteger && Utf8Parser.TryParse(digits, out ulong magnitude, out _)
            ? Narrow(magnitude, text.IsNegative, out value)
            : ReadStatus.OutOfRange;
    }

    /// <summary>Reads a rare form with the .NET parser.</summary>
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
            // The dropped digits decide. This is rare enough for the .NET parser.
            value = double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
            return true;
        }

        value = WithSign(value, number.IsNegative);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double WithSign(double magnitude, bool isNegative) => isNegative ? -magnitude : magnitude;
}
