using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Packs dates as milliseconds since 1970-01-01T00:00:00Z in a <see cref="long"/>. Packed dates sort as integers, and fields are computed by
/// division.</summary>
/// <remarks>Fields and bounds are in UTC and cover the years 0000 to 9999. The fields of other values are meaningless, but no exception is thrown.</remarks>
public static partial class EpochDate
{
    internal const int MillisecondsPerSecond = 1_000;
    internal const int MillisecondsPerDay = 86_400_000;
    internal const int NanosecondsPerMillisecond = 1_000_000;

    private const int LastYear = 9999;

    /// <summary>The last second whose milliseconds fit in 64 bits, including the milliseconds of any 32-bit nanoseconds.</summary>
    internal const long MaxSecond = (long.MaxValue / MillisecondsPerSecond) - 5;

    /// <summary>Returns the milliseconds of an instant, rounded down. The offset and the zone are dropped.</summary>
    /// <exception cref="BlittableException">The milliseconds do not fit in 64 bits.</exception>
    public static long Pack(in Timestamp value)
    {
        if (value.UnixSeconds is < -MaxSecond or > MaxSecond)
        {
            ThrowHelper.DateOutOfRange("64-bit milliseconds", value);
        }

        return (value.UnixSeconds * MillisecondsPerSecond) + (value.Nanoseconds / NanosecondsPerMillisecond);
    }

    /// <summary>Returns the instant of a number of milliseconds since 1970-01-01T00:00:00Z.</summary>
    public static Timestamp Unpack(long milliseconds)
    {
        var (seconds, rest) = FloorDivRem(milliseconds, MillisecondsPerSecond);
        return new(seconds, (uint)rest * NanosecondsPerMillisecond);
    }

    /// <summary>Returns the year, 0 to 9999.</summary>
    public static int Year(long milliseconds)
    {
        Split(milliseconds, out var year, out _, out _);
        return (int)year;
    }

    /// <summary>Returns the month, 1 to 12.</summary>
    public static int Month(long milliseconds)
    {
        Split(milliseconds, out _, out var month, out _);
        return (int)month;
    }

    /// <summary>Returns the day of the month, 1 to 31.</summary>
    public static int Day(long milliseconds)
    {
        Split(milliseconds, out _, out _, out var day);
        return (int)day;
    }

    /// <summary>Returns the hour, 0 to 23.</summary>
    public static int Hour(long milliseconds) => MillisecondOfDay(milliseconds) / 3_600_000;

    /// <summary>Returns the minute, 0 to 59.</summary>
    public static int Minute(long milliseconds) => MillisecondOfDay(milliseconds) / 60_000 % 60;

    /// <summary>Returns the second, 0 to 59.</summary>
    public static int Second(long milliseconds) => MillisecondOfDay(milliseconds) / MillisecondsPerSecond % 60;

    /// <summary>Returns the millisecond, 0 to 999.</summary>
    public static int Millisecond(long milliseconds) => MillisecondOfDay(milliseconds) % MillisecondsPerSecond;

    /// <summary>Returns the first and the last packed value of a year, both inclusive.</summary>
    /// <exception cref="BlittableException">The year is not from 0 to 9999.</exception>
    public static (long First, long Last) YearBounds(int year)
    {
        CheckYear(year);
        return (FirstOf(year, 1), FirstOf(year + 1, 1) - 1);
    }

    /// <summary>Returns the first and the last packed value of a month, both inclusive.</summary>
    /// <exception cref="BlittableException">The year is not from 0 to 9999, or the month is not from 1 to 12.</exception>
    public static (long First, long Last) MonthBounds(int year, int month)
    {
        CheckYear(year);
        var first = FirstOf(year, month);
        return (first, (month == 12 ? FirstOf(year + 1, 1) : FirstOf(year, month + 1)) - 1);
    }

    /// <summary>Returns the first and the last packed value of a day, both inclusive.</summary>
    public static (long First, long Last) DayBounds(DateOnly day)
    {
        var first = (long)(day.DayNumber - CivilDate.ClrDayOfUnixEpoch) * MillisecondsPerDay;
        return (first, first + MillisecondsPerDay - 1);
    }

    private static void CheckYear(int year)
    {
        if ((uint)year > LastYear)
        {
            ThrowHelper.DateFieldOutOfRange("year", year, 0, LastYear);
        }
    }

    private static long FirstOf(int year, int month)
    {
        // The bounds of the last year require the start of the following year.
        if (year > LastYear)
        {
            return ((long)CivilDate.MaxDay + 1) * MillisecondsPerDay;
        }

        if (!CivilDate.TryGetDays(year, month, 1, out var days))
        {
            ThrowHelper.DateFieldOutOfRange("month", month, 1, 12);
        }

        return (long)days * MillisecondsPerDay;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Split(long milliseconds, out uint year, out uint month, out uint day) =>
        CivilDate.FromDays((int)FloorDivRem(milliseconds, MillisecondsPerDay).Quotient, out year, out month, out day);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MillisecondOfDay(long milliseconds) => (int)FloorDivRem(milliseconds, MillisecondsPerDay).Remainder;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (long Quotient, long Remainder) FloorDivRem(long number, int divisor)
    {
        var quotient = number / divisor;
        var remainder = number - (quotient * divisor);
        var isNegative = remainder >> 63;
        return (quotient + isNegative, remainder + (isNegative & divisor));
    }
}
