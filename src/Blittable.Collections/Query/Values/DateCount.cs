using Blittable.Collections.Stripes;
using Blittable.Dates;

namespace Blittable.Collections.Query.Values;

/// <summary>Compares and converts counts of a <see cref="DateUnit"/> since 2011-01-01T00:00:00Z.</summary>
internal static class DateCount
{
    private static ReadOnlySpan<long> Nanoseconds => [86_400_000_000_000, 1_000_000_000, 1_000_000, 1_000, 1];

    /// <summary>Returns the number of finer units in a coarser one.</summary>
    public static long Ratio(int coarse, int fine) => Nanoseconds[coarse] / Nanoseconds[fine];

    /// <summary>Determines whether a count fits in 64 bits in a finer unit.</summary>
    public static bool Fits(long count, int coarse, int fine) => Int128.Abs((Int128)count * Ratio(coarse, fine)) <= long.MaxValue;

    /// <summary>Converts an instant to nanoseconds since 2011-01-01.</summary>
    public static Int128 ToNanoseconds(Timestamp value) =>
        (((Int128)value.UnixSeconds - DateEpoch.Tarantool) * Timestamp.NanosecondsPerSecond) + value.Nanoseconds;

    /// <summary>Converts a count and a text form to a scalar.</summary>
    public static QueryValue ToValue(long count, int unit, long form)
    {
        Stripes.DateUnit.TryUnpackForm(form, out var text);
        return QueryValue.FromDate(Stripes.DateUnit.ToTimestamp(count, unit, form), text);
    }

    /// <summary>Converts nanoseconds since 2011-01-01 to an instant, if its seconds fit in 64 bits.</summary>
    public static bool TryFromNanoseconds(Int128 nanoseconds, out Timestamp value)
    {
        var seconds = Floor(nanoseconds, Stripes.DateUnit.Seconds, out _) + DateEpoch.Tarantool;
        var fits = seconds >= long.MinValue && seconds <= long.MaxValue;
        value = fits
            ? new Timestamp((long)seconds, (uint)(nanoseconds - ((seconds - DateEpoch.Tarantool) * Timestamp.NanosecondsPerSecond)))
            : default;
        return fits;
    }

    /// <summary>Converts nanoseconds to a count of a unit, rounded down. <paramref name="isExact"/> is true if no rounding was needed.</summary>
    public static Int128 Floor(Int128 nanoseconds, int unit, out bool isExact)
    {
        var (count, rest) = Int128.DivRem(nanoseconds, Nanoseconds[unit]);
        isExact = rest == 0;
        return Int128.IsNegative(rest) ? count - 1 : count;
    }
}
