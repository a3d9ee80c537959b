using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json.Serialization;

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
/// nanoseconds or more. They are preserved, so that any record survives every schema, and such records are ordered by their seconds first.
/// Use <see cref="IsNormalized"/> to detect them.</para>
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
}
