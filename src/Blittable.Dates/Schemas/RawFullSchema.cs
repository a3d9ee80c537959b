namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.RawFull"/> as a type.</summary>
public readonly struct RawFullSchema : IDateSchema<RawFullSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.RawFull;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        RawCodec.EncodeRecord(value, destination, extensionType);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        RawCodec.Decode(source, extensionType, isSecondsAllowed: false).HandOut(out value, out consumed);
}
