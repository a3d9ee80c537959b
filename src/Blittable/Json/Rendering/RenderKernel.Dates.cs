using Blittable.Dates;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Json;

/// <summary>Dates. The commonest forms, whole seconds or days without an offset, are written straight from their tag.</summary>
internal unsafe ref partial struct RenderKernel
{
    private const int SecondsPerDay = Timestamp.SecondsPerDay;

    /// <summary>A date in quotation marks.</summary>
    private readonly byte* Date(byte* to, int address, byte tag)
    {
        *to++ = (byte)'"';
        var end = tag <= Tag.RawDateLast ? RawDate(to, _document + address, tag) : CompactDate(to, _document + address, tag);
        if (end == null)
        {
            end = to + StoredDate.Format(_span, address, new Span<byte>(to, Slack));
        }

        *end = (byte)'"';
        return end + 1;
    }

    /// <returns>Null for a form or a date that goes the long way.</returns>
    private readonly byte* RawDate(byte* to, byte* value, byte tag)
    {
        if (value + 1 + RawRecord.Length > _documentEnd || Load64(value + 1 + sizeof(long)) != 0)
        {
            return null;
        }

        return (tag - Tag.RawDate) switch
        {
            RawStoredDate.Date => Date(to, (long)Load64(value + 1)),
            RawStoredDate.UtcSeconds => DateAndTime(to, (long)Load64(value + 1), 'T', isUtc: true),
            RawStoredDate.LocalSeconds => DateAndTime(to, (long)Load64(value + 1), 'T', isUtc: false),
            RawStoredDate.SpacedSeconds => DateAndTime(to, (long)Load64(value + 1), ' ', isUtc: false),
            _ => null,
        };
    }

    private readonly byte* CompactDate(byte* to, byte* value, byte tag)
    {
        if (value + 1 + sizeof(int) > _documentEnd)
        {
            return null;
        }

        var number = (int)Load32(value + 1);
        return (tag - Tag.CompactDate) switch
        {
            CompactStoredDate.NearDate => DateTextKernel.WriteDate(to, (short)number + DateEpoch.TarantoolDay),
            CompactStoredDate.FarDate => Date(to, ((number << 8 >> 8) + DateEpoch.TarantoolDay) * (long)SecondsPerDay),
            CompactStoredDate.UtcSeconds => DateAndTime(to, number + DateEpoch.Tarantool, 'T', isUtc: true),
            CompactStoredDate.LocalSeconds => DateAndTime(to, number + DateEpoch.Tarantool, 'T', isUtc: false),
            CompactStoredDate.SpacedSeconds => DateAndTime(to, number + DateEpoch.Tarantool, ' ', isUtc: false),
            _ => null,
        };
    }

    private static byte* Date(byte* to, long seconds) =>
        seconds is < CivilDate.MinSecond or > CivilDate.MaxSecond ? null : DateTextKernel.WriteDate(to, (int)CivilDate.SplitSeconds(seconds).Days);

    private static byte* DateAndTime(byte* to, long seconds, char separator, bool isUtc)
    {
        if (seconds is < CivilDate.MinSecond or > CivilDate.MaxSecond)
        {
            return null;
        }

        var (days, secondOfDay) = CivilDate.SplitSeconds(seconds);
        to = DateTextKernel.WriteTime(DateTextKernel.WriteDate(to, (int)days), separator, (uint)secondOfDay);
        *to = (byte)'Z';
        return to + (isUtc ? 1 : 0);
    }
}
