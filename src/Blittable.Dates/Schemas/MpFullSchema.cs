namespace Blittable.Dates;

/// <summary>Represents <see cref="DateSchema.MpFull"/> as a type.</summary>
public readonly struct MpFullSchema : IDateSchema<MpFullSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.MpFull;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        FieldsCodec.Encode(value, destination, extensionType, 0, hasDays: false, isCut: false);

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) =>
        FieldsCodec.Decode(source, extensionType, 0, hasDays: false, isCut: false).HandOut(out value, out consumed);
}
