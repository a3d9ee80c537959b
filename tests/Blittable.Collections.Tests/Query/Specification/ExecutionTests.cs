using System.Text.RegularExpressions;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests the sentences of QUERIES.md about execution. Chunks that a query must not read are damaged.</summary>
public sealed class ExecutionTests
{
    private const int GroupCount = 6;

    private const int GroupRows = 64;

    private static readonly CollectionOptions Options = new() { StripeRows = GroupCount * GroupRows, ChunkRows = GroupRows };

    [Fact]
    public void A_path_is_resolved_once_for_every_stripe()
    {
        foreach (var (layout, a, b, c) in ((CollectionLayout, PathCoverage, PathCoverage, PathCoverage)[])[
            (CollectionLayout.Columns, PathCoverage.Columns, PathCoverage.Columns, PathCoverage.Absent),
            (CollectionLayout.Hybrid, PathCoverage.Columns, PathCoverage.Documents, PathCoverage.Documents),
            (CollectionLayout.Rows, PathCoverage.Documents, PathCoverage.Documents, PathCoverage.Documents)])
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(
                Enumerable.Range(0, 80).Select(i => $$"""{"a":{{i}},"b":{{i}}}"""), CollectionFile.Small with { Layout = layout, Columns = ["$.a"] }));
            var plan = reader.Scan().Plan(reader.Snapshot.Set, []);

            foreach (var (path, coverage) in ((string, PathCoverage)[])[("$.a", a), ("$.b", b), ("$.c", c)])
            {
                var found = plan.Add(BlittablePath.Parse(path));
                Assert.Equal((layout, path, coverage, coverage), (layout, path, found[0].Coverage, found[1].Coverage));
            }
        }
    }

    [Fact]
    public void The_common_scale_of_a_path_is_that_of_most_numbers()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 3 * GroupRows).Select(row => $$"""{"v":{{Scaled(row)}}}"""), Options));
        var numbers = reader.Scan().Plan(reader.Snapshot.Set, []).Add(BlittablePath.Parse("$.v")).Numbers;

        Assert.Equal((2, true), (numbers.Scale, numbers.HasOdd));
        Assert.Equal(GroupRows, reader.Scan().Where("$.v", FilterOperator.Greater, 1e299).Count());

        static string Scaled(int row) => (row / GroupRows) switch { 0 => $"{V(row)}", 1 => $"{V(row)}.25", _ => $"{V(row)}.5e300" };
    }

    [Fact]
    public void A_chunk_group_without_passing_rows_is_never_opened()
    {
        var stream = Write();
        Damage(stream, "$.k", 0, 1, 3, 4, 5);
        Damage(stream, "$.v", 0, 1, 3, 4, 5);
        using var reader = CollectionReader.Open(stream);

        var found = reader.Scan().Where("$.k", FilterOperator.GreaterOrEqual, 2000).Where("$.k", FilterOperator.Less, 2500).Aggregate(Aggregate.Count(), Aggregate.Sum("$.v"));

        int[] rows = [.. Enumerable.Range(2 * GroupRows, GroupRows).Where(row => K(row) < 2500)];
        Assert.Equal([$"{rows.Length} {rows.Sum(row => V(row))}"], Lines(found));
        Assert.Throws<BlittableException>(() => reader.Scan().Where("$.k", FilterOperator.Less, 500).Count());
    }

    [Fact]
    public void Documents_are_counted_from_the_directories_if_bounds_decide_the_filter()
    {
        var stream = Write();
        Damage(stream, "$.k", 0, 1, 2, 3, 4, 5);
        Damage(stream, "$.v", 0, 1, 2, 3, 4, 5);
        using var reader = CollectionReader.Open(stream);

        Assert.Equal(GroupCount * GroupRows, reader.Scan().Count());
        Assert.Equal(GroupCount * GroupRows, reader.Scan().Where("$.k", FilterOperator.GreaterOrEqual, 0).Count());
        Assert.Equal(3 * GroupRows, reader.Scan().Where("$.k", FilterOperator.Less, 3000).Count());
        Assert.Throws<BlittableException>(() => reader.Scan().Where("$.k", FilterOperator.Less, 2500).Count());
    }

    [Fact]
    public void The_operands_of_a_conjunction_test_only_rows_that_passed_the_previous_operands()
    {
        var stream = Write();
        Damage(stream, "$.v", 0, 1, 2, 3, 4, 5);
        using var reader = CollectionReader.Open(stream);
        var none = Filter.Where(ScanExpression.Path("$.k") + 1, FilterOperator.Equal, 0);
        var damaged = Filter.Where("$.v", FilterOperator.Greater, 500);

        Assert.Equal(0, reader.Scan().Where(Filter.All(none, damaged)).Count());
        Assert.Throws<BlittableException>(() => reader.Scan().Where(Filter.All(damaged, none)).Count());
    }

    [Fact]
    public void The_operands_of_a_conjunction_that_read_documents_run_last()
    {
        // The expression does not match the string of the first document in time.
        var number = Filter.Where("$.a", FilterOperator.Equal, 5);
        var text = Filter.Matches("$.s", new Regex("^(a|a|aa)*$", RegexOptions.None, TimeSpan.FromMilliseconds(20)));
        string[] documents = [$$"""{"a":2,"s":"{{new string('a', 5000)}}!"}""", """{"a":5,"s":"a"}"""];
        using var hybrid = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = CollectionLayout.Hybrid, Columns = ["$.a"] }));
        using var rows = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = CollectionLayout.Rows }));

        Assert.Equal(1, hybrid.Scan().Where(Filter.All(text, number)).Count());
        Assert.Equal(1, rows.Scan().Where(Filter.All(number, text)).Count());
        Assert.Throws<RegexMatchTimeoutException>(() => rows.Scan().Where(Filter.All(text, number)).Count());
    }

    [Fact]
    public void A_sum_and_an_average_of_the_same_numbers_share_an_accumulator()
    {
        using var reader = CollectionReader.Open(Write());
        var plan = reader.Scan().Plan(reader.Snapshot.Set, []);
        var sum = Aggregate.Sum("$.v").Bind(plan);

        Assert.True(sum.SharesAccumulator(Aggregate.Average("$.v").Bind(plan)));
        Assert.False(sum.SharesAccumulator(Aggregate.Average("$.k").Bind(plan)));
        Assert.False(sum.SharesAccumulator(Aggregate.Max("$.v").Bind(plan)));
        Assert.False(sum.SharesAccumulator(Aggregate.Average("$.v").Where(Filter.Exists("$.k")).Bind(plan)));
    }

    [Fact]
    public void Aggregates_of_one_path_read_the_same_values()
    {
        using var reader = CollectionReader.Open(Write());
        var plan = reader.Scan().Plan(reader.Snapshot.Set, []);
        var (sum, most) = (Aggregate.Sum("$.v").Bind(plan).Paths[0], Aggregate.Max("$['v']").Bind(plan).Paths[0]);
        var cursor = new GroupCursor(plan);

        Assert.True(cursor.MoveTo(0, 0));
        Assert.Same(sum, most);
        Assert.Same(cursor.Values(sum), cursor.Values(most));
    }

    [Fact]
    public void The_first_rows_of_an_order_are_found_without_opening_the_other_chunk_groups()
    {
        var stream = Write();
        Damage(stream, "$.k", 0, 1, 2, 3, 4);
        Damage(stream, "$.v", 0, 1, 2, 3, 4);
        using var reader = CollectionReader.Open(stream);

        Assert.Equal(
            Enumerable.Range(5 * GroupRows, GroupRows).OrderByDescending(row => K(row)).Take(10).Select(row => $"{K(row)} {V(row)}"),
            Lines(reader.Scan().Select("$.k", "$.v").OrderBy("$.k", descending: true).Limit(10).ToTable()));
        Assert.Throws<BlittableException>(() => reader.Scan().Select("$.k").OrderBy("$.k").Limit(1).ToTable());
    }

    [Fact]
    public void Columns_besides_the_order_are_read_only_for_rows_that_may_be_among_the_first()
    {
        // By its bounds, the second chunk group may have one of the first rows. The only such row does not pass the filter.
        var stream = CollectionFile.Write(
            Enumerable.Range(0, 2 * GroupRows).Select(row =>
                $$"""{"k":{{(row < GroupRows ? row * 37 % GroupRows : row == GroupRows ? 5 : 1000 + row)}},"v":{{V(row)}},"f":{{(row == GroupRows ? 0 : 1)}}}"""),
            Options);
        Damage(stream, "$.v", 1);
        using var reader = CollectionReader.Open(stream);
        var ordered = reader.Scan().Where("$.f", FilterOperator.Equal, 1).Select("$.k", "$.v");

        Assert.Equal(
            Enumerable.Range(0, GroupRows).OrderBy(row => row * 37 % GroupRows).Take(10).Select(row => $"{row * 37 % GroupRows} {V(row)}"),
            Lines(ordered.OrderBy("$.k").Limit(10).ToTable()));
        Assert.Throws<BlittableException>(() => ordered.OrderBy("$.k", descending: true).Limit(1).ToTable());
    }

    [Fact]
    public void An_offset_reads_the_rows_that_it_skips_and_a_filter_on_the_last_key_does_not()
    {
        var stream = Write();
        Damage(stream, "$.v", 5);
        using var reader = CollectionReader.Open(stream);
        var scan = reader.Scan();

        Assert.Throws<BlittableException>(() => scan.Select("$.k", "$.v").OrderBy("$.k", descending: true).Offset(GroupRows).Limit(1).ToTable());
        Assert.Equal(
            [$"{Enumerable.Range(0, 5 * GroupRows).Max(row => K(row))}"],
            Lines(scan.Where("$.k", FilterOperator.Less, 5000).Select("$.k", "$.v").OrderBy("$.k", descending: true).Limit(1).ToTable()).Select(line => line.Split(' ')[0]));
    }

    [Fact]
    public void A_query_over_a_damaged_chunk_throws_with_its_column_chunk_group_and_offset()
    {
        var stream = Write();
        var offset = Damage(stream, "$.v", 3);
        using var reader = CollectionReader.Open(stream);

        var error = Assert.Throws<BlittableException>(() => reader.Scan().Aggregate(Aggregate.Sum("$.v")));

        Assert.Equal((BlittableErrorCode.InvalidData, offset), (error.Code, error.Offset));
        Assert.Contains("Number of $.v, chunk group 3", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_chunk_is_verified_when_it_is_first_opened()
    {
        var stream = Write();
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        var expected = Lines(reader.Scan().Aggregate(Aggregate.Sum("$.v"))).Single();
        Damage(stream, "$.v", 3);

        Assert.Equal(expected, Lines(reader.Scan().Aggregate(Aggregate.Sum("$.v"))).Single());
        using var other = CollectionReader.Open(stream, leaveOpen: true);
        Assert.Throws<BlittableException>(() => other.Scan().Aggregate(Aggregate.Sum("$.v")));
    }

    /// <summary>Writes chunk groups whose values of <c>k</c> are below 1000, from 1000 to 1999, and so on.</summary>
    private static MemoryStream Write() =>
        CollectionFile.Write(Enumerable.Range(0, GroupCount * GroupRows).Select(row => $$"""{"k":{{K(row)}},"v":{{V(row)}}}"""), Options);

    private static int K(int row) => (row / GroupRows * 1000) + (row * 7919 % 997);

    private static int V(int row) => row * 7919 % 1009;

    /// <summary>Damages chunks of numbers.</summary>
    /// <returns>The file offset of the last of them.</returns>
    private static long Damage(MemoryStream stream, string path, params IEnumerable<int> groups)
    {
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        var column = reader.Snapshot.Stripes[0].Directory.Nodes.Single(node => node.Path == path).Numbers!;
        var offset = 0L;
        foreach (var group in groups)
        {
            offset = column.Chunk(group).Block.Offset;
            stream.GetBuffer()[offset + 25] ^= 1;
        }

        return offset;
    }

    private static IEnumerable<string> Lines(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join(' ', table.GetRow(row).ToArray().Select(value => value.ToJson())));
}
