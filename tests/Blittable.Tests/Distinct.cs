using System.Text;
using System.Text.Json;

namespace Blittable.Tests;

/// <summary>JSON texts without duplicate property names.</summary>
internal static class Distinct
{
    /// <summary>Writes a value with the first of several properties of the same name.</summary>
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
