using System.Globalization;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Building;
using Blittable.Collections;
using Blittable.Collections.Tests;
using Blittable.Testing;

namespace Blittable.Arrow.Tests;

/// <summary>Tests which rows form a row group, and what a file states about their order.</summary>
public sealed class RowGroupTests
{
    [Theory]
    [InlineData("100,100,100", 100, "100,200")]
    [InlineData("100,100,100", 250, "200")]
    [InlineData("100,100,100", 300, "")]
    [InlineData("150000,150000", 65536, "50000,100000,150000,200000,250000")]
    [InlineData("1,2,3,100,4", 50, "6,56,106")]
    [InlineData("7", 1, "1,2,3,4,5,6")]
    [InlineData("", 10, "")]
    public void Stripes_are_joined_or_divided_evenly(string stripes, int batchRows, string starts)
    {
        ArgumentNullException.ThrowIfNull(stripes);
        long first = 0;
        List<CollectionStripe> list = [];
        foreach (var rows in stripes.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(text => int.Parse(text, CultureInfo.InvariantCulture)))
        {
            list.Add(new CollectionStripe(first, rows, CollectionLayout.Columns, 0, 0));
            first += rows;
        }

        var plan = new RowGroupPlan(list, batchRows);

        Assert.Equal(starts, string.Join(',', Enumerable.Range(0, (int)first).Where(row => plan.StartsBatch(row))));
    }

    [Fact]
    public void A_batch_ends_although_its_first_rows_are_deleted()
    {
        var plan = new RowGroupPlan([Stripe(0, 10), Stripe(10, 10), Stripe(20, 10)], 10);

        Assert.Equal([25L], new long[] { 3, 9, 25, 26 }.Where(plan.StartsBatch));

        static CollectionStripe Stripe(long first, int rows) => new(first, rows, CollectionLayout.Rows, 0, 0);
    }

    [Fact]
    public void The_row_groups_of_a_file_follow_the_stripes()
    {
        var options = CollectionFile.Small with { StripeRows = 60 };
        var documents = Enumerable.Range(0, 240).Select(id => $$"""{"id":{{id}},"v":{{(id % 60) + (1000 * (id / 60))}}}""").ToList();
        using var file = new ParquetFile(documents, new ArrowOptions { BatchRows = 100 }, options);

        Assert.Equal(
            "60|0|59\n60|1000|1059\n60|2000|2059\n60|3000|3059",
            file.Query($"SELECT row_group_num_rows, stats_min_value, stats_max_value FROM parquet_metadata('{file.Path}') WHERE path_in_schema = 'v' ORDER BY row_group_id"));
        Assert.Equal(documents, file.Import());
    }

    [Theory]
    [InlineData("$.v", """{"a":{"x":[1]},"v":1}|{"v":null}|{"v":-1}""", 1)]
    [InlineData("$.o.b", """{"o":{"a":1,"b":"x"}}|{"o":{"b":"a"}}|{}""", 1)]
    [InlineData("$.t", """{"t":"2024-01-01T00:00:00Z"}|{"t":"2023-01-01T00:00:00Z"}""", 0)]
    [InlineData("$.v", """{"v":true}|{"v":false}""", 0)]
    [InlineData("$.v", """{"v":"2024-01-01"}|{"v":"x"}""", null)]
    [InlineData("$.v", """{"v":"2024-01-01T00:00:00Z"}|{"v":"2024-01-01T00:00:00.5+01:00"}""", null)]
    [InlineData("$.v", """{"v":1}|{"v":"x"}""", null)]
    [InlineData("$.v[0]", """{"v":[1]}|{"v":[0]}""", null)]
    [InlineData("$.v", """{"v":null}|{}""", null)]
    [InlineData("$.none", """{"v":1}""", null)]
    [InlineData(null, """{"v":1}""", null)]
    public void A_sorted_column_is_declared_if_its_stored_values_are_sorted(string? orderBy, string documents, int? column)
    {
        ArgumentNullException.ThrowIfNull(documents);
        using var file = new ParquetFile(documents.Split('|'), new ArrowOptions { OrderBy = orderBy });
        using var parquet = new ParquetSharp.ParquetFileReader(file.Path);
        using var group = parquet.RowGroup(0);

        Assert.Equal(column is { } index ? [(index, false, false)] : [], group.MetaData.SortingColumns().Select(sorting => (sorting.ColumnIndex, sorting.IsDescending, sorting.NullsFirst)));
    }

    [Fact]
    public void An_order_and_partitions_with_a_wildcard_are_rejected()
    {
        const string message = "'$.v[*]' can match several values. Specify the path of one value.";
        using var collection = CollectionReader.Open(CollectionFile.Write(["""{"v":[2,1]}""", """{"v":[]}""", """{"v":[3]}"""]));
        using var output = new MemoryStream();
        var folder = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        var stop = TestContext.Current.CancellationToken;
        foreach (var export in (Action[])
        [
            () => CollectionParquet.Export(collection, output, new ArrowOptions { OrderBy = "$.v[*]" }, stop),
            () => CollectionParquet.ExportPartitioned(collection, folder, "$.v[*]", null, stop),
        ])
        {
            var fault = Assert.Throws<BlittableException>(export);
            Assert.Equal((BlittableErrorCode.InvalidPath, message), (fault.Code, fault.Message));
        }

        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void Each_entry_that_takes_the_path_of_one_value_rejects_a_wildcard()
    {
        using var collection = CollectionReader.Open(CollectionFile.Write(["""{"a":1}""", """{"b":[2]}"""]));
        var folder = Directory.CreateTempSubdirectory("blittable-paths-").FullName;
        var stop = TestContext.Current.CancellationToken;
        try
        {
            SinglePaths.Verify(
                ("Parquet", path => CollectionParquet.Export(collection, new MemoryStream(), new ArrowOptions { OrderBy = path }, stop)),
                ("Arrow", path => collection.ToArrow(new ArrowOptions { OrderBy = path }, stop).Dispose()),
                ("Partitions", path => CollectionParquet.ExportPartitioned(collection, Path.Combine(folder, Path.GetRandomFileName()), path, null, stop)));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void DuckDB_reads_only_the_row_group_whose_range_has_a_value()
    {
        var random = new Random(1);
        var values = Enumerable.Range(0, 20_000).Select(_ => random.Next(1_000_000)).ToList();
        using var file = new ParquetFile(values.Select(value => $$"""{"v":{{value}}}"""), new ArrowOptions { OrderBy = "$.v", BatchRows = 2_000 });
        var sorted = values.Order().ToList();
        var (low, high) = (sorted[4_100], sorted[4_200]);
        var sql = $"SELECT count(*) FROM documents WHERE v BETWEEN {low} AND {high}";
        Assert.Equal("10", file.Query($"SELECT count(DISTINCT row_group_id) FROM parquet_metadata('{file.Path}')"));

        // All row groups except the third one are destroyed, so that reading them fails.
        var bytes = File.ReadAllBytes(file.Path);
        foreach (var part in file.Query(
            $"SELECT coalesce(dictionary_page_offset, data_page_offset), total_compressed_size FROM parquet_metadata('{file.Path}') WHERE row_group_id <> 2").Split('\n'))
        {
            var numbers = part.Split('|').Select(number => int.Parse(number, CultureInfo.InvariantCulture)).ToArray();
            bytes.AsSpan(numbers[0], numbers[1]).Fill(0xFF);
        }

        File.WriteAllBytes(file.Path, bytes);
        Assert.Equal(values.Count(value => value >= low && value <= high).ToString(CultureInfo.InvariantCulture), file.Query(sql));
        Assert.ThrowsAny<Exception>(() => file.Query("SELECT sum(v) FROM documents"));
    }

    [Fact]
    public void A_given_string_column_of_dates_in_several_forms_is_not_declared_as_sorted()
    {
        var schema = new Schema([new Field("v", StringType.Default, nullable: true)], null);
        using var file = new ParquetFile(["""{"v":"2024-01-01"}""", """{"v":"2023-01-01T00:00:00+01:00"}"""], new ArrowOptions { OrderBy = "$.v", Schema = schema });
        using var parquet = new ParquetSharp.ParquetFileReader(file.Path);
        using var group = parquet.RowGroup(0);

        Assert.Empty(group.MetaData.SortingColumns());
    }
}
