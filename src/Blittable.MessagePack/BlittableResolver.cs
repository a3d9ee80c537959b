using Blittable.Dates;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace Blittable.MessagePack;

/// <summary>Gives formatters for <see cref="Timestamp"/>, <see cref="Nullable{Timestamp}"/> and <see cref="BlittableDocument"/>, and for nothing else.</summary>
/// <remarks>
/// Put it before the resolvers of all other types: <c>CompositeResolver.Create(BlittableResolver.Instance, StandardResolver.Instance)</c>,
/// as <see cref="Options"/> does. It is thread-safe; make it once, because it keeps converters that are warm.
/// </remarks>
public sealed class BlittableResolver : IFormatterResolver
{
    /// <summary>Resolves dates by the defaults of <see cref="BlittableMessagePackOptions"/>, documents in memory mode.</summary>
    public static readonly BlittableResolver Instance = new();

    /// <summary>The standard options of MessagePack-CSharp, with <see cref="Instance"/> before its standard resolver.</summary>
    public static readonly MessagePackSerializerOptions Options =
        MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(Instance, StandardResolver.Instance));

    private readonly TimestampFormatter _timestamp;
    private readonly StaticNullableFormatter<Timestamp> _nullableTimestamp;
    private readonly BlittableDocumentFormatter _document;

    /// <summary>Makes a resolver with options of its own.</summary>
    /// <param name="format">
    /// The extension of dates, and the conversion of numbers that MessagePack does not have. Without an extension a <see cref="Timestamp"/>, which has an
    /// offset, is RAW_FULL of type 3, and the dates of documents are timestamps.
    /// </param>
    /// <param name="options">How documents that are read are stored; memory mode if null.</param>
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
