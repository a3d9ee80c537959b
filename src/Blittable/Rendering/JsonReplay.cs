using System.Text.Json;

namespace Blittable.Rendering;

/// <summary>Replays JSON text token by token through a writer that applies its own formatting.</summary>
internal static class JsonReplay
{
    private static readonly JsonReaderOptions Deep = new() { MaxDepth = int.MaxValue };

    public static void Write(ReadOnlySpan<byte> json, Utf8JsonWriter writer)
    {
        var reader = new Utf8JsonReader(json, Deep);
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                    writer.WriteStartObject();
                    break;
                case JsonTokenType.EndObject:
                    writer.WriteEndObject();
                    break;
                case JsonTokenType.StartArray:
                    writer.WriteStartArray();
                    break;
                case JsonTokenType.EndArray:
                    writer.WriteEndArray();
                    break;
                case JsonTokenType.PropertyName when reader.ValueIsEscaped:
                    writer.WritePropertyName(reader.GetString()!);
                    break;
                case JsonTokenType.PropertyName:
                    writer.WritePropertyName(reader.ValueSpan);
                    break;
                case JsonTokenType.String when reader.ValueIsEscaped:
                    writer.WriteStringValue(reader.GetString());
                    break;
                case JsonTokenType.String:
                    writer.WriteStringValue(reader.ValueSpan);
                    break;
                default:
                    writer.WriteRawValue(reader.ValueSpan, skipInputValidation: true);
                    break;
            }
        }
    }
}
