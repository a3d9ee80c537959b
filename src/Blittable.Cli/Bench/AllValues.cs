using System.Text.Json;

namespace Blittable.Cli;

/// <summary>Reads every value of a document as a program would: strings as strings, and numbers as integers if possible, otherwise as doubles.</summary>
/// <remarks>The result depends on the values, which allows two forms of a document to be compared.</remarks>
internal static class AllValues
{
    public static double Read(JsonElement value)
    {
        double sum = 0;
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    sum += Read(property.Value);
                }

                return sum;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    sum += Read(item);
                }

                return sum;
            default:
                return ReadScalar(value);
        }
    }

    public static double Read(BlittableValue value)
    {
        double sum = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    sum += Read(property.Value);
                }

                return sum;
            case BlittableValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    sum += Read(item);
                }

                return sum;
            default:
                return ReadScalar(value);
        }
    }

    public static double ReadScalar(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.String => value.GetString()!.Length,
        JsonValueKind.Number => value.TryGetInt64(out var integer) ? integer : value.GetDouble(),
        _ => 1,
    };

    public static double ReadScalar(BlittableValue value) => value.Kind switch
    {
        BlittableValueKind.String => value.GetString()!.Length,
        BlittableValueKind.Number => value.TryGetInt64(out var integer) ? integer : value.GetDouble(),
        _ => 1,
    };
}
