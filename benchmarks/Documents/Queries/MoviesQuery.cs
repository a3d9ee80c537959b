using System.Text.Json;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Takings, a rating that is not always there, and a string of <c>movies</c>.</summary>
internal readonly struct MoviesQuery : IQuery
{
    public static double Read(JsonElement document) =>
        Number(document.GetProperty("US Gross"u8))
        + Number(document.GetProperty("IMDB Rating"u8))
        + (document.GetProperty("Release Date"u8).ValueEquals("Jun 12 1998"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        Number(document["US Gross"])
        + Number(document["IMDB Rating"])
        + ((string?)document["Release Date"] == "Jun 12 1998" ? 1 : 0);

    private static double Number(JsonElement value) => value.ValueKind == JsonValueKind.Number ? value.GetDouble() : 0;

    private static double Number(JToken? value) => value?.Type is JTokenType.Float or JTokenType.Integer ? (double)value : 0;
}
