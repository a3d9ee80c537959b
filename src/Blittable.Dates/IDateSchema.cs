namespace Blittable.Dates;

/// <summary>Names a schema as a type, for loops without dispatch: <see cref="DateCodec.Encode{TSchema}"/> and the methods like it.</summary>
/// <remarks>
/// Only the schemas of this package implement the interface: its members are internal, since the batch kernels hold code for each schema and would encode any
/// other type as one of these.
/// </remarks>
/// <typeparam name="TSelf">The schema itself.</typeparam>
public interface IDateSchema<TSelf>
    where TSelf : struct, IDateSchema<TSelf>
{
    /// <summary>Gets the schema's member of the enumeration.</summary>
    internal static abstract DateSchema Schema { get; }

    /// <summary>Encodes one date.</summary>
    /// <param name="value">The date.</param>
    /// <param name="destination">Takes the bytes; nothing need be checked where it has <see cref="DateCodec.MaxLength"/> bytes or more.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    internal static abstract int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType);

    /// <summary>Decodes the date at the start of the source.</summary>
    /// <param name="source">The bytes; more may follow the date.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The bytes of the date; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    internal static abstract DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed);
}
