using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Finds the properties of another query without using their values.</summary>
internal readonly struct Found<TQuery> : IQuery
    where TQuery : struct, IPropertyQuery
{
    public static double Read(JsonElement document) => TQuery.Find(document);

    public static double Read(JToken document) => throw new NotSupportedException();

    public static double Read(BsonDocument document) => throw new NotSupportedException();

    public static double ReadByText(in BlittableValue document) => TQuery.FindByText(document);

    public static double ReadByName(in BlittableValue document) => TQuery.FindByName(document);
}
