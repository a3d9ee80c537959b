using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>The RAW schemas: a short header, then the record as it lies in memory.</summary>
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

    /// <summary>Reads a record in two words, as it was written: one load of 16 bytes would wait until both stores are done.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeRecord(ref byte source, sbyte type, out Timestamp value, out int consumed)
    {
        value = new((long)Load64(ref source, 2), Load64(ref source, 10));
        consumed = RawCodec.RecordLength;
        return Unsafe.ReadUnaligned<ushort>(ref source) == RawCodec.RecordHeader(type);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeSecondsOnly(ref byte source, sbyte type, out Timestamp value, out int consumed)
    {
        value = new((long)Load64(ref source, 2));
        consumed = RawCodec.SecondsLength;
        return Unsafe.ReadUnaligned<ushort>(ref source) == RawCodec.SecondsHeader(type);
    }
}
