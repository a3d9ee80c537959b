using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Packs the fields of a date into the bits of a <see cref="long"/>. Packed dates sort as integers within a tenant, and reading a field takes one
/// shift and one mask.</summary>
/// <remarks>
/// <code>
/// bits 0-9    milliseconds        bits 30-34  day
/// bits 10-16  seconds             bits 35-39  month
/// bits 17-23  minutes             bits 40-51  year minus 2000 (2000 to 6095)
/// bits 24-29  hours               bits 52-62  tenant, 0 to 2047
/// </code>
/// All fields are in UTC. A value from another source may contain invalid fields: the field methods return the stored bits, and <see cref="TryUnpack"/> returns
/// false.
/// </remarks>
public static partial class BitpackDate
{
    /// <summary>The first year.</summary>
    public const int MinYear = 2000;

    /// <summary>The last year.</summary>
    public const int MaxYear = MinYear + YearMask;

    /// <summary>The largest tenant.</summary>
    public const int MaxTenant = 2047;

    internal const int SecondShift = 10;
    internal const int MinuteShift = 17;
    internal const int HourShift = 24;
    internal const int DayShift = 30;
    internal const int MonthShift = 35;
    internal const int YearShift = 40;
    internal const int TenantShift = 52;
    internal const int MillisecondMask = (1 << 10) - 1;
    internal const int SecondMask = (1 << 7) - 1;
    internal const int MinuteMask = (1 << 7) - 1;
    internal const int HourMask = (1 << 6) - 1;
    internal const int DayMask = (1 << 5) - 1;
    internal const int MonthMask = (1 << 5) - 1;
    internal const int YearMask = (1 << 12) - 1;

    internal const long MinSecond = 946_684_800;

    /// <summary>Packs an instant, rounded down to a millisecond. The offset and the zone are dropped.</summary>
    /// <param name="value">An instant in the years 2000 to 6095.</param>
    /// <param name="tenant">The tenant, from 0 to 2047.</param>
    /// <exception cref="BlittableException">The year or the tenant is outside its range.</exception>
    public static long Pack(in Timestamp value, int tenant = 0)
    {
        if (!TryPack(value, tenant, out var packed))
        {
            if ((uint)tenant > MaxTenant)
            {
                ThrowHelper.DateFieldOutOfRange("tenant", tenant, 0, MaxTenant);
            }

            ThrowHelper.DateOutOfRange("the years 2000 to 6095", value);
        }

        return packed;
    }

    /// <summary>Packs an instant. Returns false if the year is not from 2000 to 6095, or the tenant not from 0 to 2047.</summary>
    public static bool TryPack(in Timestamp value, int tenant, out long packed)
    {
        packed = 0;
        if ((uint)tenant > MaxTenant || value.UnixSeconds is < MinSecond or > CivilDate.MaxSecond || !value.IsNormalized)
        {
            return false;
        }

        var (days, secondOfDay) = CivilDate.SplitSeconds(value.UnixSeconds);
        CivilDate.FromDays((int)days, out var year, out var month, out var day);
        var (minuteOfDay, second) = Math.DivRem(secondOfDay, 60);
        var (hour, minute) = Math.DivRem(minuteOfDay, 60);
        packed = ((long)tenant << TenantShift) | ((long)(year - MinYear) << YearShift) | ((long)month << MonthShift) | ((long)day << DayShift)
            | ((long)hour << HourShift) | ((long)minute << MinuteShift) | ((long)second << SecondShift)
            | (value.Nanoseconds / EpochDate.NanosecondsPerMillisecond);
        return year <= MaxYear;
    }

    /// <summary>Returns the instant of a packed date, without its tenant.</summary>
    /// <exception cref="BlittableException">The fields are not a valid date.</exception>
    public static Timestamp Unpack(long packed)
    {
        if (!TryUnpack(packed, out var value))
        {
            ThrowHelper.InvalidData("a packed date", $"0x{packed:X16}");
        }

        return value;
    }

    /// <summary>Gets the instant of a packed date, without its tenant. Returns false if the fields are not a valid date.</summary>
    public static bool TryUnpack(long packed, out Timestamp value)
    {
        var milliseconds = Millisecond(packed);
        var seconds = (Hour(packed) * 3600) + (Minute(packed) * 60) + Second(packed);
        var isDate = CivilDate.TryGetDays(Year(packed), Month(packed), Day(packed), out var days)
            && packed >= 0 && Hour(packed) <= 23 && Minute(packed) <= 59 && Second(packed) <= 59 && milliseconds <= 999;
        value = isDate ? new(((long)days * Timestamp.SecondsPerDay) + seconds, (uint)milliseconds * EpochDate.NanosecondsPerMillisecond) : default;
        return isDate;
    }

    /// <summary>Returns the tenant, 0 to 2047.</summary>
    public static int Tenant(long packed) => (int)(packed >> TenantShift) & MaxTenant;

    /// <summary>Returns the year, 2000 to 6095.</summary>
    public static int Year(long packed) => ((int)(packed >> YearShift) & YearMask) + MinYear;

    /// <summary>Returns the month, 1 to 12 in a valid date.</summary>
    public static int Month(long packed) => (int)(packed >> MonthShift) & MonthMask;

    /// <summary>Returns the day of the month, 1 to 31 in a valid date.</summary>
    public static int Day(long packed) => (int)(packed >> DayShift) & DayMask;

    /// <summary>Returns the hour, 0 to 23 in a valid date.</summary>
    public static int Hour(long packed) => (int)(packed >> HourShift) & HourMask;

    /// <summary>Returns the minute, 0 to 59 in a valid date.</summary>
    public static int Minute(long packed) => (int)(packed >> MinuteShift) & MinuteMask;

    /// <summary>Returns the second, 0 to 59 in a valid date.</summary>
    public static int Second(long packed) => (int)(packed >> SecondShift) & SecondMask;

    /// <summary>Returns the millisecond, 0 to 999 in a valid date.</summary>
    public static int Millisecond(long packed) => (int)packed & MillisecondMask;

    /// <summary>Returns the first and the last packed value of a year of a tenant, both inclusive.</summary>
    /// <exception cref="BlittableException">The year or the tenant is outside its range.</exception>
    public static (long First, long Last) YearBounds(int year, int tenant = 0) => Bounds(Prefix(year, 0, 0, tenant), YearShift);

    /// <summary>Returns the first and the last packed value of a month of a tenant, both inclusive.</summary>
    /// <exception cref="BlittableException">The year, the month or the tenant is outside its range.</exception>
    public static (long First, long Last) MonthBounds(int year, int month, int tenant = 0)
    {
        CheckField("month", month, 1, 12);
        return Bounds(Prefix(year, month, 0, tenant), MonthShift);
    }

    /// <summary>Returns the first and the last packed value of a day of a tenant, both inclusive.</summary>
    /// <exception cref="BlittableException">The year or the tenant is outside its range.</exception>
    public static (long First, long Last) DayBounds(DateOnly day, int tenant = 0) => Bounds(Prefix(day.Year, day.Month, day.Day, tenant), DayShift);

    /// <summary>Returns the first and the last packed value of a tenant, both inclusive.</summary>
    /// <exception cref="BlittableException">The tenant is outside its range.</exception>
    public static (long First, long Last) TenantBounds(int tenant)
    {
        CheckField("tenant", tenant, 0, MaxTenant);
        return Bounds((long)tenant << TenantShift, TenantShift);
    }

    private static long Prefix(int year, int month, int day, int tenant)
    {
        CheckField("tenant", tenant, 0, MaxTenant);
        CheckField("year", year, MinYear, MaxYear);
        return ((long)tenant << TenantShift) | ((long)(year - MinYear) << YearShift) | ((long)month << MonthShift) | ((long)day << DayShift);
    }

    private static (long First, long Last) Bounds(long prefix, int shift) => (prefix, prefix + ((1L << shift) - 1));

    private static void CheckField(string name, int value, int least, int most)
    {
        if (value < least || value > most)
        {
            ThrowHelper.DateFieldOutOfRange(name, value, least, most);
        }
    }
}
