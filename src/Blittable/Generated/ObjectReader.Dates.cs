using Blittable.Dates;

namespace Blittable.Generated;

/// <content>Dates, as System.Text.Json takes their texts.</content>
public sealed partial class ObjectReader
{
    /// <summary>Reads a date and a time: in UTC, in local time where there is an offset, or unspecified.</summary>
    /// <exception cref="BlittableException">The value is another one, as all methods here say.</exception>
    public DateTime ReadDateTime(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateTime(value, out var date) ? date : throw Mismatch(value, "a date and a time");

    /// <summary>Reads a date and a time with its offset: that of this machine where the text has none.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateTimeOffset ReadDateTimeOffset(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateTimeOffset(value, out var date) ? date : throw Mismatch(value, "a date and a time");

    /// <summary>Reads a day.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateOnly ReadDateOnly(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateOnly(value, out var day) ? day : throw Mismatch(value, "a day");

    /// <summary>Reads an instant.</summary>
    public Timestamp ReadTimestamp(scoped in BlittableValue value) => value.GetTimestamp();
}
