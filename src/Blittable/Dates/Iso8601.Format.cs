using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Formatting.</content>
public static partial class Iso8601
{
    internal static ReadOnlySpan<uint> PowersOfTen =>
        [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

    /// <summary>Writes a date in a form. Returns <see langword="false"/> if the destination is too short or the date has no text in the form.</summary>
    /// <inheritdoc cref="Format(in Timestamp, DateTextForm, Span{byte})" path="/param"/>
    /// <param name="value">The instant.</param>
    /// <param name="form">The form.</param>
    /// <param name="destination">The destination. The text has <see cref="DateTextForm.TextLength"/> bytes, at most 35.</param>
    /// <param name="written">The number of bytes written, or 0 on failure.</param>
    public static bool TryFormat(in Timestamp value, DateTextForm form, Span<byte> destination, out int written)
    {
        written = 0;
        if (!HasText(value, form) || destination.Length < form.TextLength)
        {
            return false;
        }

        var zone = form.Zone;
        var offset = zone == DateTextZone.Offset ? value.OffsetMinutes : 0;
        var local = value.UnixSeconds + (offset * 60L);
        var (days, secondOfDay) = CivilDate.SplitSeconds(local);
        CivilDate.FromDays((int)days, out var year, out var month, out var day);
        var (century, yearOfCentury) = Math.DivRem(year, 100);

        // Write words of eight characters: YYYY-MM- and DDThh:mm.
        BinaryPrimitives.WriteUInt64LittleEndian(destination, Pair(century, 0) | Pair(yearOfCentury, 2) | (ulong)'-' << 32 | Pair(month, 5) | (ulong)'-' << 56);
        if (form.IsDateOnly)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(destination[8..], DigitPairs.Of(day));
            written = DateLength;
            return true;
        }

        var (minuteOfDay, second) = Math.DivRem((uint)secondOfDay, 60);
        var (hour, minute) = Math.DivRem(minuteOfDay, 60);
        BinaryPrimitives.WriteUInt64LittleEndian(
            destination[8..], Pair(day, 0) | (ulong)form.Separator << 16 | Pair(hour, 3) | (ulong)':' << 40 | Pair(minute, 6));
        destination[16] = (byte)':';
        WritePair(destination, 17, second);
        var end = DateTimeLength;
        if (form.FractionDigits is > 0 and var digits)
        {
            destination[end] = (byte)'.';
            DigitPairs.Write(destination.Slice(end + 1, digits), value.Nanoseconds / PowersOfTen[9 - digits]);
            end += digits + 1;
        }

        written = end + WriteZone(destination[end..], zone, offset);
        return true;
    }

    /// <summary>Determines whether a date has a text in a form. The displayed year must be 0000 to 9999, and nanoseconds and offset must be in range.</summary>
    internal static bool HasText(in Timestamp value, DateTextForm form)
    {
        var offset = form.Zone == DateTextZone.Offset ? value.OffsetMinutes : 0;
        return value.UnixSeconds is >= CivilDate.MinSecond - Timestamp.SecondsPerDay and <= CivilDate.MaxSecond + Timestamp.SecondsPerDay
            && value.UnixSeconds + (offset * 60L) is >= CivilDate.MinSecond and <= CivilDate.MaxSecond
            && value.IsNormalized && offset is > -24 * 60 and < 24 * 60;
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

    /// <summary>Returns the digits of a number below 100 as characters of a word, starting at a position.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Pair(uint number, int place) => (ulong)DigitPairs.Of(number) << (8 * place);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WritePair(Span<byte> destination, int index, uint number) =>
        BinaryPrimitives.WriteUInt16LittleEndian(destination[index..], DigitPairs.Of(number));
}
