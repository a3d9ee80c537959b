using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads every value of a document: each string as a <see cref="string"/>, each integer as an integer, and each other number as a double.</summary>
internal readonly struct EveryValueQuery : IQuery
{
    public static double Read(JsonElement document)
    {
        double sum = 0;
        switch (document.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (JsonProperty property in document.EnumerateObject())
                {
                    sum += Read(property.Value);
                }

                return sum;
            case JsonValueKind.Array:
                foreach (JsonElement element in document.EnumerateArray())
                {
                    sum += Read(element);
                }

                return sum;
            case JsonValueKind.String:
                return document.GetString()!.Length;
            case JsonValueKind.Number:
                return document.TryGetInt64(out long integer) ? integer : document.GetDouble();
            default:
                return 1;
        }
    }

    public static double Read(JToken document) => throw new NotSupportedException();

    public static double Read(BsonDocument document) => throw new NotSupportedException();

    public static double ReadByText(in BlittableValue document)
    {
        double sum = 0;
        switch (document.Kind)
        {
            case BlittableValueKind.Object:
                foreach (BlittableProperty property in document.EnumerateObject())
                {
                    sum += ReadByText(property.Value);
                }

                return sum;
            case BlittableValueKind.Array:
                foreach (BlittableValue element in document.EnumerateArray())
                {
                    sum += ReadByText(element);
                }

                return sum;
            case BlittableValueKind.String:
                return document.GetString()!.Length;
            case BlittableValueKind.Number:
                return document.TryGetInt64(out long integer) ? integer : document.GetDouble();
            default:
                return 1;
        }
    }

    public static double ReadByName(in BlittableValue document) => ReadByText(document);
}
