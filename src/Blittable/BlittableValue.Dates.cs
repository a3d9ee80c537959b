using System.Diagnostics.CodeAnalysis;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Generated;

namespace Blittable;

/// <content>Dates: those stored as such, and strings that are date texts all the same, as when the converter was told not to detect them.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the instant, with the offset of its text; a text without one is taken as UTC.</summary>
    /// <exception cref="BlittableException">The value is not a date of <see cref="Iso8601"/>.</exception>
    public Timestamp GetTimestamp()
    {
        if (!TryGetTimestamp(out var value))
        {
            ThrowWrongKind(Document, Address, "a date");
        }

        return value;
    }

    /// <inheritdoc cref="GetTimestamp" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetTimestamp"/> throws; for a damaged document both throw.</returns>
    public bool TryGetTimestamp(out Timestamp value) =>
        StoredDate.TryRead(Document, Address, out value, out _) || TryParseDate(out value);

    /// <summary>Gets the instant, with the offset of its text, to 100 ns; a text without an offset is taken as UTC.</summary>
    /// <exception cref="BlittableException">The value is not a date of <see cref="Iso8601"/>, or one that the type cannot hold.</exception>
    public DateTimeOffset GetDateTimeOffset()
    {
        if (!TryGetDateTimeOffset(out var value))
        {
            ThrowDate(nameof(DateTimeOffset));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateTimeOffset" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetDateTimeOffset"/> throws; for a damaged document both throw.</returns>
    public bool TryGetDateTimeOffset(out DateTimeOffset value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToDateTimeOffset(out value);
    }

    /// <summary>Gets the instant as a <see cref="DateTime"/> in UTC, to 100 ns.</summary>
    /// <inheritdoc cref="GetDateTimeOffset" path="/exception"/>
    public DateTime GetDateTime()
    {
        if (!TryGetDateTime(out var value))
        {
            ThrowDate(nameof(DateTime));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateTime" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetDateTime"/> throws; for a damaged document both throw.</returns>
    public bool TryGetDateTime(out DateTime value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToDateTime(out value);
    }

    /// <summary>Gets the day as it is written: that of the offset, where the text has one.</summary>
    /// <inheritdoc cref="GetDateTimeOffset" path="/exception"/>
    public DateOnly GetDateOnly()
    {
        if (!TryGetDateOnly(out var value))
        {
            ThrowDate(nameof(DateOnly));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateOnly" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetDateOnly"/> throws; for a damaged document both throw.</returns>
    public bool TryGetDateOnly(out DateOnly value)
    {
        value = default;
        if (!TryGetTimestamp(out var timestamp)
            || !new Timestamp(timestamp.UnixSeconds + (timestamp.OffsetMinutes * 60L)).TryToDateTime(out var local))
        {
            return false;
        }

        value = DateOnly.FromDateTime(local);
        return true;
    }

    private bool TryParseDate(out Timestamp value)
    {
        Span<byte> buffer = stackalloc byte[Iso8601.MaxLength + EncodedText.Slack];
        value = default;
        return (TryGetUtf8Length(out var length) && length <= Iso8601.MaxLength && Iso8601.TryParse(TextOnStack(buffer, length), out value, out _))
            || ObjectDates.TryParse(this, out value);
    }

    [DoesNotReturn]
    private void ThrowDate(string type) => ThrowHelper.DateOutOfRange(type, GetTimestamp(), Offset(Address));

    /// <summary>Reads a stored date with the form of its text; false for a text, even that of a date.</summary>
    internal bool TryReadDate(out Timestamp value, out DateTextForm form, out bool isCompact)
    {
        isCompact = RawBytes.ReadTag(Document, Address) >= Tag.CompactDate;
        return StoredDate.TryRead(Document, Address, out value, out form);
    }
}
