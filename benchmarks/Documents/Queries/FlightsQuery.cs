using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads two numbers and a string from <c>flights</c>.</summary>
internal readonly struct FlightsQuery : IPropertyQuery
{
    private static readonly BlittableName Delay = new("delay"u8);
    private static readonly BlittableName Distance = new("distance"u8);
    private static readonly BlittableName Origin = new("origin"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        document.GetProperty("delay"u8).GetInt32()
        + document.GetProperty("distance"u8).GetInt32()
        + (document.GetProperty("origin"u8).ValueEquals("DTW"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        (int)document["delay"]!
        + (int)document["distance"]!
        + ((string?)document["origin"] == "DTW" ? 1 : 0);

    public static double Read(BsonDocument document) =>
        document.Number("delay")
        + document.Number("distance")
        + (document.Text("origin") == "DTW" ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        document.GetProperty("delay"u8).GetInt32()
        + document.GetProperty("distance"u8).GetInt32()
        + (document.GetProperty("origin"u8).Utf8Equals("DTW"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        document.GetProperty(Delay).GetInt32()
        + document.GetProperty(Distance).GetInt32()
        + (document.GetProperty(Origin).Utf8Equals("DTW"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("delay"u8).ValueKind
        + (int)document.GetProperty("distance"u8).ValueKind
        + (int)document.GetProperty("origin"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("delay"u8).Kind
        + (int)document.GetProperty("distance"u8).Kind
        + (int)document.GetProperty("origin"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(Delay).Kind
        + (int)document.GetProperty(Distance).Kind
        + (int)document.GetProperty(Origin).Kind;
}
