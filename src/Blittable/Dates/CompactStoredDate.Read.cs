using System.Buffers.Binary;

namespace Blittable.Dates;

/// <content>Reading of payloads.</content>
internal static partial class CompactStoredDate
{
    /// <summary>Reads a payload. Returns false if it is truncated or has an unknown layout.</summary>
    public static bool TryRead(int formClass, ReadOnlySpan<byte> payload, out Timestamp value, out DateTextForm form, out int consumed)
    {
        value = default;
        form = default;
        if (!TryGetLength(formClass, payload, out consumed) || payload.Length < consumed)
        {
            return false;
        }

        payload = payload[..consumed];
        switch (formClass)
        {
            case NearDate or FarDate:
                value = new(DateEpoch.Tarantool + (ReadInteger(payload) * Timestamp.SecondsPerDay));
                return true;
            case UtcSeconds:
                form = DateTextForm.Utc;
                value = FromCount(ReadInteger(payload), 0);
                return true;
            case LocalSeconds:
                form = DateTextForm.FromKnownBits(DateTextForm.LocalSeconds);
                value = FromCount(ReadInteger(payload), 0);
                return true;
            case SpacedSeconds:
                form = DateTextForm.FromKnownBits(DateTextForm.SpacedSeconds);
                value = FromCount(ReadInteger(payload), 0);
                return true;
            case OffsetSeconds:
                form = DateTextForm.FromKnownBits(DateTextForm.OffsetSeconds);
                value = FromCount(ReadInteger(payload[..sizeof(int)]), 0, (sbyte)payload[sizeof(int)] * MinutesPerQuarter);
                return true;
            case NearMilliseconds or FarMilliseconds:
                form = DateTextForm.FromKnownBits(DateTextForm.UtcMilliseconds);
                value = FromCount(ReadInteger(payload), 3);
                return true;
            case UtcFraction:
                var digits = payload[0] & ((1 << FractionWidthShift) - 1);
                if (digits is 0 or > 9)
                {
                    return false;
                }

                form = DateTextForm.FromKnownBits(DateTextForm.UtcSeconds | digits);
                value = FromCount(ReadInteger(payload[1..]), digits);
                return true;
            default:
                return TryReadAny(payload, out value, out form);
        }
    }

    private static bool TryReadAny(ReadOnlySpan<byte> payload, out Timestamp value, out DateTextForm form)
    {
        var header = BinaryPrimitives.ReadUInt16LittleEndian(payload);
        value = default;
        if (!DateTextForm.TryFromBits((ushort)(header & FormMask), out form))
        {
            return false;
        }

        var width = WidthOf(header);
        var count = ReadInteger(payload.Slice(sizeof(ushort), width));
        var rest = payload[(sizeof(ushort) + width)..];
        var storedOffset = OffsetOf(header);
        var offset = storedOffset switch
        {
            StoredOffset.None => 0,
            StoredOffset.Quarters => (sbyte)rest[0] * MinutesPerQuarter,
            _ => BinaryPrimitives.ReadInt16LittleEndian(rest),
        };
        var zone = storedOffset == StoredOffset.MinutesAndZone ? BinaryPrimitives.ReadUInt16LittleEndian(rest[sizeof(short)..]) : (ushort)0;
        value = (header & SplitFlag) != 0
            ? new(unchecked(count + DateEpoch.Tarantool), BinaryPrimitives.ReadUInt32LittleEndian(rest[OffsetLength(storedOffset)..]), (short)offset, zone)
            : FromCount(count, form.FractionDigits, offset, zone);
        return true;
    }

    private static Timestamp FromCount(long count, int digits, int offset = 0, ushort zone = 0)
    {
        long scale = Iso8601.PowersOfTen[digits];
        var (seconds, fraction) = Math.DivRem(count, scale);
        if (fraction < 0)
        {
            seconds--;
            fraction += scale;
        }

        return new(unchecked(seconds + DateEpoch.Tarantool), (uint)fraction * Iso8601.PowersOfTen[9 - digits], (short)offset, zone);
    }

    /// <summary>Reads a little-endian signed integer of 1 to 8 bytes. The first and the last bytes are loaded separately and may overlap.</summary>
    private static long ReadInteger(ReadOnlySpan<byte> bytes) => bytes.Length switch
    {
        >= sizeof(int) => Join(
            BinaryPrimitives.ReadInt32LittleEndian(bytes[^sizeof(int)..]), BinaryPrimitives.ReadUInt32LittleEndian(bytes), bytes.Length - sizeof(int)),
        >= sizeof(short) => Join(
            BinaryPrimitives.ReadInt16LittleEndian(bytes[^sizeof(short)..]), BinaryPrimitives.ReadUInt16LittleEndian(bytes), bytes.Length - sizeof(short)),
        _ => (sbyte)bytes[0],
    };

    private static long Join(long last, uint first, int distance) => (last << (8 * distance)) | first;
}
