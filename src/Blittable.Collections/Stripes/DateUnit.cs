using Blittable.Dates;

namespace Blittable.Collections.Stripes;

/// <summary>Instants as counts of a unit since 2011-01-01T00:00:00Z, and the form of their texts in one integer.</summary>
/// <remarks>
/// <code>
/// form: bits 0-15 DateTextForm, bits 16-31 minutes ahead of UTC, bits 32-41 nanoseconds that a count of microseconds leaves out
/// </code>
/// </remarks>
internal static class DateUnit
{
    public const int Days = 0;
    public const int Seconds = 1;
    public const int Milliseconds = 2;
    public const int Microseconds = 3;
    public const int Nanoseconds = 4;

    private const long EpochSeconds = 1_293_840_000;
    private const int OffsetShift = 16;
    private const int RestShift = 32;
    private const int NanosecondsPerMicrosecond = 1000;

    /// <summary>The coarsest unit that holds an instant.</summary>
    public static int Of(in Timestamp value) =>
        value.Nanoseconds == 0 ? (value.UnixSeconds % Timestamp.SecondsPerDay == 0 ? Days : Seconds)
        : value.Nanoseconds % 1_000_000 == 0 ? Milliseconds
        : value.Nanoseconds % NanosecondsPerMicrosecond == 0 ? Microseconds : Nanoseconds;

    /// <summary>The instant in a unit, rounded down.</summary>
    public static Int128 Count(in Timestamp value, int unit)
    {
        var seconds = (Int128)value.UnixSeconds - EpochSeconds;
        if (unit == Days)
        {
            return seconds >= 0 ? seconds / Timestamp.SecondsPerDay : -((Timestamp.SecondsPerDay - 1 - seconds) / Timestamp.SecondsPerDay);
        }

        var perSecond = PerSecond(unit);
        return (seconds * perSecond) + (value.Nanoseconds / (Timestamp.NanosecondsPerSecond / perSecond));
    }

    /// <summary>The instant of a count, with the offset of its form.</summary>
    public static Timestamp ToTimestamp(long count, int unit, long form)
    {
        var offset = (short)(form >> OffsetShift);
        if (unit == Days)
        {
            return new Timestamp(unchecked((count * Timestamp.SecondsPerDay) + EpochSeconds), 0, offset);
        }

        var perSecond = PerSecond(unit);
        var seconds = count >= 0 ? count / perSecond : ((count + 1) / perSecond) - 1;
        var nanoseconds = ((count - (seconds * perSecond)) * (Timestamp.NanosecondsPerSecond / perSecond)) + ((form >> RestShift) % NanosecondsPerMicrosecond);
        return new Timestamp(unchecked(seconds + EpochSeconds), (uint)Math.Clamp(nanoseconds, 0, Timestamp.NanosecondsPerSecond - 1), offset);
    }

    /// <summary>Turns counts into microseconds since 1970; false if some do not fit 64 bits.</summary>
    public static bool TryToUnixMicroseconds(ReadOnlySpan<long> counts, int unit, Span<long> microseconds)
    {
        var factor = unit == Days ? Timestamp.SecondsPerDay * 1_000_000L : 1_000_000 / PerSecond(unit);
        const long Epoch = EpochSeconds * 1_000_000;
        var most = (long.MaxValue - Epoch) / factor;
        var fits = true;
        for (var i = 0; i < counts.Length; i++)
        {
            fits &= counts[i] <= most && counts[i] >= -most;
            microseconds[i] = unchecked((counts[i] * factor) + Epoch);
        }

        return fits;
    }

    public static long PackForm(DateTextForm form, short offsetMinutes) => ((long)(ushort)offsetMinutes << OffsetShift) | form.Bits;

    /// <summary>The nanoseconds after the last microsecond, where a form has them.</summary>
    public static long PackRest(in Timestamp value) => (long)(value.Nanoseconds % NanosecondsPerMicrosecond) << RestShift;

    /// <summary>Determines whether a form has such nanoseconds.</summary>
    public static bool HasRest(long form) => form >> RestShift != 0;

    /// <summary>The form of a text; false for one that does not exist.</summary>
    public static bool TryUnpackForm(long form, out DateTextForm text) => DateTextForm.TryFromBits((ushort)form, out text);

    private static long PerSecond(int unit) => unit switch { Seconds => 1, Milliseconds => 1_000, Microseconds => 1_000_000, _ => 1_000_000_000 };
}
