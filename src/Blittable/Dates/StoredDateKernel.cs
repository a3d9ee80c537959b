using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Formats the most common stored dates directly from their payload: whole days, seconds or milliseconds without an offset.</summary>
/// <remarks>A date, like a time of day, is written as one number whose decimal digits are the digits of its fields.</remarks>
internal static unsafe class StoredDateKernel
{
    private const ulong Hyphens = (ulong)'-' << 32 | (ulong)'-' << 56;
    private const uint NanosecondsPerSecond = 1_000_000_000, NanosecondsPerMillisecond = 1_000_000;
    private const ulong Colons = (ulong)':' << 24 | (ulong)':' << 48;

    /// <summary>The number of bytes that may be written. The text is the first part of them.</summary>
    public const int Room = 32;

    /// <summary>Writes the date at an address.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the date's tag.</param>
    /// <param name="destination">The destination. If it has fewer than <see cref="Room"/> bytes, nothing is written.</param>
    /// <returns>The size of the text in bytes, or 0 if the value is not a date, or not supported by the kernel.</returns>
    public static int Write(ReadOnlySpan<byte> document, int address, Span<byte> destination)
    {
        var tag = RawBytes.ReadTag(document, address);
        if (destination.Length < Room)
        {
            return 0;
        }

        fixed (byte* start = document, to = destination)
        {
            Debug.Assert(tag == Tag.None || (uint)address < (uint)document.Length, "The tag of a value must be in the document.");
            var payload = start + address + 1;
            var end = tag switch
            {
                >= Tag.RawDate and <= Tag.RawDateLast => WriteRaw(to, tag - Tag.RawDate, payload, start + document.Length),
                >= Tag.CompactDate and <= Tag.CompactDateLast => WriteCompact(to, tag - Tag.CompactDate, payload, start + document.Length),
                _ => null,
            };
            return end == null ? 0 : (int)(end - to);
        }
    }

    /// <summary>Writes a date of a memory-mode document.</summary>
    /// <param name="to">The destination, with at least <see cref="Room"/> bytes.</param>
    /// <param name="formClass">The form class in the tag.</param>
    /// <param name="payload">The bytes after the tag.</param>
    /// <param name="end">The end of the document.</param>
    /// <returns>The end of the text, or null if the kernel does not support the form or the date.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static byte* WriteRaw(byte* to, int formClass, byte* payload, byte* end)
    {
        if (payload + RawRecord.Length > end)
        {
            return null;
        }

        var seconds = (long)Load(payload);
        var rest = Load(payload + sizeof(long));
        if (formClass == RawStoredDate.UtcMilliseconds)
        {
            return rest < NanosecondsPerSecond ? WriteMilliseconds(to, seconds, (uint)rest / NanosecondsPerMillisecond) : null;
        }

        return rest != 0 ? null : formClass switch
        {
            RawStoredDate.Date => WriteDateOf(to, seconds),
            RawStoredDate.UtcSeconds => WriteDateAndTime(to, seconds, 'T', isUtc: true),
            RawStoredDate.LocalSeconds => WriteDateAndTime(to, seconds, 'T', isUtc: false),
            RawStoredDate.SpacedSeconds => WriteDateAndTime(to, seconds, ' ', isUtc: false),
            _ => null,
        };
    }

    /// <summary>Writes a date of a disk-mode document.</summary>
    /// <inheritdoc cref="WriteRaw"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static byte* WriteCompact(byte* to, int formClass, byte* payload, byte* end)
    {
        if (payload + sizeof(ulong) > end)
        {
            return null;
        }

        var word = (long)Load(payload);
        var number = (int)word;
        switch (formClass)
        {
            case CompactStoredDate.NearDate:
                return WriteDate(to, (short)number + DateEpoch.TarantoolDay);
            case CompactStoredDate.FarDate:
                return WriteDateOf(to, ((number << 8 >> 8) + DateEpoch.TarantoolDay) * (long)Timestamp.SecondsPerDay);
            case CompactStoredDate.UtcSeconds:
                return WriteDateAndTime(to, number + DateEpoch.Tarantool, 'T', isUtc: true);
            case CompactStoredDate.LocalSeconds:
                return WriteDateAndTime(to, number + DateEpoch.Tarantool, 'T', isUtc: false);
            case CompactStoredDate.SpacedSeconds:
                return WriteDateAndTime(to, number + DateEpoch.Tarantool, ' ', isUtc: false);
            case CompactStoredDate.NearMilliseconds or CompactStoredDate.FarMilliseconds:
                var unused = formClass == CompactStoredDate.NearMilliseconds ? 24 : 16;
                var count = word << unused >> unused;
                var seconds = count / 1000;
                var milliseconds = (int)(count - (seconds * 1000));
                var isNegative = milliseconds >> 31;
                return WriteMilliseconds(to, seconds + isNegative + DateEpoch.Tarantool, (uint)(milliseconds + (isNegative & 1000)));
            default:
                return null;
        }
    }

    private static byte* WriteDateOf(byte* to, long seconds) =>
        seconds is < CivilDate.MinSecond or > CivilDate.MaxSecond ? null : WriteDate(to, (int)CivilDate.SplitSeconds(seconds).Days);

    private static byte* WriteDateAndTime(byte* to, long seconds, char separator, bool isUtc)
    {
        if (seconds is < CivilDate.MinSecond or > CivilDate.MaxSecond)
        {
            return null;
        }

        var (days, secondOfDay) = CivilDate.SplitSeconds(seconds);
        to = WriteTime(WriteDate(to, (int)days), separator, (uint)secondOfDay);
        *to = (byte)'Z';
        return to + (isUtc ? 1 : 0);
    }

    private static byte* WriteMilliseconds(byte* to, long seconds, uint milliseconds)
    {
        to = WriteDateAndTime(to, seconds, 'T', isUtc: false);
        if (to == null)
        {
            return null;
        }

        var digits = DigitWord.Characters(milliseconds) >> 40;
        Store(to, digits << 8 | '.' | (ulong)'Z' << 32);
        return to + 5;
    }

    /// <summary>Writes <c>YYYY-MM-DD</c> and returns the end of the text.</summary>
    /// <param name="to">The destination.</param>
    /// <param name="days">The number of days since 1970, from <see cref="CivilDate.MinDay"/> to <see cref="CivilDate.MaxDay"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteDate(byte* to, int days)
    {
        CivilDate.FromDays(days, out var year, out var month, out var day);
        var digits = DigitWord.Characters((year * 10_000) + (month * 100) + day);
        Store(to, (digits & uint.MaxValue) | ((digits >> 32 & ushort.MaxValue) << 40) | Hyphens);
        to[8] = (byte)(digits >> 48);
        to[9] = (byte)(digits >> 56);
        return to + 10;
    }

    /// <summary>Writes <c>THH:MM:SS</c> and returns the end of the text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteTime(byte* to, char separator, uint secondOfDay)
    {
        var (minutes, second) = Math.DivRem(secondOfDay, 60);
        var (hour, minute) = Math.DivRem(minutes, 60);
        var digits = DigitWord.Characters((hour * 10_000) + (minute * 100) + second);
        Store(to, separator | ((digits >> 16 & ushort.MaxValue) << 8) | ((digits >> 32 & ushort.MaxValue) << 32) | (digits >> 48 << 56) | Colons);
        to[8] = (byte)(digits >> 56);
        return to + 9;
    }

    private static ulong Load(byte* from)
    {
        var word = Unsafe.ReadUnaligned<ulong>(from);
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    private static void Store(byte* to, ulong characters) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? characters : BinaryPrimitives.ReverseEndianness(characters));
}
