using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that a null remains a null: it neither changes the type of its column nor becomes a string.</summary>
public sealed class ExportNullTests
{
    private static readonly Dictionary<string, string> s_types = new()
    {
        ["id"] = "BIGINT", ["whole"] = "BIGINT", ["decimal"] = "DECIMAL(5,3)", ["double"] = "DOUBLE", ["text"] = "VARCHAR", ["flag"] = "BOOLEAN",
        ["day"] = "DATE", ["time"] = "TIMESTAMP WITH TIME ZONE", ["irregular"] = "JSON", ["never"] = "JSON", ["list"] = "BIGINT[]",
    };

    [Fact]
    public void DuckDB_and_the_import_read_the_values_and_nulls_of_the_documents()
    {
        for (var seed = 0; seed < 25; seed++)
        {
            var documents = new NullDocuments(seed).All;
            using var file = new ParquetFile(documents);
            using var reading = new DuckDBReading(file.Path);
            var rows = documents.Select(document => NullDocuments.Complete(document, reading.Columns)).ToList();

            Assert.True(!reading.Differences(rows).Any(), $"seed {seed}: {reading.Differences(rows).FirstOrDefault()}");
            var imported = file.Import().Select(document => NullDocuments.Complete(document, reading.Columns)).ToList();
            for (var row = 0; row < rows.Count; row++)
            {
                using var left = BlittableDocument.Parse(rows[row]);
                using var right = BlittableDocument.Parse(imported[row]);
                Assert.True(BlittableValue.DeepEquals(left.Root, right.Root), $"seed {seed}\n{rows[row]}\n{imported[row]}");
            }
        }
    }

    [Fact]
    public void Nulls_do_not_change_the_type_of_a_column()
    {
        var documents = Enumerable.Range(0, 40).SelectMany(seed => new NullDocuments(seed).All).ToList();
        using var file = new ParquetFile(documents);
        using var reading = new DuckDBReading(file.Path);

        foreach (var (name, type) in reading.Columns.Where(column => column.Name is not ("object" or "list" or "decimal")))
        {
            Assert.Equal((name, s_types[name]), (name, type.Name));
        }

        Assert.Equal("0", file.Query("SELECT count(never) FROM documents"));
        Assert.Equal("BIGINT[]|DECIMAL(5,3)", file.Query("SELECT typeof(list), typeof(decimal) FROM documents LIMIT 1"));
    }

    [Fact]
    public void DistinguishNulls_preserves_the_difference_between_null_and_absent()
    {
        using var file = new ParquetFile(["""{"v":null}""", """{"v":1}""", "{}"], new ArrowOptions { DistinguishNulls = true });

        Assert.Equal(["""{"v":null}""", """{"v":1}""", "{}"], file.Import());
    }

    [Theory]
    [InlineData("""{"v":1}|{"v":null}|{}""", """{"v":1}|{"v":null}|{"v":null}""")]
    [InlineData("""{"v":1}|{}""", """{"v":1}|{}""")]
    [InlineData("""{"v":null}|{"v":1}""", """{"v":null}|{"v":1}""")]
    [InlineData("""{"v":null}|{}""", """{"v":null}|{"v":null}""")]
    [InlineData("""{"v":[]}|{"v":[]}""", """{"v":[]}|{"v":[]}""")]
    [InlineData("""{"v":[null]}|{"v":[]}""", """{"v":[null]}|{"v":[]}""")]
    [InlineData("""{"v":1}|{"v":"x"}|{}""", """{"v":1}|{"v":"x"}|{}""")]
    [InlineData("""{"v":1}|{"v":"x"}|{"v":null}""", """{"v":1}|{"v":"x"}|{"v":null}""")]
    [InlineData("""{"v":1}|null""", """{"v":1}|null""")]
    public void An_absent_property_is_imported_as_null_only_if_the_column_has_nulls(string documents, string expected)
    {
        using var file = new ParquetFile(documents.Split('|'));

        Assert.Equal(expected, string.Join('|', file.Import()));
    }
}
