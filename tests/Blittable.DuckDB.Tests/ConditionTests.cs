using Blittable.Collections;
using Blittable.Collections.Tests;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests the condition of <c>read_blittable</c>, which selects the documents that are read.</summary>
public sealed class ConditionTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-duckdb-").FullName;
    private readonly Session _session = new();

    public ConditionTests() => _session.Connection.RegisterBlittable();

    public void Dispose()
    {
        _session.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void A_condition_has_the_rows_of_an_equal_WHERE(CollectionLayout layout)
    {
        var path = Write(layout);

        (string Condition, string Where)[] pairs =
        [
            ("$.id >= 2990", "id >= 2990"),
            ("$.city = ''Köln'' and $.id < 100", "city = 'Köln' AND id < 100"),
            ("$.tags[*] = \"t3\"", "list_contains(tags, 't3')"),
            ("$.item.price > 1498.5", "item.price > 1498.5"),
            ("$.id < 0", "false"),
        ];
        foreach (var (condition, where) in pairs)
        {
            foreach (var columns in (string[])["count(*)", "count(*), sum(id), string_agg(city ORDER BY id)", "count(*), sum(item.price), sum(len(tags)), max(tags::VARCHAR)"])
            {
                Assert.Equal(
                    _session.Query($"SELECT {columns} FROM read_blittable('{path}') WHERE {where}"),
                    _session.Query($"SELECT {columns} FROM read_blittable('{path}', condition := '{condition}')"));
            }
        }

        Assert.Equal("3000", _session.Query($"SELECT count(*) FROM read_blittable('{path}', condition := NULL)"));
        Assert.Equal("1|7", _session.Query($"SELECT count(*), max(document->>'$.id') FROM read_blittable('{path}', condition := '$.id = 7', document := true)"));
    }

    [Theory]
    [InlineData("$.id >", "The query is incomplete")]
    [InlineData("$.idd > 1", "$.idd")]
    [InlineData("id > 1", "$.id")]
    public void A_condition_that_is_wrong_is_an_error(string condition, string message)
    {
        var path = Write(CollectionLayout.Columns);

        var fault = Assert.Throws<DuckDBException>(() => _session.Query($"SELECT count(*) FROM read_blittable('{path}', condition := '{condition}')"));

        Assert.Contains(message, fault.Message, StringComparison.Ordinal);
    }

    private string Write(CollectionLayout layout)
    {
        var path = Path.Combine(_folder, $"{layout}.blic");
        var documents = Enumerable.Range(0, 3000).Select(id =>
            $$"""{"id":{{id}},"city":"{{(id % 3 == 0 ? "Köln" : "Ulm")}}","item":{"price":{{id / 2}}.{{id % 2 * 5}}},"tags":["t{{id % 7}}","t{{id % 5}}"]}""");
        File.WriteAllBytes(path, CollectionFile.Write(documents, new CollectionOptions { Layout = layout, ChunkRows = 256 }).ToArray());
        return path;
    }
}
