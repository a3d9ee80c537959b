using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Conversions from and to .NET date types. Their resolution is 100 ns, so conversions to them truncate smaller fractions.</content>
public readonly partial struct Timestamp
{
    private const int NanosecondsPerTick = 100;
    private const long MinClrSeconds = -62_135_596_800;
    private const long MaxClrSeconds = 253_402_300_799;

    /// <summary>Returns the instant and the offset of a <see cref="DateTimeOffset"/>.</summary>
    public static Timestamp FromDateTimeOffset(DateTimeOffset value) =>
        FromUtcTicks(value.UtcTicks, (short)value.TotalOffsetMinutes);

    /// <summary>Returns the instant of a <see cref="DateTime"/>. Local times have the offset of this machine. Other times are treated as UTC.</summary>
    public static Timestamp FromDateTime(DateTime value) => value.Kind == DateTimeKind.Local
        ? FromDateTimeOffset(new DateTimeOffset(value))
        : FromUtcTicks(value.Ticks, 0);

    /// <summary>Returns midnight UTC of a day.</summary>
    public static Timestamp FromDateOnly(DateOnly value) =>
        new((long)(value.DayNumber - CivilDate.ClrDayOfUnixEpoch) * SecondsPerDay);

    /// <summary>Returns the instant with its offset.</summary>
    /// <exception cref="BlittableException">The instant or its local time is outside the years 1 to 9999, or the offset exceeds 14 hours.</exception>
    public DateTimeOffset ToDateTimeOffset()
    {
        if (!TryToDateTimeOffset(out var value))
        {
            ThrowHelper.DateOutOfRange(nameof(DateTimeOffset), this);
        }

        return value;
    }

    /// <summary>Gets the instant with its offset, if a <see cref="DateTimeOffset"/> can represent both.</summary>
    public bool TryToDateTimeOffset(out DateTimeOffset value)
    {
        const int maxOffset = 14 * 60;
        if (TryGetUtcTicks(out var utc) && OffsetMinutes is >= -maxOffset and <= maxOffset)
        {
            var local = utc + (OffsetMinutes * TimeSpan.TicksPerMinute);
            if ((ulong)local <= (ulong)DateTime.MaxValue.Ticks)
            {
                value = new DateTimeOffset(local, TimeSpan.FromMinutes(OffsetMinutes));
                return true;
            }
        }

        value = default;
        return false;
    }

    /// <summary>Returns the instant as a <see cref="DateTime"/> in UTC.</summary>
    /// <exception cref="BlittableException">The instant is outside the years 1 to 9999.</exception>
    public DateTime ToDateTime()
    {
        if (!TryToDateTime(out var value))
        {
            ThrowHelper.DateOutOfRange(nameof(DateTime), this);
        }

        return value;
    }

    /// <summary>Gets the instant as a <see cref="DateTime"/> in UTC, if it is in the years 1 to 9999.</summary>
    public bool TryToDateTime(out DateTime value)
    {
        var fits = TryGetUtcTicks(out var ticks);
        value = fits ? new DateTime(ticks, DateTimeKind.Utc) : default;
        return fits;
    }

    /// <summary>Returns the day of the instant in UTC.</summary>
    /// <exception cref="BlittableException">The instant is outside the years 1 to 9999.</exception>
    public DateOnly ToDateOnly() => DateOnly.FromDateTime(ToDateTime());

    private static Timestamp FromUtcTicks(long ticks, short offsetMinutes)
    {
        var (seconds, rest) = Math.DivRem(ticks, TimeSpan.TicksPerSecond);
        return new(seconds + MinClrSeconds, (uint)rest * NanosecondsPerTick, offsetMinutes);
    }

    private bool TryGetUtcTicks(out long ticks)
    {
        if (_unixSeconds is < MinClrSeconds or > MaxClrSeconds)
        {
            ticks = 0;
            return false;
        }

        ticks = ((_unixSeconds - MinClrSeconds) * TimeSpan.TicksPerSecond) + (Nanoseconds / NanosecondsPerTick);
        return ticks <= DateTime.MaxValue.Ticks;
    }
}
