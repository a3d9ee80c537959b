namespace Blittable.Dates;

/// <summary>Encodes and decodes dates as MessagePack extensions, in seven schemas.</summary>
/// <remarks>
/// Methods with a <see cref="DateSchema"/> parameter dispatch once per call. Methods with a type parameter, such as <see cref="MpFullSchema"/>, are compiled
/// for the schema and inlined into the caller's loop. Decoders do not throw on invalid data and never read past the source: they return a
/// <see cref="DateStatus"/>. They accept integers and <c>c7</c> headers that are longer than necessary, because other writers create them.
/// </remarks>
public static partial class DateCodec
{
    /// <summary>The default extension type. Tarantool uses type 4 for its own datetime.</summary>
    public const sbyte DefaultExtensionType = 3;

    /// <summary>The maximum number of bytes of an encoded date. With at least this much room, all schemas use their fast paths.</summary>
    public const int MaxLength = 32;

    /// <summary>Encodes one date.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="value">The date.</param>
    /// <param name="destination">The destination for at most <see cref="MaxLength"/> bytes.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    public static int Encode(DateSchema schema, in Timestamp value, Span<byte> destination) => Encode(schema, value, destination, DefaultExtensionType);

    /// <inheritdoc cref="Encode(DateSchema, in Timestamp, Span{byte})"/>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="schema">The schema.</param>
    /// <param name="value">The date.</param>
    /// <param name="destination">The destination for at most <see cref="MaxLength"/> bytes.</param>
    public static int Encode(DateSchema schema, in Timestamp value, Span<byte> destination, sbyte extensionType) => schema switch
    {
        DateSchema.MpFull => Encode<MpFullSchema>(value, destination, extensionType),
        DateSchema.MpNonZero => Encode<MpNonZeroSchema>(value, destination, extensionType),
        DateSchema.RawFull => Encode<RawFullSchema>(value, destination, extensionType),
        DateSchema.RawNonZero => Encode<RawNonZeroSchema>(value, destination, extensionType),
        DateSchema.TntEpoch => Encode<TntEpochSchema>(value, destination, extensionType),
        DateSchema.MpDate => Encode<MpDateSchema>(value, destination, extensionType),
        DateSchema.TntEpochDate => Encode<TntEpochDateSchema>(value, destination, extensionType),
        _ => throw Unknown(schema),
    };

    /// <summary>Decodes the date at the start of a source.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="source">The bytes. More bytes may follow the date.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The number of bytes read; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    public static DateStatus Decode(DateSchema schema, ReadOnlySpan<byte> source, out Timestamp value, out int consumed) =>
        Decode(schema, source, DefaultExtensionType, out value, out consumed);

    /// <inheritdoc cref="Decode(DateSchema, ReadOnlySpan{byte}, out Timestamp, out int)"/>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="schema">The schema.</param>
    /// <param name="source">The bytes. More bytes may follow the date.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The number of bytes read; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    public static DateStatus Decode(DateSchema schema, ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed) => schema switch
    {
        DateSchema.MpFull => Decode<MpFullSchema>(source, extensionType, out value, out consumed),
        DateSchema.MpNonZero => Decode<MpNonZeroSchema>(source, extensionType, out value, out consumed),
        DateSchema.RawFull => Decode<RawFullSchema>(source, extensionType, out value, out consumed),
        DateSchema.RawNonZero => Decode<RawNonZeroSchema>(source, extensionType, out value, out consumed),
        DateSchema.TntEpoch => Decode<TntEpochSchema>(source, extensionType, out value, out consumed),
        DateSchema.MpDate => Decode<MpDateSchema>(source, extensionType, out value, out consumed),
        DateSchema.TntEpochDate => Decode<TntEpochDateSchema>(source, extensionType, out value, out consumed),
        _ => throw Unknown(schema),
    };

    private static ArgumentOutOfRangeException Unknown(DateSchema schema) => new(nameof(schema), schema, "The value is not a defined date schema.");
}
