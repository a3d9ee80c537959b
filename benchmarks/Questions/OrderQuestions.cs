using Blittable.Collections;
using Blittable.Datasets;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Questions;

/// <summary>Defines questions about orders with their customers and items.</summary>
internal static class OrderQuestions
{
    private const string Items = "(SELECT id, created, status, customer, unnest(items) AS i FROM t)";

    public static QuestionData Data { get; } = new(
        "nested",
        """
        {id: 'INTEGER', created: 'TIMESTAMP', status: 'VARCHAR', customer: 'STRUCT(number INTEGER, country VARCHAR, tier VARCHAR)',
        items: 'STRUCT(sku VARCHAR, quantity INTEGER, price DECIMAL(9,2))[]', discount: 'DECIMAL(9,2)', note: 'VARCHAR'}
        """,
        (stream, rows) => NestedOrders.Write(stream, rows),
        CollectionOptions.Default with { Layout = CollectionLayout.Columns, Key = "$.id" },
        _ => All());

    private static IReadOnlyList<Question> All() =>
    [
        new("count by country", "SELECT customer.country, count(*) FROM t GROUP BY 1 ORDER BY 2 DESC, 1",
            scan => scan.GroupBy("$.customer.country").OrderBy("count", true).Aggregate(Count()), 1, 1),
        new("value of all items", $"SELECT sum(i.price * i.quantity) FROM {Items}", scan => scan.Aggregate(Sum("$.items[*].price", "$.items[*].quantity"))),
        new("best-selling articles", $"SELECT i.sku, sum(i.price * i.quantity) AS s FROM {Items} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
            scan => scan.GroupBy("$.items[*].sku").OrderBy("s", true).Limit(10).Aggregate(Sum("$.items[*].price", "$.items[*].quantity").As("s")), 1, 1),
        new("articles by country", $"SELECT customer.country, i.sku, count(*) FROM {Items} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 20",
            scan => scan.GroupBy("$.customer.country", "$.items[*].sku").OrderBy("count", true).Limit(20).Aggregate(Count()), 2, 2),
        new("orders with an expensive item", "SELECT count(*) FROM t WHERE len(list_filter(items, lambda x: x.price > 990)) > 0",
            scan => scan.Where(Filter.Parse("$.items[*].price > 990")).Aggregate(Count())),
        new("large quantities of an item in Germany", $"SELECT count(*), avg(i.price) FROM {Items} WHERE customer.country = 'DE' AND i.quantity > 10",
            scan => scan.Where(Filter.Parse("$.customer.country = 'DE'")).Unnest("$.items[*]").Where(Filter.Parse("$.items[*].quantity > 10")).Aggregate(Count(), Average("$.items[*].price"))),
        new("prices by tier", $"SELECT customer.tier, avg(i.price), max(i.price), min(i.price) FROM {Items} GROUP BY 1",
            scan => scan.GroupBy("$.customer.tier").Aggregate(Average("$.items[*].price"), Max("$.items[*].price"), Min("$.items[*].price")), 1),
        new("distinct articles by country", $"SELECT customer.country, count(DISTINCT i.sku) FROM {Items} GROUP BY 1",
            scan => scan.GroupBy("$.customer.country").Aggregate(CountDistinct("$.items[*].sku")), 1),
        new("latest 20 orders", "SELECT id, created, customer.number, status FROM t ORDER BY created DESC LIMIT 20",
            scan => scan.Select("$.id", "$.created", "$.customer.number", "$.status").OrderBy("$.created", true).Limit(20).ToTable(), 1, 1),
        new("discounts, missing as 0", "SELECT status, sum(coalesce(discount, 0)), count(discount) FROM t GROUP BY 1",
            scan => scan.GroupBy("$.status").Aggregate(Sum(ScanExpression.Parse("coalesce($.discount, 0)")), Count("$.discount")), 1),
        new("value by month", $"SELECT date_trunc('month', created), sum(i.price * i.quantity) FROM {Items} WHERE i.price > 100 GROUP BY 1 ORDER BY 1",
            scan => scan.Unnest("$.items[*]").Where(Filter.Parse("$.items[*].price > 100")).GroupBy(ScanExpression.Parse("date_trunc(month, $.created)"))
                .Aggregate(Sum("$.items[*].price", "$.items[*].quantity")), 1, 0),
        new("orders without a note", "SELECT count(*) FROM t WHERE note IS NULL AND status <> 'new'", scan => scan.Where(Filter.Parse("$.note is missing and $.status <> 'new'")).Aggregate(Count())),
        new("customers with most orders", "SELECT customer.number, count(*), max(created) FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
            scan => scan.GroupBy("$.customer.number").OrderBy("count", true).Limit(10).Aggregate(Count(), Max("$.created")), 1, 1),
        new("classes of items, by CASE", $"SELECT CASE WHEN i.price > 500 THEN 'high' WHEN i.price > 100 THEN 'middle' ELSE 'low' END, count(*), sum(i.quantity) FROM {Items} GROUP BY 1",
            scan => scan.GroupBy(ScanExpression.Parse("case when $.items[*].price > 500 then 'high' when $.items[*].price > 100 then 'middle' else 'low' end as class"))
                .Aggregate(Count(), Sum("$.items[*].quantity")), 1),
    ];
}
