using System.Text.Json;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>Implements the operator <c>@&gt;</c> of PostgreSQL.</summary>
internal static class JsonContainment
{
    public static bool Contains(JsonElement value, JsonElement part, bool isTop = true) => part.ValueKind switch
    {
        JsonValueKind.Object => value.ValueKind == JsonValueKind.Object
            && part.EnumerateObject().All(property => value.TryGetProperty(property.Name, out var own) && Contains(own, property.Value, isTop: false)),
        JsonValueKind.Array => value.ValueKind == JsonValueKind.Array && part.EnumerateArray().All(element => HasElement(value, element)),
        _ => (isTop && value.ValueKind == JsonValueKind.Array && HasElement(value, part)) || AreEqual(Value.Of(value), Value.Of(part)),
    };

    private static bool HasElement(JsonElement array, JsonElement part) => array.EnumerateArray().Any(element => Contains(element, part, isTop: false));

    private static bool AreEqual(Value value, Value part) => value.Kind == part.Kind && value.Kind != Kind.Container && value.CompareTo(part) == 0;
}
