using Blittable.Dates;

namespace Blittable.Collections.Stripes;

/// <summary>Converts instants to counts of a unit since 2011-01-01T00:00:00Z, and packs the form of their texts into an integer.</summary>
/// <remarks>
/// <code>
/// form: bits 0-15 DateTextForm, bits 16-31 minutes ahead of UTC, bits 32-41 nanoseconds that a count of microseconds omits
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

    /// <summary>Returns the coarsest unit that represents an instant exactly.</summary>
    public static int Of(in Timestamp value) =>
        value.Nanoseconds == 0 ? (value.UnixSeconds % Timestamp.SecondsPerDay == 0 ? Days : Seconds)
        : value.Nanoseconds % 1_000_000 == 0 ? Milliseconds
        : value.Nanoseconds % NanosecondsPerMicrosecond == 0 ? Microseconds : Nanoseconds;

    /// <summary>Converts an instant to a count of a unit, rounded down.</summary>
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

    /// <summary>Converts a count to an instant, with the offset in its form.</summary>
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

    /// <summary>Converts counts to microseconds since 1970. Returns false if any result does not fit in 64 bits.</summary>
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

    /// <summary>Packs the nanoseconds after the last microsecond into a form.</summary>
    public static long PackRest(in Timestamp value) => (long)(value.Nanoseconds % NanosecondsPerMicrosecond) << RestShift;

    /// <summary>Determines whether a form has nanoseconds after the last microsecond.</summary>
    public static bool HasRest(long form) => form >> RestShift != 0;

    /// <summary>Gets the text form. Returns false if it is invalid.</summary>
    public static bool TryUnpackForm(long form, out DateTextForm text) => DateTextForm.TryFromBits((ushort)form, out text);

    private static long PerSecond(int unit) => unit switch { Seconds => 1, Milliseconds => 1_000, Microseconds => 1_000_000, _ => 1_000_000_000 };
}
