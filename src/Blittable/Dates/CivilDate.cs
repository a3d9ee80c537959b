using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Days to years, months and days of the proleptic Gregorian calendar, and back, for the years 0000 to 9999.</summary>
internal static class CivilDate
{
    /// <summary>1970-01-01 in days since 0000-01-01.</summary>
    public const int UnixEpochDay = 719_528;

    /// <summary>1970-01-01 in days since 0001-01-01, as <see cref="DateOnly.DayNumber"/> counts.</summary>
    public const int ClrDayOfUnixEpoch = 719_162;

    public const int MinDay = -UnixEpochDay;
    public const int MaxDay = 2_932_896;
    public const long MinSecond = (long)MinDay * Timestamp.SecondsPerDay;
    public const long MaxSecond = ((long)MaxDay * Timestamp.SecondsPerDay) + Timestamp.SecondsPerDay - 1;

    /// <summary>Days of each month from index 1, of common years and, from index 16, of leap years; 0 where there is no month.</summary>
    private static ReadOnlySpan<byte> DaysInMonth =>
    [
        0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0,
        0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0,
    ];

    /// <summary>Days before each month, indexed like <see cref="DaysInMonth"/>.</summary>
    private static ReadOnlySpan<ushort> DaysBeforeMonth =>
    [
        0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 0, 0, 0,
        0, 0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 0, 0, 0,
    ];

    /// <summary>Days since 1970-01-01.</summary>
    /// <param name="century">The year's first two digits.</param>
    /// <param name="yearOfCentury">Its last two, 0 to 99.</param>
    /// <param name="month">Any number below 16; only 1 to 12 exist.</param>
    /// <param name="day">Any number.</param>
    /// <param name="days">The result.</param>
    /// <returns>False where there is no such day.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryGetDays(uint century, uint yearOfCentury, uint month, uint day, out int days)
    {
        var row = ((yearOfCentury == 0 ? century : yearOfCentury) & 3) == 0 ? 16u : 0u;
        var index = (int)((month & 15) | row);

        // The leap years before this one: ceilings of year / 4, / 100 and / 400, with nothing to divide.
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

    /// <summary>The date of a day from <see cref="MinDay"/> to <see cref="MaxDay"/>.</summary>
    /// <remarks>
    /// Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms", Software: Practice and
    /// Experience, 2022.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void FromDays(int days, out uint year, out uint month, out uint day)
    {
        // Years that start in March, counted from -400-03-01, so that nothing is negative.
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

    /// <summary>Whole days and the seconds left over, rounded down, for any count of seconds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (long Days, int SecondOfDay) SplitSeconds(long seconds)
    {
        var days = seconds / Timestamp.SecondsPerDay;
        var rest = (int)(seconds - (days * Timestamp.SecondsPerDay));
        var isNegative = rest >> 31;
        return (days + isNegative, rest + (isNegative & Timestamp.SecondsPerDay));
    }
}
