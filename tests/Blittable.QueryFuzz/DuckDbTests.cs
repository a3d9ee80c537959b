using System.Text;
using Blittable.Collections;
using DuckDB.NET.Data;

namespace Blittable.QueryFuzz;

/// <summary>Compares handwritten queries over documents that are each awkward in one way with DuckDB's answers, in each layout.</summary>
public sealed class DuckDbTests
{
    private static readonly string[] Documents =
    [
        """{"id":1,"n":9007199254740993,"s":"a","t":["x","y"],"o":{"p":1.50,"q":"1"},"i":[{"k":1,"v":2.5},{"k":2}]}""",
        """{"id":2,"n":9007199254740992,"s":"A","t":[],"o":{"p":1.5},"i":[]}""",
        """{"id":3,"n":-0.0,"s":"","t":["y",null,"y"],"o":{},"i":[{"k":1,"v":-2.5},5,null,[{"k":1}]]}""",
        """{"id":4,"n":0,"s":null,"o":null,"i":{"k":1}}""",
        """{"id":5,"s":"é","t":"x","o":[{"p":1.5}],"n":null}""",
        """{"id":6,"n":"9007199254740993","s":"a%b_c","t":["%"],"o":{"p":"1.5","q":null}}""",
        """{"id":7,"n":0.1,"s":"a\\b","t":[["x"]],"o":{"p":0.2,"q":"2"},"i":[{"k":3,"v":0.1},{"k":3,"v":0.2}]}""",
        """{"id":8,"n":0.3,"s":"日本","t":[1,"1",true],"o":{"p":-7,"q":"日"},"i":[{"k":null,"v":1}]}""",
        """{"id":9,"n":true,"s":"😀","t":[{}],"o":{"p":100,"q":"😀"}}""",
        """{"id":10,"n":18446744073709551615,"s":"zz","o":{"p":0.000001,"q":"z"},"i":[{"v":3},{"k":2,"v":-3}]}""",
        """{"id":11,"n":18446744073709551614,"s":" a","t":["X"],"o":{"p":12345.678,"q":""}}""",
        """{"id":12}""",
    ];

    /// <summary>Each query in SQL with a defined row order, and as a query over a collection.</summary>
    private static readonly Dictionary<string, (string Sql, Func<CollectionScan, QueryTable> Ask)> Questions = new()
    {
        ["exact equality"] = Ids("doc->>'n' = '9007199254740993' AND json_type(doc->'n') <> 'VARCHAR'", Filter.Where("$.n", FilterOperator.Equal, 9007199254740993)),
        ["unequal with other kinds"] = Ids("coalesce(json_type(doc->'n') <> 'NULL', false) AND NOT ((doc->>'n') = '9007199254740992')", Filter.Where("$.n", FilterOperator.NotEqual, 9007199254740992)),
        ["both zeros"] = Ids("TRY_CAST(doc->>'n' AS DOUBLE) = 0 AND json_type(doc->'n') <> 'BOOLEAN'", Filter.Where("$.n", FilterOperator.Equal, 0)),
        ["hashes of 64 bits"] = Ids("json_type(doc->'n') = 'UBIGINT' AND CAST(doc->>'n' AS HUGEINT) > 18446744073709551614", Filter.Where("$.n", FilterOperator.Greater, QueryValue.ParseNumber("18446744073709551614.0"))),
        ["a tenth and two"] = Ids("id = 7", Filter.Where(ScanExpression.Path("$.n") + "$.o.p", FilterOperator.Equal, 0.3)),
        ["null alone"] = Ids("json_type(doc->'n') = 'NULL'", Filter.Where("$.n", FilterOperator.Equal, QueryValue.Null)),
        ["missing or null"] = Ids("coalesce(json_type(doc->'s'), 'NULL') = 'NULL'", Filter.Where(ScanExpression.Coalesce("$.s"), FilterOperator.Equal, QueryValue.Null)),
        ["not a string"] = Ids("NOT coalesce(json_type(doc->'t') = 'VARCHAR' AND (doc->>'t') LIKE '%', false)", Filter.Not(Filter.Like("$.t", "%"))),
        ["empty string"] = Ids("doc->>'s' = ''", Filter.Where("$.s", FilterOperator.Equal, "")),
        ["case matters"] = Ids("doc->>'s' < 'a'", Filter.Where("$.s", FilterOperator.Less, "a")),
        ["bytes order strings"] = Ids("doc->>'s' > '日'", Filter.Where("$.s", FilterOperator.Greater, "日")),
        ["percent is escaped"] = Ids("doc->>'s' LIKE 'a\\%b\\_c' ESCAPE '\\'", Filter.Like("$.s", "a\\%b\\_c")),
        ["underscore is a character"] = Ids("doc->>'s' LIKE '_'", Filter.Like("$.s", "_")),
        ["backslash"] = Ids("doc->>'s' LIKE 'a\\\\b' ESCAPE '\\'", Filter.Like("$.s", "a\\\\b")),
        ["list with null"] = Ids("doc->>'s' IN ('a', 'A', NULL)", Filter.In("$.s", ["a", "A", QueryValue.Null])),
        ["not in a list with null"] = Ids("NOT coalesce(doc->>'s' IN ('a', 'A'), false)", Filter.Not(Filter.In("$.s", ["a", "A", QueryValue.Null]))),
        ["an element of an array"] = Ids("list_contains(CAST(json_extract(doc, '$.t[*]') AS VARCHAR[]), '\"y\"')", Filter.Where("$.t[*]", FilterOperator.Equal, "y")),
        ["a first element"] = Ids("doc->>'$.t[0]' = 'x' AND json_type(doc->'$.t') = 'ARRAY'", Filter.Where("$.t[0]", FilterOperator.Equal, "x")),
        ["a last element"] = Ids("json_type(doc, '$.t[#-1]') = 'BOOLEAN'", Filter.Where("$.t[-1]", FilterOperator.Equal, true)),
        ["existence of a null"] = Ids("json_type(doc, '$.o.q') IS NOT NULL", Filter.Exists("$.o.q")),
        ["numbers of another scale"] = Ids("json_type(doc, '$.o.p') IN ('DOUBLE', 'UBIGINT', 'BIGINT') AND CAST(doc->>'$.o.p' AS DECIMAL(20, 9)) BETWEEN 0.000001 AND 1.5", Filter.All(
            Filter.Where("$.o.p", FilterOperator.GreaterOrEqual, 0.000001m), Filter.Where("$.o.p", FilterOperator.LessOrEqual, QueryValue.ParseNumber("15e-1")))),
        ["starts with a character of four bytes"] = Ids("starts_with(doc->>'s', '😀')", Filter.Where("$.s", FilterOperator.StartsWith, "😀")),
        ["exact sum"] = (
            "SELECT sum(CAST(doc->>'n' AS DECIMAL(38, 2))) FROM t WHERE json_type(doc->'n') IN ('UBIGINT', 'BIGINT', 'DOUBLE')", scan => scan.Aggregate(Aggregate.Sum("$.n"))),
        ["distinct of all kinds"] = (
            "SELECT count(DISTINCT CASE WHEN json_type(doc->'n') IN ('VARCHAR', 'BOOLEAN') THEN json_type(doc->'n') || (doc->>'n') WHEN json_type(doc->'n') = 'NULL' THEN NULL WHEN CAST(doc->>'n' AS DECIMAL(38, 2)) = 0 THEN '0' ELSE doc->>'n' END) FROM t",
            scan => scan.Aggregate(Aggregate.CountDistinct("$.n"))),
        ["scalars are counted"] = (
            "SELECT count(*) FILTER (WHERE json_type(doc->'t') IN ('VARCHAR')), count(*) FILTER (WHERE json_type(doc->'o') NOT IN ('OBJECT', 'ARRAY', 'NULL')) FROM t",
            scan => scan.Aggregate(Aggregate.Count("$.t"), Aggregate.Count("$.o"))),
        ["groups of elements"] = (
            "SELECT e->>'k', count(*), sum(CAST(e->>'v' AS DECIMAL(20, 4))) FROM (SELECT unnest(json_extract(doc, '$.i[*]')) AS e FROM t) GROUP BY 1 ORDER BY TRY_CAST(e->>'k' AS INTEGER) NULLS FIRST",
            scan => scan.GroupBy("$.i[*].k").Aggregate(Aggregate.Count(), Aggregate.Sum("$.i[*].v"))),
        ["elements beside documents"] = (
            "SELECT id, e->>'v' FROM (SELECT id, unnest(json_extract(doc, '$.i[*]')) AS e FROM t) WHERE TRY_CAST(e->>'v' AS DOUBLE) > 0 ORDER BY id",
            scan => scan.Unnest("$.i[*]").Where("$.i[*].v", FilterOperator.Greater, 0).Select("$.id", "$.i[*].v").ToTable()),
        ["aggregates with filters"] = (
            "SELECT count(*) FILTER (WHERE e->>'k' = '1'), count(*) FILTER (WHERE json_type(e, '$.k') IS NULL), max(CAST(e->>'v' AS DOUBLE)) FILTER (WHERE e->>'k' = '3') FROM (SELECT unnest(json_extract(doc, '$.i[*]')) AS e FROM t)",
            scan => scan.Unnest("$.i[*]").Aggregate(
                Aggregate.Count().Where(Filter.Where("$.i[*].k", FilterOperator.Equal, 1)), Aggregate.Count().Where(Filter.Not(Filter.Exists("$.i[*].k"))).As("missing"),
                Aggregate.Max("$.i[*].v").Where(Filter.Where("$.i[*].k", FilterOperator.Equal, 3)))),
        ["products"] = (
            "SELECT sum(CAST(doc->>'$.o.p' AS DECIMAL(15, 6)) * id) FROM t WHERE json_type(doc, '$.o.p') IN ('DOUBLE', 'UBIGINT', 'BIGINT')", scan => scan.Aggregate(Aggregate.Sum("$.o.p", "$.id"))),
        ["a discrete percentile"] = (
            "SELECT quantile_disc(CAST(doc->>'$.o.p' AS DECIMAL(15, 6)), 0.5) FROM t WHERE json_type(doc, '$.o.p') IN ('DOUBLE', 'UBIGINT', 'BIGINT')", scan => scan.Aggregate(Aggregate.PercentileDiscrete(0.5, "$.o.p"))),
        ["groups kept by a condition"] = (
            "SELECT length(doc->>'s') AS n, count(*) FROM t WHERE doc->>'s' IN ('a', 'A', 'é') GROUP BY 1 HAVING count(*) > 2",
            scan => scan.Where(Filter.In("$.s", ["a", "A", "é"])).GroupBy(ScanExpression.Constant(1).As("n")).Having("count", FilterOperator.Greater, 2).Aggregate(Aggregate.Count())),
    };

    public static TheoryData<CollectionLayout, string> Ways => [.. Enum.GetValues<CollectionLayout>().SelectMany(layout => Questions.Keys.Select(question => (layout, question)))];

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_query_has_the_same_answer_as_in_DuckDB(CollectionLayout layout, string question)
    {
        var (sql, ask) = Questions[question];
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, StripeRows = 8, ChunkRows = 3, Columns = ["$.n", "$.i"] }, leaveOpen: true))
        {
            foreach (var document in Documents)
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        var expected = Read(sql);
        foreach (var scan in (CollectionScan[])[reader.Scan(), reader.Scan().WithWorkers(4, TimeSpan.Zero), reader.Scan().WithAnyMemoryLimit(1)])
        {
            var table = ask(scan);
            Assert.Equal(expected, Enumerable.Range(0, table.Count).Select(row => string.Join(" | ", table.GetRow(row).ToArray().Select(Text))));
        }
    }

    private static (string Sql, Func<CollectionScan, QueryTable> Ask) Ids(string condition, Filter filter) =>
        ($"SELECT id FROM t WHERE {condition} ORDER BY id", scan => scan.Where(filter).Select("$.id").ToTable());

    private static string Text(QueryValue value) => value.Kind == QueryValueKind.Number ? Canonical(value.ToString()) : value.ToString();

    private static string Canonical(string number) => Oracle.NaiveNumber.Parse(number).ToString();

    private static List<string> Read(string sql)
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "CREATE TABLE t (id INTEGER, doc JSON)";
        command.ExecuteNonQuery();
        foreach (var (number, document) in Documents.Index())
        {
            command.CommandText = $"INSERT INTO t VALUES ({number + 1}, '{document.Replace("'", "''", StringComparison.Ordinal)}')";
            command.ExecuteNonQuery();
        }

        command.CommandText = $"SELECT COLUMNS(*)::VARCHAR FROM ({sql})";
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(string.Join(" | ", Enumerable.Range(0, reader.FieldCount).Select(column =>
                reader.IsDBNull(column) ? "" : reader.GetString(column) is var text && double.TryParse(text, System.Globalization.CultureInfo.InvariantCulture, out _) ? Canonical(text) : text)));
        }

        return rows;
    }
}
