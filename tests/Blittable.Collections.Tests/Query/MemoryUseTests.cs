namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that memory that grows with the documents stays within the memory limit, and that the limit does not change the answer.</summary>
[Collection(AloneCollection.Name)]
public sealed class MemoryUseTests
{
    private const int Documents = 150_000;

    private const long Limit = 1 << 20;

    /// <summary>The arrays of a chunk group per path and worker, and memory of the runtime. Without a limit, queries take several times as much.</summary>
    private const long Room = 2 << 20;

    private static readonly Lazy<MemoryStream> Stream = new(() => CollectionFile.Write(
        Enumerable.Range(0, Documents).Select(i =>
            $$"""{"id":{{i}},"few":{{i % 60_000 * 7 % 60_000}},"many":{{(i * 7_919L) % 1_000_003 * 3_001}},"odd":{{i * 7_919L % 1_000_003}}.{{i % 100}}e{{i % 3}},"k":{{i % 3}},"s":"text {{i * 31L % Documents}}"}"""),
        new CollectionOptions { StripeRows = 50_000, ChunkRows = 2_000 }));

    private static readonly Dictionary<string, Func<CollectionScan, IEnumerable<string>>> Questions = new()
    {
        ["counted percentiles"] = scan => Lines(scan.Aggregate(Aggregate.Percentile(0.25, "$.few"), Aggregate.PercentileDiscrete(0.9, "$.few"))),
        ["percentiles of offsets"] = scan => Lines(scan.Aggregate(Aggregate.Percentile(0.25, "$.many"), Aggregate.PercentileDiscrete(1, "$.many"))),
        ["percentiles of any numbers"] = scan => Lines(scan.Aggregate(Aggregate.Percentile(0.999, "$.odd"))),
        ["percentiles of groups"] = scan => Lines(scan.GroupBy("$.k").Aggregate(Aggregate.Percentile(0.5, "$.many"), Aggregate.PercentileDiscrete(0, "$.odd"))),
        ["percentiles of expressions"] = scan => Lines(scan.Aggregate(Aggregate.PercentileDiscrete(0.5, ScanExpression.Path("$.many") * 1.5))),
        ["distinct numbers"] = scan => Lines(scan.Aggregate(Aggregate.CountDistinct("$.many"), Aggregate.CountDistinct("$.odd"))),
        ["distinct strings"] = scan => Lines(scan.GroupBy("$.k").Aggregate(Aggregate.CountDistinct("$.s"))),
        ["sums of groups"] = scan => Lines(scan.GroupBy("$.s").OrderBy("total").Limit(3).Aggregate(Aggregate.Sum("$.odd").As("total"), Aggregate.Min("$.s"))),
        ["estimates of groups"] = scan => Lines(scan.GroupBy("$.few").Limit(3).Aggregate(Aggregate.ApproximateCountDistinct("$.s"), Aggregate.ApproximatePercentile(0.5, "$.many"))),
        ["groups of close integers"] = scan => Lines(scan.GroupBy("$.id").OrderBy("$.id", descending: true).Limit(3).Aggregate(Aggregate.Max("$.odd"))),
        ["tables of ordered rows"] = scan =>
        {
            using var table = CollectionLookup.From(scan.Select("$.s", "$.odd").OrderBy("$.odd", descending: true));
            var found = ScanExpression.Lookup(table, "$.s", "$.odd");
            return [$"{table.Count}", .. Lines(scan.Where("$.few", FilterOperator.Less, 100).Aggregate(Aggregate.Sum(found), Aggregate.Min(found), Aggregate.CountDistinct(found)))];
        },
    };

    public static TheoryData<string, int> Ways => [.. Questions.Keys.SelectMany(question => ((int[])[1, 4]).Select(workers => (question, workers)))];

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_query_uses_little_more_memory_than_its_limit(string question, int workers)
    {
        using var reader = CollectionReader.Open(new MemoryStream(Stream.Value.GetBuffer(), 0, (int)Stream.Value.Length, writable: false, publiclyVisible: true));
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);
        var expected = Questions[question](scan);

        var watch = new MemoryWatch();
        Assert.Equal(expected, Questions[question](scan.WithMemoryLimit(Limit).WithProgress(watch)));
        Assert.InRange(watch.Samples, 1, int.MaxValue);
        Assert.InRange(watch.Most, 0, Limit + (Room * workers));
    }

    private static string[] Lines(QueryTable table) => [.. Enumerable.Range(0, table.Count).Select(row => string.Join(' ', table.GetRow(row).ToArray().Select(value => value.ToJson())))];

    /// <summary>Samples the memory in use during a query.</summary>
    private sealed class MemoryWatch : IProgress<double>
    {
        private readonly long _before = GC.GetTotalMemory(forceFullCollection: true);
        private int _reports;

        public long Most { get; private set; }

        public int Samples { get; private set; }

        public void Report(double value)
        {
            lock (this)
            {
                if (++_reports % 8 == 0)
                {
                    Samples++;
                    Most = Math.Max(Most, GC.GetTotalMemory(forceFullCollection: true) - _before);
                }
            }
        }
    }
}
