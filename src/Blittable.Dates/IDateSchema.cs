namespace Blittable.Dates;

/// <summary>A schema as a type, for loops in which nothing is dispatched: <see cref="DateCodec.Encode{TSchema}"/> and its like.</summary>
/// <typeparam name="TSelf">The schema itself.</typeparam>
public interface IDateSchema<TSelf>
    where TSelf : struct, IDateSchema<TSelf>
{
    /// <summary>Its member of the enumeration.</summary>
    static abstract DateSchema Schema { get; }

    /// <summary>Encodes one date.</summary>
    /// <param name="value">The date.</param>
    /// <param name="destination">Takes the bytes; with <see cref="DateCodec.MaxLength"/> or more of them nothing need be checked.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    static abstract int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType);

    /// <summary>Decodes the date at the start of the source.</summary>
    /// <param name="source">The bytes; more may follow the date.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">Its bytes; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    static abstract DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed);
}
