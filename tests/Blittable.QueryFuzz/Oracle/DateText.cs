using System.Globalization;
using System.Text.RegularExpressions;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>Parses strings that are dates: a day, or a day and a time with or without an offset.</summary>
internal static partial class DateText
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    /// <summary>Parses a date.</summary>
    /// <param name="text">The text of a string.</param>
    /// <param name="nanoseconds">The instant, in nanoseconds since 1970 in UTC. A text without an offset is in UTC.</param>
    public static bool TryParse(string text, out Int128 nanoseconds)
    {
        nanoseconds = 0;
        var match = Pattern().Match(text);
        if (!match.Success)
        {
            return false;
        }

        var (year, month, day) = (Number(match, "year"), Number(match, "month"), Number(match, "day"));
        if (month is < 1 or > 12 || day < 1 || day > DaysIn(year, month))
        {
            return false;
        }

        var seconds = DaysSince1970(year, month, day) * 86_400;
        if (match.Groups["hour"].Success)
        {
            var (hour, minute, second) = (Number(match, "hour"), Number(match, "minute"), Number(match, "second"));
            if (hour > 23 || minute > 59 || second > 59)
            {
                return false;
            }

            seconds += (hour * 3600) + (minute * 60) + second;
        }

        if (match.Groups["sign"].Success)
        {
            var (hours, minutes) = (Number(match, "hours"), Number(match, "minutes"));
            if (hours > 23 || minutes > 59)
            {
                return false;
            }

            seconds -= (match.Groups["sign"].Value == "-" ? -1 : 1) * ((hours * 3600) + (minutes * 60));
        }

        var fraction = match.Groups["fraction"].Value;
        nanoseconds = ((Int128)seconds * NanosecondsPerSecond) + (fraction.Length == 0 ? 0 : long.Parse(fraction.PadRight(9, '0'), CultureInfo.InvariantCulture));
        return true;
    }

    /// <summary>Returns the number of days from 1970-01-01 to a day of the Gregorian calendar.</summary>
    public static long DaysSince1970(long year, long month, long day)
    {
        var days = day - 1;
        for (var earlier = 1; earlier < month; earlier++)
        {
            days += DaysIn(year, earlier);
        }

        var years = year - 1;
        static long Leaps(long count) => (count / 4) - (count / 100) + (count / 400);
        return year == 0 ? days - 719_528 : days + (years * 365) + Leaps(years) - 719_162;
    }

    /// <summary>Returns the year, month and day of a day number.</summary>
    public static (long Year, long Month, long Day) Civil(long days)
    {
        var date = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddDays(days);
        return (date.Year, date.Month, date.Day);
    }

    /// <summary>Returns the text of an instant in UTC, with 3, 6 or 9 digits if it has a fraction.</summary>
    public static string Format(Int128 nanoseconds)
    {
        var part = (long)(((nanoseconds % NanosecondsPerSecond) + NanosecondsPerSecond) % NanosecondsPerSecond);
        var seconds = (long)((nanoseconds - part) / NanosecondsPerSecond);
        var digits = part == 0 ? 0 : part % 1_000_000 == 0 ? 3 : part % 1_000 == 0 ? 6 : 9;
        var fraction = digits == 0 ? "" : "." + part.ToString("000000000", CultureInfo.InvariantCulture)[..digits];
        return new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(seconds).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture) + fraction + "Z";
    }

    private static int DaysIn(long year, long month) => month switch
    {
        2 => year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28,
        4 or 6 or 9 or 11 => 30,
        _ => 31,
    };

    private static long Number(Match match, string name) => long.Parse(match.Groups[name].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"\A(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})(?:[Tt ](?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})(?:\.(?<fraction>[0-9]{1,9}))?(?:[Zz]|(?<sign>[+-])(?<hours>[0-9]{2}):(?<minutes>[0-9]{2}))?)?\z")]
    private static partial Regex Pattern();
}
