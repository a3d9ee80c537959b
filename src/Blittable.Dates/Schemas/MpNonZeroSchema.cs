namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.MpNonZero"/> as a type.</summary>
public readonly struct MpNonZeroSchema : IDateSchema<MpNonZeroSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.MpNonZero;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        FieldsCodec.Encode(value, destination, extensionType, 0, hasDays: false, isCut: true);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        FieldsCodec.Decode(source, extensionType, 0, hasDays: false, isCut: true).HandOut(out value, out consumed);
}
