using Blittable.Dates;

namespace Blittable.Collections;

/// <content>Conversions and comparisons.</content>
public readonly partial struct QueryValue
{
    /// <summary>Returns an integer.</summary>
    public static implicit operator QueryValue(long value) => FromMantissa(value, 0);

    /// <summary>Returns a number.</summary>
    public static implicit operator QueryValue(decimal value) => FromDecimal(value);

    /// <summary>Returns the number that the shortest text of a double is.</summary>
    public static implicit operator QueryValue(double value) => FromDouble(value);

    /// <summary>Returns a boolean.</summary>
    public static implicit operator QueryValue(bool value) => FromBoolean(value);

    /// <summary>Returns a string.</summary>
    public static implicit operator QueryValue(string? value) => FromString(value);

    /// <summary>Returns an instant.</summary>
    public static implicit operator QueryValue(Timestamp value) => FromTimestamp(value);

    /// <summary>Returns an instant.</summary>
    public static implicit operator QueryValue(DateTimeOffset value) => FromTimestamp(Timestamp.FromDateTimeOffset(value));

    /// <summary>Converts a day to midnight in UTC.</summary>
    public static implicit operator QueryValue(DateOnly value) => FromTimestamp(Timestamp.FromDateOnly(value));

    /// <summary>Returns whether both are the same.</summary>
    public static bool operator ==(QueryValue left, QueryValue right) => left.Equals(right);

    /// <summary>Returns whether they differ.</summary>
    public static bool operator !=(QueryValue left, QueryValue right) => !left.Equals(right);

    /// <summary>Returns whether one comes before the other.</summary>
    public static bool operator <(QueryValue left, QueryValue right) => left.CompareTo(right) < 0;

    /// <summary>Returns whether one comes after the other.</summary>
    public static bool operator >(QueryValue left, QueryValue right) => left.CompareTo(right) > 0;

    /// <summary>Returns whether one does not come after the other.</summary>
    public static bool operator <=(QueryValue left, QueryValue right) => left.CompareTo(right) <= 0;

    /// <summary>Returns whether one does not come before the other.</summary>
    public static bool operator >=(QueryValue left, QueryValue right) => left.CompareTo(right) >= 0;
}
