using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads the three numbers of <c>covers</c>.</summary>
internal readonly struct CoversQuery : IPropertyQuery
{
    private static readonly BlittableName BookId = new("book_id"u8);
    private static readonly BlittableName RatingCount = new("ratingcount"u8);
    private static readonly BlittableName RatingValue = new("ratingval"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        document.GetProperty("book_id"u8).GetInt32()
        + document.GetProperty("ratingcount"u8).GetInt32()
        + document.GetProperty("ratingval"u8).GetDouble();

    public static double Read(JToken document) =>
        (int)document["book_id"]!
        + (int)document["ratingcount"]!
        + (double)document["ratingval"]!;

    public static double Read(BsonDocument document) =>
        document.Number("book_id")
        + document.Number("ratingcount")
        + document.Number("ratingval");

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        document.GetProperty("book_id"u8).GetInt32()
        + document.GetProperty("ratingcount"u8).GetInt32()
        + document.GetProperty("ratingval"u8).GetDouble();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        document.GetProperty(BookId).GetInt32()
        + document.GetProperty(RatingCount).GetInt32()
        + document.GetProperty(RatingValue).GetDouble();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("book_id"u8).ValueKind
        + (int)document.GetProperty("ratingcount"u8).ValueKind
        + (int)document.GetProperty("ratingval"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("book_id"u8).Kind
        + (int)document.GetProperty("ratingcount"u8).Kind
        + (int)document.GetProperty("ratingval"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(BookId).Kind
        + (int)document.GetProperty(RatingCount).Kind
        + (int)document.GetProperty(RatingValue).Kind;
}
