using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <content>Encodes and decodes the RAW schemas: a short header, then the record in its memory layout.</content>
internal static partial class DateKernel
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeRecord(in Timestamp value, ref byte destination, sbyte type)
    {
        Unsafe.WriteUnaligned(ref destination, RawCodec.RecordHeader(type));
        Store64(ref destination, (ulong)value.UnixSeconds, 2);
        Store64(ref destination, value.Rest, 10);
        return RawCodec.RecordLength;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeRecordOrSeconds(in Timestamp value, ref byte destination, sbyte type)
    {
        if (!value.IsSecondsOnly)
        {
            return EncodeRecord(value, ref destination, type);
        }

        Unsafe.WriteUnaligned(ref destination, RawCodec.SecondsHeader(type));
        Store64(ref destination, (ulong)value.UnixSeconds, 2);
        return RawCodec.SecondsLength;
    }

    /// <summary>Reads a record in two words, matching the two stores. A single 16-byte load would wait until both stores have completed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeRecord(ref byte source, sbyte type, out DateParts value, out int consumed)
    {
        var rest = Load64(ref source, 10);
        value = new((long)Load64(ref source, 2), (uint)rest, (uint)(rest >> 32));
        consumed = RawCodec.RecordLength;
        return Unsafe.ReadUnaligned<ushort>(ref source) == RawCodec.RecordHeader(type);
    }

    /// <summary>Decodes a full record or seconds only. The headers, <c>d8</c> and <c>d7</c>, are consecutive.</summary>
    /// <remarks>Branch-free, because taken branches would shorten the history that predicts the branches of a search.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeRecordOrSeconds(ref byte source, sbyte type, out DateParts value, out int consumed)
    {
        var isRecord = (uint)Unsafe.ReadUnaligned<ushort>(ref source) - RawCodec.SecondsHeader(type);
        var rest = Load64(ref source, 10) & (0ul - isRecord);
        value = new((long)Load64(ref source, 2), (uint)rest, (uint)(rest >> 32));
        consumed = RawCodec.SecondsLength + ((int)isRecord * (RawCodec.RecordLength - RawCodec.SecondsLength));
        return isRecord <= 1;
    }
}
