using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads three strings from <c>restaurant</c>.</summary>
internal readonly struct RestaurantQuery : IPropertyQuery
{
    private static readonly BlittableName Name = new("name"u8);
    private static readonly BlittableName Outcode = new("outcode"u8);
    private static readonly BlittableName TypeOfFood = new("type_of_food"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        (document.GetProperty("name"u8).ValueEquals(".CN Chinese"u8) ? 1 : 0)
        + (document.GetProperty("outcode"u8).ValueEquals("CF24"u8) ? 1 : 0)
        + (document.GetProperty("type_of_food"u8).ValueEquals("Chinese"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        ((string?)document["name"] == ".CN Chinese" ? 1 : 0)
        + ((string?)document["outcode"] == "CF24" ? 1 : 0)
        + ((string?)document["type_of_food"] == "Chinese" ? 1 : 0);

    public static double Read(BsonDocument document) =>
        (document.Text("name") == ".CN Chinese" ? 1 : 0)
        + (document.Text("outcode") == "CF24" ? 1 : 0)
        + (document.Text("type_of_food") == "Chinese" ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        (document.GetProperty("name"u8).Utf8Equals(".CN Chinese"u8) ? 1 : 0)
        + (document.GetProperty("outcode"u8).Utf8Equals("CF24"u8) ? 1 : 0)
        + (document.GetProperty("type_of_food"u8).Utf8Equals("Chinese"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        (document.GetProperty(Name).Utf8Equals(".CN Chinese"u8) ? 1 : 0)
        + (document.GetProperty(Outcode).Utf8Equals("CF24"u8) ? 1 : 0)
        + (document.GetProperty(TypeOfFood).Utf8Equals("Chinese"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("name"u8).ValueKind
        + (int)document.GetProperty("outcode"u8).ValueKind
        + (int)document.GetProperty("type_of_food"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("name"u8).Kind
        + (int)document.GetProperty("outcode"u8).Kind
        + (int)document.GetProperty("type_of_food"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(Name).Kind
        + (int)document.GetProperty(Outcode).Kind
        + (int)document.GetProperty(TypeOfFood).Kind;
}
