using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>The MP and TNT schemas field by field, for every shape of record: what the kernel leaves over, and what it is tested against.</summary>
internal static class FieldsCodec
{
    /// <summary>Seconds or days and seconds, offset, zone index, nanoseconds.</summary>
    private const int MaxFields = 5;

    /// <summary>
    /// A result that is returned and not handed out by reference: locals whose address is taken would leave their registers in a caller's
    /// loop.
    /// </summary>
    public readonly record struct Result(DateStatus Status, Timestamp Value = default, int Consumed = 0)
    {
        /// <summary>The parts, as decoders of one date hand them out.</summary>
        public DateStatus HandOut(out Timestamp value, out int consumed)
        {
            value = Value;
            consumed = Consumed;
            return Status;
        }
    }

    /// <summary>Encodes a record of any shape.</summary>
    /// <param name="value">The record.</param>
    /// <param name="destination">Takes the bytes.</param>
    /// <param name="type">The extension type.</param>
    /// <param name="origin">What the seconds are counted from, in seconds since 1970.</param>
    /// <param name="hasDays">true if days and seconds of the day represent the seconds.</param>
    /// <param name="isCut">Whether zeros at the end are left out.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Encode(Timestamp value, Span<byte> destination, sbyte type, long origin, bool hasDays, bool isCut)
    {
        Span<long> fields = stackalloc long[MaxFields];
        var count = 0;
        var seconds = unchecked(value.UnixSeconds - origin);
        if (hasDays)
        {
            (fields[count++], fields[count++]) = CivilDate.SplitSeconds(seconds);
        }
        else
        {
            fields[count++] = seconds;
        }

        fields[count++] = (ushort)value.OffsetMinutes;
        fields[count++] = value.ZoneIndex;
        fields[count++] = value.Nanoseconds;
        while (isCut && count > 0 && fields[count - 1] == 0)
        {
            count--;
        }

        Span<byte> payload = stackalloc byte[DateCodec.MaxLength];
        var length = 0;
        foreach (var field in fields[..count])
        {
            length += PackedInteger.Write(field, payload[length..]);
        }

        Span<byte> header = stackalloc byte[ExtensionHeader.MaxLength];
        header = header[..ExtensionHeader.Write(length, type, header)];
        if (destination.Length < header.Length + length)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        header.CopyTo(destination);
        payload[..length].CopyTo(destination[header.Length..]);
        return header.Length + length;
    }

    /// <summary>
    /// Decodes a record of any shape; the parameters are those of <see cref="Encode"/>, and a schema that is cut also takes zeros at the
    /// end.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Result Decode(ReadOnlySpan<byte> source, sbyte type, long origin, bool hasDays, bool isCut)
    {
        var status = ExtensionHeader.Read(source, type, out var payload, out var consumed);
        if (status != DateStatus.Ok)
        {
            return new(status);
        }

        Span<long> fields = stackalloc long[MaxFields];
        fields.Clear();
        var expected = hasDays ? MaxFields : MaxFields - 1;
        var count = 0;
        while (count < expected && PackedInteger.TryRead(ref payload, out fields[count]))
        {
            count++;
        }

        var seconds = fields[0];
        var rest = fields[1..];
        if (!payload.IsEmpty || (!isCut && count < expected) || (hasDays && !TryJoin(seconds, rest[0], out seconds)))
        {
            return new(DateStatus.Malformed);
        }

        rest = hasDays ? rest[1..] : rest;
        return rest[0] is >= short.MinValue and <= ushort.MaxValue && rest[1] is >= 0 and <= ushort.MaxValue && rest[2] is >= 0 and <= uint.MaxValue
            ? new(DateStatus.Ok, new(unchecked(seconds + origin), (uint)rest[2], unchecked((short)rest[0]), (ushort)rest[1]), consumed)
            : new(DateStatus.Malformed);
    }

    /// <summary>Seconds of days and a second of the day.</summary>
    /// <remarks>
    /// The reference program divides the seconds before its epoch as unsigned numbers: 1969-12-31T23:59:59Z is day 213,503,982,334,601 of second 25,215,
    /// in 15 bytes. The product modulo 2^64 is the right number of seconds again.
    /// </remarks>
    private static bool TryJoin(long days, long secondOfDay, out long seconds)
    {
        const long least = long.MinValue / Timestamp.SecondsPerDay - 1;
        const long most = (long)(ulong.MaxValue / Timestamp.SecondsPerDay);
        seconds = unchecked((days * Timestamp.SecondsPerDay) + secondOfDay);
        return days is >= least and <= most && secondOfDay is >= 0 and < Timestamp.SecondsPerDay;
    }
}
