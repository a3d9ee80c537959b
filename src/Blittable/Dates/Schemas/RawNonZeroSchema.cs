using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.RawNonZero"/> as a type.</summary>
public readonly struct RawNonZeroSchema : IDateSchema<RawNonZeroSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.RawNonZero;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) => value.IsSecondsOnly
        ? RawCodec.EncodeSeconds(value, destination, extensionType)
        : RawCodec.EncodeRecord(value, destination, extensionType);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (RawCodec.TryDecodeSeconds(source, extensionType, out value))
        {
            consumed = RawCodec.SecondsLength;
            return DateStatus.Ok;
        }

        if (RawCodec.TryDecodeRecord(source, extensionType, out value))
        {
            consumed = RawCodec.RecordLength;
            return DateStatus.Ok;
        }

        var other = RawCodec.Decode(source, extensionType, isSecondsAllowed: true);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
