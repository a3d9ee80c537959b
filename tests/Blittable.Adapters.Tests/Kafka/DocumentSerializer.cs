using Confluent.Kafka;

namespace Blittable.Adapters.Tests.Kafka;

/// <summary>Sends documents through Kafka as the bytes that they are.</summary>
/// <param name="dictionary">The dictionary that producers and consumers have.</param>
internal sealed class DocumentSerializer(BlittableDictionary? dictionary) : ISerializer<BlittableDocument>, IDeserializer<BlittableDocument>
{
    public byte[] Serialize(BlittableDocument data, SerializationContext context) => data.Bytes.ToArray();

    /// <summary>Opens a document; what it throws, the client hands on inside a <see cref="ConsumeException"/>.</summary>
    public BlittableDocument Deserialize(ReadOnlySpan<byte> data, bool isNull, SerializationContext context) =>
        isNull ? null! : BlittableDocument.Open(data.ToArray(), dictionary);
}
