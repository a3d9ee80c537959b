using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary>The shapes of a schema that is a type parameter.</summary>
internal static partial class DateKernel
{
    /// <summary>Encodes a date of a common shape; 0 for another one, for another schema, and on a big-endian machine.</summary>
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

    /// <summary>Decodes a date of a common shape. False decides nothing: another shape, damage, another schema, or a big-endian machine.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecode<TSchema>(ref byte source, sbyte type, out Timestamp value, out int consumed)
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
                return TryDecodeSecondsOnly(ref source, type, out value, out consumed) || TryDecodeRecord(ref source, type, out value, out consumed);
            }
        }

        value = default;
        consumed = 0;
        return false;
    }

    /// <summary>Encodes dates until one has a rarer shape or may not have room; returns how many there are then, and where the bytes end.</summary>
    /// <remarks>A loop without calls: all its variables have registers.</remarks>
    /// <param name="values">The dates.</param>
    /// <param name="index">The first of them to be encoded.</param>
    /// <param name="destination">Takes the bytes.</param>
    /// <param name="end">Where they go.</param>
    /// <param name="offsets">Takes where each date starts, as far as it reaches.</param>
    /// <param name="type">The extension type.</param>
    public static (int Index, int End) EncodeRun<TSchema>(
        ReadOnlySpan<Timestamp> values, int index, Span<byte> destination, int end, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var last = destination.Length - DateCodec.MaxLength;
        ref var start = ref MemoryMarshal.GetReference(destination);
        for (; index < values.Length && end <= last; index++)
        {
            var length = Encode<TSchema>(values[index], ref Unsafe.Add(ref start, end), type);
            if (length == 0)
            {
                break;
            }

            if (index < offsets.Length)
            {
                offsets[index] = end;
            }

            end += length;
        }

        return (index, end);
    }
}
