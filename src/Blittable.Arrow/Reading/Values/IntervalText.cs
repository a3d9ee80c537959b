using System.Globalization;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Converts the text of DuckDB intervals, such as <c>1 year 2 months -3 days 04:05:06.5</c>.</summary>
internal static class IntervalText
{
    private const int MonthsOfYear = 12, MinutesOfHour = 60, SecondsOfMinute = 60, Digits = 6;
    private const long MicrosecondsOfSecond = 1_000_000;

    /// <summary>Returns the ISO 8601 form, such as <c>P1Y2M-3DT4H5M6.5S</c>.</summary>
    /// <exception cref="FormatException">The text has another form.</exception>
    public static string ToIso8601(string text)
    {
        long months = 0, days = 0, microseconds = 0;
        var words = text.Split(' ');
        for (var i = 0; i < words.Length; i++)
        {
            if (words[i].Contains(':', StringComparison.Ordinal))
            {
                microseconds = Microseconds(words[i]);
                continue;
            }

            var count = long.Parse(words[i], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
            switch (++i < words.Length ? words[i].TrimEnd('s') : "")
            {
                case "year":
                    months += count * MonthsOfYear;
                    break;
                case "month":
                    months += count;
                    break;
                case "day":
                    days += count;
                    break;
                default:
                    throw new FormatException($"the interval '{text}' has an unknown form");
            }
        }

        return ClockText.Interval(months, days, microseconds, Digits);
    }

    /// <summary>Parses hours of any number of digits, minutes, seconds and their fraction. A sign applies to all of them.</summary>
    private static long Microseconds(string text)
    {
        var isNegative = text[0] == '-';
        var parts = text[(isNegative ? 1 : 0)..].Split(':', '.');
        var fraction = parts.Length > 3 ? Part(3).PadRight(Digits, '0') : "0";
        var seconds = (((Number(Part(0)) * MinutesOfHour) + Number(Part(1))) * SecondsOfMinute) + Number(Part(2));

        // The smallest value has no positive counterpart.
        var total = (seconds * MicrosecondsOfSecond) + Number(fraction);
        return checked((long)(isNegative ? -total : total));

        string Part(int index) => index < parts.Length ? parts[index] : throw new FormatException($"the interval '{text}' has an unknown form");
    }

    private static Int128 Number(string digits) => Int128.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture);
}
