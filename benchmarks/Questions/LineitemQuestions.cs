using Blittable.Collections;
using Blittable.Datasets;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Questions;

/// <summary>Defines questions about TPC-H <c>lineitem</c>: numbers, dates and few strings.</summary>
internal static class LineitemQuestions
{
    private const string Price = "$.l_extendedprice", Quantity = "$.l_quantity", Discount = "$.l_discount", Mode = "$.l_shipmode", Shipped = "$.l_shipdate";

    public static QuestionData Data { get; } = new(
        "lineitem",
        """
        {l_orderkey: 'INTEGER', l_partkey: 'INTEGER', l_suppkey: 'INTEGER', l_linenumber: 'INTEGER', l_quantity: 'INTEGER', l_extendedprice: 'DECIMAL(12,2)',
        l_discount: 'DECIMAL(4,2)', l_tax: 'DECIMAL(4,2)', l_returnflag: 'VARCHAR', l_linestatus: 'VARCHAR', l_shipdate: 'DATE', l_commitdate: 'DATE',
        l_receiptdate: 'DATE', l_shipinstruct: 'VARCHAR', l_shipmode: 'VARCHAR', l_comment: 'VARCHAR'}
        """,
        (stream, rows) => Lineitem.Write(stream, rows),
        CollectionOptions.Default with { Layout = CollectionLayout.Columns },
        _ => All());

    private static IReadOnlyList<Question> All() =>
    [
        new("Q6: revenue of discounts in a year",
            "SELECT sum(l_extendedprice * l_discount) FROM t WHERE l_shipdate >= '2015-01-01' AND l_shipdate < '2016-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24",
            scan => scan.Where(Filter.Parse("$.l_shipdate >= 2015-01-01 and $.l_shipdate < 2016-01-01 and $.l_discount between 0.05 and 0.07 and $.l_quantity < 24"))
                .Aggregate(Sum(Price, Discount))),
        new("Q1: sums by flag and status",
            "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), count(*) FROM t WHERE l_shipdate <= '2021-06-01' GROUP BY 1, 2",
            scan => scan.Where(Filter.Parse("$.l_shipdate <= 2021-06-01")).GroupBy("$.l_returnflag", "$.l_linestatus").Aggregate(
                Sum(Quantity), Sum(Price), Sum(Parse("$.l_extendedprice * (1 - $.l_discount)")), Sum(Parse("$.l_extendedprice * (1 - $.l_discount) * (1 + $.l_tax)")), Count()), 2),
        new("tax and discount above a sum", "SELECT count(*), sum(l_extendedprice) FROM t WHERE l_tax + l_discount > 0.12",
            scan => scan.Where(Filter.Parse("$.l_tax + $.l_discount > 0.12")).Aggregate(Count(), Sum(Price))),
        new("sum of quotients", "SELECT sum(l_extendedprice / l_quantity) FROM t", scan => scan.Aggregate(Sum(Parse("$.l_extendedprice / $.l_quantity")))),
        new("parts with large quantities", "SELECT l_partkey, sum(l_quantity) AS q FROM t GROUP BY 1 HAVING sum(l_quantity) > 1400 ORDER BY 2 DESC, 1",
            scan => scan.GroupBy("$.l_partkey").Having("q > 1400").OrderBy("q", descending: true).Aggregate(Sum(Quantity).As("q")), 1, 1),
        new("largest orders", "SELECT l_orderkey, sum(l_extendedprice) AS s, count(*) FROM t GROUP BY 1 HAVING count(*) > 5 ORDER BY 2 DESC, 1 LIMIT 10",
            scan => scan.GroupBy("$.l_orderkey").Having("count > 5").OrderBy("s", descending: true).Limit(10).Aggregate(Sum(Price).As("s"), Count()), 1, 1),
        new("late lines by mode, by CASE",
            "SELECT l_shipmode, sum(CASE WHEN l_commitdate < l_receiptdate THEN 1 ELSE 0 END), sum(CASE WHEN l_quantity > 40 THEN l_extendedprice WHEN l_quantity > 20 THEN l_tax ELSE 0 END) FROM t GROUP BY 1",
            scan => scan.GroupBy(Mode).Aggregate(
                Sum(Parse("case when $.l_commitdate < $.l_receiptdate then 1 else 0 end")),
                Sum(Parse("case when $.l_quantity > 40 then $.l_extendedprice when $.l_quantity > 20 then $.l_tax else 0 end"))), 1),
        new("three dates in order", "SELECT count(*) FROM t WHERE l_shipdate < l_commitdate AND l_commitdate < l_receiptdate",
            scan => scan.Where(Filter.Parse("$.l_shipdate < $.l_commitdate and $.l_commitdate < $.l_receiptdate")).Aggregate(Count())),
        new("by month", "SELECT date_trunc('month', l_shipdate), count(*), sum(l_extendedprice) FROM t GROUP BY 1 ORDER BY 1",
            scan => scan.GroupBy(Parse("date_trunc(month, $.l_shipdate)")).Aggregate(Count(), Sum(Price)), 1, 0),
        new("latest 100 lines", "SELECT l_shipdate, l_orderkey, l_linenumber FROM t ORDER BY l_shipdate DESC, l_orderkey DESC, l_linenumber DESC LIMIT 100",
            scan => scan.Select(Shipped, "$.l_orderkey", "$.l_linenumber").OrderBy(Shipped, true).OrderBy("$.l_orderkey", true).OrderBy("$.l_linenumber", true).Limit(100).ToTable(), 3, 0),
        new("distinct parts by mode", "SELECT l_shipmode, count(DISTINCT l_partkey) FROM t GROUP BY 1", scan => scan.GroupBy(Mode).Aggregate(CountDistinct("$.l_partkey")), 1),
        new("deviations by flag", "SELECT l_returnflag, stddev_samp(l_extendedprice), var_pop(l_discount) FROM t GROUP BY 1",
            scan => scan.GroupBy("$.l_returnflag").Aggregate(StandardDeviation(Price), VariancePopulation(Discount)), 1),
        new("median by instruction", "SELECT l_shipinstruct, quantile_cont(l_extendedprice::DOUBLE, 0.5) FROM t GROUP BY 1",
            scan => scan.GroupBy("$.l_shipinstruct").Aggregate(Median(Price)), 1),
        new("comment of the last line by mode", "SELECT l_shipmode, arg_max(l_comment, l_orderkey * 10 + l_linenumber) FROM t GROUP BY 1",
            scan => scan.GroupBy(Mode).Aggregate(ArgMax("$.l_comment", Parse("$.l_orderkey * 10 + $.l_linenumber"))), 1),
        new("comments with a word", "SELECT count(*) FROM t WHERE l_comment LIKE '%special%'", scan => scan.Where(Filter.HasText("$.l_comment", "special")).Aggregate(Count())),
        new("most frequent line number", "SELECT l_returnflag, mode(l_linenumber) FROM t GROUP BY 1", scan => scan.GroupBy("$.l_returnflag").Aggregate(Aggregate.Mode("$.l_linenumber")), 1),
        new("price classes", "SELECT floor(l_extendedprice / 1000), count(*) FROM t GROUP BY 1 ORDER BY 1",
            scan => scan.GroupBy(Parse("floor($.l_extendedprice / 1000) as class")).Aggregate(Count()), 1, 0),
        new("days in transit", "SELECT avg(date_diff('day', l_shipdate, l_receiptdate)), max(date_diff('day', l_shipdate, l_receiptdate)) FROM t",
            scan => scan.Aggregate(Average(Parse("(epoch($.l_receiptdate) - epoch($.l_shipdate)) / 86400")), Max(Parse("(epoch($.l_receiptdate) - epoch($.l_shipdate)) / 86400")))),
        new("sum of rounded prices", "SELECT sum(round(l_extendedprice * (1 - l_discount), 1)) FROM t", scan => scan.Aggregate(Sum(Parse("round($.l_extendedprice * (1 - $.l_discount), 1)")))),
        new("by remainder", "SELECT l_orderkey % 10, count(*), sum(l_quantity) FROM t GROUP BY 1 ORDER BY 1",
            scan => scan.GroupBy(Parse("$.l_orderkey % 10 as rest")).Aggregate(Count(), Sum(Quantity)), 1, 0),
        new("parts in a list", "SELECT count(*), min(l_extendedprice), max(l_extendedprice) FROM t WHERE l_partkey IN (17, 170, 1700, 17000, 5, 55, 555, 5555)",
            scan => scan.Where(Filter.Parse("$.l_partkey in (17, 170, 1700, 17000, 5, 55, 555, 5555)")).Aggregate(Count(), Min(Price), Max(Price))),
    ];

    private static ScanExpression Parse(string text) => ScanExpression.Parse(text);
}
