using System.Globalization;

namespace Blittable.Dates;

/// <summary>Formats SQL expressions that extract a field from a column of packed dates.</summary>
/// <remarks>All expressions give integers and can be indexed. A range of dates needs no expression: compare the column with the bounds of
/// <see cref="BitpackDate"/> and <see cref="EpochDate"/>, both of which are sorted as integers.</remarks>
public static class DateSql
{
    /// <summary>Returns a field of a <see cref="BitpackDate"/>.</summary>
    /// <remarks>
    /// The same on all three databases: a shift and a mask, in parentheses because their precedence differs from one to the next.
    /// The year is <c>((v >> 40) &amp; 4095) + 2000</c>; <c>v >> 35 &amp; 0x7FF</c>, which circulates, mixes the month into it.
    /// </remarks>
    /// <param name="field">The field.</param>
    /// <param name="column">The column, or any expression in parentheses, as it appears in the SQL; it is not quoted.</param>
    public static string FromBitpack(DateField field, string column)
    {
        var (shift, mask) = BitpackDate.BitsOf(field);
        var bits = shift == 0
            ? string.Create(CultureInfo.InvariantCulture, $"({column} & {mask})")
            : string.Create(CultureInfo.InvariantCulture, $"(({column} >> {shift}) & {mask})");
        return field == DateField.Year ? string.Create(CultureInfo.InvariantCulture, $"({bits} + {BitpackDate.MinYear})") : bits;
    }

    /// <summary>Returns the tenant of a <see cref="BitpackDate"/>.</summary>
    /// <param name="column">The column, as it appears in the SQL.</param>
    public static string TenantFromBitpack(string column) =>
        string.Create(CultureInfo.InvariantCulture, $"(({column} >> {BitpackDate.TenantShift}) & {BitpackDate.MaxTenant})");

    /// <summary>Returns a field of an <see cref="EpochDate"/>, in UTC whatever the session's time zone.</summary>
    /// <param name="dialect">The database.</param>
    /// <param name="field">The field.</param>
    /// <param name="column">The column, or any expression in parentheses, as it appears in the SQL; it is not quoted.</param>
    /// <exception cref="ArgumentOutOfRangeException">The database or the field is not a defined one.</exception>
    public static string FromEpoch(SqlDialect dialect, DateField field, string column)
    {
        // Remainders have the dividend's sign everywhere.
        if (field == DateField.Millisecond)
        {
            return $"((({column} % 1000) + 1000) % 1000)";
        }

        return dialect switch
        {
            // A second is extracted with its fraction, hence rounded down.
            SqlDialect.PostgreSql =>
                $"floor(extract({Name(field)} from timestamp '1970-01-01' + {column} * interval '1 millisecond'))::int",
            SqlDialect.MySql =>
                $"{Name(field)}(timestampadd(second, floor({column} / 1000), '1970-01-01'))",
            SqlDialect.Sqlite =>
                $"cast(strftime('{Format(field)}', {column} / 1000.0, 'unixepoch') as integer)",
            _ => throw new ArgumentOutOfRangeException(nameof(dialect), dialect, "The value is not one of the three databases."),
        };
    }

    private static string Name(DateField field) => field switch
    {
        DateField.Year => "year",
        DateField.Month => "month",
        DateField.Day => "day",
        DateField.Hour => "hour",
        DateField.Minute => "minute",
        DateField.Second => "second",
        _ => throw new ArgumentOutOfRangeException(nameof(field), field, "The value is not a date field."),
    };

    private static string Format(DateField field) => field switch
    {
        DateField.Year => "%Y",
        DateField.Month => "%m",
        DateField.Day => "%d",
        DateField.Hour => "%H",
        DateField.Minute => "%M",
        DateField.Second => "%S",
        _ => throw new ArgumentOutOfRangeException(nameof(field), field, "The value is not a date field."),
    };
}
