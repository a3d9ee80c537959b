using System.Globalization;
using System.Text;
using System.Text.Json;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes days and instants in one text form.</summary>
/// <param name="form">The form.</param>
/// <param name="offsetMinutes">The offset from UTC, if the form has one.</param>
internal sealed class InstantText(DateTextForm form, short offsetMinutes)
{
    /// <summary>After so many years the calendar repeats.</summary>
    private const int YearsOfCycle = 400;

    private const long SecondsOfCycle = 12_622_780_800;

    /// <summary>The first second of the year 2000, whose cycle has a text in every form.</summary>
    private const long Start = 946_684_800;

    private const int MostBytes = 40;

    private readonly byte[] _text = new byte[MostBytes];

    /// <summary>The digits after the point that a unit needs.</summary>
    public static int FractionDigits(TimeUnit unit) => unit switch
    {
        TimeUnit.Second => 0,
        TimeUnit.Millisecond => 3,
        TimeUnit.Microsecond => 6,
        _ => 9,
    };

    /// <summary>Makes an instant of a count of units since 1970.</summary>
    /// <param name="value">The count.</param>
    /// <param name="digits">The digits that a unit has after the point of a second.</param>
    public static Timestamp ToTimestamp(long value, int digits)
    {
        var units = digits switch { 0 => 1, 3 => 1_000, 6 => 1_000_000, _ => 1_000_000_000 };
        var seconds = Math.DivRem(value, units, out var rest);
        return rest < 0 ? new Timestamp(seconds - 1, (uint)((rest + units) * (1_000_000_000 / units))) : new Timestamp(seconds, (uint)(rest * (1_000_000_000 / units)));
    }

    /// <summary>Writes an instant: outside the years 0 to 9999 with the sign and the digits that ISO 8601 gives such years.</summary>
    public void Write(Utf8JsonWriter json, Timestamp instant) => Write(json, instant, offsetMinutes);

    /// <summary>Writes an instant with an offset of its own.</summary>
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

    /// <summary>Makes the text of an instant without an offset.</summary>
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
