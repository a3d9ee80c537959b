using System.Text.Json;
using MongoDB.Bson.IO;
using JsonTokenType = System.Text.Json.JsonTokenType;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Converts JSON text to BSON without building a tree.</summary>
internal static class BsonText
{
    /// <summary>The name of the single element if the text is not an object, because the root of BSON must be an object.</summary>
    private const string RootName = "root";

    private static readonly JsonReaderOptions Deep = new() { MaxDepth = 512 };

    /// <summary>Writes a JSON text as a BSON document.</summary>
    public static void Write(ReadOnlySpan<byte> json, Stream output)
    {
        using var writer = new BsonBinaryWriter(output, new BsonBinaryWriterSettings { MaxDocumentSize = int.MaxValue, MaxSerializationDepth = 512 });
        var reader = new Utf8JsonReader(json, Deep);
        reader.Read();
        bool isObject = reader.TokenType == JsonTokenType.StartObject;
        if (!isObject)
        {
            writer.WriteStartDocument();
            writer.WriteName(RootName);
        }

        do
        {
            Write(ref reader, writer);
        }
        while (reader.Read());

        if (!isObject)
        {
            writer.WriteEndDocument();
        }
    }

    private static void Write(ref Utf8JsonReader reader, BsonBinaryWriter writer)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.StartObject:
                writer.WriteStartDocument();
                break;
            case JsonTokenType.EndObject:
                writer.WriteEndDocument();
                break;
            case JsonTokenType.StartArray:
                writer.WriteStartArray();
                break;
            case JsonTokenType.EndArray:
                writer.WriteEndArray();
                break;
            case JsonTokenType.PropertyName:
                writer.WriteName(reader.GetString());
                break;
            case JsonTokenType.String:
                writer.WriteString(reader.GetString());
                break;
            case JsonTokenType.Number when reader.TryGetInt32(out int small):
                writer.WriteInt32(small);
                break;
            case JsonTokenType.Number when reader.TryGetInt64(out long large):
                writer.WriteInt64(large);
                break;
            case JsonTokenType.Number:
                writer.WriteDouble(reader.GetDouble());
                break;
            case JsonTokenType.True or JsonTokenType.False:
                writer.WriteBoolean(reader.GetBoolean());
                break;
            default:
                writer.WriteNull();
                break;
        }
    }
}
