using System.Globalization;
using System.Text;
using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>Parses dates and timestamps in the forms that imports write: ISO 8601 with any year, and infinity.</summary>
internal static class MomentText
{
    /// <summary>The number of years after which the Gregorian calendar repeats.</summary>
    private const int YearsOfCycle = 400;

    private const long SecondsOfCycle = 12_622_780_800, SecondsOfDay = 86_400;

    /// <summary>The first year of the cycle in which dates of other cycles are parsed.</summary>
    private const int FirstYear = 2000;

    /// <summary>The maximum number of digits of a year, which keeps its seconds far within 64 bits.</summary>
    private const int MostYearDigits = 9;

    /// <summary>Returns 1 for the text of infinity, -1 for negative infinity, and 0 for other values.</summary>
    public static int InfinityOf(in BlittableValue value) =>
        value.Kind != BlittableValueKind.String || value.IsDate ? 0 : value.GetString() switch { "infinity" => 1, "-infinity" => -1, _ => 0 };

    /// <summary>Parses a date or timestamp. Years outside 0 to 9999 have a sign, and may have more than four digits.</summary>
    /// <returns>false if the value is not a finite date or timestamp; otherwise, true.</returns>
    public static bool TryRead(in BlittableValue value, out Timestamp instant, out DateTextForm form)
    {
        Span<byte> buffer = stackalloc byte[Iso8601.MaxLength];
        (instant, form) = (default, default);
        if (value.Kind != BlittableValueKind.String)
        {
            return false;
        }

        // A collection whose options do not detect dates stores them as strings.
        return (value.TryCopyUtf8(buffer, out var written) && Iso8601.TryParse(buffer[..written], out instant, out form))
            || (!value.IsDate && TryReadFar(value.GetString()!, out instant, out form));
    }

    /// <summary>Returns the day of a date that <see cref="TryRead"/> or <see cref="InfinityOf"/> accepts, as days since 1970-01-01.</summary>
    public static long DayOf(in BlittableValue value)
    {
        if (InfinityOf(value) is var sign && sign != 0)
        {
            return sign * (long)int.MaxValue;
        }

        TryRead(value, out var instant, out _);
        return instant.UnixSeconds / SecondsOfDay;
    }

    /// <summary>Returns the units of a timestamp that <see cref="TryRead"/> or <see cref="InfinityOf"/> accepts, since 1970-01-01.</summary>
    /// <param name="value">The value.</param>
    /// <param name="step">The number of nanoseconds in a unit.</param>
    public static Int128 UnitsOf(in BlittableValue value, int step)
    {
        if (InfinityOf(value) is var sign && sign != 0)
        {
            return sign * (Int128)long.MaxValue;
        }

        TryRead(value, out var instant, out _);
        return ((Int128)instant.UnixSeconds * (1_000_000_000 / step)) + (instant.Nanoseconds / step);
    }

    private static bool TryReadFar(string text, out Timestamp instant, out DateTextForm form)
    {
        (instant, form) = (default, default);
        var dash = text.Length > 5 && text[0] is '+' or '-' ? text.IndexOf('-', 1) : -1;
        if (dash is < 5 or > MostYearDigits + 1 || !int.TryParse(text.AsSpan(1, dash - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var year)
            || (year == 0 && text[0] == '-') || text.Length - dash > Iso8601.MaxLength)
        {
            return false;
        }

        // The date is parsed in another cycle of the calendar, in which its year has four digits.
        year = text[0] == '-' ? -year : year;
        var cycles = (int)Math.Floor((year - FirstYear) / (double)YearsOfCycle);
        var near = string.Create(CultureInfo.InvariantCulture, $"{year - (cycles * YearsOfCycle):0000}{text.AsSpan(dash)}");
        if (near.Length > Iso8601.MaxLength || !Iso8601.TryParse(Encoding.UTF8.GetBytes(near), out var parsed, out form))
        {
            return false;
        }

        instant = new Timestamp(parsed.UnixSeconds + (cycles * SecondsOfCycle), parsed.Nanoseconds, parsed.OffsetMinutes);
        return true;
    }
}
