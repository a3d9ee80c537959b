using System.Globalization;
using Blittable.Collections;
using Blittable.Collections.Tests;
using Blittable.DuckDB;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that documents become Variant columns, shredded by DuckDB, and round-trip. Both forms must give equal answers.</summary>
public sealed class VariantExportTests
{
    /// <summary>The number of documents. The campaign sets more than a test run has time for.</summary>
    private static readonly int s_count = int.TryParse(Environment.GetEnvironmentVariable("VARIANT_DOCUMENTS"), CultureInfo.InvariantCulture, out var count) ? count : 10_000;

    [Fact]
    public void Documents_round_trip_through_a_shredded_Variant_column()
    {
        var folder = Directory.CreateTempSubdirectory("blittable-variant-").FullName;
        try
        {
            using var collection = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, s_count).Select(Document), new CollectionOptions { Layout = CollectionLayout.Columns }));
            using var connection = new DuckDBConnection("Data Source=:memory:");
            connection.Open();
            connection.AttachCollection("events", collection, includeDocument: true);
            Query(connection, $"COPY (SELECT document::JSON::VARIANT AS v FROM events) TO '{folder}/v.parquet' (FORMAT parquet)");

            const string Shredded = "SELECT count(*) FROM parquet_schema('{0}') WHERE name = 'typed_value'";
            Assert.NotEqual("0", Query(connection, string.Format(CultureInfo.InvariantCulture, Shredded, $"{folder}/v.parquet")));
            Assert.Equal(
                Query(connection, "SELECT kind, count(*), sum(id), min(text), count(odd) FROM events GROUP BY kind ORDER BY kind"),
                Query(connection, $"SELECT v.kind::VARCHAR AS k, count(*), sum(v.id::BIGINT), min(v.text::VARCHAR), count(v.odd) FROM '{folder}/v.parquet' GROUP BY k ORDER BY k"));

            using var stream = new MemoryStream();
            using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = CollectionLayout.Columns }, leaveOpen: true))
            using (var input = File.OpenRead($"{folder}/v.parquet"))
            {
                CollectionParquet.Import(input, writer);
                writer.Commit();
            }

            using var imported = CollectionReader.Open(stream, leaveOpen: true);
            var row = 0;
            imported.ForEach((_, document) =>
            {
                using var expected = BlittableDocument.Parse(Document(row++));
                Assert.True(BlittableValue.DeepEquals(expected.Root, document.GetProperty("v")), $"{expected.Root.ToJson()}\n{document.ToJson()}");
            });
            Assert.Equal(s_count, row);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Document(int id)
    {
        var random = new Random(id);
        var odd = (id % 7) switch { 0 => ",\"odd\":\"x\"", 1 => ",\"odd\":[1,null,{\"y\":\"z\"}]", 2 => ",\"odd\":true", 3 => $",\"odd\":{random.Next(-1000, 1000)}", _ => "" };
        return $$"""{"id":{{id}},"kind":"{{"abc"[id % 3]}}","price":{{random.Next(1, 100)}}.{{random.Next(1, 10)}},"text":"text {{random.Next(1000)}}","nested":{"tags":["t{{id % 5}}","größer"],"n":{{random.NextInt64(1L << 50)}}},"none":null{{odd}}}""";
    }

    private static string Query(DuckDBConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => Convert.ToString(reader.GetValue(i), CultureInfo.InvariantCulture))));
        }

        return string.Join('\n', rows);
    }
}
