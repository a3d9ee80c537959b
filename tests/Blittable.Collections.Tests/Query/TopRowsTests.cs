using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares the first rows of an order, found without sorting all rows, with the rows of a full sort.</summary>
public sealed class TopRowsTests
{
    private const int Count = 3000;

    private static readonly string[] Keys =
        ["$.id", "$.shuffled", "$.day", "$.price", "$.country", "$.url", "$.flag", "$.optional", "$.mixed", "$.object", "$.odd", "$.nowhere", "$.deep"];

    private static readonly string[] Documents = [.. Enumerable.Range(0, Count).Select(Document)];

    public static TheoryData<CollectionLayout, bool> Layouts => new()
    {
        { CollectionLayout.Columns, false }, { CollectionLayout.Columns, true }, { CollectionLayout.Hybrid, true }, { CollectionLayout.Rows, false },
    };

    [Theory]
    [MemberData(nameof(Layouts))]
    public void The_first_rows_equal_the_first_rows_of_the_full_sort(CollectionLayout layout, bool isFiltered)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, CollectionFile.Small with { Layout = layout }));
        var scan = isFiltered ? reader.Scan().Where("$.shuffled", FilterOperator.GreaterOrEqual, 400) : reader.Scan();
        // Each case takes another sixth of the pairs. Each key is the first and the second one in every case.
        var part = ((int)layout * 2) + (isFiltered ? 1 : 0);
        foreach (var (first, second) in Keys.SelectMany(first => Keys.Select(second => (first, second))).Where((_, pair) => (pair + (pair / Keys.Length)) % 6 == part))
        {
            foreach (var (isDescending, isSecondDescending) in new[] { (false, true), (true, false) })
            {
                var ordered = scan.Select(second, first, "$.price").OrderBy(first, isDescending).OrderBy(second, isSecondDescending);
                var all = Rows(ordered.ToTable());
                Assert.True(all.Take(7).SequenceEqual(Rows(ordered.Limit(7).ToTable())), $"{first} {isDescending}, {second}");
                Assert.True(all.Skip(5).Take(40).SequenceEqual(Rows(ordered.Limit(40).Offset(5).ToTable())), $"{first} {isDescending}, {second}");
            }
        }
    }

    [Fact]
    public void Rows_over_the_memory_limit_are_sorted_with_one_warning()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, CollectionFile.Small));
        var warnings = new List<QueryWarning>();
        var scan = reader.Scan().WithWarnings(warnings.Add);
        var all = Rows(Select(scan).ToTable());
        var single = Assert.Single(warnings);
        warnings.Clear();
        var table = Select(scan.WithAnyMemoryLimit(10_000)).ToTable();
        Assert.Equal(all, Rows(table));
        Assert.Equal(single.Message, Assert.Single(warnings).Message);
        Assert.Single(table.Warnings);

        static ScanSelection Select(CollectionScan scan) => scan.Select("$.id", "$.nowhere").OrderBy("$.id", descending: true).Limit(Count - 1);
    }

    [Fact]
    public void An_offset_skips_rows_with_and_without_an_order_and_skips_groups()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, CollectionFile.Small));
        var scan = reader.Scan();
        Assert.Equal(["1500", "1501"], Rows(scan.Select("$.id").Offset(1500).Limit(2).ToTable()));
        Assert.Equal([], Rows(scan.Select("$.id").Offset(Count).ToTable()));
        Assert.Equal(["2", "1", "0"], Rows(scan.Select("$.id").OrderBy("$.id", descending: true).Offset(Count - 3).ToTable()));
        Assert.Equal(["c1|750"], Rows(scan.GroupBy("$.country").Limit(1).Offset(1).Aggregate(Aggregate.Count())));
        Assert.Throws<ArgumentOutOfRangeException>(() => scan.Select("$.id").Offset(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => scan.GroupBy("$.id").Offset(-1));
    }

    [Fact]
    public void Reading_batches_is_rejected_if_the_selection_has_an_order_limit_or_offset()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, CollectionFile.Small));
        var selection = reader.Scan().Select("$.id");
        foreach (var asked in new[] { selection.OrderBy("$.id"), selection.Limit(2), selection.Offset(2) })
        {
            Assert.Throws<InvalidOperationException>(() => asked.First());
            Assert.Throws<InvalidOperationException>(() => asked.ForEach(_ => { }));
        }
    }

    [Fact]
    public void Keyset_pages_contain_all_rows_in_order()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, CollectionFile.Small));
        var all = Rows(reader.Scan().Select("$.shuffled").OrderBy("$.shuffled").ToTable());
        var paged = new List<string>();
        for (var last = -1L; ;)
        {
            var page = reader.Scan().Where("$.shuffled", FilterOperator.Greater, last).Select("$.shuffled").OrderBy("$.shuffled").Limit(700).ToTable();
            if (page.Count == 0)
            {
                break;
            }

            paged.AddRange(Rows(page));
            last = page[page.Count - 1, 0].GetInt64();
        }

        Assert.Equal(all, paged);
    }

    private static string[] Rows(QueryTable table) => [.. Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray()))];

    private static string Document(int id)
    {
        var shuffled = id * 1709L % Count;
        var price = (Math.Sin(id) * 1000).ToString("R", CultureInfo.InvariantCulture);
        return $$"""
            {"id":{{id}},"shuffled":{{shuffled}},"day":"2024-{{1 + (shuffled % 12):00}}-{{1 + (id % 28):00}}","price":{{price}},"country":"c{{id % 4}}",
            "url":"https://example.org/page/{{shuffled % 700}}/{{(shuffled % 3 == 0 ? "a" : "bcdefghijk")}}","flag":{{(id % 3 == 0 ? "true" : "false")}},
            {{(id % 5 == 0 ? "" : $"\"optional\":{shuffled % 40},")}}"mixed":{{(id % 3) switch { 0 => "1.50", 1 => "\"text\"", _ => "null" }}},
            "object":{{(id % 7 == 0 ? "{\"a\":1}" : "2")}},"odd":{{(id % 9 == 0 ? "12345678901234567890123." + id : id % 6 == 0 ? "-0.0" : price)}},
            "deep":{{(id % 11 == 0 ? "null" : $"\"{(id % 13 == 0 ? "" : $"common prefix{new string('x', 8 * (id % 4))}{(id % 3) switch { 0 => "", 1 => "\\u0000", _ => $"{shuffled % 5}" }}")}\"")}}}
            """;
    }
}
