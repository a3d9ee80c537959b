using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Encodes and decodes sequences of dates.</content>
public static partial class DateCodec
{
    /// <summary>The maximum number of records decoded one by one before the batch kernel is tried again.</summary>
    private const int MaxPause = 255;

    /// <summary>Encodes all dates, one after the other.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="values">The dates.</param>
    /// <param name="destination">The destination for the bytes. <see cref="MaxLength"/> bytes per date are always enough.</param>
    /// <param name="offsets">The destination for the offset of each date: empty, or at least as long as <paramref name="values"/>.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination, or a non-empty list of offsets, is too short.</exception>
    public static int EncodeAll<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, Span<int> offsets, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (!offsets.IsEmpty && offsets.Length < values.Length)
        {
            ThrowHelper.DestinationTooShort(nameof(offsets));
        }

        var end = 0;
        while (true)
        {
            var (count, next) = DateBatchKernel.EncodeRun<TSchema>(values, destination, end, offsets, extensionType);
            end = next;
            if (count == values.Length)
            {
                return end;
            }

            // Encodes the date that ended the run.
            values = values[count..];
            if (!offsets.IsEmpty)
            {
                offsets = offsets[count..];
                offsets[0] = end;
                offsets = offsets[1..];
            }

            end += EncodeAt<TSchema>(values[0], destination, end, extensionType);
            values = values[1..];
        }
    }

    /// <inheritdoc cref="EncodeAll{TSchema}"/>
    /// <param name="schema">The schema.</param>
    /// <param name="values">The dates.</param>
    /// <param name="destination">The destination for the bytes. <see cref="MaxLength"/> bytes per date are always enough.</param>
    /// <param name="offsets">The destination for the offset of each date: empty, or at least as long as <paramref name="values"/>.</param>
    /// <param name="extensionType">The extension type.</param>
    public static int EncodeAll(
        DateSchema schema, ReadOnlySpan<Timestamp> values, Span<byte> destination, Span<int> offsets,
        sbyte extensionType = DefaultExtensionType) => schema switch
    {
        DateSchema.MpFull => EncodeAll<MpFullSchema>(values, destination, offsets, extensionType),
        DateSchema.MpNonZero => EncodeAll<MpNonZeroSchema>(values, destination, offsets, extensionType),
        DateSchema.RawFull => EncodeAll<RawFullSchema>(values, destination, offsets, extensionType),
        DateSchema.RawNonZero => EncodeAll<RawNonZeroSchema>(values, destination, offsets, extensionType),
        DateSchema.TntEpoch => EncodeAll<TntEpochSchema>(values, destination, offsets, extensionType),
        DateSchema.MpDate => EncodeAll<MpDateSchema>(values, destination, offsets, extensionType),
        DateSchema.TntEpochDate => EncodeAll<TntEpochDateSchema>(values, destination, offsets, extensionType),
        _ => throw Unknown(schema),
    };

    /// <summary>Decodes consecutive dates until the source ends, the destination is full, or the next bytes are not a date.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="source">The encoded dates.</param>
    /// <param name="destination">The destination for the dates.</param>
    /// <param name="count">The number of dates decoded. The destination beyond them may have been overwritten.</param>
    /// <param name="consumed">The number of bytes read.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns><see cref="DateStatus.Ok"/>, or the error in the record at <paramref name="consumed"/>.</returns>
    public static DateStatus DecodeAll<TSchema>(
        ReadOnlySpan<byte> source, Span<Timestamp> destination, out int count, out int consumed, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var position = 0;
        var index = 0;
        var nextRun = 0;
        var pause = 0;
        var status = DateStatus.Ok;
        while (position < source.Length && index < destination.Length)
        {
            // Runs of one shape are decoded together. The record that ends a run is decoded alone. After a failed search, the next search waits longer.
            if (DateBatchKernel.Has<TSchema>() && index >= nextRun)
            {
                var run = DateBatchKernel.Decode<TSchema>(source[position..], destination[index..], extensionType);
                position += run * DateBatchKernel.RecordLength<TSchema>();
                index += run;
                pause = run == 0 ? Math.Min((pause * 2) + 1, MaxPause) : 0;
                nextRun = index + pause;
                if (position >= source.Length || index >= destination.Length)
                {
                    break;
                }
            }

            status = DecodeAt<TSchema>(source, position, out var value, out var length, extensionType);
            if (status != DateStatus.Ok)
            {
                break;
            }

            destination[index++] = value;
            position += length;
        }

        count = index;
        consumed = position;
        return status;
    }

    /// <inheritdoc cref="DecodeAll{TSchema}"/>
    /// <param name="schema">The schema.</param>
    /// <param name="source">The encoded dates.</param>
    /// <param name="destination">The destination for the dates.</param>
    /// <param name="count">The number of dates decoded. The destination beyond them may have been overwritten.</param>
    /// <param name="consumed">The number of bytes read.</param>
    /// <param name="extensionType">The extension type.</param>
    public static DateStatus DecodeAll(
        DateSchema schema, ReadOnlySpan<byte> source, Span<Timestamp> destination, out int count, out int consumed,
        sbyte extensionType = DefaultExtensionType) => schema switch
    {
        DateSchema.MpFull => DecodeAll<MpFullSchema>(source, destination, out count, out consumed, extensionType),
        DateSchema.MpNonZero => DecodeAll<MpNonZeroSchema>(source, destination, out count, out consumed, extensionType),
        DateSchema.RawFull => DecodeAll<RawFullSchema>(source, destination, out count, out consumed, extensionType),
        DateSchema.RawNonZero => DecodeAll<RawNonZeroSchema>(source, destination, out count, out consumed, extensionType),
        DateSchema.TntEpoch => DecodeAll<TntEpochSchema>(source, destination, out count, out consumed, extensionType),
        DateSchema.MpDate => DecodeAll<MpDateSchema>(source, destination, out count, out consumed, extensionType),
        DateSchema.TntEpochDate => DecodeAll<TntEpochDateSchema>(source, destination, out count, out consumed, extensionType),
        _ => throw Unknown(schema),
    };
}
