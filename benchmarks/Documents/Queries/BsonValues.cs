using MongoDB.Bson;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Values of BSON documents by name, each looked up once.</summary>
internal static class BsonValues
{
    /// <summary>The string of that name; null where there is none.</summary>
    public static string? Text(this BsonDocument document, string name) => (document.GetValue(name, BsonNull.Value) as BsonString)?.Value;

    /// <summary>The number of that name; 0 where there is none.</summary>
    public static double Number(this BsonDocument document, string name) =>
        document.GetValue(name, BsonNull.Value) is { IsNumeric: true } number ? number.ToDouble() : 0;

    /// <summary>The document of that name; null where there is none.</summary>
    public static BsonDocument? Document(this BsonDocument document, string name) => document.GetValue(name, BsonNull.Value) as BsonDocument;
}
