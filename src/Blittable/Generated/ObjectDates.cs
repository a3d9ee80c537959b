using System.Text.Json;
using Blittable.Dates;

namespace Blittable.Generated;

/// <summary>Reads dates of objects and views as System.Text.Json takes their texts.</summary>
internal static class ObjectDates
{
    /// <summary>The longest text that System.Text.Json takes for a date.</summary>
    private const int MaxText = 64;

    private const int DayLength = 10;

    /// <summary>Reads a date and a time: in UTC, in local time where there is an offset, or unspecified.</summary>
    public static bool TryReadDateTime(scoped in BlittableValue value, out DateTime date)
    {
        if (value.TryReadDate(out var timestamp, out var form, out _) && timestamp.TryToDateTime(out var utc))
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

    /// <summary>Reads a date and a time with its offset: that of this machine where the text has none.</summary>
    public static bool TryReadDateTimeOffset(scoped in BlittableValue value, out DateTimeOffset date)
    {
        if (value.TryReadDate(out var timestamp, out var form, out _) && timestamp.TryToDateTimeOffset(out var instant))
        {
            date = form.Zone == DateTextZone.None ? new DateTimeOffset(DateTime.SpecifyKind(instant.UtcDateTime, DateTimeKind.Unspecified)) : instant;
            return true;
        }

        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxText + 2], withZone: false));
        date = default;
        return reader.Read() && reader.TryGetDateTimeOffset(out date);
    }

    /// <summary>Reads a day.</summary>
    public static bool TryReadDateOnly(scoped in BlittableValue value, out DateOnly day)
    {
        day = default;
        return value.TryReadDate(out _, out var form, out _) ? form.IsDateOnly && value.TryGetDateOnly(out day)
            : value.TryGetUtf8Length(out var found) && found == DayLength && value.TryGetDateOnly(out day);
    }

    /// <summary>
    /// Reads a string that is a date of System.Text.Json, but none of RFC 3339: without seconds, with hours alone as offset, or with more than nine fraction
    /// digits. A text without an offset is taken as UTC.
    /// </summary>
    public static bool TryParse(scoped in BlittableValue value, out Timestamp timestamp)
    {
        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxText + 3], withZone: true));
        var isDate = reader.Read() && reader.TryGetDateTimeOffset(out var date);
        timestamp = isDate ? Timestamp.FromDateTimeOffset(reader.GetDateTimeOffset()) : default;
        return isDate;
    }

    /// <summary>Gets the text of a string as JSON; what is no string, or has a character that JSON escapes, is not a date and becomes the empty string.</summary>
    private static ReadOnlySpan<byte> Quote(scoped in BlittableValue value, Span<byte> buffer, bool withZone)
    {
        if (!value.TryGetUtf8Length(out var length) || length is < DayLength or > MaxText || !value.TryCopyUtf8(buffer[1..], out length)
            || buffer.Slice(1, length).ContainsAny((byte)'"', (byte)'\\') || buffer.Slice(1, length).ContainsAnyInRange((byte)0, (byte)31))
        {
            return "\"\""u8;
        }

        if (withZone && buffer[length] != 'Z' && !buffer.Slice(1 + DayLength, length - DayLength).ContainsAny((byte)'+', (byte)'-'))
        {
            buffer[++length] = (byte)'Z';
        }

        buffer[0] = buffer[length + 1] = (byte)'"';
        return buffer[..(length + 2)];
    }
}
