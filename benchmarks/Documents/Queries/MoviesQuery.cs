using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads the gross, an optional rating and a string from <c>movies</c>.</summary>
internal readonly struct MoviesQuery : IPropertyQuery
{
    private static readonly BlittableName UsGross = new("US Gross"u8);
    private static readonly BlittableName ImdbRating = new("IMDB Rating"u8);
    private static readonly BlittableName ReleaseDate = new("Release Date"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        Number(document.GetProperty("US Gross"u8))
        + Number(document.GetProperty("IMDB Rating"u8))
        + (document.GetProperty("Release Date"u8).ValueEquals("Jun 12 1998"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        Number(document["US Gross"])
        + Number(document["IMDB Rating"])
        + ((string?)document["Release Date"] == "Jun 12 1998" ? 1 : 0);

    public static double Read(BsonDocument document) =>
        document.Number("US Gross")
        + document.Number("IMDB Rating")
        + (document.Text("Release Date") == "Jun 12 1998" ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        Number(document.GetProperty("US Gross"u8))
        + Number(document.GetProperty("IMDB Rating"u8))
        + (document.GetProperty("Release Date"u8).Utf8Equals("Jun 12 1998"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        Number(document.GetProperty(UsGross))
        + Number(document.GetProperty(ImdbRating))
        + (document.GetProperty(ReleaseDate).Utf8Equals("Jun 12 1998"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("US Gross"u8).ValueKind
        + (int)document.GetProperty("IMDB Rating"u8).ValueKind
        + (int)document.GetProperty("Release Date"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("US Gross"u8).Kind
        + (int)document.GetProperty("IMDB Rating"u8).Kind
        + (int)document.GetProperty("Release Date"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(UsGross).Kind
        + (int)document.GetProperty(ImdbRating).Kind
        + (int)document.GetProperty(ReleaseDate).Kind;

    private static double Number(JsonElement value) => value.ValueKind == JsonValueKind.Number ? value.GetDouble() : 0;

    private static double Number(JToken? value) => value?.Type is JTokenType.Float or JTokenType.Integer ? (double)value : 0;

    private static double Number(BlittableValue value) => value.TryGetDouble(out double number) ? number : 0;
}
