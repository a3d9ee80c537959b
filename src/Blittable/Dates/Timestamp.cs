using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json.Serialization;

namespace Blittable.Dates;

/// <summary>Represents an instant to the nanosecond, with the offset from UTC and the time zone it was written in.</summary>
/// <remarks>
/// <para>16 bytes, blittable; on a little-endian machine they are the RAW_FULL record:</para>
/// <code>
/// 0  int64   seconds since 1970-01-01T00:00:00Z, negative before it
/// 8  uint32  nanoseconds within the second
/// 12 int16   minutes that local time is ahead of UTC
/// 14 uint16  index of a time zone in a table that the application keeps; 0 for none
/// </code>
/// <para>Equality and order are those of the instant; offset and zone take no part in them. A record from elsewhere may hold 1,000,000,000
/// nanoseconds or more: it is carried as it is (so that any record survives every schema) and ordered by its seconds first;
/// <see cref="IsNormalized"/> tells.</para>
/// </remarks>
[JsonConverter(typeof(TimestampJsonConverter))]
[StructLayout(LayoutKind.Sequential)]
public readonly partial struct Timestamp : IEquatable<Timestamp>, IComparable<Timestamp>, IComparable
{
    internal const int SecondsPerDay = 86_400;
    internal const int NanosecondsPerSecond = 1_000_000_000;

    private const int OffsetShift = 32;
    private const int ZoneShift = 48;

    private readonly long _unixSeconds;

    // The three small fields are one word, so that a record is two registers, and "nothing but seconds" is one comparison.
    private readonly ulong _rest;

    /// <summary>Creates a record of the four fields as they are.</summary>
    /// <param name="unixSeconds">Seconds since 1970-01-01T00:00:00Z.</param>
    /// <param name="nanoseconds">Nanoseconds within that second.</param>
    /// <param name="offsetMinutes">Minutes that local time is ahead of UTC.</param>
    /// <param name="zoneIndex">The application's index of a time zone.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Timestamp(long unixSeconds, uint nanoseconds = 0, short offsetMinutes = 0, ushort zoneIndex = 0)
    {
        _unixSeconds = unixSeconds;
        _rest = nanoseconds | ((ulong)(ushort)offsetMinutes << OffsetShift) | ((ulong)zoneIndex << ZoneShift);
    }

    /// <summary>A record of its two words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Timestamp(long unixSeconds, ulong rest)
    {
        _unixSeconds = unixSeconds;
        _rest = rest;
    }

    /// <summary>Seconds since 1970-01-01T00:00:00Z, rounded down.</summary>
    public long UnixSeconds => _unixSeconds;

    /// <summary>Nanoseconds since the start of the second.</summary>
    public uint Nanoseconds => (uint)_rest;

    /// <summary>Minutes that local time is ahead of UTC.</summary>
    public short OffsetMinutes => (short)(_rest >> OffsetShift);

    /// <summary>Gets the application's index of a time zone; 0 for none.</summary>
    public ushort ZoneIndex => (ushort)(_rest >> ZoneShift);

    /// <summary>Gets whether the nanoseconds are less than a second.</summary>
    public bool IsNormalized => Nanoseconds < NanosecondsPerSecond;

    /// <summary>Gets a value that indicates whether nanoseconds, offset and zone are all zero.</summary>
    internal bool IsSecondsOnly => _rest == 0;

    /// <summary>Nanoseconds in bits 0 to 31, offset in 32 to 47, zone in 48 to 63.</summary>
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
        _ => throw new ArgumentException($"A {nameof(Timestamp)} cannot be compared with a {obj.GetType().Name}.", nameof(obj)),
    };

    /// <summary>Formats the record as RFC 3339 with as many fraction digits as it needs, or as its fields outside the years 0000 to 9999.</summary>
    public override string ToString()
    {
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        return Iso8601.TryFormat(this, DateTextForm.For(this), text, out var written)
            ? System.Text.Encoding.ASCII.GetString(text[..written])
            : FormattableString.Invariant($"{_unixSeconds}s+{Nanoseconds}ns{OffsetMinutes:+0;-0}min");
    }

    /// <summary>Returns whether both are the same instant.</summary>
    public static bool operator ==(Timestamp left, Timestamp right) => left.Equals(right);

    /// <summary>Returns whether the instants differ.</summary>
    public static bool operator !=(Timestamp left, Timestamp right) => !left.Equals(right);

    /// <summary>Returns whether the left instant is the earlier one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool operator <(Timestamp left, Timestamp right) =>
        left._unixSeconds < right._unixSeconds || (left._unixSeconds == right._unixSeconds && left.Nanoseconds < right.Nanoseconds);

    /// <summary>Returns whether the left instant is the later one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool operator >(Timestamp left, Timestamp right) => right < left;

    /// <summary>Returns whether the left instant is not the later one.</summary>
    public static bool operator <=(Timestamp left, Timestamp right) => left.CompareTo(right) <= 0;

    /// <summary>Returns whether the left instant is not the earlier one.</summary>
    public static bool operator >=(Timestamp left, Timestamp right) => left.CompareTo(right) >= 0;
}
