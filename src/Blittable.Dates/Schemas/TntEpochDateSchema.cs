namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.TntEpochDate"/> as a type.</summary>
public readonly struct TntEpochDateSchema : IDateSchema<TntEpochDateSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.TntEpochDate;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        FieldsCodec.Encode(value, destination, extensionType, DateEpoch.Tarantool, hasDays: true, isCut: true);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        FieldsCodec.Decode(source, extensionType, DateEpoch.Tarantool, hasDays: true, isCut: true).HandOut(out value, out consumed);
}
