using System.Text;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests the plan and the statistics that a query reports.</summary>
public sealed class QueryStatisticsTests
{
    private const int Count = 1000, ChunkRows = 100;

    public static TheoryData<CollectionLayout, int> Ways
    {
        get
        {
            var ways = new TheoryData<CollectionLayout, int>();
            foreach (var layout in (CollectionLayout[])[CollectionLayout.Columns, CollectionLayout.Hybrid])
            {
                ways.Add(layout, 1);
                ways.Add(layout, 3);
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Rows_skipped_chunk_groups_and_bytes_are_counted(CollectionLayout layout, int workers)
    {
        using var reader = Open(layout);
        var (all, few) = (new List<QueryStatistics>(), new List<QueryStatistics>());

        Assert.Equal(Count, reader.Scan().WithWorkers(workers, TimeSpan.Zero).WithStatistics(all.Add).Count());
        Assert.Equal(250, reader.Scan().WithWorkers(workers, TimeSpan.Zero).WithStatistics(few.Add).Where("$.id", FilterOperator.Less, 250).Count());

        var (whole, part) = (Assert.Single(all), Assert.Single(few));
        Assert.Equal((1000L, 1000L, 10, 0), (whole.EstimatedRows, whole.Rows, whole.ChunkGroups, whole.SkippedChunkGroups));
        Assert.Equal((0L, 0L, 1L), (whole.BytesRead, whole.BytesSpilled, whole.ResultRows));

        // Two chunk groups match as a whole, half of the third one matches, and the others are ruled out by their bounds.
        Assert.Equal((250L, 250L, 10, 7), (part.EstimatedRows, part.Rows, part.ChunkGroups, part.SkippedChunkGroups));
        Assert.InRange(part.BytesRead, 1, reader.ByteCount / 2);
        Assert.Equal((0L, 0L), (part.BytesSpilled, part.Elements));
        Assert.True(part.Duration > TimeSpan.Zero);
    }

    [Fact]
    public void A_block_counts_once_whether_or_not_it_is_in_memory()
    {
        using var reader = Open(CollectionLayout.Columns);
        var reads = new List<long>();
        var scan = reader.Scan().WithStatistics(statistics => reads.Add(statistics.BytesRead));
        for (var run = 0; run < 2; run++)
        {
            scan.Where("$.price", FilterOperator.Greater, 3).GroupBy("$.price").Aggregate(Aggregate.Sum("$.price"), Aggregate.Max("$.price"));
        }

        Assert.True(reads is [> 0, _] && reads[0] == reads[1], string.Join(' ', reads));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Spilled_bytes_are_counted_and_the_rows_of_the_last_attempt(int workers)
    {
        using var reader = Open(CollectionLayout.Columns);
        QueryStatistics? found = null;
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero).WithStatistics(statistics => found = statistics).WithAnyMemoryLimit(1);

        Assert.Equal(Count, scan.GroupBy("$.id").Aggregate(Aggregate.CountDistinct("$.name")).Count);
        Assert.Equal((1000L, 1000L), (found!.Rows, found.ResultRows));
        Assert.InRange(found.BytesSpilled, Count, long.MaxValue);

        scan.Select("$.name").OrderBy("$.name").ToTable();
        Assert.Equal((1000L, 1000L), (found.Rows, found.ResultRows));
        Assert.InRange(found.BytesSpilled, Count, long.MaxValue);
    }

    [Fact]
    public void A_limit_skips_chunk_groups()
    {
        using var reader = Open(CollectionLayout.Columns);
        QueryStatistics? found = null;
        var rows = reader.Scan().WithStatistics(statistics => found = statistics).Select("$.id");

        Assert.Equal(999, rows.OrderBy("$.id", descending: true).Limit(5).ToTable()[0, 0].GetInt64());
        Assert.Equal((100L, 5L, 9), (found!.Rows, found.ResultRows, found.SkippedChunkGroups));

        rows.Limit(5).ToTable();
        Assert.Equal((100L, 5L, 9), (found.Rows, found.ResultRows, found.SkippedChunkGroups));

        rows.ForEach(_ => { });
        Assert.Equal((1000L, 1000L, 0), (found.Rows, found.ResultRows, found.SkippedChunkGroups));
    }

    [Fact]
    public void Elements_are_counted_besides_documents()
    {
        using var reader = Open(CollectionLayout.Columns);
        QueryStatistics? found = null;
        reader.Scan().WithStatistics(statistics => found = statistics).Where("$.id", FilterOperator.Less, 10)
            .Unnest("$.tags[*]").Where("$.tags[*]", FilterOperator.Greater, 0).Select("$.tags[*]").ForEach(_ => { });

        Assert.Equal((10L, 10L, 10L), (found!.Rows, found.Elements, found.ResultRows));
        Assert.Contains("10 actual, 10 elements at $.tags[*], 10 in the result", found.ToString(), StringComparison.Ordinal);
        Assert.Contains("scan where $.id < 10 unnest $.tags[*] where $.tags[*] > 0\n", found.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_text_shows_each_step_of_the_plan_above_the_step_that_it_reads()
    {
        using var reader = Open(CollectionLayout.Columns);
        QueryStatistics? found = null;
        reader.Scan().WithStatistics(statistics => found = statistics).Where(Filter.Parse("$.id < 250"))
            .GroupBy("$.price").Having("count > 1").Having("$.price", FilterOperator.Less, 9).OrderBy("count", descending: true).OrderBy("$.price").Limit(2).Offset(1)
            .Aggregate(Aggregate.Count(), Aggregate.Sum("$.id").Where(Filter.Exists("$.name")).As("ids"), Aggregate.ArgMin("$.name", ScanExpression.Path("$.id").As("first")));

        const string plan = """
            limit 2 offset 1
              order by count desc, $.price
                having count > 1 and $.price < 9
                  group by $.price
                    aggregate count, sum($.id) where $.name exists as ids, arg_min($.name, $.id) as first
                      scan where $.id < 250
            rows: 250 estimated, 250 actual, 2 in the result
            chunk groups: 10, 7 skipped
            bytes:
            """;
        Assert.StartsWith(plan.ReplaceLineEndings("\n"), found!.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_text_shows_the_names_of_columns()
    {
        using var reader = Open(CollectionLayout.Columns);
        QueryStatistics? found = null;
        var scan = reader.Scan().WithStatistics(statistics => found = statistics);

        scan.Select(ScanExpression.Parse("$.price * 2 as twice"), "$.id").OrderBy("twice").Offset(3).ToTable();
        Assert.StartsWith("offset 3\n  order by twice\n    select ($.price * 2) as twice, $.id\n      scan\nrows: ", found!.ToString(), StringComparison.Ordinal);

        scan.GroupBy(ScanExpression.Path("$.price").As("key")).Aggregate();
        Assert.StartsWith("group by $.price as key\n  scan\nrows: ", found.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Numbers are assumed to be distributed evenly, and conditions to be independent.</summary>
    [Theory]
    [InlineData("$.id >= 900", 100, 100)]
    [InlineData("$.id = 77", 1, 1)]
    [InlineData("$.id between 100 and 149", 50, 50)]
    [InlineData("not $.id < 250", 750, 750)]
    [InlineData("$.id < 50 or $.id >= 950", 100, 100)]
    [InlineData("$.price < 5", 400, 600)]
    [InlineData("$.half > 249.75", 495, 505)]
    [InlineData("$.id < 500 and $.price < 5", 200, 300)]
    [InlineData("$.at >= 2024-01-01T00:10:00Z", 395, 405)]
    [InlineData("$.name = 'none'", 0, 200)]
    [InlineData("$.none exists", 0, 0)]
    public void Rows_are_estimated_from_bounds(string condition, int least, int most)
    {
        using var reader = Open(CollectionLayout.Columns);
        QueryStatistics? found = null;
        reader.Scan().WithStatistics(statistics => found = statistics).Where(Filter.Parse(condition)).Count();

        Assert.InRange(found!.EstimatedRows, least, most);
    }

    [Fact]
    public void Enumerations_and_failed_queries_report_nothing()
    {
        using var reader = Open(CollectionLayout.Columns);
        var scan = reader.Scan().WithStatistics(_ => Assert.Fail("A query reported statistics."));

        Assert.Equal(Count, scan.Select("$.id").Sum(batch => batch.Count));
        Assert.Throws<BlittableException>(() => scan.GroupBy("$.id").OrderBy("none").Aggregate());
        Assert.Throws<ArgumentNullException>(() => scan.WithStatistics(null!));
        Assert.Equal(Count, reader.Scan().Count());
    }

    private static CollectionReader Open(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        var options = new CollectionOptions { Layout = layout, StripeRows = 500, ChunkRows = ChunkRows, Columns = layout == CollectionLayout.Hybrid ? ["$.id"] : [] };
        using (var writer = CollectionWriter.Create(stream, options, leaveOpen: true))
        {
            for (var id = 0; id < Count; id++)
            {
                var half = $"{id / 2}.{(id % 2 == 0 ? 25 : 75)}";
                var at = $"2024-01-01T00:{id / 60:d2}:{id % 60:d2}Z";
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"price":{{id % 10}},"half":{{half}},"name":"name {{id}}","at":"{{at}}","tags":[{{id + 1}},-1]}"""));
            }

            writer.Commit();
        }

        return CollectionReader.Open(stream);
    }
}
