namespace Blittable.Dates;

/// <summary>Converts document dates to and from MessagePack extensions in one of the seven schemas.</summary>
/// <remarks>Immutable and thread-safe. Tarantool's own datetime is <see cref="DateSchema.RawNonZero"/> in an extension of type 4.</remarks>
public sealed record DateExtension : BlittableMessagePackDateExtension
{
    /// <summary>Creates an extension for a schema.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="type">The MessagePack extension type.</param>
    /// <exception cref="ArgumentOutOfRangeException">The schema is not defined.</exception>
    public DateExtension(DateSchema schema, sbyte type = DefaultType)
        : base(type) => Schema = Enum.IsDefined(schema)
            ? schema
            : throw new ArgumentOutOfRangeException(nameof(schema), schema, "The value is not a defined date schema.");

    /// <summary>Gets the schema of the payload.</summary>
    public DateSchema Schema { get; }

    /// <inheritdoc/>
    public override int Encode(in Timestamp value, Span<byte> payload)
    {
        Span<byte> extension = stackalloc byte[DateCodec.MaxLength];
        var length = DateCodec.Encode(Schema, value, extension, Type);
        var header = extension[0] == ExtensionHeader.Sized8 ? ExtensionHeader.MaxLength : ExtensionHeader.MaxLength - 1;
        extension[header..length].CopyTo(payload);
        return length - header;
    }

    /// <inheritdoc/>
    public override bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value)
    {
        value = default;
        if (payload.Length > MaxLength)
        {
            return false;
        }

        Span<byte> extension = stackalloc byte[MaxLength + ExtensionHeader.MaxLength];
        var header = ExtensionHeader.Write(payload.Length, Type, extension);
        payload.CopyTo(extension[header..]);
        return DateCodec.Decode(Schema, extension[..(header + payload.Length)], Type, out value, out _) == DateStatus.Ok;
    }
}
