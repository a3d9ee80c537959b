using System.Text.Json;
using Blittable.Dates;

namespace Blittable.Serialization;

/// <content>Dates, as System.Text.Json takes their texts.</content>
public sealed partial class ObjectReader
{
    /// <summary>The longest text that System.Text.Json takes for a date.</summary>
    private const int MaxDateText = 64;

    /// <summary>Reads a date and a time: in UTC, in local time where there is an offset, or unspecified.</summary>
    /// <exception cref="BlittableException">The value is another one, as all methods here say.</exception>
    public DateTime ReadDateTime(scoped in BlittableValue value)
    {
        if (value.TryReadDate(out var timestamp, out var form, out _) && timestamp.TryToDateTime(out var utc))
        {
            return form.Zone switch
            {
                DateTextZone.None => DateTime.SpecifyKind(utc, DateTimeKind.Unspecified),
                DateTextZone.Z or DateTextZone.LowerZ => utc,
                _ => utc.ToLocalTime(),
            };
        }

        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxDateText + 2]));
        return reader.Read() && reader.TryGetDateTime(out var parsed) ? parsed : throw Mismatch(value, "a date and a time");
    }

    /// <summary>Reads a date and a time with its offset: that of this machine where the text has none.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateTimeOffset ReadDateTimeOffset(scoped in BlittableValue value)
    {
        if (value.TryReadDate(out var timestamp, out var form, out _) && timestamp.TryToDateTimeOffset(out var instant))
        {
            return form.Zone == DateTextZone.None ? new DateTimeOffset(DateTime.SpecifyKind(instant.UtcDateTime, DateTimeKind.Unspecified)) : instant;
        }

        var reader = new Utf8JsonReader(Quote(value, stackalloc byte[MaxDateText + 2]));
        return reader.Read() && reader.TryGetDateTimeOffset(out var parsed) ? parsed : throw Mismatch(value, "a date and a time");
    }

    /// <summary>Reads a day.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateOnly ReadDateOnly(scoped in BlittableValue value)
    {
        const int length = 10;
        return value.TryReadDate(out _, out var form, out _) ? form.IsDateOnly ? value.GetDateOnly() : throw Mismatch(value, "a day")
            : value.TryGetUtf8Length(out var found) && found == length && value.TryGetDateOnly(out var day) ? day : throw Mismatch(value, "a day");
    }

    /// <summary>Reads an instant.</summary>
    public Timestamp ReadTimestamp(scoped in BlittableValue value) => value.GetTimestamp();

    /// <summary>The text of a string as JSON, for the reader of System.Text.Json; what is no string, or has a character that it would escape, is not a date and becomes the empty string.</summary>
    private static ReadOnlySpan<byte> Quote(scoped in BlittableValue value, Span<byte> buffer)
    {
        if (!value.TryGetUtf8Length(out var length) || length > MaxDateText || !value.TryCopyUtf8(buffer[1..], out length)
            || buffer.Slice(1, length).ContainsAny((byte)'"', (byte)'\\') || buffer.Slice(1, length).ContainsAnyInRange((byte)0, (byte)31))
        {
            return "\"\""u8;
        }

        buffer[0] = buffer[length + 1] = (byte)'"';
        return buffer[..(length + 2)];
    }
}
