using System.Globalization;
using System.Text;
using System.Text.Json;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Formats dates and timestamps in a specific text form.</summary>
/// <param name="form">The form.</param>
/// <param name="offsetMinutes">The offset from UTC in minutes, if the form includes an offset.</param>
internal sealed class InstantText(DateTextForm form, short offsetMinutes)
{
    /// <summary>The number of years after which the Gregorian calendar repeats.</summary>
    private const int YearsOfCycle = 400;

    private const long SecondsOfCycle = 12_622_780_800;

    /// <summary>The Unix seconds of 2000-01-01. All dates in the 400-year cycle from 2000 to 2399 can be formatted in every form.</summary>
    private const long Start = 946_684_800;

    private const int MostBytes = 40;

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
        var value = new Timestamp(instant.UnixSeconds, instant.Nanoseconds, offset);
        if (Iso8601.TryFormat(value, form, _text, out var written))
        {
            json.WriteStringValue(_text.AsSpan(0, written));
            return;
        }

        json.WriteStringValue(FarText(value, form));
    }

    /// <summary>Formats a timestamp that has no offset.</summary>
    public static string Format(Timestamp instant, DateTextForm form)
    {
        Span<byte> text = stackalloc byte[MostBytes];
        return Iso8601.TryFormat(instant, form, text, out var written) ? Encoding.ASCII.GetString(text[..written]) : FarText(instant, form);
    }

    private static string FarText(Timestamp instant, DateTextForm form)
    {
        Span<byte> near = stackalloc byte[MostBytes];
        var cycles = Math.DivRem(instant.UnixSeconds - Start, SecondsOfCycle, out var seconds);
        if (seconds < 0)
        {
            (cycles, seconds) = (cycles - 1, seconds + SecondsOfCycle);
        }

        Iso8601.TryFormat(new Timestamp(Start + seconds, instant.Nanoseconds, instant.OffsetMinutes), form, near, out var written);
        var text = Encoding.ASCII.GetString(near[..written]);
        var year = int.Parse(text.AsSpan(0, 4), CultureInfo.InvariantCulture) + (cycles * YearsOfCycle);
        return $"{(year < 0 ? '-' : '+')}{Math.Abs(year).ToString("0000", CultureInfo.InvariantCulture)}{text.AsSpan(4)}";
    }
}
