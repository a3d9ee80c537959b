using System.Globalization;
using System.Text;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests columns of batches whose values are returned as they were decoded.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ScanColumnTests
{
    private const int Count = 500;

    private static readonly string[] Sample = [.. Enumerable.Range(0, Count).Select(Document)];

    public static TheoryData<bool> Filters => [false, true];

    [Theory]
    [MemberData(nameof(Filters))]
    public void Exact_numbers_are_available_as_mantissas_with_one_scale(bool isFiltered) => ForEach(isFiltered, "$.price", (column, rows) =>
    {
        Assert.True(column.TryGetMantissas(out var mantissas, out var scale));
        Assert.Equal(2, scale);
        Assert.Equal(rows.ToArray().Select(row => 25 * row), mantissas.ToArray());
        Assert.False(column.TryGetDoubles(out _));
        Assert.False(column.TryGetStrings(out _));
    });

    [Theory]
    [MemberData(nameof(Filters))]
    public void Other_numbers_are_available_as_doubles(bool isFiltered) => ForEach(isFiltered, "$.ratio", (column, rows) =>
    {
        // A chunk in which doubles would not be smaller has mantissas.
        var areMantissas = column.TryGetMantissas(out _, out _);
        Assert.Equal(!areMantissas, column.TryGetDoubles(out var doubles));
        Assert.Equal(rows.ToArray().Select(row => Math.Sqrt(row + 2)), Enumerable.Range(0, rows.Length).Select(i => column[i].GetDouble()));
        Assert.Equal(areMantissas ? [] : rows.ToArray().Select(row => Math.Sqrt(row + 2)), doubles.ToArray());
        Assert.False(column.TryGetStrings(out _));
    });

    [Theory]
    [MemberData(nameof(Filters))]
    public void Strings_are_available_as_entries_and_codes(bool isFiltered) => ForEach(isFiltered, "$.text", (column, rows) =>
    {
        Assert.True(column.TryGetStrings(out var strings));
        Assert.Equal(rows.Length, strings!.Count);
        for (var i = 0; i < rows.Length; i++)
        {
            Assert.Equal(Text(rows[i]), strings.GetString(i));
            Assert.Equal(Text(rows[i]), Encoding.UTF8.GetString(strings.Entry(strings.Codes[i])));
        }

        Assert.False(column.TryGetMantissas(out _, out _));
        Assert.False(column.TryGetDoubles(out _));
    });

    [Theory]
    [InlineData("$.gaps")]
    [InlineData("$.day")]
    [InlineData("$.mixed")]
    [InlineData("$.object")]
    public void Mixed_kinds_dates_and_containers_are_available_only_row_by_row(string path) => ForEach(false, path, (column, rows) =>
    {
        Assert.False(column.TryGetMantissas(out var mantissas, out var scale));
        Assert.True(mantissas.IsEmpty);
        Assert.Equal(0, scale);
        Assert.False(column.TryGetDoubles(out var doubles));
        Assert.True(doubles.IsEmpty);
        Assert.False(column.TryGetStrings(out var strings));
        Assert.Null(strings);
        using var last = BlittableDocument.Parse(Document((int)rows[^1]));
        Assert.True(BlittablePath.Parse(path).TryEvaluate(last.Root, out var value));
        Assert.StartsWith(value.ToJson().TrimEnd('"'), column[rows.Length - 1].ToJson(), StringComparison.Ordinal);
    });

    [Fact]
    public void Strings_with_gaps_are_available_only_row_by_row()
    {
        string[] documents = ["{\"e\":[1,2],\"text\":\"a\"}", "{\"e\":[3]}", "{\"e\":[4],\"text\":\"b\"}"];
        using var reader = SampleCollection.Open(documents);
        foreach (var batch in reader.Scan().Unnest("$.e[*]").Select("$.text"))
        {
            Assert.False(batch.Columns[0].TryGetStrings(out _));
            Assert.Equal(["a", "a", "", "b"], Enumerable.Range(0, batch.Count).Select(row => batch[row, 0].ToString()));
        }
    }

    [Fact]
    public void Documents_stored_as_rows_have_no_decoded_columns()
    {
        using var reader = SampleCollection.Open(Sample, CollectionLayout.Rows);
        foreach (var batch in reader.Scan().Select("$.price"))
        {
            Assert.False(batch.Columns[0].TryGetMantissas(out _, out _));
            Assert.Equal(batch.RowNumbers[0] / 4m, batch[0, 0].GetDecimal());
        }
    }

    private static void ForEach(bool isFiltered, string path, Action<ScanColumn, long[]> assert)
    {
        using var reader = SampleCollection.Open(Sample);
        var rows = 0;
        foreach (var batch in (isFiltered ? reader.Scan().Where("$.n", FilterOperator.GreaterOrEqual, 130) : reader.Scan()).Select(path))
        {
            var column = Assert.Single(batch.Columns);
            Assert.Equal(path, column.Path.ToString());
            assert(column, batch.RowNumbers.ToArray());
            rows += batch.Count;
        }

        Assert.Equal(isFiltered ? Count - 130 : Count, rows);
    }

    private static string Document(int row)
    {
        var invariant = CultureInfo.InvariantCulture;
        return $$"""
            {"n":{{row}},"price":{{(row / 4m).ToString("0.00", invariant)}},"ratio":{{Math.Sqrt(row + 2).ToString("R", invariant)}},
            "text":"{{Text(row)}}","gaps":{{(row % 3 == 0 ? "null" : "1")}},"day":"2024-01-{{1 + (row % 28):00}}",
            "mixed":{{(row % 2 == 0 ? "1" : "\"one\"")}},"object":{"a":{{row}} } }
            """;
    }

    private static string Text(long row) => $"text number {row % 5}";
}
