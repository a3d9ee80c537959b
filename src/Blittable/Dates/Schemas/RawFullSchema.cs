using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.RawFull"/> as a type.</summary>
public readonly struct RawFullSchema : IDateSchema<RawFullSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.RawFull;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        RawCodec.EncodeRecord(value, destination, extensionType);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (RawCodec.TryDecodeRecord(source, extensionType, out value))
        {
            consumed = RawCodec.RecordLength;
            return DateStatus.Ok;
        }

        var other = RawCodec.Decode(source, extensionType, isSecondsAllowed: false);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
