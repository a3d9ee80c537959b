namespace Blittable.Dates;

/// <content>The parser without vectors, which reads characters in the order of the grammar.</content>
public static partial class Iso8601
{
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
}
