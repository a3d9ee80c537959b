using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Converts days to years, months and days of the proleptic Gregorian calendar, and back, for the years 0000 to 9999.</summary>
internal static class CivilDate
{
    /// <summary>The number of days from 0000-01-01 to 1970-01-01.</summary>
    public const int UnixEpochDay = 719_528;

    /// <summary>The <see cref="DateOnly.DayNumber"/> of 1970-01-01: the number of days since 0001-01-01.</summary>
    public const int ClrDayOfUnixEpoch = 719_162;

    public const int MinDay = -UnixEpochDay;
    public const int MaxDay = 2_932_896;
    public const long MinSecond = (long)MinDay * Timestamp.SecondsPerDay;
    public const long MaxSecond = ((long)MaxDay * Timestamp.SecondsPerDay) + Timestamp.SecondsPerDay - 1;

    /// <summary>Gets the number of days in each month. Common years start at index 1, leap years at index 17. Other indexes have 0 days.</summary>
    private static ReadOnlySpan<byte> DaysInMonth =>
    [
        0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0,
        0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0,
    ];

    /// <summary>Gets the number of days before each month, indexed like <see cref="DaysInMonth"/>.</summary>
    private static ReadOnlySpan<ushort> DaysBeforeMonth =>
    [
        0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 0, 0, 0,
        0, 0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 0, 0, 0,
    ];

    /// <summary>Computes the number of days since 1970-01-01.</summary>
    /// <param name="century">The first two digits of the year.</param>
    /// <param name="yearOfCentury">The last two digits of the year, 0 to 99.</param>
    /// <param name="month">A number below 16. Only 1 to 12 are valid.</param>
    /// <param name="day">Any number.</param>
    /// <param name="days">Receives the number of days.</param>
    /// <returns>False if the day does not exist.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryGetDays(uint century, uint yearOfCentury, uint month, uint day, out int days)
    {
        var row = ((yearOfCentury == 0 ? century : yearOfCentury) & 3) == 0 ? 16u : 0u;
        var index = (int)((month & 15) | row);

        // The number of earlier leap years: year / 4, / 100 and / 400, rounded up, without division.
        var year = (century * 100) + yearOfCentury;
        var centuries = century + (yearOfCentury == 0 ? 0u : 1u);
        var leapDays = ((year + 3) >> 2) - centuries + ((centuries + 3) >> 2);
        days = (int)((year * 365) + leapDays + DaysBeforeMonth[index] + day) - 1 - UnixEpochDay;
        return day - 1 < DaysInMonth[index];
    }

    /// <inheritdoc cref="TryGetDays(uint, uint, uint, uint, out int)"/>
    public static bool TryGetDays(int year, int month, int day, out int days)
    {
        days = 0;
        if ((uint)year > 9999 || (uint)month > 12 || day < 1)
        {
            return false;
        }

        var (century, yearOfCentury) = Math.DivRem((uint)year, 100);
        return TryGetDays(century, yearOfCentury, (uint)month, (uint)day, out days);
    }

    /// <summary>Returns the date of a day from <see cref="MinDay"/> to <see cref="MaxDay"/>.</summary>
    /// <remarks>
    /// Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms", Software: Practice and
    /// Experience, 2022.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FromDays(int days, out uint year, out uint month, out uint day)
    {
        // Years start in March and are counted from -400-03-01, so no number is negative.
        const int shift = UnixEpochDay + 146_097 - 60;
        var fourTimes = (4 * (uint)(days + shift)) + 3;
        var century = fourTimes / 146_097;
        var dayOfCentury = fourTimes % 146_097 | 3;
        var product = 2_939_745ul * dayOfCentury;
        var yearOfCentury = (uint)(product >> 32);
        var dayOfYear = (uint)product / 2_939_745 / 4;
        var monthAndDay = (2_141 * dayOfYear) + 197_913;
        var isNextYear = dayOfYear >= 306 ? 1u : 0u;
        year = (100 * century) + yearOfCentury + isNextYear - 400;
        month = (monthAndDay >> 16) - (12 * isNextYear);
        day = ((monthAndDay & 0xFFFF) / 2_141) + 1;
    }

    /// <summary>Splits any number of seconds into whole days, rounded down, and remaining seconds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (long Days, int SecondOfDay) SplitSeconds(long seconds)
    {
        var days = seconds / Timestamp.SecondsPerDay;
        var rest = (int)(seconds - (days * Timestamp.SecondsPerDay));
        var isNegative = rest >> 31;
        return (days + isNegative, rest + (isNegative & Timestamp.SecondsPerDay));
    }
}

/// <summary>Defines epochs other than 1970.</summary>
internal static class DateEpoch
{
    /// <summary>2011-01-01T00:00:00Z in seconds since 1970, the epoch of the TNT schemas and of compact stored dates.</summary>
    public const long Tarantool = 1_293_840_000;

    /// <summary>2011-01-01 in days since 1970, the epoch of the TNT schemas and of compact stored dates.</summary>
    public const int TarantoolDay = (int)(Tarantool / Timestamp.SecondsPerDay);
}
