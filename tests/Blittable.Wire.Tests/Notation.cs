using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Wire.Tests;

/// <summary>Values in the notation of <c>peer.mjs</c>, created from JSON text with <c>System.Text.Json</c>.</summary>
internal static class Notation
{
    /// <summary>The largest integer up to which all integers are exact doubles.</summary>
    private const long MaxSafe = (1L << 53) - 1;

    public static string Of(string json)
    {
        using var document = JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 1000 });
        return Text(Of(document.RootElement));
    }

    /// <summary>Returns the text of a node. A null node is the JSON literal <c>null</c>.</summary>
    public static string Text(JsonNode? value) => value?.ToJsonString() ?? "null";

    private static JsonNode? Of(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Null => null,
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.String => value.GetString(),
        JsonValueKind.Number => Number(value),
        JsonValueKind.Array => new JsonArray([.. value.EnumerateArray().Select(Of)]),
        _ => new JsonObject
        {
            ["map"] = new JsonArray([
                .. value.EnumerateObject()
                    .OrderBy(property => property.Name, StringComparer.Ordinal)
                    .Select(property => new JsonArray(property.Name, Of(property.Value))),
            ]),
        },
    };

    private static JsonObject Number(JsonElement value) =>
        BigInteger.TryParse(value.GetRawText(), out var integer) && (integer > MaxSafe || integer < -MaxSafe)
            ? new JsonObject { ["integer"] = integer.ToString() }
            : new JsonObject { ["double"] = $"{BitConverter.DoubleToUInt64Bits(value.GetDouble()):x16}" };
}
