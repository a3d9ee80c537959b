using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests that TPC-H queries and joins over collections have the answers of DuckDB over its own tables.</summary>
public sealed class OrdersTests(OrdersTests.Tables tables) : IClassFixture<OrdersTests.Tables>
{
    [Theory]
    [InlineData("""
        SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
            round(avg(l_quantity), 6), round(avg(l_extendedprice), 6), round(avg(l_discount), 6), count(*)
        FROM lineitem WHERE l_shipdate <= DATE '2021-08-02' GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus
        """)]
    [InlineData("""
        SELECT sum(l_extendedprice * l_discount) FROM lineitem
        WHERE l_shipdate >= DATE '2014-01-01' AND l_shipdate < DATE '2015-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24
        """)]
    [InlineData("""
        SELECT l_shipmode, sum(CASE WHEN o_orderpriority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END), count(*) FROM orders JOIN lineitem ON o_orderkey = l_orderkey
        WHERE l_shipmode IN ('MAIL', 'SHIP') AND l_commitdate < l_receiptdate AND l_shipdate < l_commitdate GROUP BY l_shipmode ORDER BY l_shipmode
        """)]
    [InlineData("""
        SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate FROM orders JOIN lineitem ON l_orderkey = o_orderkey
        WHERE o_orderdate < DATE '2016-03-15' AND l_shipdate > DATE '2016-03-15' GROUP BY l_orderkey, o_orderdate ORDER BY revenue DESC, o_orderdate, l_orderkey LIMIT 10
        """)]
    [InlineData("SELECT median(o_totalprice), quantile_cont(o_totalprice, 0.9) FROM orders")]
    [InlineData("SELECT o_clerk, count(*), rank() OVER (ORDER BY count(*) DESC, o_clerk) AS place FROM orders GROUP BY o_clerk QUALIFY place <= 5 ORDER BY place")]
    [InlineData("SELECT count(*), count(DISTINCT l_comment), min(l_comment), max(length(l_comment)) FROM lineitem")]
    public void A_query_over_collections_equals_the_query_over_tables(string sql)
    {
        ArgumentNullException.ThrowIfNull(sql);
        var expected = tables.Session.Query(Replace(sql, "own_lineitem", "own_orders"));

        Assert.Equal(expected, tables.Session.Query(Replace(sql, $"read_blittable('{tables.Folder}/lineitem.blic')", $"read_blittable('{tables.Folder}/orders.blic')")));
        using var lineitem = CollectionReader.Open($"{tables.Folder}/lineitem.blic");
        using var orders = CollectionReader.Open($"{tables.Folder}/orders.blic");
        tables.Session.Connection.AttachCollection("items", lineitem);
        tables.Session.Connection.AttachCollection("all orders", orders);
        Assert.Equal(expected, tables.Session.Query(Replace(sql, "items", "\"all orders\"")));
    }

    private static string Replace(string sql, string lineitem, string orders) =>
        sql.Replace("FROM lineitem", $"FROM {lineitem}", StringComparison.Ordinal).Replace("JOIN lineitem", $"JOIN {lineitem}", StringComparison.Ordinal)
            .Replace("FROM orders", $"FROM {orders}", StringComparison.Ordinal);

    /// <summary>The data, as collections and as DuckDB tables.</summary>
    public sealed class Tables : IDisposable
    {
        private const int OrderCount = 4000;

        public Tables()
        {
            Session.Connection.RegisterBlittable();
            Write("lineitem", output => Lineitem.Write(output, OrderCount * 4));
            Write("orders", output => Orders.Write(output, OrderCount));
            Session.Query(
                $"""
                CREATE TABLE own_lineitem AS SELECT * FROM read_json('{Folder}/lineitem.json', columns = {'{'}l_orderkey: 'BIGINT', l_quantity: 'BIGINT', l_extendedprice: 'DECIMAL(18,2)',
                    l_discount: 'DECIMAL(18,2)', l_tax: 'DECIMAL(18,2)', l_returnflag: 'VARCHAR', l_linestatus: 'VARCHAR', l_shipdate: 'DATE', l_commitdate: 'DATE',
                    l_receiptdate: 'DATE', l_shipmode: 'VARCHAR', l_comment: 'VARCHAR'{'}'});
                CREATE TABLE own_orders AS SELECT * FROM read_json('{Folder}/orders.json', columns = {'{'}o_orderkey: 'BIGINT', o_custkey: 'BIGINT', o_orderstatus: 'VARCHAR',
                    o_totalprice: 'DECIMAL(18,2)', o_orderdate: 'DATE', o_orderpriority: 'VARCHAR', o_clerk: 'VARCHAR'{'}'});
                """);
        }

        internal Session Session { get; } = new();

        internal string Folder { get; } = Directory.CreateTempSubdirectory("blittable-duckdb-").FullName;

        public void Dispose()
        {
            Session.Dispose();
            Directory.Delete(Folder, recursive: true);
        }

        private void Write(string name, Action<Stream> generate)
        {
            using (var json = File.Create($"{Folder}/{name}.json"))
            {
                generate(json);
            }

            using var writer = CollectionWriter.Create($"{Folder}/{name}.blic", new CollectionOptions { Layout = CollectionLayout.Columns });
            foreach (var line in File.ReadLines($"{Folder}/{name}.json"))
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes(line));
            }

            writer.Commit();
        }
    }
}
