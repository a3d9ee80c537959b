using Confluent.Kafka;
using ErrorCode = Confluent.Kafka.ErrorCode;

namespace Blittable.Adapters.Tests.Kafka;

/// <summary>Tests messages through the mock broker of the client library.</summary>
public sealed class DocumentSerializerTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TopicPartition Partition = new("orders", 0);

    [Fact]
    public void Documents_pass_through_a_topic_and_a_consumer_without_the_dictionary_throws()
    {
        var settings = new ProducerConfig { BootstrapServers = "none", AllowAutoCreateTopics = true };
        settings.Set("test.mock.num.brokers", "1");
        using var producer = new ProducerBuilder<Null, BlittableDocument>(settings).SetValueSerializer(new DocumentSerializer(Samples.Dictionary)).Build();
        using var admin = new DependentAdminClientBuilder(producer.Handle).Build();
        var broker = Assert.Single(admin.GetMetadata(Patience).Brokers);

        using var document = Samples.WithDictionary();
        producer.Produce(Partition, new Message<Null, BlittableDocument> { Value = document });
        producer.Flush(Patience);

        using var read = Consume(broker, Samples.Dictionary);
        Assert.Equal(document.Bytes.ToArray(), read.Bytes.ToArray());
        Assert.Equal(Samples.Json, read.Root.ToJson());

        var fault = Assert.Throws<ConsumeException>(() => Consume(broker, null));
        Assert.Equal(ErrorCode.Local_ValueDeserialization, fault.Error.Code);
        Assert.Equal(BlittableErrorCode.DictionaryMissing, Assert.IsType<BlittableException>(fault.InnerException).Code);
    }

    private static BlittableDocument Consume(BrokerMetadata broker, BlittableDictionary? dictionary)
    {
        var settings = new ConsumerConfig
        {
            BootstrapServers = $"{broker.Host}:{broker.Port}", GroupId = Guid.NewGuid().ToString(), EnableAutoCommit = false,
        };
        using var consumer = new ConsumerBuilder<Ignore, BlittableDocument>(settings).SetValueDeserializer(new DocumentSerializer(dictionary)).Build();
        consumer.Assign(new TopicPartitionOffset(Partition, Offset.Beginning));
        for (var until = DateTime.UtcNow + Patience; DateTime.UtcNow < until;)
        {
            if (consumer.Consume(TimeSpan.FromSeconds(1)) is { Message: { } message })
            {
                return message.Value;
            }
        }

        throw new TimeoutException("Expected a message in the topic.");
    }
}
