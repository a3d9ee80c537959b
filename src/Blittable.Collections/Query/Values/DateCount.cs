using Blittable.Collections.Stripes;
using Blittable.Dates;

namespace Blittable.Collections.Query.Values;

/// <summary>Counts of a <see cref="DateUnit"/> since 2011-01-01T00:00:00Z, compared with each other and with instants.</summary>
internal static class DateCount
{
    private static ReadOnlySpan<long> Nanoseconds => [86_400_000_000_000, 1_000_000_000, 1_000_000, 1_000, 1];

    /// <summary>Returns the number of finer units in one coarser unit.</summary>
    public static long Ratio(int coarse, int fine) => Nanoseconds[coarse] / Nanoseconds[fine];

    /// <summary>Determines whether a count is still one of 64 bits in a finer unit.</summary>
    public static bool Fits(long count, int coarse, int fine) => Int128.Abs((Int128)count * Ratio(coarse, fine)) <= long.MaxValue;

    /// <summary>Nanoseconds since 2011-01-01.</summary>
    public static Int128 ToNanoseconds(Timestamp value) =>
        (((Int128)value.UnixSeconds - DateEpoch.Tarantool) * Timestamp.NanosecondsPerSecond) + value.Nanoseconds;

    /// <summary>The scalar of a count, with the form of its text.</summary>
    public static QueryValue ToValue(long count, int unit, long form)
    {
        Stripes.DateUnit.TryUnpackForm(form, out var text);
        return QueryValue.FromDate(Stripes.DateUnit.ToTimestamp(count, unit, form), text);
    }

    /// <summary>The instant that is so many nanoseconds from 2011-01-01, if its seconds fit 64 bits.</summary>
    public static bool TryFromNanoseconds(Int128 nanoseconds, out Timestamp value)
    {
        var seconds = Floor(nanoseconds, Stripes.DateUnit.Seconds, out _) + DateEpoch.Tarantool;
        var fits = seconds >= long.MinValue && seconds <= long.MaxValue;
        value = fits
            ? new Timestamp((long)seconds, (uint)(nanoseconds - ((seconds - DateEpoch.Tarantool) * Timestamp.NanosecondsPerSecond)))
            : default;
        return fits;
    }

    /// <summary>The count in a unit that is at most some nanoseconds; <paramref name="isExact"/> says whether it is just them.</summary>
    public static Int128 Floor(Int128 nanoseconds, int unit, out bool isExact)
    {
        var (count, rest) = Int128.DivRem(nanoseconds, Nanoseconds[unit]);
        isExact = rest == 0;
        return Int128.IsNegative(rest) ? count - 1 : count;
    }
}
