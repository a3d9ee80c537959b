using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Encodes and decodes the MP and TNT schemas field by field. Handles the shapes that <see cref="DateKernel"/> does not, and is its reference in
/// tests.</summary>
internal static class FieldsCodec
{
    /// <summary>Seconds or days and seconds, offset, zone index, nanoseconds.</summary>
    private const int MaxFields = 5;

    /// <summary>Represents a result returned by value. An <c>out</c> parameter would force locals of a caller's loop out of their registers.</summary>
    public readonly record struct Result(DateStatus Status, Timestamp Value = default, int Consumed = 0)
    {
        /// <summary>Assigns the parts to the <c>out</c> parameters of a decoder of one date.</summary>
        public DateStatus HandOut(out Timestamp value, out int consumed)
        {
            value = Value;
            consumed = Consumed;
            return Status;
        }
    }

    /// <summary>Encodes a record of any shape.</summary>
    /// <param name="value">The record.</param>
    /// <param name="destination">The destination for the bytes.</param>
    /// <param name="type">The extension type.</param>
    /// <param name="origin">The origin of the seconds, in seconds since 1970.</param>
    /// <param name="hasDays">true if the seconds are stored as days and seconds of the day; otherwise, false.</param>
    /// <param name="isCut">true to omit trailing zero fields; otherwise, false.</param>
    /// <returns>The number of bytes written.</returns>
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

    /// <summary>Decodes a record of any shape. The parameters match <see cref="Encode"/>. A schema that omits trailing zeros also accepts them.</summary>
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

    /// <summary>Computes seconds from days and the second of the day.</summary>
    /// <remarks>
    /// The reference program divides seconds before its epoch as unsigned numbers. It stores 1969-12-31T23:59:59Z as day 213,503,982,334,601 and second 25,215,
    /// in 15 bytes. The product modulo 2^64 restores the seconds.
    /// </remarks>
    private static bool TryJoin(long days, long secondOfDay, out long seconds)
    {
        const long least = long.MinValue / Timestamp.SecondsPerDay - 1;
        const long most = (long)(ulong.MaxValue / Timestamp.SecondsPerDay);
        seconds = unchecked((days * Timestamp.SecondsPerDay) + secondOfDay);
        return days is >= least and <= most && secondOfDay is >= 0 and < Timestamp.SecondsPerDay;
    }
}
