namespace Blittable.Dates;

/// <summary>Represents a schema as a type, for loops without dispatch. Used by <see cref="DateCodec.Encode{TSchema}"/> and similar methods.</summary>
/// <remarks>
/// Only the schemas of this package implement this interface. Its members are internal because the batch kernels contain code for each schema and would encode
/// any other type as one of these schemas.
/// </remarks>
/// <typeparam name="TSelf">The schema itself.</typeparam>
public interface IDateSchema<TSelf>
    where TSelf : struct, IDateSchema<TSelf>
{
    /// <summary>Gets the enumeration member of the schema.</summary>
    internal static abstract DateSchema Schema { get; }

    /// <summary>Encodes one date.</summary>
    /// <param name="value">The date.</param>
    /// <param name="destination">The destination for the bytes. No check is needed if it has at least <see cref="DateCodec.MaxLength"/> bytes.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    internal static abstract int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType);

    /// <summary>Decodes the date at the start of the source.</summary>
    /// <param name="source">The bytes. More bytes may follow the date.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The number of bytes read; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    internal static abstract DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed);
}
