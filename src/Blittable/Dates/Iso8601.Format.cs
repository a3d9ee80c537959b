using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Writing dates.</summary>
public static partial class Iso8601
{
    internal static ReadOnlySpan<uint> PowersOfTen =>
        [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

    /// <summary>Two ASCII digits for each number below 100.</summary>
    private static ReadOnlySpan<byte> DigitPairs =>
        "0001020304050607080910111213141516171819"u8
        + "2021222324252627282930313233343536373839"u8
        + "4041424344454647484950515253545556575859"u8
        + "6061626364656667686970717273747576777879"u8
        + "8081828384858687888990919293949596979899"u8;

    /// <summary>Writes a date in a form, where it fits and can be written.</summary>
    /// <inheritdoc cref="Format(in Timestamp, DateTextForm, Span{byte})" path="/param"/>
    /// <param name="value">The instant.</param>
    /// <param name="form">The form.</param>
    /// <param name="destination">Takes <see cref="DateTextForm.TextLength"/> bytes, 35 at most.</param>
    /// <param name="written">The bytes written; 0 on failure.</param>
    public static bool TryFormat(in Timestamp value, DateTextForm form, Span<byte> destination, out int written)
    {
        written = 0;
        var zone = form.Zone;
        var offset = zone == DateTextZone.Offset ? value.OffsetMinutes : 0;
        var local = value.UnixSeconds + (offset * 60L);
        if (value.UnixSeconds is < CivilDate.MinSecond - Timestamp.SecondsPerDay or > CivilDate.MaxSecond + Timestamp.SecondsPerDay
            || local is < CivilDate.MinSecond or > CivilDate.MaxSecond
            || !value.IsNormalized || offset is <= -24 * 60 or >= 24 * 60 || destination.Length < form.TextLength)
        {
            return false;
        }

        var (days, secondOfDay) = CivilDate.SplitSeconds(local);
        CivilDate.FromDays((int)days, out var year, out var month, out var day);
        var (century, yearOfCentury) = Math.DivRem(year, 100);
        WritePair(destination, 0, century);
        WritePair(destination, 2, yearOfCentury);
        destination[4] = (byte)'-';
        WritePair(destination, 5, month);
        destination[7] = (byte)'-';
        WritePair(destination, 8, day);
        if (form.IsDateOnly)
        {
            written = DateLength;
            return true;
        }

        var (minuteOfDay, second) = Math.DivRem((uint)secondOfDay, 60);
        var (hour, minute) = Math.DivRem(minuteOfDay, 60);
        destination[DateLength] = (byte)form.Separator;
        WritePair(destination, 11, hour);
        destination[13] = (byte)':';
        WritePair(destination, 14, minute);
        destination[16] = (byte)':';
        WritePair(destination, 17, second);
        var end = DateTimeLength;
        if (form.FractionDigits is > 0 and var digits)
        {
            destination[end] = (byte)'.';
            WriteDigits(destination.Slice(end + 1, digits), value.Nanoseconds / PowersOfTen[9 - digits]);
            end += digits + 1;
        }

        written = end + WriteZone(destination[end..], zone, offset);
        return true;
    }

    private static int WriteZone(Span<byte> destination, DateTextZone zone, int offset)
    {
        switch (zone)
        {
            case DateTextZone.None:
                return 0;
            case DateTextZone.Z:
            case DateTextZone.LowerZ:
                destination[0] = zone == DateTextZone.Z ? (byte)'Z' : (byte)'z';
                return 1;
            default:
                var (hours, minutes) = Math.DivRem((uint)Math.Abs(offset), 60);
                destination[0] = offset < 0 || zone == DateTextZone.UnknownOffset ? (byte)'-' : (byte)'+';
                WritePair(destination, 1, hours);
                destination[3] = (byte)':';
                WritePair(destination, 4, minutes);
                return OffsetLength;
        }
    }

    private static void WriteDigits(Span<byte> destination, uint number)
    {
        var end = destination.Length;
        while (end >= 2)
        {
            (number, var pair) = Math.DivRem(number, 100);
            end -= 2;
            WritePair(destination, end, pair);
        }

        if (end == 1)
        {
            destination[0] = (byte)('0' + number);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WritePair(Span<byte> destination, int index, uint number) =>
        DigitPairs.Slice((int)number * 2, 2).CopyTo(destination[index..]);
}
