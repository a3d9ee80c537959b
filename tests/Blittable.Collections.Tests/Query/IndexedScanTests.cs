using System.Globalization;
using System.Text;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that scans use keys and indexes to skip chunk groups, with the same results as without them.</summary>
public sealed class IndexedScanTests
{
    private const int Count = 1500, ChunkRows = 64;

    /// <summary>Equal numbers of different encodings, numbers that share a double, equal texts of different kinds, and values without an index entry.</summary>
    private static readonly string[] Odd =
    [
        "1", "1.0", "1e0", "0", "-0", "0.0", "0.5", "0.50", "5e-1", "100", "1e2", "100.00", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "9007199254740993", "9007199254740993.0", "9007199254740992", "0.1", "0.1000000000000000055511151231257827", "1e300", "1e400", "1e-20",
        "123456789012345678901234567890", "\"1\"", "\"\"", "\"text 1\"", "\"2024-01-01\"", "\"2024-01-01T00:00:00Z\"", "true", "false", "null", "[1]", "{\"a\":1}",
    ];

    public static TheoryData<CollectionLayout, int> Ways
    {
        get
        {
            var ways = new TheoryData<CollectionLayout, int>();
            foreach (var layout in Enum.GetValues<CollectionLayout>())
            {
                ways.Add(layout, 1);
                ways.Add(layout, 2);
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void An_index_does_not_change_the_rows_of_a_scan(CollectionLayout layout, int workers)
    {
        var documents = Documents();
        using var plain = Open(documents, new CollectionOptions { Layout = layout, StripeRows = 600, ChunkRows = ChunkRows });
        using var indexed = Open(documents, new CollectionOptions { Layout = layout, StripeRows = 600, ChunkRows = ChunkRows, Indexes = ["$.x"] });
        var keys = plain.Scan().GroupBy("$.x").Aggregate();
        QueryValue[] values = [.. Enumerable.Range(0, keys.Count).Select(row => keys[row, 0]).Where(value => value.Kind is not (QueryValueKind.Null or QueryValueKind.Json))];
        QueryValue[] some = [.. values.Where((value, i) => i % 9 == 0 || value.ToString().Length is < 2 or > 9), -5, "none", 1.25m];

        foreach (var value in some)
        {
            Check(Filter.Where("$.x", FilterOperator.Equal, value));
        }

        for (var first = 0; first < some.Length; first += 7)
        {
            var list = Filter.In(ScanExpression.Path("$.x"), some[first..Math.Min(some.Length, first + 7)]);
            Check(list);
            Check(Filter.Not(list));
            Check(Filter.All(list, Filter.Where("$.id", FilterOperator.GreaterOrEqual, Count / 2)));
        }

        Check(Filter.In(ScanExpression.Path("$.x"), values));
        Check(Filter.In(ScanExpression.Path("$.x"), []));

        void Check(Filter filter) => Assert.Equal(Ids(plain, filter), Ids(indexed, filter));

        IEnumerable<long> Ids(CollectionReader reader, Filter filter)
        {
            var table = reader.Scan().WithWorkers(workers, TimeSpan.Zero).Where(filter).Select("$.id").ToTable();
            Assert.Equal(table.Count, reader.Scan().WithWorkers(workers, TimeSpan.Zero).Where(filter).Count());
            return Enumerable.Range(0, table.Count).Select(row => table[row, 0].GetInt64());
        }
    }

    [Fact]
    public void Chunk_groups_without_the_value_are_skipped()
    {
        var order = new Random(3).GetItems(Enumerable.Range(0, 100_000).ToArray(), Count).Distinct().ToArray();
        var documents = order.Select(id => $$"""{"n":{{id}},"s":"{{id:x8}}","d":{{id}}.{{id % 10}}1,"c":{{id % 3}}}""").ToArray();
        using var plain = Open(documents, new CollectionOptions { ChunkRows = ChunkRows });
        using var indexed = Open(documents, new CollectionOptions { ChunkRows = ChunkRows, Indexes = ["$.n", "$.s", "$.d", "$.c"] });
        using var keyed = Open(documents, new CollectionOptions { ChunkRows = ChunkRows, Key = "$.s" });
        QueryValue id = order[700];
        var text = $"{order[700]:x8}";

        Assert.Equal((1L, 1), Found(indexed, Filter.Where("$.n", FilterOperator.Equal, id)));
        Assert.Equal((1L, 1), Found(indexed, Filter.Where("$.s", FilterOperator.Equal, text)));
        Assert.Equal((1L, 1), Found(keyed, Filter.Where("$.s", FilterOperator.Equal, text)));
        Assert.Equal((1L, 1), Found(indexed, Filter.Parse(string.Create(CultureInfo.InvariantCulture, $"$.d = {order[700]}.{order[700] % 10}1"))));
        Assert.Equal((2L, 2), Found(indexed, Filter.In(ScanExpression.Path("$.n"), [id, order[3]])));
        Assert.Equal((0L, 0), Found(indexed, Filter.Where("$.n", FilterOperator.Equal, 100_001)));
        Assert.Equal(Found(plain, Filter.Where("$.c", FilterOperator.Equal, 1)), Found(indexed, Filter.Where("$.c", FilterOperator.Equal, 1)));
        Assert.Equal(1L, Found(plain, Filter.In(ScanExpression.Path("$.n"), [id])).Rows);

        static (long Rows, int Groups) Found(CollectionReader reader, Filter filter)
        {
            QueryStatistics? found = null;
            reader.Scan().WithStatistics(statistics => found = statistics).Where(filter).Count();
            Assert.Equal(found!.ChunkGroups - found.SkippedChunkGroups, reader.Prune(filter).Sum(stripe => stripe.Groups - stripe.SkippedGroups));
            return (found.Rows, found.ChunkGroups - found.SkippedChunkGroups);
        }
    }

    [Fact]
    public void A_list_and_the_prefix_of_a_pattern_are_compared_with_the_bounds_of_chunks()
    {
        using var reader = Open(
            Enumerable.Range(0, Count).Select(id => $$"""{"id":{{id}},"at":"2024-01-{{1 + (id / ChunkRows):d2}}","s":"row {{id:d4}}"}"""),
            new CollectionOptions { Layout = CollectionLayout.Columns, ChunkRows = ChunkRows });

        Assert.Equal((2L, 22), Found(Filter.In(ScanExpression.Path("$.id"), [5, 1499, "x"])));
        Assert.Equal((64L, 23), Found(Filter.In(ScanExpression.Path("$.at"), ["2024-01-02", "2025-01-02"])));
        Assert.Equal((100L, 22), Found(Filter.Like(ScanExpression.Path("$.s"), "row 00%")));
        Assert.Equal((1L, 23), Found(Filter.Like(ScanExpression.Path("$.s"), "row 0100")));
        Assert.Equal((1400L, 0), Found(Filter.Not(Filter.Like(ScanExpression.Path("$.s"), "row 00%"))));
        Assert.Equal((150L, 0), Found(Filter.Like(ScanExpression.Path("$.s"), "%7")));
        Assert.Equal((1498L, 0), Found(Filter.Not(Filter.In(ScanExpression.Path("$.id"), [5, 1499]))));

        (long Rows, int Skipped) Found(Filter filter)
        {
            QueryStatistics? found = null;
            Assert.Equal(reader.Scan().Where(filter).Select("$.id").ToTable().Count, reader.Scan().WithStatistics(statistics => found = statistics).Where(filter).Count());
            return (found!.Rows, found.SkippedChunkGroups);
        }
    }

    [Fact]
    public void Deletions_and_updates_by_filter_find_the_same_documents_with_an_index()
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { StripeRows = 200, ChunkRows = ChunkRows, Indexes = ["$.x"] }, leaveOpen: true))
        {
            for (var id = 0; id < Count; id++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"x":{{id * 7919 % 500}}}"""));
            }

            writer.Commit();
            Assert.Equal(3, writer.DeleteWhere(Filter.Parse("$.x = 77")));
            Assert.Equal(6, writer.DeleteWhere(Filter.Parse("$.x in (78, 79)")));
            Assert.Equal(3, writer.UpdateWhere(Filter.Parse("$.x = 80"), [new CollectionAssignment(BlittablePath.Parse("$.x"), ScanExpression.Parse("0 - $.x"))]));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal((0L, 3L, Count - 9L), (reader.Scan().Where(Filter.Parse("$.x in (77, 78, 79, 80)")).Count(), reader.Scan().Where(Filter.Parse("$.x = -80")).Count(), reader.Count));
    }

    private static string[] Documents()
    {
        var random = new Random(44);
        return [.. Enumerable.Range(0, Count).Select(id => $$"""{"id":{{id}},"x":{{Value()}}}""")];

        string Value() => random.Next(10) switch
        {
            0 => Odd[random.Next(Odd.Length)],
            1 => $"\"text {random.Next(Count)}\"",
            2 => $"{random.Next(50)}.{random.Next(100)}",
            _ => $"{random.Next(Count)}",
        };
    }

    private static CollectionReader Open(IEnumerable<string> documents, CollectionOptions options) => CollectionReader.Open(CollectionFile.Write(documents, options));
}
