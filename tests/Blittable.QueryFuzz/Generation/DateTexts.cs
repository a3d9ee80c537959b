using System.Globalization;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates dates as documents write them.</summary>
internal static class DateTexts
{
    private static readonly string[] _edges =
    [
        "0001-02-02", "9999-12-30T23:59:59.999999999Z", "1969-12-31T23:59:59.5Z", "1970-01-01", "2000-02-29", "2011-01-01T00:00:00Z", "2024-02-29",
        "2024-02-29T00:00:00", "2024-02-29T00:00:00Z", "2024-02-29T02:00:00+02:00", "2024-02-28T19:00:00-05:00", "2024-02-29 00:00:00.000", "1900-01-01T00:00:00-00:00",
    ];

    /// <summary>Creates a date in one of several forms.</summary>
    /// <param name="random">The source of random numbers.</param>
    /// <param name="days">The number of days to choose from.</param>
    /// <param name="form">The form: days, instants in UTC, local times, offsets, or any of them.</param>
    public static string Make(FuzzRandom random, int days, int form)
    {
        if (form == 4 && random.OneIn(4))
        {
            return random.Pick<string>(_edges);
        }

        form = form == 4 ? random.Next(4) : form;
        var date = new DateTime(2023, 12, 25, 0, 0, 0, DateTimeKind.Unspecified).AddDays(random.Next(days));
        var day = date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        if (form == 0)
        {
            return day;
        }

        var digits = random.OneIn(2) ? 0 : random.Next(1, 10);
        var fraction = digits == 0 ? "" : "." + random.Next(1_000_000_000).ToString("000000000", CultureInfo.InvariantCulture)[..digits];
        var time = random.OneIn(3) ? "00:00:00" : $"{random.Next(24):00}:{random.Next(60):00}:{random.Next(60):00}";
        var zone = form switch { 1 => random.OneIn(6) ? "z" : "Z", 2 => "", _ => $"{(random.OneIn(2) ? '+' : '-')}{random.Next(14):00}:{random.Next(4) * 15:00}" };
        return $"{day}{(random.OneIn(8) ? ' ' : 'T')}{time}{fraction}{zone}";
    }
}
