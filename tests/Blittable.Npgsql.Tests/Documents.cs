using System.Text;

namespace Blittable.Npgsql.Tests;

/// <summary>Small documents for tables.</summary>
internal static class Documents
{
    public static BlittableTableOptions Options(string name) => new()
    {
        Name = name,
        Promoted =
        [
            new PromotedColumn("number", "$.number", PromotedType.Integer) { IsIndexed = true },
            new PromotedColumn("ratio", "$.ratio", PromotedType.Double),
            new PromotedColumn("price", "$.price", PromotedType.Decimal),
            new PromotedColumn("city", "$.address.city", PromotedType.Text) { IsIndexed = true },
            new PromotedColumn("shipped", "$.shipped", PromotedType.EpochDate) { IsIndexed = true },
            new PromotedColumn("received", "$.shipped", PromotedType.BitpackDate) { IndexesDateFields = true },
        ],
    };

    public static string Json(long key)
    {
        var year = 2010 + (key % 10);
        return $$"""{"number":{{key}},"ratio":{{key}}.5,"price":{{key}}.25,"address":{"city":"City {{key % 10}}"},"shipped":"{{year}}-06-15T12:00:00Z"}""";
    }

    public static BlittableRow<long> Row(long key) => new(key, Encoding.UTF8.GetBytes(Json(key)));

    public static IEnumerable<BlittableRow<long>> Rows(long first, int count) => Enumerable.Range(0, count).Select(i => Row(first + i));
}
