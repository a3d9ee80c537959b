namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.RawNonZero"/> as a type.</summary>
public readonly struct RawNonZeroSchema : IDateSchema<RawNonZeroSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.RawNonZero;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        value.IsSecondsOnly
            ? RawCodec.EncodeSeconds(value, destination, extensionType)
            : RawCodec.EncodeRecord(value, destination, extensionType);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        RawCodec.Decode(source, extensionType, isSecondsAllowed: true).HandOut(out value, out consumed);
}
