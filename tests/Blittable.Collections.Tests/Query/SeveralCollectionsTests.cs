namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that a query over several collections answers the same as a query over one collection with all documents.</summary>
public sealed class SeveralCollectionsTests
{
    private static readonly string[] s_first = [.. Enumerable.Range(0, 300).Select(i => $"{{\"id\":{i},\"k\":\"k{i % 7}\",\"v\":{i}.50}}")];
    private static readonly string[] s_second = [.. Enumerable.Range(300, 150).Select(i => $"{{\"id\":{i},\"k\":\"k{i % 5}\",\"v\":{(i % 2 == 0 ? "null" : $"\"{i}\"")},\"x\":[{i}]}}")];

    [Theory]
    [InlineData(CollectionLayout.Columns, CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid, CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Auto, CollectionLayout.Auto)]
    public void A_query_over_two_collections_equals_a_query_over_one_with_all_documents(CollectionLayout first, CollectionLayout second)
    {
        using var one = SampleCollection.Open(s_first, first);
        using var two = SampleCollection.Open(s_second, second);
        using var all = SampleCollection.Open(s_first.Concat(s_second), CollectionLayout.Columns);
        foreach (var workers in (int[])[1, 3])
        {
            Equal(all.Scan(), CollectionReader.ScanAll(one, two).WithWorkers(workers));
        }
    }

    [Fact]
    public void Row_numbers_continue_from_one_collection_to_the_next()
    {
        using var one = SampleCollection.Open(s_first);
        using var two = SampleCollection.Open(s_second, CollectionLayout.Rows);
        var rows = CollectionReader.ScanAll(one, two).Where("$.id", FilterOperator.GreaterOrEqual, 299).Select("$.id").SelectMany(batch => batch.RowNumbers.ToArray());

        Assert.Equal(Enumerable.Range(299, 151).Select(row => (long)row), rows);
    }

    /// <summary>A query that cannot start because another reader is disposed must not hold the file.</summary>
    [Fact]
    public void A_query_that_cannot_start_releases_the_files_of_the_other_readers()
    {
        using var stream = CollectionFile.Write(s_first);
        var one = CollectionReader.Open(stream, leaveOpen: false);
        var two = SampleCollection.Open(s_second);
        var scan = CollectionReader.ScanAll(one, two);
        two.Dispose();
        Assert.Throws<ObjectDisposedException>(() => scan.Count());
        Assert.True(stream.CanRead);
        one.Dispose();
        Assert.False(stream.CanRead);
    }

    [Fact]
    public void A_query_over_a_disposed_reader_throws()
    {
        using var one = SampleCollection.Open(s_first);
        var two = SampleCollection.Open(s_second);
        var scan = CollectionReader.ScanAll(one, two);
        two.Dispose();

        Assert.Throws<ObjectDisposedException>(() => scan.Count());
        Assert.Equal(300, one.Scan().Count());
    }

    [Fact]
    public void A_query_over_no_collection_is_rejected() => Assert.Throws<ArgumentException>(() => CollectionReader.ScanAll());

    private static void Equal(CollectionScan expected, CollectionScan actual)
    {
        Func<CollectionScan, QueryTable>[] questions =
        [
            scan => scan.Aggregate(Aggregate.Count(), Aggregate.Sum("$.v"), Aggregate.CountDistinct("$.k"), Aggregate.Max("$.x[0]")),
            scan => scan.GroupBy("$.k").Aggregate(Aggregate.Count("$.v"), Aggregate.Min("$.id")),
            scan => scan.Where(Filter.Parse("$.id % 50 = 0 or $.x exists")).Select("$.id", "$.v").ToTable(),
            scan => scan.Select("$.v", "$.id").OrderBy("$.v").Limit(20).ToTable(),
        ];
        foreach (var question in questions)
        {
            var (wanted, found) = (question(expected), question(actual));
            Assert.Equal(Rows(wanted), Rows(found));
        }
    }

    private static IEnumerable<string> Rows(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray().Select(value => value.ToJson())));
}
