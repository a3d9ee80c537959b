using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads every value of a document like <see cref="EveryValueQuery"/>, but reads Blittable documents with a <see cref="BlittableReader"/>.</summary>
internal readonly struct InOrderQuery : IQuery
{
    public static double Read(JsonElement document) => EveryValueQuery.Read(document);

    public static double Read(JToken document) => throw new NotSupportedException();

    public static double Read(BsonDocument document) => throw new NotSupportedException();

    public static double ReadByText(in BlittableValue document)
    {
        using var reader = new BlittableReader(document);
        double sum = 0;
        while (reader.Read())
        {
            sum += reader.TokenType switch
            {
                BlittableTokenType.String => reader.GetString()!.Length,
                BlittableTokenType.Number => reader.TryGetInt64(out long integer) ? integer : reader.GetDouble(),
                BlittableTokenType.True or BlittableTokenType.False or BlittableTokenType.Null => 1,
                _ => 0,
            };
        }

        return sum;
    }

    public static double ReadByName(in BlittableValue document) => ReadByText(document);
}
