using System.Globalization;
using System.Text;
using System.Text.Json;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Formats dates and timestamps in a specific text form.</summary>
/// <param name="form">The form.</param>
/// <param name="offsetMinutes">The offset from UTC in minutes, if the form includes an offset.</param>
/// <param name="fallback">Formats timestamps with more fraction digits than the form, or null if there are none.</param>
internal sealed class InstantText(DateTextForm form, short offsetMinutes, InstantText? fallback = null)
{
    /// <summary>The number of years after which the Gregorian calendar repeats.</summary>
    private const int YearsOfCycle = 400;

    private const long SecondsOfCycle = 12_622_780_800;

    /// <summary>The Unix seconds of 2000-01-01. All dates in the 400-year cycle from 2000 to 2399 can be formatted in every form.</summary>
    private const long Start = 946_684_800;

    private const int MostBytes = 40;

    private const long SecondsOfDay = 86_400;

    private static readonly uint[] s_powers = [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

    private readonly byte[] _text = new byte[MostBytes];

    /// <summary>Returns the number of fraction digits of a time unit.</summary>
    public static int FractionDigits(TimeUnit unit) => unit switch
    {
        TimeUnit.Second => 0,
        TimeUnit.Millisecond => 3,
        TimeUnit.Microsecond => 6,
        _ => 9,
    };

    /// <summary>Converts a number of units since 1970-01-01 to a timestamp.</summary>
    /// <param name="value">The number of units.</param>
    /// <param name="digits">The number of fraction digits of a second that the unit represents: 0, 3, 6 or 9.</param>
    public static Timestamp ToTimestamp(long value, int digits)
    {
        var units = digits switch { 0 => 1, 3 => 1_000, 6 => 1_000_000, _ => 1_000_000_000 };
        var seconds = Math.DivRem(value, units, out var rest);
        return rest < 0 ? new Timestamp(seconds - 1, (uint)((rest + units) * (1_000_000_000 / units))) : new Timestamp(seconds, (uint)(rest * (1_000_000_000 / units)));
    }

    /// <summary>Writes a timestamp. Years outside 0 to 9999 have the sign and the additional digits of the expanded ISO 8601 form.</summary>
    public void Write(Utf8JsonWriter json, Timestamp instant) => Write(json, instant, offsetMinutes);

    /// <summary>Writes a timestamp with the specified offset.</summary>
    public void Write(Utf8JsonWriter json, Timestamp instant, short offset)
    {
        if (fallback is not null && instant.Nanoseconds % s_powers[form.FractionDigits] != 0)
        {
            fallback.Write(json, instant);
            return;
        }

        var value = new Timestamp(instant.UnixSeconds, instant.Nanoseconds, offset);
        if (Iso8601.TryFormat(value, form, _text, out var written))
        {
            json.WriteStringValue(_text.AsSpan(0, written));
            return;
        }

        json.WriteStringValue(FarText(value, form));
    }

    /// <summary>Returns the text of the largest value or its negation, which represent infinity, and null for other values.</summary>
    public static string? InfinityOf(long value, long limit) => value == limit ? "infinity" : value == -limit ? "-infinity" : null;

    /// <summary>Formats a number of days since 1970-01-01.</summary>
    public static string FormatDays(int days) => InfinityOf(days, int.MaxValue) ?? Format(new Timestamp(days * SecondsOfDay), DateTextForm.DateOnly);

    /// <summary>Formats a number of units since 1970-01-01.</summary>
    /// <param name="value">The number of units.</param>
    /// <param name="digits">The number of fraction digits of a second that the unit represents: 0, 3, 6 or 9.</param>
    /// <param name="form">The form, without an offset.</param>
    public static string FormatUnits(long value, int digits, DateTextForm form) => InfinityOf(value, long.MaxValue) ?? Format(ToTimestamp(value, digits), form);

    private static string Format(Timestamp instant, DateTextForm form)
    {
        Span<byte> text = stackalloc byte[MostBytes];
        return Iso8601.TryFormat(instant, form, text, out var written) ? Encoding.ASCII.GetString(text[..written]) : FarText(instant, form);
    }

    private static string FarText(Timestamp instant, DateTextForm form)
    {
        Span<byte> near = stackalloc byte[MostBytes];
        var cycles = Math.DivRem(instant.UnixSeconds, SecondsOfCycle, out var seconds);
        for (seconds -= Start; seconds < 0; seconds += SecondsOfCycle)
        {
            cycles--;
        }

        Iso8601.TryFormat(new Timestamp(Start + seconds, instant.Nanoseconds, instant.OffsetMinutes), form, near, out var written);
        var text = Encoding.ASCII.GetString(near[..written]);
        var year = int.Parse(text.AsSpan(0, 4), CultureInfo.InvariantCulture) + (cycles * YearsOfCycle);
        return $"{(year < 0 ? '-' : '+')}{Math.Abs(year).ToString("0000", CultureInfo.InvariantCulture)}{text.AsSpan(4)}";
    }
}
