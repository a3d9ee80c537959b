using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <content>Selects the code for a schema type parameter.</content>
internal static partial class DateKernel
{
    /// <summary>Encodes a date of a common shape. Returns 0 for another shape, an unknown schema or a big-endian machine.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode<TSchema>(in Timestamp value, ref byte destination, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (!BitConverter.IsLittleEndian)
        {
            return 0;
        }

        if (typeof(TSchema) == typeof(MpFullSchema))
        {
            return EncodeFull(value, ref destination, type);
        }

        if (typeof(TSchema) == typeof(MpNonZeroSchema))
        {
            return EncodeNonZero(value, ref destination, type, 0);
        }

        if (typeof(TSchema) == typeof(TntEpochSchema))
        {
            return EncodeNonZero(value, ref destination, type, DateEpoch.Tarantool);
        }

        if (typeof(TSchema) == typeof(MpDateSchema))
        {
            return EncodeDate(value, ref destination, type, 0);
        }

        if (typeof(TSchema) == typeof(TntEpochDateSchema))
        {
            return EncodeDate(value, ref destination, type, DateEpoch.Tarantool);
        }

        if (typeof(TSchema) == typeof(RawFullSchema))
        {
            return EncodeRecord(value, ref destination, type);
        }

        return typeof(TSchema) == typeof(RawNonZeroSchema) ? EncodeRecordOrSeconds(value, ref destination, type) : 0;
    }

    /// <summary>Decodes a date of a common shape. Returns false for another shape, damaged data, an unknown schema or a big-endian machine.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecode<TSchema>(ref byte source, sbyte type, out DateParts value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (BitConverter.IsLittleEndian)
        {
            if (typeof(TSchema) == typeof(MpFullSchema))
            {
                return TryDecodeFull(ref source, type, out value, out consumed);
            }

            if (typeof(TSchema) == typeof(MpNonZeroSchema))
            {
                return TryDecodeNonZero(ref source, type, 0, out value, out consumed);
            }

            if (typeof(TSchema) == typeof(TntEpochSchema))
            {
                return TryDecodeNonZero(ref source, type, DateEpoch.Tarantool, out value, out consumed);
            }

            if (typeof(TSchema) == typeof(MpDateSchema))
            {
                return TryDecodeDate(ref source, type, 0, out value, out consumed);
            }

            if (typeof(TSchema) == typeof(TntEpochDateSchema))
            {
                return TryDecodeDate(ref source, type, DateEpoch.Tarantool, out value, out consumed);
            }

            if (typeof(TSchema) == typeof(RawFullSchema))
            {
                return TryDecodeRecord(ref source, type, out value, out consumed);
            }

            if (typeof(TSchema) == typeof(RawNonZeroSchema))
            {
                return TryDecodeRecordOrSeconds(ref source, type, out value, out consumed);
            }
        }

        value = default;
        consumed = 0;
        return false;
    }

    /// <inheritdoc cref="TryDecode{TSchema}(ref byte, sbyte, out DateParts, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecode<TSchema>(ref byte source, sbyte type, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var isDecoded = TryDecode<TSchema>(ref source, type, out DateParts parts, out consumed);
        value = parts.ToTimestamp();
        return isDecoded;
    }

    /// <summary>Encodes dates until a date has a rare shape or may not fit. Returns the number of dates and the end of their bytes.</summary>
    /// <remarks>Without calls, the loop holds all its variables in registers.</remarks>
    /// <param name="values">The dates.</param>
    /// <param name="destination">The destination for the bytes.</param>
    /// <param name="start">The offset of the first date in the destination.</param>
    /// <param name="offsets">The destination for the offset of each date: empty, or at least as long as <paramref name="values"/>.</param>
    /// <param name="type">The extension type.</param>
    public static (int Count, int End) EncodeRun<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        ref var value = ref MemoryMarshal.GetReference(values);
        ref var room = ref MemoryMarshal.GetReference(destination);
        ref var offset = ref MemoryMarshal.GetReference(offsets);
        var hasOffsets = !offsets.IsEmpty;
        nint end = start;
        nint index = 0;
        nint count;

        // Encodes as many dates as certainly fit without checking the remaining room, then repeats this for the rest.
        while ((count = Math.Min(values.Length - index, (destination.Length - end) / DateCodec.MaxLength)) > 0)
        {
            for (count += index; index < count; index++)
            {
                var length = Encode<TSchema>(Unsafe.Add(ref value, index), ref Unsafe.Add(ref room, end), type);
                if (length == 0)
                {
                    return ((int)index, (int)end);
                }

                if (hasOffsets)
                {
                    Unsafe.Add(ref offset, index) = (int)end;
                }

                end += length;
            }
        }

        return ((int)index, (int)end);
    }
}
