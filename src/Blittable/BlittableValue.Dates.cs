using System.Diagnostics.CodeAnalysis;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Generated;

namespace Blittable;

/// <content>Dates: values stored as dates, and strings that contain dates, for example because date detection was disabled.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the date as an instant with the UTC offset of its text. A text without an offset is treated as UTC.</summary>
    /// <exception cref="BlittableException">The value is not a date in a format of <see cref="Iso8601"/>.</exception>
    public Timestamp GetTimestamp()
    {
        if (!TryGetTimestamp(out var value))
        {
            ThrowWrongKind(Document, Address, "a date");
        }

        return value;
    }

    /// <inheritdoc cref="GetTimestamp" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetTimestamp"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetTimestamp(out Timestamp value) =>
        StoredDate.TryRead(Document, Address, out value, out _) || TryParseDate(out value);

    /// <summary>Gets the date as an instant with the UTC offset of its text, truncated to 100 ns. A text without an offset is treated as UTC.</summary>
    /// <exception cref="BlittableException">The value is not a date in a format of <see cref="Iso8601"/>, or is outside the range of the type.</exception>
    public DateTimeOffset GetDateTimeOffset()
    {
        if (!TryGetDateTimeOffset(out var value))
        {
            ThrowDate(nameof(DateTimeOffset));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateTimeOffset" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetDateTimeOffset"/> would throw; otherwise, <see langword="true"/>.
    /// Both throw for detected damage.</returns>
    public bool TryGetDateTimeOffset(out DateTimeOffset value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToDateTimeOffset(out value);
    }

    /// <summary>Gets the date as a <see cref="DateTime"/> in UTC, truncated to 100 ns.</summary>
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
    /// <returns><see langword="false"/> if <see cref="GetDateTime"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetDateTime(out DateTime value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToDateTime(out value);
    }

    /// <summary>Gets the date without the time, as written: if the text has a UTC offset, it is the local date.</summary>
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
    /// <returns><see langword="false"/> if <see cref="GetDateOnly"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
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

    /// <summary>Reads a stored date and the form of its text. Returns <see langword="false"/> for a string, even if it contains a date.</summary>
    internal bool TryReadDate(out Timestamp value, out DateTextForm form, out bool isCompact)
    {
        isCompact = RawBytes.ReadTag(Document, Address) >= Tag.CompactDate;
        return StoredDate.TryRead(Document, Address, out value, out form);
    }
}
