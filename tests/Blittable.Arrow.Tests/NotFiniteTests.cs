using Blittable.Collections;
using Blittable.Collections.Tests;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the export of NaN, the infinities and extensions, which MessagePack and builders store, but JSON lacks.</summary>
public sealed class NotFiniteTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-nan-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void An_inferred_column_of_doubles_stores_them()
    {
        using var reader = Write(builder => builder.WriteNumber(1.5), builder => builder.WriteNumber(double.NaN), builder => builder.WriteNumber(float.NegativeInfinity), builder => builder.WriteNumber(2));

        Assert.Equal("DOUBLE|1.5\nDOUBLE|nan\nDOUBLE|-inf\nDOUBLE|2.0", Query(reader, new ArrowOptions(), "SELECT typeof(v), v::VARCHAR FROM documents"));
    }

    [Theory]
    [InlineData("v DOUBLE")]
    [InlineData("v FLOAT")]
    public void A_given_column_of_floating_point_numbers_stores_them(string schema)
    {
        using var reader = Write(builder => builder.WriteNumber(1.5), builder => builder.WriteNumber(double.NaN), builder => builder.WriteNumber(double.PositiveInfinity));

        Assert.Equal("1.5\nnan\ninf", Query(reader, new ArrowOptions { Schema = ArrowSchema.Parse(schema) }, "SELECT v::VARCHAR FROM documents"));
    }

    [Theory]
    [InlineData("v BIGINT")]
    [InlineData("v UTINYINT")]
    [InlineData("v DECIMAL(10, 2)")]
    [InlineData("v DECIMAL(38, 2)")]
    [InlineData("v VARCHAR")]
    [InlineData("v JSON")]
    public void Another_given_column_refuses_them_by_row_or_stores_null(string schema)
    {
        using var reader = Write(builder => builder.WriteNull(), builder => builder.WriteNumber(double.NaN), builder => builder.WriteNull());
        var options = new ArrowOptions { Schema = ArrowSchema.Parse(schema) };
        List<UnfitValue> unfit = [];

        var fault = Assert.Throws<BlittableException>(() => Query(reader, options, "SELECT 1"));
        Assert.Contains("Column 'v'", fault.Message, StringComparison.Ordinal);
        Assert.Contains("row 1", fault.Message, StringComparison.Ordinal);
        Assert.Contains("NaN", fault.Message, StringComparison.Ordinal);
        Assert.Equal("0|3", Query(reader, options with { OnUnfitValue = unfit.Add }, "SELECT count(v), count(*) FROM documents"));
        Assert.Equal(("v", 1L), Assert.Single(unfit.Select(value => (value.Column, value.Row))));
    }

    [Fact]
    public void An_inferred_column_of_JSON_refuses_them_by_row_and_path()
    {
        using var reader = Write(
            builder => builder.WriteString("text"),
            builder =>
            {
                builder.WriteStartObject();
                builder.WritePropertyName("a");
                builder.WriteStartArray();
                builder.WriteNumber(1);
                builder.WriteNumber(double.NaN);
                builder.WriteEndArray();
                builder.WriteEndObject();
            });

        var fault = Assert.Throws<BlittableException>(() => Query(reader, new ArrowOptions(), "SELECT 1"));
        Assert.Equal(BlittableErrorCode.NotJson, fault.Code);
        Assert.StartsWith("Column 'v' cannot store the JSON text of the value in row 1: JSON cannot represent NaN at '$.a[1]' (byte ", fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData("v DOUBLE, w BIGINT", true)]
    [InlineData(null, false)]
    public void A_sorted_column_that_may_have_them_is_not_declared_as_sorted(string? schema, bool hasInfinity)
    {
        // The order counts an infinity as null, which is last. The file stores an infinity, which is not the greatest.
        using var reader = Write(builder => builder.WriteNumber(2.5e300), builder => WriteOther(builder, hasInfinity), builder => builder.WriteNumber(1.5));
        Query(reader, new ArrowOptions { OrderBy = "$.v", Schema = schema is null ? null : ArrowSchema.Parse(schema) }, "SELECT 1");
        using var parquet = new ParquetSharp.ParquetFileReader(Path.Combine(_folder, "documents.parquet"));
        using var group = parquet.RowGroup(0);

        Assert.Equal(hasInfinity ? [] : [0], group.MetaData.SortingColumns().Select(sorting => sorting.ColumnIndex));

        static void WriteOther(BlittableBuilder builder, bool hasInfinity)
        {
            if (hasInfinity)
            {
                builder.WriteNumber(double.NegativeInfinity);
            }
            else
            {
                builder.WriteNull();
            }
        }
    }

    [Fact]
    public void The_path_of_partitions_refuses_them_by_row()
    {
        using var reader = Write(builder => builder.WriteNumber(1), builder => builder.WriteNumber(double.NaN));

        var fault = Assert.Throws<BlittableException>(() => CollectionParquet.ExportPartitioned(reader, Path.Combine(_folder, "parts"), "$.v"));
        Assert.Equal("'$.v' is NaN or an infinity in row 1, which cannot be used as a partition name.", fault.Message);
    }

    /// <summary>Creates a collection of documents with a property <c>v</c>.</summary>
    private static CollectionReader Write(params Action<BlittableBuilder>[] values)
    {
        using var builder = new BlittableBuilder();
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            foreach (var value in values)
            {
                builder.WriteStartObject();
                builder.WritePropertyName("v");
                value(builder);
                builder.WritePropertyName("w");
                builder.WriteNumber(1);
                builder.WriteEndObject();
                writer.Add(builder);
            }

            writer.Commit();
        }

        return CollectionReader.Open(stream);
    }

    private string Query(CollectionReader reader, ArrowOptions options, string sql)
    {
        var path = Path.Combine(_folder, "documents.parquet");
        using (var output = File.Create(path))
        {
            CollectionParquet.Export(reader, output, options);
        }

        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = $"CREATE VIEW documents AS SELECT * FROM read_parquet('{path}'); {sql}";
        using var rows = command.ExecuteReader();
        List<string> texts = [];
        while (rows.Read())
        {
            texts.Add(string.Join('|', Enumerable.Range(0, rows.FieldCount).Select(i => Convert.ToString(rows.GetValue(i), System.Globalization.CultureInfo.InvariantCulture))));
        }

        return string.Join('\n', texts);
    }
}
