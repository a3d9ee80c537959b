using Blittable.Collections;
using Blittable.Collections.Tests;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tests;

/// <summary>A Parquet file of documents, in a temporary folder.</summary>
internal sealed class ParquetFile : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-parquet-").FullName;

    public ParquetFile(IEnumerable<string> documents, ArrowOptions? options = null, CollectionOptions? collectionOptions = null)
    {
        using var collection = CollectionReader.Open(CollectionFile.Write(documents, collectionOptions ?? CollectionFile.Small));
        using var output = File.Create(Path);
        CollectionParquet.Export(collection, output, options);
    }

    public string Path => System.IO.Path.Combine(_folder, "documents.parquet");

    /// <summary>Imports the documents of the file.</summary>
    public List<string> Import()
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        using (var input = File.OpenRead(Path))
        {
            CollectionParquet.Import(input, writer);
            writer.Commit();
        }

        return CollectionFile.ReadAll(stream);
    }

    /// <summary>Runs a query with DuckDB. Rows are separated by line breaks, values by bars.</summary>
    /// <param name="sql">A query over the table <c>documents</c>.</param>
    public string Query(string sql)
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = $"CREATE VIEW documents AS SELECT * FROM read_parquet('{Path}'); {sql}";
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => Convert.ToString(reader.GetValue(i), System.Globalization.CultureInfo.InvariantCulture))));
        }

        return string.Join('\n', rows);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
