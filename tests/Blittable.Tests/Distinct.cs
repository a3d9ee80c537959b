using System.Text;
using System.Text.Json;

namespace Blittable.Tests;

/// <summary>JSON texts in which no object has two properties of one name.</summary>
internal static class Distinct
{
    /// <summary>Writes a value with the first property of each name.</summary>
    public static string Names(BlittableValue value)
    {
        using var output = new MemoryStream();
        using (var writer = new Utf8JsonWriter(output))
        {
            Write(value, writer);
        }

        return Encoding.UTF8.GetString(output.ToArray());
    }

    private static void Write(BlittableValue value, Utf8JsonWriter writer)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                writer.WriteStartObject();
                var names = new HashSet<string>();
                foreach (var property in value.EnumerateObject())
                {
                    if (names.Add(property.Name))
                    {
                        writer.WritePropertyName(property.Name);
                        Write(property.Value, writer);
                    }
                }

                writer.WriteEndObject();
                break;
            case BlittableValueKind.Array:
                writer.WriteStartArray();
                foreach (var element in value.EnumerateArray())
                {
                    Write(element, writer);
                }

                writer.WriteEndArray();
                break;
            default:
                writer.WriteRawValue(value.ToJson());
                break;
        }
    }
}
