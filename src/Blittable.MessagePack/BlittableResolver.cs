using Blittable.Dates;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace Blittable.MessagePack;

/// <summary>Provides formatters only for <see cref="Timestamp"/>, <see cref="Nullable{Timestamp}"/> and <see cref="BlittableDocument"/>.</summary>
/// <remarks>
/// Place it before the resolvers of all other types: <c>CompositeResolver.Create(BlittableResolver.Instance, StandardResolver.Instance)</c>,
/// as <see cref="Options"/> does. Instances are thread-safe. Create a resolver once and reuse it, because it caches warm converters.
/// </remarks>
public sealed class BlittableResolver : IFormatterResolver
{
    /// <summary>The resolver with the defaults of <see cref="BlittableMessagePackOptions"/>. It reads documents in memory mode.</summary>
    public static readonly BlittableResolver Instance = new();

    /// <summary>The standard options of MessagePack-CSharp, with <see cref="Instance"/> before its standard resolver.</summary>
    public static readonly MessagePackSerializerOptions Options =
        MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(Instance, StandardResolver.Instance));

    private readonly TimestampFormatter _timestamp;
    private readonly StaticNullableFormatter<Timestamp> _nullableTimestamp;
    private readonly BlittableDocumentFormatter _document;

    /// <summary>Creates a resolver with the specified options.</summary>
    /// <param name="format">
    /// The date extension, and the conversion of numbers that MessagePack cannot represent. If no extension is set, a <see cref="Timestamp"/> is RAW_FULL with
    /// extension type 3, because it has an offset, and dates in documents are MessagePack timestamps.
    /// </param>
    /// <param name="options">The options for converting documents that are read, or null for memory mode.</param>
    public BlittableResolver(BlittableMessagePackOptions? format = null, BlittableOptions? options = null)
    {
        format ??= new BlittableMessagePackOptions();
        _timestamp = TimestampFormatter.For(format.DateExtension ?? BlittableMessagePackDateExtension.RawFull());
        _nullableTimestamp = new StaticNullableFormatter<Timestamp>(_timestamp);
        _document = new BlittableDocumentFormatter(options, format);
    }

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>()
    {
        if (typeof(T) == typeof(Timestamp))
        {
            return (IMessagePackFormatter<T>)(object)_timestamp;
        }

        if (typeof(T) == typeof(Timestamp?))
        {
            return (IMessagePackFormatter<T>)(object)_nullableTimestamp;
        }

        return typeof(T) == typeof(BlittableDocument) ? (IMessagePackFormatter<T>)(object)_document : null;
    }
}
