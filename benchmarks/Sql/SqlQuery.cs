namespace Blittable.Benchmarks.Sql;

/// <summary>Represents a query over <c>lineitem</c>, <c>orders</c> and <c>nested</c>.</summary>
/// <param name="What">A description.</param>
/// <param name="Sql">The query.</param>
/// <param name="Keys">The number of leading result columns that identify a row; 0 if the result has one row.</param>
/// <param name="OrderedBy">The zero-based column that the result is ordered by first; null if the order is unspecified.</param>
internal sealed record SqlQuery(string What, string Sql, int Keys = 0, int? OrderedBy = null)
{
    private const string Items = "(SELECT customer, unnest(items) AS i FROM nested)";

    /// <summary>Gets all queries.</summary>
    public static IReadOnlyList<SqlQuery> All { get; } =
    [
        new("TPC-H Q1",
            """
            SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
                avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
            FROM lineitem WHERE l_shipdate <= DATE '2021-08-02' GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus
            """,
            2, 0),
        new("TPC-H Q6",
            """
            SELECT sum(l_extendedprice * l_discount) FROM lineitem
            WHERE l_shipdate >= DATE '2014-01-01' AND l_shipdate < DATE '2015-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24
            """),
        new("join of TPC-H Q12",
            """
            SELECT l_shipmode, sum(CASE WHEN o_orderpriority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END), count(*) FROM orders JOIN lineitem ON o_orderkey = l_orderkey
            WHERE l_shipmode IN ('MAIL', 'SHIP') AND l_commitdate < l_receiptdate AND l_shipdate < l_commitdate GROUP BY l_shipmode ORDER BY l_shipmode
            """,
            1, 0),
        new("join of TPC-H Q3 without customers",
            """
            SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate FROM orders JOIN lineitem ON l_orderkey = o_orderkey
            WHERE o_orderdate < DATE '2016-03-15' AND l_shipdate > DATE '2016-03-15' GROUP BY l_orderkey, o_orderdate ORDER BY revenue DESC, o_orderdate, l_orderkey LIMIT 10
            """,
            1, 1),
        new("fields of a struct", "SELECT customer.country, customer.tier, count(*), max(created) FROM nested GROUP BY ALL", 2),
        new("elements of a list of structs", $"SELECT customer.country, sum(i.price * i.quantity), count(DISTINCT i.sku) FROM {Items} GROUP BY ALL", 1),
        new("list of structs as a value", "SELECT id, items, discount FROM nested WHERE id % 1000 = 7 ORDER BY id", 1, 0),
    ];
}
