using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads a string near the front, a number in an array of objects, and a string near the end of <c>companies-many</c>.</summary>
internal readonly struct CompaniesQuery : IPropertyQuery
{
    private static readonly BlittableName CategoryCode = new("category_code"u8);
    private static readonly BlittableName Offices = new("offices"u8);
    private static readonly BlittableName Latitude = new("latitude"u8);
    private static readonly BlittableName TotalMoneyRaised = new("total_money_raised"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Read(JsonElement document) =>
        (document.GetProperty("category_code"u8).ValueEquals("software"u8) ? 1 : 0)
        + document.GetProperty("offices"u8)[0].GetProperty("latitude"u8).GetDouble()
        + (document.GetProperty("total_money_raised"u8).ValueEquals("$0"u8) ? 1 : 0);

    public static double Read(JToken document) =>
        ((string?)document["category_code"] == "software" ? 1 : 0)
        + (double)document["offices"]![0]!["latitude"]!
        + ((string?)document["total_money_raised"] == "$0" ? 1 : 0);

    public static double Read(BsonDocument document) =>
        (document.Text("category_code") == "software" ? 1 : 0)
        + ((BsonDocument)((BsonArray)document["offices"])[0]).Number("latitude")
        + (document.Text("total_money_raised") == "$0" ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document) =>
        (document.GetProperty("category_code"u8).Utf8Equals("software"u8) ? 1 : 0)
        + document.GetProperty("offices"u8)[0].GetProperty("latitude"u8).GetDouble()
        + (document.GetProperty("total_money_raised"u8).Utf8Equals("$0"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document) =>
        (document.GetProperty(CategoryCode).Utf8Equals("software"u8) ? 1 : 0)
        + document.GetProperty(Offices)[0].GetProperty(Latitude).GetDouble()
        + (document.GetProperty(TotalMoneyRaised).Utf8Equals("$0"u8) ? 1 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document) =>
        (int)document.GetProperty("category_code"u8).ValueKind
        + (int)document.GetProperty("offices"u8)[0].GetProperty("latitude"u8).ValueKind
        + (int)document.GetProperty("total_money_raised"u8).ValueKind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document) =>
        (int)document.GetProperty("category_code"u8).Kind
        + (int)document.GetProperty("offices"u8)[0].GetProperty("latitude"u8).Kind
        + (int)document.GetProperty("total_money_raised"u8).Kind;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document) =>
        (int)document.GetProperty(CategoryCode).Kind
        + (int)document.GetProperty(Offices)[0].GetProperty(Latitude).Kind
        + (int)document.GetProperty(TotalMoneyRaised).Kind;
}
