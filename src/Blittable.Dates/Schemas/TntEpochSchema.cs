namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.TntEpoch"/> as a type.</summary>
public readonly struct TntEpochSchema : IDateSchema<TntEpochSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.TntEpoch;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        FieldsCodec.Encode(value, destination, extensionType, DateEpoch.Tarantool, hasDays: false, isCut: true);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        FieldsCodec.Decode(source, extensionType, DateEpoch.Tarantool, hasDays: false, isCut: true).HandOut(out value, out consumed);
}
