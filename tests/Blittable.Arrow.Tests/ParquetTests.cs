using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that DuckDB reads exported files with the expected types and answers.</summary>
public sealed class ParquetTests
{
    private static readonly string[] s_orders =
    [
        """{"id":1,"city":"Oslo","placed":"2026-11-27T12:34:56Z","day":"2026-11-27","price":12.50,"weight":1e-3,"paid":true,"tags":["a","b"],"to":{"zip":"0150","floor":2},"odd":1}""",
        """{"id":2,"city":"Łódź","placed":"2025-01-02T03:04:05Z","day":"2025-01-02","price":7.25,"weight":2.5,"paid":false,"tags":[],"to":{"zip":"90-001"},"odd":"x"}""",
        """{"id":3,"city":"Oslo","placed":"1969-12-31T23:59:59Z","day":"1969-12-31","price":100,"weight":3,"paid":true,"to":{"zip":"0151","floor":5},"odd":{"y":[1]}}""",
    ];

    [Theory]
    [InlineData("SELECT count(*), sum(id), max(price) FROM documents", "3|6|100.00")]
    [InlineData("SELECT city, sum(price) FROM documents GROUP BY city ORDER BY city", "Oslo|112.5\nŁódź|7.25")]
    [InlineData("SELECT id FROM documents WHERE placed < '1970-01-01'", "3")]
    [InlineData("SELECT strftime(day, '%d.%m.%Y') FROM documents ORDER BY id", "27.11.2026\n02.01.2025\n31.12.1969")]
    [InlineData("SELECT \"to\".zip, \"to\".floor FROM documents ORDER BY id", "0150|2\n90-001|\n0151|5")]
    [InlineData("SELECT len(tags), tags[1] FROM documents ORDER BY id", "2|a\n0|\n|")]
    [InlineData("SELECT unnest(tags) FROM documents", "a\nb")]
    [InlineData("SELECT odd->>'$.y[0]', odd FROM documents ORDER BY id", "|1\n|\"x\"\n1|{\"y\":[1]}")]
    [InlineData("SELECT typeof(id), typeof(city), typeof(placed), typeof(day), typeof(price), typeof(weight), typeof(paid), typeof(tags) FROM documents LIMIT 1",
        "BIGINT|VARCHAR|TIMESTAMP WITH TIME ZONE|DATE|DECIMAL(5,2)|DOUBLE|BOOLEAN|VARCHAR[]")]
    public void DuckDB_queries_an_exported_file(string sql, string expected)
    {
        using var file = new ParquetFile(s_orders);
        Assert.Equal(expected, file.Query(sql));
    }

    [Theory]
    [InlineData("0.12345678901234567890123456789012345678")]
    [InlineData("-0.12345678901234567890123456789012345678")]
    [InlineData("-99999999999999999999999999999999999999")]
    [InlineData("-9999999999999999999.9999999999999999999")]
    public void A_number_of_38_digits_is_inferred_as_a_decimal(string number)
    {
        using var file = new ParquetFile([$$"""{"v":{{number}}}"""]);
        Assert.Equal($$"""{"v":{{number}}}""", Assert.Single(file.Import()));
        Assert.StartsWith("DECIMAL(38,", file.Query("SELECT typeof(v) FROM documents"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("SELECT 1 AS a, 'x' AS b UNION ALL SELECT NULL, 'y'", """[{"a":1,"b":"x"},{"a":null,"b":"y"}]""")]
    [InlineData("SELECT 1::TINYINT AS a, 2::USMALLINT AS b, 3::INTEGER AS c, 4::UBIGINT AS d", """[{"a":1,"b":2,"c":3,"d":4}]""")]
    [InlineData("SELECT 1.5::FLOAT AS a, 'nan'::DOUBLE AS b, 12.340::DECIMAL(9,3) AS c", """[{"a":1.5,"b":"NaN","c":12.340}]""")]
    [InlineData("SELECT DATE '2026-11-27' AS d, TIMESTAMP '2026-11-27 12:34:56.5' AS t", """[{"d":"2026-11-27","t":"2026-11-27T12:34:56.500000"}]""")]
    [InlineData("SELECT [1,2] AS l, {'x': 1, 'y': [{'z': 'q'}]} AS s", """[{"l":[1,2],"s":{"x":1,"y":[{"z":"q"}]}}]""")]
    [InlineData("SELECT 'ab'::BLOB AS b", """[{"b":"YWI="}]""")]
    public void Files_written_by_DuckDB_are_imported(string sql, string expected)
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY ({sql}) TO '{file.Path}' (FORMAT parquet)");
        Assert.Equal(expected, $"[{string.Join(',', file.Import())}]");
    }

    [Fact]
    public void Importing_damaged_files_throws_nothing_but_BlittableException()
    {
        using var file = new ParquetFile(s_orders);
        var whole = File.ReadAllBytes(file.Path);
        var random = new Random(7);
        var refused = 0;
        for (var round = 0; round < 300; round++)
        {
            var bytes = whole.ToArray();
            for (var flips = random.Next(1, 4); flips > 0; flips--)
            {
                bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
            }

            File.WriteAllBytes(file.Path, round % 3 == 0 ? whole[..random.Next(whole.Length)] : bytes);
            try
            {
                file.Import();
            }
            catch (BlittableException)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 100, 300);
    }

    [Fact]
    public void Progress_reaches_1_and_a_cancelled_export_stops()
    {
        using var collection = CollectionReader.Open(CollectionFile.Write(s_orders));
        List<double> reports = [];
        using var stop = new CancellationTokenSource();

        CollectionParquet.Export(collection, new MemoryStream(), new ArrowOptions { Progress = new Reports(reports) });
        stop.Cancel();

        Assert.Equal(1, reports[^1]);
        Assert.Equal(reports.Order(), reports);
        Assert.ThrowsAny<OperationCanceledException>(() => CollectionParquet.Export(collection, new MemoryStream(), null, stop.Token));
    }

    private sealed class Reports(List<double> reports) : IProgress<double>
    {
        public void Report(double value) => reports.Add(value);
    }
}
