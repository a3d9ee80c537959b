using System.Globalization;
using Blittable.Dates;
using Blittable.Editing;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable;

/// <content>Scalar values.</content>
public sealed partial class BlittableBuilder
{
    /// <summary>Writes null.</summary>
    public void WriteNull() => WriteLiteral(Tag.Null);

    /// <summary>Writes a boolean.</summary>
    public void WriteBoolean(bool value) => WriteLiteral(value ? Tag.True : Tag.False);

    /// <summary>Writes an integer.</summary>
    public void WriteNumber(long value)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildScalar();
        _writer.Integer(value < 0 ? (ulong)-value : (ulong)value, value < 0);
        AfterValue();
    }

    /// <summary>Writes an unsigned integer.</summary>
    public void WriteNumber(ulong value)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildScalar();
        _writer.Integer(value, negative: false);
        AfterValue();
    }

    /// <summary>Writes a decimal number with all of its fraction digits.</summary>
    public void WriteNumber(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var mantissa = (uint)bits[0] | (ulong)(uint)bits[1] << 32;
        var isNegative = bits[3] < 0;
        using var use = _use.Enter();
        BeforeValue();
        if (bits[2] != 0 || (mantissa > long.MaxValue && value.Scale != 0) || (isNegative && mantissa == 0))
        {
            Span<byte> text = stackalloc byte[32];
            value.TryFormat(text, out var length, provider: CultureInfo.InvariantCulture);
            _writer.BuildNumberText(text[..length]);
        }
        else
        {
            _writer.BuildScalar();
            if (value.Scale == 0)
            {
                _writer.Integer(mantissa, isNegative);
            }
            else
            {
                _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, value.Scale);
            }
        }

        AfterValue();
    }

    /// <summary>Writes a 64-bit floating-point number. NaN and infinities are allowed. Disk mode stores it in 4 bytes if they represent it exactly. Its JSON is
    /// the shortest text that round-trips.</summary>
    public void WriteNumber(double value)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildFloat64(value);
        AfterValue();
    }

    /// <summary>Writes a 32-bit floating-point number in 4 bytes. NaN and infinities are allowed. Its JSON is the shortest text that round-trips.</summary>
    public void WriteNumber(float value)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildFloat32(value);
        AfterValue();
    }

    /// <summary>Writes a string.</summary>
    /// <param name="utf8Text">The unescaped text.</param>
    /// <exception cref="BlittableException">The text is not valid UTF-8.</exception>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteString(ReadOnlySpan<byte> utf8Text)
    {
        Utf8Validation.Require(utf8Text);
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildString(utf8Text);
        AfterValue();
    }

    /// <summary>Writes a string. The text is encoded directly into the document.</summary>
    /// <param name="text">The unescaped text.</param>
    /// <exception cref="BlittableException">The text contains a lone surrogate.</exception>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteString(ReadOnlySpan<char> text)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildString(text);
        AfterValue();
    }

    /// <inheritdoc cref="WriteString(ReadOnlySpan{char})"/>
    public void WriteString(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        WriteString(text.AsSpan());
    }

    /// <summary>Writes a GUID as its 36-character text.</summary>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteGuid(Guid value)
    {
        Span<byte> text = stackalloc byte[GuidText.Length];
        value.TryFormat(text, out _);
        WriteAscii(text);
    }

    /// <summary>Writes a time of day as <c>hh:mm:ss</c>, followed by seven fraction digits if it has a fraction.</summary>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteTime(TimeOnly value)
    {
        Span<byte> text = stackalloc byte[32];
        value.ToTimeSpan().TryFormat(text, out var length, "c", CultureInfo.InvariantCulture);
        WriteAscii(text[..length]);
    }

    /// <summary>Writes a date, which is a string in JSON.</summary>
    /// <param name="value">The instant and its UTC offset.</param>
    /// <param name="form">The text form of the date.</param>
    /// <exception cref="BlittableException">The date is outside the years 0000 to 9999, so it has no text in this form.</exception>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteDate(in Timestamp value, DateTextForm form)
    {
        if (!Iso8601.HasText(value, form))
        {
            ThrowHelper.DateOutOfRange("RFC 3339 text", value);
        }

        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildDate(value, form, _options.Mode == BlittableMode.Disk);
        AfterValue();
    }

    /// <summary>Writes an instant with its UTC offset, as the text that System.Text.Json writes: up to seven fraction digits, and the offset.</summary>
    /// <inheritdoc cref="WriteDate(in Timestamp, DateTextForm)" path="/exception"/>
    public void WriteDate(DateTimeOffset value) =>
        WriteDate(Timestamp.FromDateTimeOffset(value), DateTextForm.ForTicks(value.Ticks, DateTextZone.Offset));

    /// <summary>Writes a date and time as the text that System.Text.Json writes. The text ends with <c>Z</c> for UTC, or with this machine's UTC offset for
    /// local time. A time of unspecified kind has no suffix.</summary>
    /// <inheritdoc cref="WriteDate(in Timestamp, DateTextForm)" path="/exception"/>
    public void WriteDate(DateTime value)
    {
        var zone = value.Kind switch
        {
            DateTimeKind.Utc => DateTextZone.Z,
            DateTimeKind.Local => DateTextZone.Offset,
            _ => DateTextZone.None,
        };
        WriteDate(Timestamp.FromDateTime(value), DateTextForm.ForTicks(value.Ticks, zone));
    }

    /// <summary>Writes a date without a time, as <c>YYYY-MM-DD</c>.</summary>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteDate(DateOnly value) => WriteDate(Timestamp.FromDateOnly(value), DateTextForm.DateOnly);

    /// <summary>Writes binary data, which is a base64 string in JSON.</summary>
    public void WriteBinary(ReadOnlySpan<byte> data)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildBinary(-1, data);
        AfterValue();
    }

    /// <summary>Writes an extension value of another format. It has no JSON representation.</summary>
    /// <param name="type">The extension type, as numbered by the other format.</param>
    /// <param name="data">The data.</param>
    public void WriteExtension(byte type, ReadOnlySpan<byte> data)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildBinary(type, data);
        AfterValue();
    }

    /// <summary>Writes a copy of a value of another document, including all nested values.</summary>
    /// <exception cref="BlittableException">The value is uninitialized, damaged or nested too deeply. If it is damaged or nested too deeply, a part of it
    /// may have been written, so the builder discards the current document, like <see cref="Reset"/>.</exception>
    /// <exception cref="InvalidOperationException">A value is not allowed at the current position.</exception>
    public void WriteValue(BlittableValue value)
    {
        value.RequireDefined();
        using var use = _use.Enter();
        BeforeValue();
        try
        {
            ValueCopier.Copy(value, _writer);
        }
        catch
        {
            StartAnew();
            throw;
        }

        _limit.Add(value);
        AfterValue();
    }

    private void WriteAscii(ReadOnlySpan<byte> text)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildString(text);
        AfterValue();
    }

    private void WriteLiteral(byte tag)
    {
        using var use = _use.Enter();
        BeforeValue();
        _writer.BuildScalar();
        _writer.Literal(tag);
        AfterValue();
    }
}
