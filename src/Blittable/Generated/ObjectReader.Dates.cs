using Blittable.Dates;

namespace Blittable.Generated;

/// <content>Reads dates with the text forms that System.Text.Json accepts.</content>
public sealed partial class ObjectReader
{
    /// <summary>Reads a date and time: in UTC, in local time if the text has an offset, or unspecified.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateTime ReadDateTime(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateTime(value, out var date) ? date : throw Mismatch(value, "a date and time");

    /// <summary>Reads a date and time with its offset, or with the local offset if the text has none.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateTimeOffset ReadDateTimeOffset(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateTimeOffset(value, out var date) ? date : throw Mismatch(value, "a date and time");

    /// <summary>Reads a date without a time.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateOnly ReadDateOnly(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateOnly(value, out var day) ? day : throw Mismatch(value, "a date without a time");

    /// <summary>Reads an instant.</summary>
    public Timestamp ReadTimestamp(scoped in BlittableValue value) => value.GetTimestamp();
}
