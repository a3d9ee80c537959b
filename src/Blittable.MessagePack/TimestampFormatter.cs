using System.Buffers;
using Blittable.Dates;
using MessagePack;
using MessagePack.Formatters;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates as MessagePack extensions of one format.</summary>
/// <remarks>
/// Each schema has a formatter that can be named in an attribute of a member: <c>[MessagePackFormatter(typeof(MpDateFormatter))]</c>.
/// The schema is not a type parameter, because the analyzer of MessagePack-CSharp 3.1 calls itself without end on a formatter whose
/// parameter is constrained to an interface of itself. A formatter is immutable; any thread may use it.
/// </remarks>
public abstract class TimestampFormatter : IMessagePackFormatter<Timestamp>
{
    private readonly BlittableMessagePackDateExtension _extension;

    private protected TimestampFormatter(BlittableMessagePackDateExtension extension) => _extension = extension;

    /// <summary>Gets the formatter of a schema.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="extensionType">The extension type; Tarantool's own datetime is <see cref="DateSchema.RawNonZero"/> of type 4.</param>
    /// <exception cref="ArgumentOutOfRangeException">The schema is not a defined one.</exception>
    public static TimestampFormatter For(DateSchema schema, sbyte extensionType = DateCodec.DefaultExtensionType) =>
        For(new DateExtension(schema, extensionType));

    /// <summary>Gets the formatter of an extension.</summary>
    /// <param name="extension">The type and the payload's format.</param>
    /// <exception cref="ArgumentNullException"><paramref name="extension"/> is null.</exception>
    public static TimestampFormatter For(BlittableMessagePackDateExtension extension)
    {
        ArgumentNullException.ThrowIfNull(extension);
        return new DateExtensionFormatter(extension);
    }

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Timestamp value, MessagePackSerializerOptions options)
    {
        Span<byte> payload = stackalloc byte[BlittableMessagePackDateExtension.MaxLength];
        var length = _extension.Encode(value, payload);
        writer.WriteExtensionFormatHeader(new ExtensionHeader(_extension.Type, length));
        payload[..length].CopyTo(writer.GetSpan(BlittableMessagePackDateExtension.MaxLength));
        writer.Advance(length);
    }

    /// <summary>Reads a date.</summary>
    /// <exception cref="MessagePackSerializationException">The next value is not an extension of this type, or its payload no date of this format.</exception>
    public Timestamp Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        var extension = reader.ReadExtensionFormat();
        Span<byte> payload = stackalloc byte[BlittableMessagePackDateExtension.MaxLength];
        if (extension.TypeCode == _extension.Type && extension.Data.Length <= payload.Length)
        {
            extension.Data.CopyTo(payload);
            if (_extension.TryDecode(payload[..(int)extension.Data.Length], out var value))
            {
                return value;
            }
        }

        throw new MessagePackSerializationException(
            $"An extension of type {extension.TypeCode} with {extension.Data.Length} bytes is not a date of extension type {_extension.Type}.");
    }
}
