using MongoDB.Bson;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads values of BSON documents by name, with one lookup each.</summary>
internal static class BsonValues
{
    /// <summary>Returns the string with a name, or null if there is none.</summary>
    public static string? Text(this BsonDocument document, string name) => (document.GetValue(name, BsonNull.Value) as BsonString)?.Value;

    /// <summary>Returns the number with a name, or 0 if there is none.</summary>
    public static double Number(this BsonDocument document, string name) =>
        document.GetValue(name, BsonNull.Value) is { IsNumeric: true } number ? number.ToDouble() : 0;

    /// <summary>Returns the document with a name, or null if there is none.</summary>
    public static BsonDocument? Document(this BsonDocument document, string name) => document.GetValue(name, BsonNull.Value) as BsonDocument;
}
