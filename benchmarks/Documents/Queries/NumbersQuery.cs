using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Adds all numbers of a document, which requires a full traversal. Measures the cost of enumerators, kinds and number arrays.</summary>
/// <typeparam name="TArrays">The method of adding the numbers of an array.</typeparam>
internal readonly struct NumbersQuery<TArrays> : IQuery
    where TArrays : struct, INumberArrays
{
    public static double Read(JsonElement document) => Sum(document);

    public static double Read(JToken document) => throw new NotSupportedException();

    public static double Read(BsonDocument document) => throw new NotSupportedException();

    public static double ReadByText(in BlittableValue document) => Sum(document);

    public static double ReadByName(in BlittableValue document) => Sum(document);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Sum(JsonElement value)
    {
        double sum = 0;
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (JsonProperty property in value.EnumerateObject())
                {
                    sum += Sum(property.Value);
                }

                return sum;
            case JsonValueKind.Array:
                foreach (JsonElement element in value.EnumerateArray())
                {
                    sum += Sum(element);
                }

                return sum;
            case JsonValueKind.Number:
                return value.GetDouble();
            default:
                return sum;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Sum(in BlittableValue value)
    {
        double sum = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (BlittableProperty property in value.EnumerateObject())
                {
                    sum += Sum(property.Value);
                }

                return sum;
            case BlittableValueKind.Array when TArrays.TrySum(value, out sum):
                return sum;
            case BlittableValueKind.Array:
                foreach (BlittableValue element in value.EnumerateArray())
                {
                    sum += Sum(element);
                }

                return sum;
            case BlittableValueKind.Number:
                return value.GetDouble();
            default:
                return sum;
        }
    }
}
