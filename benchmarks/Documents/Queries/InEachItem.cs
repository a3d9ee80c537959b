using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Runs another query on every item of a large document, which is an array.</summary>
internal readonly struct InEachItem<TQuery> : IQuery
    where TQuery : struct, IQuery
{
    public static double Read(JsonElement document)
    {
        double sum = 0;
        foreach (JsonElement item in document.EnumerateArray())
        {
            sum += TQuery.Read(item);
        }

        return sum;
    }

    public static double Read(JToken document)
    {
        double sum = 0;
        foreach (JToken item in document)
        {
            sum += TQuery.Read(item);
        }

        return sum;
    }

    /// <summary>Reads from BSON, in which the array is the single element of a document.</summary>
    public static double Read(BsonDocument document)
    {
        double sum = 0;
        foreach (BsonValue item in (BsonArray)document.GetValue(0))
        {
            sum += TQuery.Read((BsonDocument)item);
        }

        return sum;
    }

    public static double ReadByText(in BlittableValue document)
    {
        double sum = 0;
        foreach (BlittableValue item in document.EnumerateArray())
        {
            sum += TQuery.ReadByText(item);
        }

        return sum;
    }

    public static double ReadByName(in BlittableValue document)
    {
        double sum = 0;
        foreach (BlittableValue item in document.EnumerateArray())
        {
            sum += TQuery.ReadByName(item);
        }

        return sum;
    }
}
