using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads a quantity, a price and a string from <c>lineitem</c>.</summary>
internal readonly partial struct LineitemQuery : IPropertyQuery
{
    private static readonly BlittableName Quantity = new("l_quantity"u8);
    private static readonly BlittableName ExtendedPrice = new("l_extendedprice"u8);
    private static readonly BlittableName ShipMode = new("l_shipmode"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        document.GetProperty("l_quantity"u8).GetInt32()
        + document.GetProperty("l_extendedprice"u8).GetDouble()
        + (document.GetProperty("l_shipmode"u8).ValueEquals("TRUCK"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        (int)document["l_quantity"]!
        + (double)document["l_extendedprice"]!
        + ((string?)document["l_shipmode"] == "TRUCK" ? 1 : 0);

    public static double Read(BsonDocument document) =>
        document.Number("l_quantity")
        + document.Number("l_extendedprice")
        + (document.Text("l_shipmode") == "TRUCK" ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        document.GetProperty("l_quantity"u8).GetInt32()
        + document.GetProperty("l_extendedprice"u8).GetDouble()
        + (document.GetProperty("l_shipmode"u8).Utf8Equals("TRUCK"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        document.GetProperty(Quantity).GetInt32()
        + document.GetProperty(ExtendedPrice).GetDouble()
        + (document.GetProperty(ShipMode).Utf8Equals("TRUCK"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("l_quantity"u8).ValueKind
        + (int)document.GetProperty("l_extendedprice"u8).ValueKind
        + (int)document.GetProperty("l_shipmode"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("l_quantity"u8).Kind
        + (int)document.GetProperty("l_extendedprice"u8).Kind
        + (int)document.GetProperty("l_shipmode"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(Quantity).Kind
        + (int)document.GetProperty(ExtendedPrice).Kind
        + (int)document.GetProperty(ShipMode).Kind;
}
