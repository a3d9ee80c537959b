using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>The sum of all numbers of a document, which takes a walk through all of it: what enumerators, kinds and columns of numbers cost.</summary>
/// <typeparam name="TArrays">How those of an array are added up.</typeparam>
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
