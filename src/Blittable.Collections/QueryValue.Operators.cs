using Blittable.Dates;

namespace Blittable.Collections;

/// <content>Conversions and comparisons.</content>
public readonly partial struct QueryValue
{
    /// <summary>Converts an integer.</summary>
    public static implicit operator QueryValue(long value) => FromMantissa(value, 0);

    /// <summary>Converts a decimal.</summary>
    public static implicit operator QueryValue(decimal value) => FromDecimal(value);

    /// <summary>Converts a double to the number that its shortest text represents.</summary>
    public static implicit operator QueryValue(double value) => FromDouble(value);

    /// <summary>Converts a boolean.</summary>
    public static implicit operator QueryValue(bool value) => FromBoolean(value);

    /// <summary>Converts a string.</summary>
    /// <exception cref="ArgumentException"><paramref name="value"/> contains a lone surrogate, which no document can contain.</exception>
    public static implicit operator QueryValue(string? value) => FromString(value);

    /// <summary>Converts an instant.</summary>
    public static implicit operator QueryValue(Timestamp value) => FromTimestamp(value);

    /// <summary>Converts an instant.</summary>
    public static implicit operator QueryValue(DateTimeOffset value) => FromTimestamp(Timestamp.FromDateTimeOffset(value));

    /// <summary>Converts a date to its midnight in UTC.</summary>
    public static implicit operator QueryValue(DateOnly value) => FromTimestamp(Timestamp.FromDateOnly(value));

    /// <summary>Determines whether two values are equal.</summary>
    public static bool operator ==(QueryValue left, QueryValue right) => left.Equals(right);

    /// <summary>Determines whether two values are different.</summary>
    public static bool operator !=(QueryValue left, QueryValue right) => !left.Equals(right);

    /// <summary>Determines whether one value is less than another.</summary>
    public static bool operator <(QueryValue left, QueryValue right) => left.CompareTo(right) < 0;

    /// <summary>Determines whether one value is greater than another.</summary>
    public static bool operator >(QueryValue left, QueryValue right) => left.CompareTo(right) > 0;

    /// <summary>Determines whether one value is less than or equal to another.</summary>
    public static bool operator <=(QueryValue left, QueryValue right) => left.CompareTo(right) <= 0;

    /// <summary>Determines whether one value is greater than or equal to another.</summary>
    public static bool operator >=(QueryValue left, QueryValue right) => left.CompareTo(right) >= 0;
}
