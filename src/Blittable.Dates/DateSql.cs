using System.Globalization;

namespace Blittable.Dates;

/// <summary>Formats SQL expressions that extract a field from a column of packed dates.</summary>
/// <remarks>All expressions return integers and can be indexed. To select a range of dates, compare the column with bounds from <see cref="BitpackDate"/> or
/// <see cref="EpochDate"/>, because both formats sort as integers.</remarks>
public static class DateSql
{
    /// <summary>Returns an SQL expression for a field of a <see cref="BitpackDate"/>.</summary>
    /// <remarks>
    /// The expression works in all three databases. It shifts and masks, with parentheses because operator precedence differs between databases. The year is
    /// <c>((v >> 40) &amp; 4095) + 2000</c>. The widespread <c>v >> 35 &amp; 0x7FF</c> mixes the month into the year.
    /// </remarks>
    /// <param name="field">The field.</param>
    /// <param name="column">The column, or any expression in parentheses, inserted into the SQL without quoting.</param>
    public static string FromBitpack(DateField field, string column)
    {
        var (shift, mask) = BitpackDate.BitsOf(field);
        var bits = shift == 0
            ? string.Create(CultureInfo.InvariantCulture, $"({column} & {mask})")
            : string.Create(CultureInfo.InvariantCulture, $"(({column} >> {shift}) & {mask})");
        return field == DateField.Year ? string.Create(CultureInfo.InvariantCulture, $"({bits} + {BitpackDate.MinYear})") : bits;
    }

    /// <summary>Returns an SQL expression for the tenant of a <see cref="BitpackDate"/>.</summary>
    /// <param name="column">The column, inserted into the SQL without quoting.</param>
    public static string TenantFromBitpack(string column) =>
        string.Create(CultureInfo.InvariantCulture, $"(({column} >> {BitpackDate.TenantShift}) & {BitpackDate.MaxTenant})");

    /// <summary>Returns an SQL expression for a field of an <see cref="EpochDate"/>, in UTC regardless of the session's time zone.</summary>
    /// <param name="dialect">The database.</param>
    /// <param name="field">The field.</param>
    /// <param name="column">The column, or any expression in parentheses, inserted into the SQL without quoting.</param>
    /// <exception cref="ArgumentOutOfRangeException">The database or the field is not defined.</exception>
    public static string FromEpoch(SqlDialect dialect, DateField field, string column)
    {
        // In all three databases, a remainder has the sign of the dividend.
        if (field == DateField.Millisecond)
        {
            return $"((({column} % 1000) + 1000) % 1000)";
        }

        return dialect switch
        {
            // PostgreSQL extracts seconds with their fraction, so the result is rounded down.
            SqlDialect.PostgreSql =>
                $"floor(extract({Name(field)} from timestamp '1970-01-01' + {column} * interval '1 millisecond'))::int",
            SqlDialect.MySql =>
                $"{Name(field)}(timestampadd(second, floor({column} / 1000), '1970-01-01'))",
            SqlDialect.Sqlite =>
                $"cast(strftime('{Format(field)}', {column} / 1000.0, 'unixepoch') as integer)",
            _ => throw new ArgumentOutOfRangeException(nameof(dialect), dialect, "The value is not a supported SQL dialect."),
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
