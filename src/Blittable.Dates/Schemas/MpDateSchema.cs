namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.MpDate"/> as a type.</summary>
public readonly struct MpDateSchema : IDateSchema<MpDateSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.MpDate;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        FieldsCodec.Encode(value, destination, extensionType, 0, hasDays: true, isCut: true);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        FieldsCodec.Decode(source, extensionType, 0, hasDays: true, isCut: true).HandOut(out value, out consumed);
}
