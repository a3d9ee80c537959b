using Confluent.Kafka;

namespace Blittable.Adapters.Tests.Kafka;

/// <summary>Sends documents through Kafka in their binary form.</summary>
/// <param name="dictionary">The dictionary of producers and consumers.</param>
internal sealed class DocumentSerializer(BlittableDictionary? dictionary) : ISerializer<BlittableDocument>, IDeserializer<BlittableDocument>
{
    public byte[] Serialize(BlittableDocument data, SerializationContext context) => data.GetBytesFor(dictionary).ToArray();

    /// <summary>Opens a document. The client wraps exceptions in a <see cref="ConsumeException"/>.</summary>
    public BlittableDocument Deserialize(ReadOnlySpan<byte> data, bool isNull, SerializationContext context) =>
        isNull ? null! : BlittableDocument.Open(data.ToArray(), dictionary);
}
