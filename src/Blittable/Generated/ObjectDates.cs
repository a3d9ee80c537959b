using System.Text.Json;
using Blittable.Dates;

namespace Blittable.Generated;

/// <summary>Reads dates for objects and views with the text forms that System.Text.Json accepts.</summary>
internal static class ObjectDates
{
    /// <summary>The maximum length of a date text that System.Text.Json accepts.</summary>
    public const int MaxText = 64;

    private const int DayLength = 10;

    /// <summary>The maximum offset of a <see cref="DateTimeOffset"/> in minutes, beyond which System.Text.Json refuses a date.</summary>
    private const int MaxOffset = 14 * 60;

    /// <summary>Reads a date and time: in UTC, in local time if the text has an offset, or unspecified.</summary>
    public static bool TryReadDateTime(scoped in BlittableValue value, out DateTime date)
    {
        if (RawStoredDate.TryReadUtc(value.Document, value.Address, out date))
        {
            return true;
        }

        if (value.TryReadDate(out var timestamp, out var form, out _) && timestamp.OffsetMinutes is >= -MaxOffset and <= MaxOffset && timestamp.TryToDateTime(out var utc))
        {
            date = form.Zone switch
            {
                DateTextZone.None => DateTime.SpecifyKind(utc, DateTimeKind.Unspecified),
                DateTextZone.Z or DateTextZone.LowerZ => utc,
                _ => utc.ToLocalTime(),
            };
            return true;
        }

        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxText + 2], withZone: false));
        date = default;
        return reader.Read() && reader.TryGetDateTime(out date);
    }

    /// <summary>Reads a date and time with its offset, or with the local offset if the text has none.</summary>
    public static bool TryReadDateTimeOffset(scoped in BlittableValue value, out DateTimeOffset date)
    {
        if (value.TryReadDate(out var timestamp, out var form, out _) && timestamp.TryToDateTimeOffset(out var instant))
        {
            date = instant;
            return form.Zone != DateTextZone.None || TryInterpretAsLocal(instant.UtcDateTime, out date);
        }

        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxText + 2], withZone: false));
        date = default;
        return reader.Read() && reader.TryGetDateTimeOffset(out date);
    }

    /// <summary>Adds the local offset to a date and time. Returns false if the instant is not in the years 1 to 9999 of UTC.</summary>
    private static bool TryInterpretAsLocal(DateTime local, out DateTimeOffset date)
    {
        local = DateTime.SpecifyKind(local, DateTimeKind.Unspecified);
        var offset = TimeZoneInfo.Local.GetUtcOffset(local);
        var fits = (ulong)(local.Ticks - offset.Ticks) <= (ulong)DateTime.MaxValue.Ticks;
        date = fits ? new DateTimeOffset(local, offset) : default;
        return fits;
    }

    /// <summary>Reads a date without a time.</summary>
    public static bool TryReadDateOnly(scoped in BlittableValue value, out DateOnly day)
    {
        day = default;
        return value.TryReadDate(out var timestamp, out var form, out _) ? form.IsDateOnly && timestamp.TryToLocalDay(out day)
            : value.TryGetUtf8Length(out var found) && found == DayLength && value.TryGetDateOnly(out day);
    }

    /// <summary>
    /// Reads a string that System.Text.Json accepts as a date but RFC 3339 does not: without seconds, with an offset of hours only, or with more than nine
    /// fraction digits. A text without an offset is read as UTC.
    /// </summary>
    public static bool TryParse(scoped in BlittableValue value, out Timestamp timestamp)
    {
        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxText + 3], withZone: true));
        var isDate = reader.Read() && reader.TryGetDateTimeOffset(out var date);
        timestamp = isDate ? Timestamp.FromDateTimeOffset(reader.GetDateTimeOffset()) : default;
        return isDate;
    }

    /// <summary>Returns a text as a JSON string; an empty string for a text that is longer than a date, or has a character that JSON escapes.</summary>
    /// <param name="text">The text.</param>
    /// <param name="buffer">The buffer, for the longest date and the quotation marks. The text may already be located after its first byte.</param>
    public static ReadOnlySpan<byte> Quote(ReadOnlySpan<byte> text, Span<byte> buffer)
    {
        if (text.Length > buffer.Length - 2 || text.ContainsAny((byte)'"', (byte)'\\') || text.ContainsAnyInRange((byte)0, (byte)31))
        {
            return "\"\""u8;
        }

        text.CopyTo(buffer[1..]);
        buffer[0] = buffer[text.Length + 1] = (byte)'"';
        return buffer[..(text.Length + 2)];
    }

    /// <summary>Returns the text of a string as JSON; an empty string for a value that is not a date.</summary>
    private static ReadOnlySpan<byte> Quote(scoped in BlittableValue value, Span<byte> buffer, bool withZone)
    {
        if (!value.TryGetUtf8Length(out var length) || length is < DayLength or > MaxText || !value.TryCopyUtf8(buffer[1..], out length))
        {
            return "\"\""u8;
        }

        if (withZone && buffer[length] != 'Z' && !buffer.Slice(1 + DayLength, length - DayLength).ContainsAny((byte)'+', (byte)'-'))
        {
            buffer[++length] = (byte)'Z';
        }

        return Quote(buffer.Slice(1, length), buffer);
    }
}
