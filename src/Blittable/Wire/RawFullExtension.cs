using Blittable.Dates;

namespace Blittable.Wire;

/// <summary>Encodes and decodes the date extension whose payload is RAW_FULL.</summary>
internal sealed record RawFullExtension(sbyte Type) : BlittableMessagePackDateExtension(Type)
{
    public override int Encode(in Timestamp value, Span<byte> payload)
    {
        RawRecord.Write(value, payload);
        return RawRecord.Length;
    }

    public override bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value)
    {
        var isRecord = payload.Length == RawRecord.Length;
        value = isRecord ? RawRecord.Read(payload) : default;
        return isRecord;
    }
}
