using System.Text.Json;

namespace Blittable.Fuzz.Targets;

/// <summary>Parses by System.Text.Json, which looks at the UTF-8 and the escapes of a string when the string is read.</summary>
internal static class StrictJson
{
    /// <summary>Parses a text and reads all its strings.</summary>
    /// <returns>The document; null if the text is not JSON.</returns>
    public static JsonDocument? TryParse(ReadOnlyMemory<byte> text, JsonDocumentOptions options)
    {
        JsonDocument? document = null;
        try
        {
            document = JsonDocument.Parse(text, options);
            ReadStrings(document.RootElement);
            return document;
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            document?.Dispose();
            return null;
        }
    }

    private static void ReadStrings(JsonElement element)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.String:
                element.GetString();
                break;
            case JsonValueKind.Array:
                foreach (var item in element.EnumerateArray())
                {
                    ReadStrings(item);
                }

                break;
            case JsonValueKind.Object:
                foreach (var property in element.EnumerateObject())
                {
                    _ = property.Name;
                    ReadStrings(property.Value);
                }

                break;
        }
    }
}
