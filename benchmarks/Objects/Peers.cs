using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Blittable.Benchmarks.Objects.Protobuf;
using MemoryPack;
using global::MessagePack;
using MongoDB.Bson;
using MongoDB.Bson.IO;
using MongoDB.Bson.Serialization;
using MongoDB.Bson.Serialization.Serializers;
using PolyType;

namespace Blittable.Benchmarks.Objects;

/// <summary>Creates the serializers to compare. All write to the same kind of buffer, whose memory they reuse, and read from an array.</summary>
internal static class Peers
{
    public const string Baseline = "System.Text.Json";
    public const string MemoryMode = "memory mode";
    public const string DiskMode = "disk mode";
    public const string MemoryModeWithDictionary = "memory mode, dictionary";
    public const string DiskModeWithDictionary = "disk mode, dictionary";
    public const string MessagePackByName = "MessagePack-CSharp by name";
    public const string MessagePackByIndex = "MessagePack-CSharp by index";
    public const string MemoryPack = "MemoryPack";

    private static readonly MessagePackSerializerOptions ByName = MessagePackSerializerOptions.Standard.WithResolver(NamedKeysResolver.Instance);

    private static readonly Nerdbank.MessagePack.MessagePackSerializer Nerdbank = new();

    /// <summary>Configures BSON to store a Guid in the standard representation, because it rejects a Guid without a configured representation.</summary>
    static Peers() => BsonSerializer.RegisterSerializer(new GuidSerializer(GuidRepresentation.Standard));

    public static IEnumerable<Peer<T>> All<T>(JsonTypeInfo<T> json)
        where T : class, IShapeable<T>
    {
        var writer = new Utf8JsonWriter(Stream.Null, new JsonWriterOptions { SkipValidation = true });
        yield return new(
            Baseline,
            (output, value) =>
            {
                writer.Reset(output);
                JsonSerializer.Serialize(writer, value, json);
            },
            bytes => JsonSerializer.Deserialize(bytes, json)) { IsBaseline = true };
        yield return OfBlittable<T>(MemoryMode, new BlittableOptions());
        yield return OfBlittable<T>(DiskMode, BlittableOptions.Balanced);
        yield return WithDictionary(MemoryModeWithDictionary, new BlittableOptions(), json);
        yield return WithDictionary(DiskModeWithDictionary, BlittableOptions.Smallest, json);
        yield return new(
            MessagePackByName,
            (output, value) => MessagePackSerializer.Serialize(output, value, ByName),
            bytes => MessagePackSerializer.Deserialize<T>(bytes, ByName));
        yield return new(MessagePackByIndex, (output, value) => MessagePackSerializer.Serialize(output, value), bytes => MessagePackSerializer.Deserialize<T>(bytes));
        yield return new("Nerdbank.MessagePack", (output, value) => Nerdbank.Serialize(output, value), bytes => Nerdbank.Deserialize<T>(bytes));
        yield return new(MemoryPack, (output, value) => MemoryPackSerializer.Serialize(output, value), bytes => MemoryPackSerializer.Deserialize<T>(bytes));
        yield return OfStream<T>("protobuf-net", (stream, value) => ProtobufModel<T>.Instance.Serialize(stream, value), bytes => ProtobufModel<T>.Instance.Deserialize<T>(bytes.AsSpan()));
        yield return OfStream<T>(
            "MongoDB.Bson",
            (stream, value) =>
            {
                using var bson = new BsonBinaryWriter(stream);
                BsonSerializer.Serialize(bson, value);
            },
            bytes => BsonSerializer.Deserialize<T>(bytes));
    }

    /// <summary>Creates a peer that writes to a stream, because it supports no buffer or writes nested objects to one more slowly. The bytes are copied from the
    /// stream.</summary>
    private static Peer<T> OfStream<T>(string name, Action<MemoryStream, T> writeTo, Func<byte[], T?> read)
    {
        var stream = new MemoryStream(1 << 16);
        return new(
            name,
            (output, value) =>
            {
                stream.SetLength(0);
                writeTo(stream, value);
                output.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
            },
            read);
    }

    private static Peer<T> OfBlittable<T>(string name, BlittableOptions options) => new(
        name, (output, value) => BlittableSerializer.Serialize(value, output, options), bytes => BlittableSerializer.Deserialize<T>(bytes, options));

    /// <summary>Creates a peer whose dictionary is trained on objects other than the measured ones.</summary>
    private static Peer<T> WithDictionary<T>(string name, BlittableOptions options, JsonTypeInfo<T> json)
    {
        var withDictionary = options;
        return new(
            name, (output, value) => BlittableSerializer.Serialize(value, output, withDictionary), bytes => BlittableSerializer.Deserialize<T>(bytes, withDictionary))
        {
            Prepare = objects => withDictionary = options with
            {
                Dictionary = BlittableDictionary.Train(objects.Select(value => (ReadOnlyMemory<byte>)JsonSerializer.SerializeToUtf8Bytes(value, json))),
            },
        };
    }
}
