using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary>Reads and writes dates in disk-mode documents: the payload after the tag, which contains the form class.</summary>
/// <remarks>
/// All counts are relative to 2011-01-01T00:00:00Z, the epoch of Tarantool's clocks. Integers are little-endian and signed, except where noted:
/// <code>
/// class  text form              payload
/// 0      YYYY-MM-DD             int16 days (1921-04-15 to 2100-09-18)
/// 1      YYYY-MM-DD             int24 days
/// 2      ...T...Z               int32 seconds (1942-12-13 to 2079-01-19)
/// 3      ...T...                int32 seconds
/// 4      ... ...                int32 seconds
/// 5      ...T...+hh:mm          int32 seconds, int8 quarters of an hour
/// 6      ...T....fffZ           int40 milliseconds (1993-07 to 2028-06)
/// 7      ...T....fffZ           int48 milliseconds
/// 8      ...T....f*Z            one byte: digits (bits 0-3), w - 1 (bits 4-6), zero (bit 7); then w bytes: the count of 10^-digits seconds
/// 9      any                    uint16: text form (bits 0-8), w - 1 (bits 9-11), offset (bits 12-13), split (bit 14), zero (bit 15);
///                               then w bytes: the count of 10^-digits seconds, or of whole seconds if split;
///                               offset 1: int8 quarters of an hour; 2: int16 minutes; 3: int16 minutes and uint16 zone index;
///                               if split: uint32 nanoseconds
/// </code>
/// A date has the first class that represents it exactly. Every field of a record is therefore restored, even if the record did not come from a text.
/// </remarks>
internal static partial class CompactStoredDate
{
    public const int ClassCount = 10;

    /// <summary>The maximum size of a payload: class 9 with 8 bytes of seconds, minutes, zone and nanoseconds.</summary>
    public const int MaxLength = sizeof(ushort) + sizeof(long) + sizeof(short) + sizeof(ushort) + sizeof(uint);

    public const int NearDate = 0;
    public const int FarDate = 1;
    public const int UtcSeconds = 2;
    public const int LocalSeconds = 3;
    public const int SpacedSeconds = 4;
    public const int NearMilliseconds = 6;
    public const int FarMilliseconds = 7;

    private const int OffsetSeconds = 5;
    private const int UtcFraction = 8;
    private const int AnyForm = 9;

    private const int MinutesPerQuarter = 15;
    private const int FractionWidthShift = 4;
    private const int FormMask = 0x1FF;
    private const int WidthShift = 9;
    private const int OffsetShift = 12;
    private const int SplitFlag = 1 << 14;
    private const int ReservedFlag = 1 << 15;

    /// <summary>Specifies how an offset is stored in <see cref="AnyForm"/>.</summary>
    private enum StoredOffset
    {
        None = 0,
        Quarters = 1,
        Minutes = 2,
        MinutesAndZone = 3,
    }

    /// <summary>Parses the text of a string directly to its payload, like <see cref="RawStoredDate.TryParse"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryParse(ref byte text, int length, Span<byte> destination, out int written, out int formClass)
    {
        if (length == Iso8601.DateLength && Iso8601Kernel.IsSupported)
        {
            // Dates without a time are most frequent. Their days are converted without creating a record.
            var isDate = Iso8601Kernel.MayBeDate(ref text, length) & Iso8601Kernel.TryParseDate(ref text, out var days);
            days -= DateEpoch.TarantoolDay;
            formClass = days == (short)days ? NearDate : FarDate;
            BinaryPrimitives.WriteInt32LittleEndian(destination, days);
            written = isDate ? formClass == NearDate ? 2 : 3 : 0;
            return isDate;
        }

        if (Iso8601Kernel.MayBeDate(ref text, length)
            && Iso8601.TryParse(MemoryMarshal.CreateReadOnlySpan(ref text, length), out var value, out var form))
        {
            written = Write(value, form, destination, out formClass);
            return true;
        }

        written = 0;
        formClass = 0;
        return false;
    }

    /// <summary>Gets the size of a payload in bytes from its first bytes. Returns false if these are truncated or invalid.</summary>
    public static bool TryGetLength(int formClass, ReadOnlySpan<byte> payload, out int length)
    {
        switch (formClass)
        {
            case NearDate:
                length = 2;
                return true;
            case FarDate:
                length = 3;
                return true;
            case UtcSeconds or LocalSeconds or SpacedSeconds:
                length = 4;
                return true;
            case OffsetSeconds or NearMilliseconds:
                length = 5;
                return true;
            case FarMilliseconds:
                length = 6;
                return true;
            case UtcFraction when payload.Length >= 1:
                length = 1 + (payload[0] >> FractionWidthShift) + 1;
                return payload[0] < 1 << 7;
            case AnyForm when payload.Length >= sizeof(ushort):
                var header = BinaryPrimitives.ReadUInt16LittleEndian(payload);
                length = sizeof(ushort) + WidthOf(header) + OffsetLength(OffsetOf(header)) + ((header & SplitFlag) != 0 ? sizeof(uint) : 0);
                return (header & ReservedFlag) == 0;
            default:
                length = 0;
                return false;
        }
    }

    private static int WidthOf(int header) => ((header >> WidthShift) & 7) + 1;

    private static StoredOffset OffsetOf(int header) => (StoredOffset)((header >> OffsetShift) & 3);

    private static int OffsetLength(StoredOffset offset) => offset == StoredOffset.MinutesAndZone ? 4 : (int)offset;

    // Writing of payloads.

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
