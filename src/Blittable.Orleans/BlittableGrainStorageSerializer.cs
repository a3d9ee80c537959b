using System.Runtime.Serialization;
using Orleans.Storage;

namespace Blittable.Orleans;

/// <summary>Serializes grain state as documents. The state can also be a <see cref="BlittableDocument"/>.</summary>
/// <remarks>Instances are thread-safe. All silos of a cluster must use the same dictionary.</remarks>
/// <param name="options">The options for serializing state, or null for disk mode, which suits stored data.</param>
public sealed class BlittableGrainStorageSerializer(BlittableOptions? options = null) : IGrainStorageSerializer
{
    private readonly BlittableOptions _options = Stored(options ?? new BlittableOptions { Mode = BlittableMode.Disk });

    /// <summary>Serializes state to bytes. A document that needs another dictionary, such as a document of a collection, is copied for the dictionary of the
    /// options.</summary>
    /// <exception cref="SerializationException">The state cannot be serialized. The inner exception is the <see cref="BlittableException"/>.</exception>
    public BinaryData Serialize<T>(T? input)
    {
        try
        {
            return new BinaryData(input is BlittableDocument document ? document.GetBytesFor(_options.Dictionary) : BlittableSerializer.Serialize(input, _options));
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"Grain state of type {typeof(T)} cannot be serialized: {fault.Message}", fault);
        }
    }

    /// <summary>Deserializes state from bytes.</summary>
    /// <exception cref="SerializationException">
    /// The bytes are not a document, need a missing dictionary, or do not match the type. The inner exception is the
    /// <see cref="BlittableException"/>.
    /// </exception>
    public T Deserialize<T>(BinaryData input)
    {
        ArgumentNullException.ThrowIfNull(input);
        try
        {
            return typeof(T) == typeof(BlittableDocument)
                ? (T)(object)BlittableDocument.Open(input.ToMemory(), _options.Dictionary, _options.MaxExpandedBytes!.Value)
                : BlittableSerializer.Deserialize<T>(input.ToMemory().Span, _options)!;
        }
        catch (BlittableException fault)
        {
            throw new SerializationException($"Grain state of type {typeof(T)} cannot be deserialized: {fault.Message}", fault);
        }
    }

    /// <summary>Returns options for bytes that the program itself has stored: whatever it stored can be read.</summary>
    private static BlittableOptions Stored(BlittableOptions options) => options with { MaxExpandedBytes = options.MaxExpandedBytes ?? Array.MaxLength };
}
