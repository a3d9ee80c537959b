using System.Globalization;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Formats times of day, durations and intervals.</summary>
internal static class ClockText
{
    private const int MonthsOfYear = 12, MinutesOfHour = 60, SecondsOfMinute = 60;

    private static readonly Int128[] s_units = [1, 1_000, 1_000_000, 1_000_000_000];

    /// <summary>Formats a time of day with the fraction digits of its unit.</summary>
    /// <param name="value">The number of units since midnight.</param>
    /// <param name="digits">The number of fraction digits of a second: 0, 3, 6 or 9.</param>
    /// <param name="isUtc">true to append <c>Z</c>; otherwise, false.</param>
    public static string TimeOfDay(long value, int digits, bool isUtc)
    {
        var (sign, hours, minutes, seconds, fraction) = Split(value, digits);
        var rest = digits == 0 ? "" : "." + Fraction(fraction, digits);
        return string.Create(CultureInfo.InvariantCulture, $"{sign}{hours:00}:{minutes:00}:{seconds:00}{rest}{(isUtc ? "Z" : "")}");
    }

    /// <summary>Formats a duration in ISO 8601 form, such as <c>PT26H3M4.5S</c>.</summary>
    /// <param name="value">The number of units.</param>
    /// <param name="digits">The number of fraction digits of a second: 0, 3, 6 or 9.</param>
    public static string Duration(long value, int digits) => Interval(0, 0, value, digits);

    /// <summary>Formats an interval in ISO 8601 form with a separate sign for each component, such as <c>P1Y2M-3DT4.5S</c>.</summary>
    /// <param name="months">The number of months.</param>
    /// <param name="days">The number of days. They are not converted to hours, because days vary in length.</param>
    /// <param name="units">The number of time units.</param>
    /// <param name="digits">The number of fraction digits of a second: 0, 3, 6 or 9.</param>
    public static string Interval(long months, long days, long units, int digits)
    {
        var (sign, hours, minutes, seconds, fraction) = Split(units, digits);
        var fractionText = fraction == 0 ? "" : "." + Fraction(fraction, digits).TrimEnd('0');
        var second = seconds == 0 && fraction == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"{sign}{seconds}{fractionText}S");
        var time = Part(sign, hours, 'H') + Part(sign, minutes, 'M') + second;
        var date = Part("", months / MonthsOfYear, 'Y') + Part("", months % MonthsOfYear, 'M') + Part("", days, 'D');
        return date.Length + time.Length == 0 ? "PT0S" : time.Length == 0 ? $"P{date}" : $"P{date}T{time}";
    }

    private static string Part(string sign, Int128 count, char unit) => count == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"{sign}{count}{unit}");

    private static string Fraction(Int128 fraction, int digits) => fraction.ToString(CultureInfo.InvariantCulture).PadLeft(digits, '0');

    private static (string Sign, Int128 Hours, Int128 Minutes, Int128 Seconds, Int128 Fraction) Split(long value, int digits)
    {
        var units = s_units[digits / 3];
        var (total, fraction) = Int128.DivRem(Int128.Abs(value), units);
        var (minutes, seconds) = Int128.DivRem(total, SecondsOfMinute);
        var (hours, minute) = Int128.DivRem(minutes, MinutesOfHour);
        return (value < 0 ? "-" : "", hours, minute, seconds, fraction);
    }
}
