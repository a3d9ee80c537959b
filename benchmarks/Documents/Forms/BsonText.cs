using System.Text.Json;
using MongoDB.Bson.IO;
using JsonTokenType = System.Text.Json.JsonTokenType;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>JSON text to BSON without a tree between them.</summary>
internal static class BsonText
{
    /// <summary>The name of the only element where the text is no object, which BSON's root must be.</summary>
    private const string RootName = "root";

    private static readonly JsonReaderOptions Deep = new() { MaxDepth = 512 };

    /// <summary>Writes a text as a BSON document.</summary>
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
