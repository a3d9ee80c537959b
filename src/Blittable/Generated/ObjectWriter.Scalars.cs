using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Generated;

/// <content>Writes numbers and literals.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes null.</summary>
    public void WriteNull() => Literal(Tag.Null);

    /// <summary>Writes a boolean.</summary>
    public void Write(bool value) => Literal(value ? Tag.True : Tag.False);

    /// <summary>Writes an integer.</summary>
    public void Write(int value) => Write((long)value);

    /// <summary>Writes an integer.</summary>
    public void Write(uint value) => Write((ulong)value);

    /// <summary>Writes an integer.</summary>
    public void Write(long value)
    {
        _writer.Room();
        _writer.IntegerInline(value < 0 ? (ulong)-value : (ulong)value, value < 0);
    }

    /// <summary>Writes an integer.</summary>
    public void Write(ulong value)
    {
        _writer.Room();
        _writer.IntegerInline(value, negative: false);
    }

    /// <summary>Writes an integer of up to 39 digits.</summary>
    public void Write(Int128 value)
    {
        if (value >= -(Int128)ulong.MaxValue && value <= ulong.MaxValue)
        {
            _writer.Room();
            _writer.Integer((ulong)(value < 0 ? -value : value), value < 0);
        }
        else
        {
            WriteNumberText(value);
        }
    }

    /// <summary>Writes an integer of up to 39 digits.</summary>
    public void Write(UInt128 value)
    {
        if (value <= ulong.MaxValue)
        {
            Write((ulong)value);
        }
        else
        {
            WriteNumberText(value);
        }
    }

    /// <summary>Writes a number, including NaN and the infinities, which JSON cannot represent.</summary>
    public void Write(double value)
    {
        _writer.Room();
        if (Options.Mode != BlittableMode.Disk || !TryShorten(value, out var mantissa, out var digits))
        {
            _writer.BuildFloat64(value);
        }
        else if (digits == 0)
        {
            Write(mantissa);
        }
        else
        {
            _writer.Decimal(mantissa, digits);
        }
    }

    /// <inheritdoc cref="Write(double)"/>
    public void Write(float value)
    {
        _writer.Room();
        _writer.BuildFloat32(value);
    }

    /// <summary>Writes a number as its shortest text, because a 32-bit number would have a different text.</summary>
    public void Write(Half value)
    {
        if (Half.IsFinite(value))
        {
            WriteNumberText(value);
        }
        else
        {
            Write((float)value);
        }
    }

    /// <summary>Writes a decimal number with all its fraction digits.</summary>
    public void Write(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var mantissa = (uint)bits[0] | (ulong)(uint)bits[1] << 32;
        var isNegative = bits[3] < 0;
        _writer.Room();
        if (bits[2] != 0 || (mantissa > long.MaxValue && value.Scale != 0) || (isNegative && mantissa == 0))
        {
            WriteNumberText(value);
        }
        else if (value.Scale == 0)
        {
            _writer.Integer(mantissa, isNegative);
        }
        else
        {
            _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, value.Scale);
        }
    }

    /// <summary>Writes binary data, which is a base64 string in JSON. Writes null for a null reference.</summary>
    public void WriteBinary(byte[]? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            WriteBinary(value.AsSpan());
        }
    }

    /// <summary>Writes binary data, which is a base64 string in JSON.</summary>
    public void WriteBinary(ReadOnlySpan<byte> value) => _writer.BuildBinary(-1, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Literal(byte tag)
    {
        _writer.Room();
        _writer.Literal(tag);
    }

    /// <summary>Finds an integer or a decimal with the same text as a double, if its shortest text has few digits.</summary>
    /// <remarks>See <see cref="ShortDoubleKernel"/>, which converts many doubles.</remarks>
    private static bool TryShorten(double value, out long mantissa, out int digits)
    {
        const int few = 4, many = ShortDoubleKernel.MaxDigits;
        var magnitude = Math.Abs(value);
        if (!(magnitude < ShortDoubleKernel.MostShort) || (magnitude < ShortDoubleKernel.Least && magnitude != 0) || (magnitude == 0 && double.IsNegative(value)))
        {
            (mantissa, digits) = (0, 0);
            return false;
        }

        // Any decimal with fewer digits is one of these with trailing zeros.
        if (!TryScale(magnitude, few, out mantissa, out digits) && (digits < few || !TryScale(magnitude, many, out mantissa, out digits)))
        {
            return false;
        }

        for (; digits > 0 && mantissa % 10 == 0; digits--)
        {
            mantissa /= 10;
        }

        mantissa = value < 0 ? -mantissa : mantissa;
        return true;
    }

    /// <summary>Finds a decimal with a number of fraction digits that converts to a double, or with fewer if it would have more than 15 digits.</summary>
    private static bool TryScale(double magnitude, int wanted, out long mantissa, out int digits)
    {
        digits = wanted;
        while (magnitude * DecimalToDouble.ExactPower(digits) >= ShortDoubleKernel.MostShort)
        {
            digits--;
        }

        var power = DecimalToDouble.ExactPower(digits);
        var rounded = Math.Round(magnitude * power);
        mantissa = (long)rounded;
        return rounded / power == magnitude;
    }

    private void WriteNumberText<T>(T value)
        where T : IUtf8SpanFormattable
    {
        Span<byte> text = stackalloc byte[48];
        value.TryFormat(text, out var length, default, CultureInfo.InvariantCulture);
        _writer.BuildNumberText(text[..length]);
    }

    // Writes strings, encoding them directly into the document.

    /// <summary>The maximum number of UTF-8 bytes per UTF-16 code unit.</summary>
    private const int BytesPerChar = 3;

    /// <summary>Writes a string. Writes null for a null reference.</summary>
    public void Write(string? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            WriteCharacters(value.AsSpan());
        }
    }

    /// <summary>Writes a string. Unpaired surrogates are replaced with U+FFFD, as in <see cref="System.Text.Json.Utf8JsonWriter"/>.</summary>
    public void Write(scoped ReadOnlySpan<char> value) => WriteCharacters(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteCharacters(scoped ReadOnlySpan<char> value)
    {
        _writer.Room();
        if (value.Length <= Tag.MaxShortString)
        {
            if (_isCompact)
            {
                _writer.EnsureRoom((BytesPerChar * Tag.MaxShortString) + ValueWriter.Slack);
            }

            // Most strings are short and ASCII. Their position is then known before they are encoded.
            if (AsciiKernel.TryNarrow(value, _writer.Cursor + 1))
            {
                ShortString(value.Length);
                return;
            }
        }

        WriteOtherCharacters(value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteOtherCharacters(scoped ReadOnlySpan<char> value)
    {
        var room = BytesPerChar * (long)value.Length;
        _writer.EnsureRoom(room + ValueWriter.Slack);
        Utf8.FromUtf16(value, new Span<byte>(_writer.Cursor + ValueWriter.LongStringHeader, (int)room), out _, out var written);
        _writer.BuildStringInPlace(written);
    }

    /// <summary>Writes a string whose text is located one byte after the cursor.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ShortString(int length)
    {
        if (_isCompact)
        {
            _writer.ShortStringInPlace(length);
        }
        else
        {
            _writer.ShortString(length);
        }
    }

    /// <summary>Writes a string from unescaped UTF-8.</summary>
    public void WriteUtf8(scoped ReadOnlySpan<byte> value) => _writer.BuildString(value);

    /// <summary>Writes a character as a string.</summary>
    public void Write(char value) => Write(new ReadOnlySpan<char>(in value));

    /// <summary>Writes a formattable value as a string.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="format">The format. The text must not exceed 128 bytes of UTF-8.</param>
    private void WriteFormatted<T>(T value, string format)
        where T : IUtf8SpanFormattable
    {
        const int longest = 128;
        _writer.Room();
        if (value.TryFormat(new Span<byte>(_writer.Cursor + 1, Tag.MaxShortString), out var length, format, CultureInfo.InvariantCulture))
        {
            ShortString(length);
            return;
        }

        _writer.EnsureRoom(longest + ValueWriter.Slack);
        var output = new Span<byte>(_writer.Cursor + ValueWriter.LongStringHeader, longest);
        value.TryFormat(output, out var written, format, CultureInfo.InvariantCulture);
        _writer.BuildStringInPlace(written);
    }

    // Writes dates as dates instead of texts, and types that are strings in JSON.

    /// <summary>Writes a date and time. Depending on its kind, the text has <c>Z</c>, the local offset, or no offset.</summary>
    public void Write(DateTime value) => WriteDate(
        Timestamp.FromDateTime(value), value.Ticks,
        value.Kind switch { DateTimeKind.Utc => DateTextZone.Z, DateTimeKind.Local => DateTextZone.Offset, _ => DateTextZone.None });

    /// <summary>Writes a date and time with its offset.</summary>
    public void Write(DateTimeOffset value) => WriteDate(Timestamp.FromDateTimeOffset(value), value.Ticks, DateTextZone.Offset);

    /// <summary>Writes a date without a time.</summary>
    public void Write(DateOnly value) => _writer.BuildDate(Timestamp.FromDateOnly(value), DateTextForm.DateOnly, Options.Mode == BlittableMode.Disk);

    /// <summary>Writes an instant in its default text form.</summary>
    /// <exception cref="BlittableException">The instant is outside the years 0000 to 9999, so it has no text.</exception>
    public void Write(Timestamp value)
    {
        var form = DateTextForm.For(value);
        if (!Iso8601.HasText(value, form))
        {
            ThrowHelper.DateOutOfRange("RFC 3339 text", value);
        }

        _writer.BuildDate(value, form, Options.Mode == BlittableMode.Disk);
    }

    /// <summary>Writes a time of day as a string.</summary>
    public void Write(TimeOnly value) => Write(value.ToTimeSpan());

    /// <summary>Writes a duration as a string.</summary>
    public void Write(TimeSpan value) => WriteFormatted(value, "c");

    /// <summary>Writes a GUID as a string of 32 digits and 4 hyphens.</summary>
    public void Write(Guid value) => WriteFormatted(value, "D");

    /// <summary>Writes a URI as a string.</summary>
    public void Write(Uri? value) => Write(value?.OriginalString);

    /// <summary>Writes a version as a string.</summary>
    public void Write(Version? value) => Write(value?.ToString());

    private void WriteDate(in Timestamp value, long ticks, DateTextZone zone) =>
        _writer.BuildDate(value, value.Nanoseconds == 0 ? DateTextForm.ForSeconds(zone) : DateTextForm.ForTicks(ticks, zone), Options.Mode == BlittableMode.Disk);
}
