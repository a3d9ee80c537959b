using System.Buffers;
using Blittable.Dates;
using MessagePack;
using MessagePack.Formatters;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates as MessagePack extensions in one format.</summary>
/// <remarks>
/// Each schema has a formatter type that can be used in an attribute of a member: <c>[MessagePackFormatter(typeof(MpDateFormatter))]</c>.
/// The schema is not a type parameter: the analyzer of MessagePack-CSharp 3.1 recurses infinitely if the type parameter of a formatter
/// is constrained to an interface of itself. Instances are immutable and thread-safe.
/// </remarks>
public abstract class TimestampFormatter : IMessagePackFormatter<Timestamp>
{
    private readonly BlittableMessagePackDateExtension _extension;

    private protected TimestampFormatter(BlittableMessagePackDateExtension extension) => _extension = extension;

    /// <summary>Returns a formatter for a schema.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="extensionType">The extension type. Tarantool's own datetime is <see cref="DateSchema.RawNonZero"/> with type 4.</param>
    /// <exception cref="ArgumentOutOfRangeException">The schema is not defined.</exception>
    public static TimestampFormatter For(DateSchema schema, sbyte extensionType = DateCodec.DefaultExtensionType) =>
        For(new DateExtension(schema, extensionType));

    /// <summary>Returns a formatter for an extension.</summary>
    /// <param name="extension">The extension type and the payload format.</param>
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
    /// <exception cref="MessagePackSerializationException">The next value is not an extension of this type, or its payload is not a date.</exception>
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
            $"The extension of type {extension.TypeCode} with {extension.Data.Length} bytes is not a date of extension type {_extension.Type}.");
    }
}
