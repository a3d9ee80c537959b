using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Represents an instant with nanosecond resolution, and the UTC offset and time zone it was written in.</summary>
/// <remarks>
/// <para>The type is blittable and has 16 bytes. On little-endian machines, they are the RAW_FULL record:</para>
/// <code>
/// 0  int64   seconds since 1970-01-01T00:00:00Z, negative before it
/// 8  uint32  nanoseconds within the second
/// 12 int16   minutes that local time is ahead of UTC
/// 14 uint16  index of a time zone in a table of the application; 0 for none
/// </code>
/// <para>Equality and order depend only on the instant, not on the offset and the zone. A record from another source may have 1,000,000,000
/// nanoseconds or more. They are preserved, so any record survives every schema, and such records are ordered by their seconds first.
/// Use <see cref="IsNormalized"/> to detect them.</para>
/// </remarks>
[JsonConverter(typeof(TimestampJsonConverter))]
[StructLayout(LayoutKind.Sequential)]
public readonly struct Timestamp : IEquatable<Timestamp>, IComparable<Timestamp>, IComparable
{
    internal const int SecondsPerDay = 86_400;
    internal const int NanosecondsPerSecond = 1_000_000_000;

    private const int OffsetShift = 32;
    private const int ZoneShift = 48;

    private readonly long _unixSeconds;

    // The three small fields share one word. A record then needs two registers, and testing for whole seconds takes one comparison.
    private readonly ulong _rest;

    /// <summary>Creates a record with the specified fields, without normalizing them.</summary>
    /// <param name="unixSeconds">The seconds since 1970-01-01T00:00:00Z.</param>
    /// <param name="nanoseconds">The nanoseconds within the second.</param>
    /// <param name="offsetMinutes">The minutes that local time is ahead of UTC.</param>
    /// <param name="zoneIndex">The application's index of a time zone, or 0 for none.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Timestamp(long unixSeconds, uint nanoseconds = 0, short offsetMinutes = 0, ushort zoneIndex = 0)
    {
        _unixSeconds = unixSeconds;
        _rest = nanoseconds | ((ulong)(ushort)offsetMinutes << OffsetShift) | ((ulong)zoneIndex << ZoneShift);
    }

    /// <summary>Creates a record from its two words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Timestamp(long unixSeconds, ulong rest)
    {
        _unixSeconds = unixSeconds;
        _rest = rest;
    }

    /// <summary>Gets the seconds since 1970-01-01T00:00:00Z, rounded down.</summary>
    public long UnixSeconds => _unixSeconds;

    /// <summary>Gets the nanoseconds within the second.</summary>
    public uint Nanoseconds => (uint)_rest;

    /// <summary>Gets the minutes that local time is ahead of UTC.</summary>
    public short OffsetMinutes => (short)(_rest >> OffsetShift);

    /// <summary>Gets the application's index of a time zone, or 0 for none.</summary>
    public ushort ZoneIndex => (ushort)(_rest >> ZoneShift);

    /// <summary>Gets a value that indicates whether the nanoseconds are less than a second.</summary>
    public bool IsNormalized => Nanoseconds < NanosecondsPerSecond;

    /// <summary>Gets a value that indicates whether nanoseconds, offset and zone are all zero.</summary>
    internal bool IsSecondsOnly => _rest == 0;

    /// <summary>Gets the nanoseconds in bits 0 to 31, the offset in bits 32 to 47, and the zone in bits 48 to 63.</summary>
    internal ulong Rest => _rest;

    /// <inheritdoc/>
    public bool Equals(Timestamp other) => _unixSeconds == other._unixSeconds && Nanoseconds == other.Nanoseconds;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Timestamp other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_unixSeconds, Nanoseconds);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int CompareTo(Timestamp other) => _unixSeconds != other._unixSeconds
        ? (_unixSeconds < other._unixSeconds ? -1 : 1)
        : Nanoseconds.CompareTo(other.Nanoseconds);

    /// <inheritdoc/>
    public int CompareTo(object? obj) => obj switch
    {
        null => 1,
        Timestamp other => CompareTo(other),
        _ => throw new ArgumentException($"A {nameof(Timestamp)} cannot be compared with an object of type {obj.GetType().Name}.", nameof(obj)),
    };

    /// <summary>Formats the record as RFC 3339 with 0, 3, 6 or 9 fraction digits. If it has no such text, lists its fields.</summary>
    public override string ToString()
    {
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        return Iso8601.TryFormat(this, DateTextForm.For(this), text, out var written)
            ? System.Text.Encoding.ASCII.GetString(text[..written])
            : FormattableString.Invariant($"{_unixSeconds}s+{Nanoseconds}ns{OffsetMinutes:+0;-0}min");
    }

    /// <summary>Determines whether two instants are equal.</summary>
    public static bool operator ==(Timestamp left, Timestamp right) => left.Equals(right);

    /// <summary>Determines whether two instants differ.</summary>
    public static bool operator !=(Timestamp left, Timestamp right) => !left.Equals(right);

    /// <summary>Determines whether the left instant is earlier.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool operator <(Timestamp left, Timestamp right) =>
        left._unixSeconds < right._unixSeconds || (left._unixSeconds == right._unixSeconds && left.Nanoseconds < right.Nanoseconds);

    /// <summary>Determines whether the left instant is later.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool operator >(Timestamp left, Timestamp right) => right < left;

    /// <summary>Determines whether the left instant is not later.</summary>
    public static bool operator <=(Timestamp left, Timestamp right) => left.CompareTo(right) <= 0;

    /// <summary>Determines whether the left instant is not earlier.</summary>
    public static bool operator >=(Timestamp left, Timestamp right) => left.CompareTo(right) >= 0;

    // Conversions from and to .NET date types. Their resolution is 100 ns, so conversions to them truncate smaller fractions.

    private const int NanosecondsPerTick = 100;
    private const long MinClrSeconds = -62_135_596_800;
    private const long MaxClrSeconds = 253_402_300_799;

    /// <summary>Returns the instant and the offset of a <see cref="DateTimeOffset"/>.</summary>
    public static Timestamp FromDateTimeOffset(DateTimeOffset value) =>
        FromUtcTicks(value.UtcTicks, (short)value.TotalOffsetMinutes);

    /// <summary>Returns the instant of a <see cref="DateTime"/>. Local times have the offset of this machine. Other times are treated as UTC.</summary>
    public static Timestamp FromDateTime(DateTime value)
    {
        if (value.Kind != DateTimeKind.Local)
        {
            return FromUtcTicks(value.Ticks, 0);
        }

        // The first and last hours of local time can be outside the years of a DateTimeOffset.
        var offset = TimeZoneInfo.Local.GetUtcOffset(value);
        return FromUtcTicks(value.Ticks - offset.Ticks, (short)offset.TotalMinutes);
    }

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
                value = new DateTimeOffset(local, new TimeSpan(OffsetMinutes * TimeSpan.TicksPerMinute));
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

    /// <summary>Gets the day of the instant in its own offset, if it is in the years 1 to 9999.</summary>
    internal bool TryToLocalDay(out DateOnly day)
    {
        var fits = new Timestamp(_unixSeconds + (OffsetMinutes * 60L)).TryToDateTime(out var local);
        day = DateOnly.FromDateTime(local);
        return fits;
    }

    private static Timestamp FromUtcTicks(long ticks, short offsetMinutes)
    {
        var (seconds, rest) = Math.DivRem(ticks, TimeSpan.TicksPerSecond);
        (seconds, rest) = rest < 0 ? (seconds - 1, rest + TimeSpan.TicksPerSecond) : (seconds, rest);
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
