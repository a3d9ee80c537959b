using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that Parquet values of every DuckDB type are imported as the JSON that docs/ARROW.md defines.</summary>
public sealed class ImportTests
{
    [Theory]
    [InlineData("TIMESTAMP_NS '2026-11-27 12:34:56.123456789'", "\"2026-11-27T12:34:56.123456789\"")]
    [InlineData("TIMESTAMP_MS '2026-11-27 12:34:56.5'", "\"2026-11-27T12:34:56.500\"")]
    [InlineData("TIMESTAMP '1969-12-31 23:59:59.999999'", "\"1969-12-31T23:59:59.999999\"")]
    [InlineData("TIMESTAMPTZ '2026-11-27 12:34:56+02'", "\"2026-11-27T10:34:56.000000Z\"")]
    [InlineData("TIMESTAMP '294247-01-10 04:00:54'", "\"+294247-01-10T04:00:54.000000\"")]
    [InlineData("TIMESTAMP 'infinity'", "\"infinity\"")]
    [InlineData("DATE '-infinity'", "\"-infinity\"")]
    [InlineData("DATE '5877642-06-25 (BC)'", "\"-5877641-06-25\"")]
    [InlineData("DATE '0044-03-15 (BC)'", "\"-0043-03-15\"")]
    [InlineData("TIME '12:34:56.5'", "\"12:34:56.500000\"")]
    [InlineData("TIMETZ '12:34:56+00'", "\"12:34:56.000000Z\"")]
    [InlineData("TIMETZ '12:34:56.5-05:30'", "\"18:04:56.500000Z\"")]
    [InlineData("INTERVAL '1 year 2 months 3 days 4 hours 5.5 seconds'", "\"P1Y2M3DT4H5.5S\"")]
    [InlineData("0.1::FLOAT", "0.1")]
    [InlineData("'-inf'::FLOAT", "\"-Infinity\"")]
    [InlineData("12345678901234567890123456789012345.678::DECIMAL(38,3)", "12345678901234567890123456789012345.678")]
    [InlineData("-0.001::DECIMAL(4,3)", "-0.001")]
    [InlineData("18446744073709551615::UBIGINT", "18446744073709551615")]
    [InlineData("'2b4e1c36-0000-4000-8000-0123456789ab'::UUID", "\"2b4e1c36-0000-4000-8000-0123456789ab\"")]
    [InlineData("'{\"a\":[1,null]}'::JSON", "{\"a\":[1,null]}")]
    [InlineData("'a'::ENUM('a','b')", "\"a\"")]
    [InlineData("MAP {'x': 1, 'y': NULL}", "{\"x\":1,\"y\":null}")]
    [InlineData("MAP {1: 'x', 2: 'y'}", "[[1,\"x\"],[2,\"y\"]]")]
    [InlineData("array_value(1, 2, 3)", "[1,2,3]")]
    [InlineData("[1.5, NULL, 3]::FLOAT[3]", "[1.5,null,3]")]
    [InlineData("NULL::FLOAT[3]::FLOAT[]", "null")]
    [InlineData("[[1, NULL], NULL]::INTEGER[2][]::INTEGER[][]", "[[1,null],null]")]
    [InlineData("NULL::INTEGER", "null")]
    public void A_value_is_imported_in_the_form_of_its_type(string sql, string expected)
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT {sql} AS v) TO '{file.Path}' (FORMAT parquet)");

        Assert.Equal([$"{{\"v\":{expected}}}"], file.Import());
        using var reading = new DuckDBReading(file.Path);
        Assert.Empty(reading.Differences(file.Import()));
    }

    [Theory]
    [InlineData("(CASE WHEN i <> 1 THEN [i, i] END)::INTEGER[2]")]
    [InlineData("[[i, NULL]::INTEGER[2], NULL]")]
    public void Null_arrays_of_DuckDB_are_refused_by_the_name_of_the_column(string sql)
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT {sql} AS v, i AS w FROM range(3) t(i)) TO '{file.Path}' (FORMAT parquet)");

        // DuckDB writes elements for them, which other readers do not accept.
        var fault = Assert.Throws<BlittableException>(() => file.Import());
        Assert.Contains("'v'", fault.Message, StringComparison.Ordinal);
        Assert.Contains("cast them to lists", fault.Message, StringComparison.Ordinal);
        Assert.Single(Import(File.OpenRead(file.Path), UnreadableColumns.Skip).SkippedColumns);
    }

    [Fact]
    public void Unreadable_columns_are_named_and_can_be_skipped()
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT i AS a, i * 2 AS b, 'x' || i AS c FROM range(100) t(i)) TO '{file.Path}' (FORMAT parquet, COMPRESSION uncompressed)");
        var bytes = File.ReadAllBytes(file.Path);

        // The first page belongs to the first column.
        bytes.AsSpan(4, 12).Fill(0xFF);
        File.WriteAllBytes(file.Path, bytes);

        var fault = Assert.Throws<BlittableException>(() => file.Import());
        Assert.Contains("'a'", fault.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("::", fault.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("class", fault.Message, StringComparison.Ordinal);

        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        using (var input = File.OpenRead(file.Path))
        {
            var result = CollectionParquet.Import(input, writer, new ArrowImportOptions { UnreadableColumns = UnreadableColumns.Skip }, TestContext.Current.CancellationToken);
            writer.Commit();
            Assert.Equal(100, result.Count);
            Assert.StartsWith("'a'", Assert.Single(result.SkippedColumns), StringComparison.Ordinal);
        }

        Assert.Equal("""{"b":14,"c":"x7"}""", CollectionFile.ReadAll(stream)[7]);
    }

    [Fact]
    public void A_column_that_is_damaged_in_its_last_row_group_can_be_skipped()
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT i AS a, 'x' || i AS b FROM range(10000) t(i)) TO '{file.Path}' (FORMAT parquet, COMPRESSION uncompressed, ROW_GROUP_SIZE 2048)");
        var offset = file.Query(
            $"SELECT coalesce(dictionary_page_offset, data_page_offset) FROM parquet_metadata('{file.Path}') WHERE path_in_schema = 'a' ORDER BY row_group_id DESC LIMIT 1");
        var bytes = File.ReadAllBytes(file.Path);
        bytes.AsSpan(int.Parse(offset, System.Globalization.CultureInfo.InvariantCulture), 12).Fill(0xFF);

        var fault = Assert.Throws<BlittableException>(() => Import(new MemoryStream(bytes), UnreadableColumns.Refuse));
        Assert.Contains("'a'", fault.Message, StringComparison.Ordinal);
        var result = Import(new MemoryStream(bytes), UnreadableColumns.Skip);
        Assert.Equal(10_000, result.Count);
        Assert.StartsWith("'a'", Assert.Single(result.SkippedColumns), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(UnreadableColumns.Refuse)]
    [InlineData(UnreadableColumns.Skip)]
    public void A_failure_of_the_input_is_not_reported_as_damage(UnreadableColumns unreadable)
    {
        using var file = new ParquetFile([.. Enumerable.Range(0, 1000).Select(id => $$"""{"id":{{id}},"text":"text number {{id}}"}""")]);
        var bytes = File.ReadAllBytes(file.Path);
        for (var reads = 0; reads < 2; reads++)
        {
            using var input = new FailingStream(bytes, reads);
            Assert.Equal(FailingStream.Message, Assert.Throws<IOException>(() => Import(input, unreadable)).Message);
        }
    }

    private static ArrowImportResult Import(Stream input, UnreadableColumns unreadable)
    {
        using var stream = new MemoryStream();
        using var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true);
        return CollectionParquet.Import(input, writer, new ArrowImportOptions { UnreadableColumns = unreadable }, TestContext.Current.CancellationToken);
    }

    private sealed class FailingStream(byte[] bytes, int reads) : MemoryStream(bytes)
    {
        public const string Message = "The network is unreachable.";

        private int _reads = reads;

        // The overload with a span calls this one.
        public override int Read(byte[] buffer, int offset, int count) => _reads-- > 0 ? base.Read(buffer, offset, count) : throw new IOException(Message);
    }
}
