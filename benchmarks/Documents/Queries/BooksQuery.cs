using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads a title, a number and a state from <c>books</c>.</summary>
internal readonly struct BooksQuery : IPropertyQuery
{
    private static readonly BlittableName Title = new("title"u8);
    private static readonly BlittableName PageCount = new("pageCount"u8);
    private static readonly BlittableName Status = new("status"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        (document.GetProperty("title"u8).ValueEquals("Unlocking Android"u8) ? 1 : 0)
        + document.GetProperty("pageCount"u8).GetInt32()
        + (document.GetProperty("status"u8).ValueEquals("PUBLISH"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        ((string?)document["title"] == "Unlocking Android" ? 1 : 0)
        + (int)document["pageCount"]!
        + ((string?)document["status"] == "PUBLISH" ? 1 : 0);

    public static double Read(BsonDocument document) =>
        (document.Text("title") == "Unlocking Android" ? 1 : 0)
        + document.Number("pageCount")
        + (document.Text("status") == "PUBLISH" ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        (document.GetProperty("title"u8).Utf8Equals("Unlocking Android"u8) ? 1 : 0)
        + document.GetProperty("pageCount"u8).GetInt32()
        + (document.GetProperty("status"u8).Utf8Equals("PUBLISH"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        (document.GetProperty(Title).Utf8Equals("Unlocking Android"u8) ? 1 : 0)
        + document.GetProperty(PageCount).GetInt32()
        + (document.GetProperty(Status).Utf8Equals("PUBLISH"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("title"u8).ValueKind
        + (int)document.GetProperty("pageCount"u8).ValueKind
        + (int)document.GetProperty("status"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("title"u8).Kind
        + (int)document.GetProperty("pageCount"u8).Kind
        + (int)document.GetProperty("status"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(Title).Kind
        + (int)document.GetProperty(PageCount).Kind
        + (int)document.GetProperty(Status).Kind;
}
