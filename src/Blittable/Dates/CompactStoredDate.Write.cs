using System.Buffers.Binary;

namespace Blittable.Dates;

/// <content>Writing of payloads.</content>
internal static partial class CompactStoredDate
{
    /// <summary>Writes a payload.</summary>
    /// <param name="value">The record.</param>
    /// <param name="form">The text form.</param>
    /// <param name="destination">The destination, with at least <see cref="MaxLength"/> bytes.</param>
    /// <param name="formClass">Receives the form class for the tag.</param>
    /// <returns>The size of the payload in bytes.</returns>
    public static int Write(in Timestamp value, DateTextForm form, Span<byte> destination, out int formClass)
    {
        var length = value.ZoneIndex == 0 ? TryWriteCommon(value, form, destination, out formClass) : NotCommon(out formClass);
        if (length == 0)
        {
            formClass = AnyForm;
            length = WriteAny(value, form, destination);
        }

        return length;
    }

    /// <summary>Writes a payload of class 0 to 8. Returns 0 if none of them can represent the record.</summary>
    private static int TryWriteCommon(in Timestamp value, DateTextForm form, Span<byte> destination, out int formClass)
    {
        var seconds = unchecked(value.UnixSeconds - DateEpoch.Tarantool);
        var offset = value.OffsetMinutes;
        if (form.Bits == DateTextForm.OffsetSeconds)
        {
            var (quarters, rest) = Math.DivRem(offset, (short)MinutesPerQuarter);
            formClass = OffsetSeconds;
            if (rest != 0 || quarters != (sbyte)quarters || value.Nanoseconds != 0 || seconds != (int)seconds)
            {
                return 0;
            }

            BinaryPrimitives.WriteInt32LittleEndian(destination, (int)seconds);
            destination[sizeof(int)] = (byte)quarters;
            return sizeof(int) + 1;
        }

        if (offset != 0)
        {
            return NotCommon(out formClass);
        }

        switch (form.Bits)
        {
            case 0:
                return TryWriteDate(seconds, value.Nanoseconds, destination, out formClass);
            case DateTextForm.UtcSeconds:
                formClass = UtcSeconds;
                return TryWriteSeconds(seconds, value.Nanoseconds, destination);
            case DateTextForm.LocalSeconds:
                formClass = LocalSeconds;
                return TryWriteSeconds(seconds, value.Nanoseconds, destination);
            case DateTextForm.SpacedSeconds:
                formClass = SpacedSeconds;
                return TryWriteSeconds(seconds, value.Nanoseconds, destination);
            case > DateTextForm.UtcSeconds and <= DateTextForm.UtcSeconds + 9:
                return TryWriteFraction(seconds, value.Nanoseconds, form.FractionDigits, destination, out formClass);
            default:
                return NotCommon(out formClass);
        }
    }

    private static int NotCommon(out int formClass)
    {
        formClass = AnyForm;
        return 0;
    }

    private static int TryWriteDate(long seconds, uint nanoseconds, Span<byte> destination, out int formClass)
    {
        var (days, secondOfDay) = CivilDate.SplitSeconds(seconds);
        formClass = days == (short)days ? NearDate : FarDate;
        if (secondOfDay != 0 || nanoseconds != 0 || WidthFor(days) > 3)
        {
            return 0;
        }

        var width = formClass == NearDate ? 2 : 3;
        WriteInteger(days, width, destination);
        return width;
    }

    private static int TryWriteSeconds(long seconds, uint nanoseconds, Span<byte> destination)
    {
        if (nanoseconds != 0 || seconds != (int)seconds)
        {
            return 0;
        }

        BinaryPrimitives.WriteInt32LittleEndian(destination, (int)seconds);
        return sizeof(int);
    }

    private static int TryWriteFraction(long seconds, uint nanoseconds, int digits, Span<byte> destination, out int formClass)
    {
        formClass = UtcFraction;
        if (!TryCount(seconds, nanoseconds, digits, out var count))
        {
            return 0;
        }

        var width = WidthFor(count);
        if (digits == 3 && width <= 6)
        {
            formClass = width <= 5 ? NearMilliseconds : FarMilliseconds;
            width = Math.Max(width, 5);
            WriteInteger(count, width, destination);
            return width;
        }

        destination[0] = (byte)(digits | ((width - 1) << FractionWidthShift));
        WriteInteger(count, width, destination[1..]);
        return 1 + width;
    }

    private static int WriteAny(in Timestamp value, DateTextForm form, Span<byte> destination)
    {
        var seconds = unchecked(value.UnixSeconds - DateEpoch.Tarantool);
        var isSplit = !TryCount(seconds, value.Nanoseconds, form.FractionDigits, out var count);
        count = isSplit ? seconds : count;
        var width = WidthFor(count);
        var offset = value.OffsetMinutes;
        var storedOffset = value.ZoneIndex != 0 ? StoredOffset.MinutesAndZone
            : offset == 0 ? StoredOffset.None
            : offset % MinutesPerQuarter == 0 && Math.Abs(offset / MinutesPerQuarter) <= sbyte.MaxValue ? StoredOffset.Quarters
            : StoredOffset.Minutes;

        var header = form.Bits | ((width - 1) << WidthShift) | ((int)storedOffset << OffsetShift) | (isSplit ? SplitFlag : 0);
        BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)header);
        var written = sizeof(ushort);
        WriteInteger(count, width, destination[written..]);
        written += width;
        switch (storedOffset)
        {
            case StoredOffset.Quarters:
                destination[written] = (byte)(offset / MinutesPerQuarter);
                break;
            case StoredOffset.MinutesAndZone:
                BinaryPrimitives.WriteUInt16LittleEndian(destination[(written + sizeof(short))..], value.ZoneIndex);
                goto case StoredOffset.Minutes;
            case StoredOffset.Minutes:
                BinaryPrimitives.WriteInt16LittleEndian(destination[written..], offset);
                break;
        }

        written += OffsetLength(storedOffset);
        if (isSplit)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(destination[written..], value.Nanoseconds);
            written += sizeof(uint);
        }

        return written;
    }

    /// <summary>Converts seconds and nanoseconds to a count of 10^-digits seconds. Returns false if digits would be lost or the count does not fit.</summary>
    private static bool TryCount(long seconds, uint nanoseconds, int digits, out long count)
    {
        var (fraction, rest) = Math.DivRem(nanoseconds, Iso8601.PowersOfTen[9 - digits]);
        long scale = Iso8601.PowersOfTen[digits];
        var limit = (long.MaxValue / scale) - 1;
        count = (seconds * scale) + fraction;
        return rest == 0 && nanoseconds < Timestamp.NanosecondsPerSecond && seconds >= -limit && seconds <= limit;
    }

    /// <summary>Returns the number of bytes of a signed number, at least one.</summary>
    private static int WidthFor(long number)
    {
        var significantBits = 65 - long.LeadingZeroCount(number ^ (number >> 63));
        return (int)((significantBits + 7) >> 3);
    }

    private static void WriteInteger(long number, int width, Span<byte> destination)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        bytes[..width].CopyTo(destination);
    }
}
