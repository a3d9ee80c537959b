using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Parses and formats date texts that can be restored exactly: RFC 3339, RFC 3339 without an offset, and <c>YYYY-MM-DD</c>.</summary>
/// <remarks>
/// A date text is <c>YYYY-MM-DD</c>, optionally followed by <c>T</c>, <c>t</c> or a space, <c>hh:mm:ss</c>, optionally a point with 1 to 9 digits,
/// and optionally <c>Z</c>, <c>z</c> or <c>±hh:mm</c>. Years are 0000 to 9999, days must exist, hours are at most 23, minutes and seconds at most 59.
/// Leap seconds (<c>:60</c>) and <c>24:00</c> are not instants of this calendar and are not accepted. A text without an offset is treated as UTC.
/// </remarks>
public static class Iso8601
{
    /// <summary>The maximum size of a date text in bytes.</summary>
    public const int MaxLength = 35;

    internal const int DateLength = 10;
    internal const int DateTimeLength = 19;
    internal const int OffsetLength = 6;

    /// <summary>Parses a UTF-8 text that is a date.</summary>
    /// <param name="utf8Text">The text, without quotes or surrounding white space.</param>
    /// <param name="value">The instant, with its offset.</param>
    /// <param name="form">The text form. <see cref="TryFormat"/> restores the text from the instant and the form.</param>
    /// <returns><see langword="true"/> if the text is a date; otherwise, <see langword="false"/>.</returns>
    public static bool TryParse(ReadOnlySpan<byte> utf8Text, out Timestamp value, out DateTextForm form)
    {
        // If the kernel is supported, the record in memory is its RAW_FULL form.
        value = default;
        var bits = -1;
        ref var start = ref MemoryMarshal.GetReference(utf8Text);
        if (Iso8601Kernel.MayBeDate(ref start, utf8Text.Length))
        {
            bits = Iso8601Kernel.IsSupported
                ? Iso8601Kernel.Parse(ref start, utf8Text.Length, ref value)
                : ParseScalar(utf8Text, out value);
        }

        form = DateTextForm.FromKnownBits(Math.Max(bits, 0));
        return bits >= 0;
    }

    /// <inheritdoc cref="TryParse(ReadOnlySpan{byte}, out Timestamp, out DateTextForm)"/>
    public static bool TryParse(ReadOnlySpan<char> text, out Timestamp value, out DateTextForm form)
    {
        Span<byte> bytes = stackalloc byte[MaxLength];
        if (Ascii.FromUtf16(text, bytes, out var written) != System.Buffers.OperationStatus.Done)
        {
            value = default;
            form = default;
            return false;
        }

        return TryParse(bytes[..written], out value, out form);
    }

    /// <summary>Writes a date in a form.</summary>
    /// <param name="value">The instant. Its offset is applied if the form shows an offset. Other forms show UTC.</param>
    /// <param name="form">The form. Fraction digits or a time that it cannot show are truncated.</param>
    /// <param name="destination">The destination. The text has <see cref="DateTextForm.TextLength"/> bytes, at most 35.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    /// <exception cref="BlittableException">The year is not 0000 to 9999, the nanoseconds are a second or more, or the offset is a day or more.</exception>
    public static int Format(in Timestamp value, DateTextForm form, Span<byte> destination)
    {
        if (destination.Length < form.TextLength)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        if (!TryFormat(value, form, destination, out var written))
        {
            ThrowHelper.DateOutOfRange("RFC 3339 text", value);
        }

        return written;
    }

    /// <summary>Parses text to a RAW_FULL record.</summary>
    /// <returns>The bits of the form, or -1 if the text is not a date.</returns>
    internal static int ParseToRecord(ReadOnlySpan<byte> text, Span<byte> record)
    {
        if (record.Length < RawRecord.Length)
        {
            ThrowHelper.DestinationTooShort(nameof(record));
        }

        ref var start = ref MemoryMarshal.GetReference(text);
        if (!Iso8601Kernel.MayBeDate(ref start, text.Length))
        {
            return -1;
        }

        return Iso8601Kernel.IsSupported
            ? Iso8601Kernel.Parse(ref start, text.Length, ref MemoryMarshal.GetReference(record))
            : ParseScalar(text, record);
    }

    // The parser without vectors, which reads characters in the order of the grammar.

    private static int ParseScalar(ReadOnlySpan<byte> text, out Timestamp value)
    {
        Span<byte> record = stackalloc byte[RawRecord.Length];
        var bits = ParseScalar(text, record);
        value = bits < 0 ? default : RawRecord.Read(record);
        return bits;
    }

    /// <summary>Implements <see cref="Iso8601Kernel.Parse(ref byte, int, ref byte)"/> without vectors.</summary>
    internal static int ParseScalar(ReadOnlySpan<byte> text, Span<byte> record)
    {
        if (!TryReadNumber(text, 0, 4, out var year) || !IsAt(text, 4, '-')
            || !TryReadNumber(text, 5, 2, out var month) || !IsAt(text, 7, '-')
            || !TryReadNumber(text, 8, 2, out var day)
            || !CivilDate.TryGetDays(year, month, day, out var days))
        {
            return -1;
        }

        var seconds = (long)days * Timestamp.SecondsPerDay;
        if (text.Length == DateLength)
        {
            RawRecord.Write(new Timestamp(seconds), record);
            return DateTextForm.DateOnly.Bits;
        }

        if (!TryReadNumber(text, 11, 2, out var hour) || hour > 23 || !IsAt(text, 13, ':')
            || !TryReadNumber(text, 14, 2, out var minute) || minute > 59 || !IsAt(text, 16, ':')
            || !TryReadNumber(text, 17, 2, out var second) || second > 59)
        {
            return -1;
        }

        seconds += (hour * 3600) + (minute * 60) + second;
        var separator = text[DateLength] switch { (byte)'T' => 'T', (byte)'t' => 't', (byte)' ' => ' ', _ => '\0' };
        var end = DateTimeLength;
        var digits = 0;
        var nanoseconds = 0u;
        if (IsAt(text, end, '.'))
        {
            end++;
            while (digits < 9 && TryReadNumber(text, end, 1, out var digit))
            {
                nanoseconds = (nanoseconds * 10) + (uint)digit;
                digits++;
                end++;
            }

            nanoseconds *= PowersOfTen[9 - digits];
            if (digits == 0)
            {
                return -1;
            }
        }

        if (separator == '\0' || !TryReadZone(text[end..], out var zone, out var offset))
        {
            return -1;
        }

        RawRecord.Write(new Timestamp(seconds - (offset * 60), nanoseconds, (short)offset), record);
        return new DateTextForm(separator, digits, zone).Bits;
    }

    private static bool TryReadZone(ReadOnlySpan<byte> text, out DateTextZone zone, out int offset)
    {
        offset = 0;
        zone = DateTextZone.None;
        switch (text)
        {
            case []:
                return true;
            case [(byte)'Z']:
                zone = DateTextZone.Z;
                return true;
            case [(byte)'z']:
                zone = DateTextZone.LowerZ;
                return true;
            case [(byte)'+' or (byte)'-', _, _, (byte)':', _, _]
                when TryReadNumber(text, 1, 2, out var hours) && hours <= 23 && TryReadNumber(text, 4, 2, out var minutes) && minutes <= 59:
                offset = (hours * 60) + minutes;
                zone = offset == 0 && text[0] == '-' ? DateTextZone.UnknownOffset : DateTextZone.Offset;
                offset = text[0] == '-' ? -offset : offset;
                return true;
            default:
                return false;
        }
    }

    private static bool IsAt(ReadOnlySpan<byte> text, int index, char expected) => (uint)index < (uint)text.Length && text[index] == expected;

    private static bool TryReadNumber(ReadOnlySpan<byte> text, int start, int length, out int number)
    {
        number = 0;
        if (text.Length - start < length)
        {
            return false;
        }

        foreach (var character in text.Slice(start, length))
        {
            if (!char.IsAsciiDigit((char)character))
            {
                return false;
            }

            number = (number * 10) + character - '0';
        }

        return true;
    }

    // Formatting.

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
