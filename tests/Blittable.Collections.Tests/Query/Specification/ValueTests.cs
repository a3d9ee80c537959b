using System.Globalization;
using Blittable.Dates;

namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests each sentence of QUERIES.md about values with an example, in every layout.</summary>
public sealed class ValueTests
{
    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Kinds_sort_as_null_boolean_number_date_string_JSON(CollectionLayout layout)
    {
        using var reader = Open(layout, "\"text\"", "{}", "\"2024-02-29\"", "7", "true", "[1]", "null", "false", "-1", "\"\"");
        Assert.Equal(
            "null false true -1 7 \"2024-02-29\" \"\" \"text\" [1] {}",
            Line(reader.Scan().Select("$.v").OrderBy("$.v").ToTable()));
        Assert.Equal(
            "{} [1] \"text\" \"\" \"2024-02-29\" 7 -1 true false null",
            Line(reader.Scan().Select("$.v").OrderBy("$.v", descending: true).ToTable()));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Values_of_different_kinds_do_not_compare(CollectionLayout layout)
    {
        using var reader = Open(layout, "5", "\"5\"", "true", "\"2024-02-29\"", "{}", "null");
        foreach (var (given, equal) in ((QueryValue, int)[])[(5, 1), ("5", 1), (true, 1), ("2024-02-29", 1), ("x", 0), (new DateOnly(2024, 2, 29), 1)])
        {
            Assert.Equal(equal, Count(reader, FilterOperator.Equal, given));
            Assert.Equal(5 - equal, Count(reader, FilterOperator.NotEqual, given));
        }

        Assert.Equal((1, 1), (Count(reader, FilterOperator.LessOrEqual, 5), Count(reader, FilterOperator.GreaterOrEqual, 5)));
        Assert.Equal((1, 0), (Count(reader, FilterOperator.Greater, ""), Count(reader, FilterOperator.Less, "")));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void An_approximate_count_of_few_distinct_values_is_exact(CollectionLayout layout)
    {
        string[] values = ["0", "1", "2", "-1", "-0.1", "-0.01", "0.1", "true", "false", "\"\"", "\"2011-01-01T00:00:00Z\"", "\"1970-01-01\"", "\"1\"", "1e400", "-1e400"];
        using var all = Open(layout, values);
        Assert.Equal(values.Length, all.Scan().Aggregate(Aggregate.ApproximateCountDistinct("$.v"))[0, 0].GetInt64());
        for (var i = 0; i < values.Length; i++)
        {
            for (var j = 0; j < i; j++)
            {
                using var pair = Open(layout, values[i], values[j], values[i]);
                Assert.Equal(2, pair.Scan().Aggregate(Aggregate.ApproximateCountDistinct("$.v"))[0, 0].GetInt64());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void NaN_and_the_infinities_count_as_null(CollectionLayout layout)
    {
        double[] numbers = [1.5, double.NaN, double.PositiveInfinity, -2, double.NegativeInfinity, 0.1];
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Columns = ["$.v"], StripeRows = 4, ChunkRows = 2 }, leaveOpen: true))
        using (var builder = new BlittableBuilder())
        {
            foreach (var number in numbers)
            {
                builder.WriteStartObject();
                builder.WritePropertyName("v");
                builder.WriteNumber(number);
                builder.WriteEndObject();
                writer.Add(builder);
                builder.Reset();
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        using var nulls = Open(layout, "1.5", "null", "null", "-2", "null", "0.1");
        foreach (var ask in (Func<CollectionScan, string>[])[
            scan => Line(scan.Select("$.v").ToTable()),
            scan => Line(scan.Select("$.v").OrderBy("$.v").ToTable()),
            scan => Line(scan.Select("$.v").OrderBy("$.v", descending: true).Limit(2).ToTable()),
            scan => Line(scan.GroupBy("$.v").Aggregate(Aggregate.Count())),
            scan => Line(scan.GroupBy(ScanExpression.Path("$.v") + 1).Aggregate(Aggregate.Count())),
            scan => Line(scan.Aggregate(Aggregate.Sum(ScanExpression.Path("$.v") + 1), Aggregate.Max(ScanExpression.Path("$.v") * ScanExpression.Path("$.v")))),
            scan => Line(scan.Aggregate(
                Aggregate.Count("$.v"), Aggregate.CountDistinct("$.v"), Aggregate.ApproximateCountDistinct("$.v"), Aggregate.Sum("$.v"), Aggregate.Average("$.v"), Aggregate.Min("$.v"),
                Aggregate.Max("$.v"), Aggregate.Percentile(0.5, "$.v"), Aggregate.PercentileDiscrete(1, "$.v"), Aggregate.ApproximatePercentile(0, "$.v"))),
            scan => $"{scan.Where("$.v", FilterOperator.Greater, -5).Count()} {scan.Where("$.v", FilterOperator.Less, 5).Count()} {scan.Where("$.v", FilterOperator.NotEqual, 5).Count()}",
            scan => $"{scan.Where("$.v", FilterOperator.Equal, QueryValue.Null).Count()} {scan.Where("$.v", FilterOperator.NotEqual, QueryValue.Null).Count()}",
            scan => $"{scan.Where(Filter.Exists("$.v")).Count()} {scan.Where(Filter.In("$.v", [double.NaN, double.PositiveInfinity])).Count()}",
            scan => $"{scan.Where(ScanExpression.Path("$.v") * 2, FilterOperator.Equal, QueryValue.Null).Count()}"])
        {
            Assert.Equal(ask(nulls.Scan()), ask(reader.Scan()));
            Assert.Equal(ask(nulls.Scan().WithAnyMemoryLimit(1)), ask(reader.Scan().WithAnyMemoryLimit(1)));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_number_is_the_decimal_of_its_text(CollectionLayout layout)
    {
        using var reader = Open(layout, "1", "1.0", "1e0", "10e-1", "9007199254740993", "9007199254740992", "1e400", "2e400", "-0", "0", "0.1", "1e-7");
        foreach (var (given, rows) in ((string, int)[])[("1", 4), ("0.1e1", 4), ("9007199254740993", 1), ("9007199254740992", 1), ("1e400", 1), ("2e400", 1), ("0", 2), ("-0.0", 2), ("0.1", 1), ("0.0000001", 1)])
        {
            Assert.Equal(rows, Count(reader, FilterOperator.Equal, QueryValue.ParseNumber(given)));
            Assert.Equal(rows, reader.Scan().Where(Filter.In("$.v", [QueryValue.ParseNumber(given), "x"])).Count());
            Assert.Equal(rows, reader.Scan().Where(Filter.Contains("$.v", given)).Count());
        }

        Assert.Equal(1, Count(reader, FilterOperator.Equal, 0.1));
        Assert.Equal(1, Count(reader, FilterOperator.Equal, 0.1m));
        Assert.Equal(2, Count(reader, FilterOperator.Greater, QueryValue.ParseNumber("9e399")));
        Assert.Equal(8, reader.Scan().Aggregate(Aggregate.CountDistinct("$.v"))[0, 0].GetInt64());
        Assert.Equal(
            "-0 1e-7 0.1 1 9007199254740992 9007199254740993 1e400 2e400",
            string.Join(' ', Column(reader.Scan().GroupBy("$.v").Aggregate())));
        Assert.Equal("2e400", reader.Scan().Aggregate(Aggregate.Max("$.v"))[0, 0].ToString());
        Assert.Equal(1, reader.Scan().GroupBy("$.v").Having("$.v", FilterOperator.Equal, QueryValue.ParseNumber("9007199254740993.0")).Aggregate().Count);
        using var keys = Open(layout, "9007199254740993", "1.00", "3e400");
        Assert.Equal(5, reader.Scan().Where(Filter.In("$.v", keys.Scan(), "$.v")).Count());
        Assert.Equal(5, reader.Scan().Where(Filter.In("$.v", CollectionLookup.From(keys.Scan().Select("$.v")))).Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Computed_numbers_are_rounded_once_half_to_even_to_38_digits(CollectionLayout layout)
    {
        const string tie = "1000000000000000000000000000000000000.25";
        using var reader = Open(layout, tie, "1000000000000000000000000000000000000.35", "2", "-7", "1e400");
        var value = ScanExpression.Path("$.v");
        foreach (var (expression, expected) in ((ScanExpression, string)[])[
            (value + 0, "1000000000000000000000000000000000000.2 1000000000000000000000000000000000000.4 2 -7 1E+400"),
            (value / 3, "333333333333333333333333333333333333.42 333333333333333333333333333333333333.45 0.66666666666666666666666666666666666667 -2.3333333333333333333333333333333333333 3.3333333333333333333333333333333333333E+399"),
            (value % 5, "0.25 0.35 2 -2 0"),
            (value * 0.5m, "500000000000000000000000000000000000.12 500000000000000000000000000000000000.18 1 -3.5 5E+399"),
            (value / 0, "null null null null null")])
        {
            Assert.Equal(expected, Line(reader.Scan().Select(expression.As("x")).ToTable()));
        }

        // A sum is rounded from the exact sum: two quarters make a half, regardless of the numbers between them.
        using var terms = Open(layout, tie, "1e-50", tie, "-1e-50", "-2000000000000000000000000000000000000");
        Assert.Equal("0.5 0.1", Line(terms.Scan().Aggregate(Aggregate.Sum("$.v"), Aggregate.Average("$.v"))));
        Assert.Equal("0.5 0.1", Line(terms.Scan().WithWorkers(4, TimeSpan.Zero).WithAnyMemoryLimit(1).Aggregate(Aggregate.Sum("$.v"), Aggregate.Average("$.v"))));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_number_of_a_document_keeps_its_text(CollectionLayout layout)
    {
        string[] texts = ["1.0", "1e3", "0.10", "12345678901234567890123456789012345", "1E+5", "-0", "100", "0.30000000000000004"];
        using var reader = Open(layout, texts);
        Assert.Equal(texts, Column(reader.Scan().Select("$.v").ToTable()));
        Assert.Equal(texts.Order(StringComparer.Ordinal), Column(reader.Scan().GroupBy("$.v").Aggregate()).Order(StringComparer.Ordinal));
        Assert.Equal(
            ["1", "1000", "0.1", "12345678901234567890123456789012345", "100000", "0", "100", "0.30000000000000004"],
            Column(reader.Scan().Select((ScanExpression.Path("$.v") + 0).As("x")).ToTable()));
    }

    [Fact]
    public void Numbers_are_read_as_the_nearest_double_or_decimal_or_as_an_integer()
    {
        Assert.Equal(0.1, QueryValue.ParseNumber("0.1000000000000000055511151231257827").GetDouble());
        Assert.Equal(double.PositiveInfinity, QueryValue.ParseNumber("1e400").GetDouble());
        Assert.Equal(0.1m, QueryValue.ParseNumber("0.10000000000000000000000000000000001").GetDecimal());
        Assert.Throws<OverflowException>(() => QueryValue.ParseNumber("1e30").GetDecimal());
        Assert.Equal(1000, QueryValue.ParseNumber("1.000e3").GetInt64());
        Assert.Throws<OverflowException>(() => QueryValue.ParseNumber("1e30").GetInt64());
        Assert.Throws<InvalidOperationException>(() => QueryValue.ParseNumber("1.5").GetInt64());
        Assert.Throws<FormatException>(() => QueryValue.ParseNumber("1."));
        Assert.Equal("0.1", ((QueryValue)0.1).ToString());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Dates_compare_as_instants_and_keep_their_text(CollectionLayout layout)
    {
        string[] texts =
        [
            "2024-02-29", "2024-02-29 00:00:00", "2024-02-29T05:30:00+05:30", "2024-02-29t00:00:00.000Z", "2024-02-29T00:00:00.000000001Z", "1999-12-31T23:59:59-05:00",
        ];
        using var reader = Open(layout, [.. texts.Select(text => $"\"{text}\"")]);
        Assert.Equal(texts, Column(reader.Scan().Select("$.v").ToTable()));
        Assert.Equal(["1999-12-31T23:59:59-05:00", "2024-02-29", "2024-02-29T00:00:00.000000001Z"], Column(reader.Scan().GroupBy("$.v").Aggregate()));
        foreach (var given in (QueryValue[])["2024-02-29", "2024-02-28T24:00:00Z", "2024-02-29T01:00:00+01:00", new DateOnly(2024, 2, 29), new Timestamp(1_709_164_800)])
        {
            var rows = given.Kind == QueryValueKind.String && given.GetString().Contains("24:00", StringComparison.Ordinal) ? 0 : 4;
            Assert.Equal(rows, Count(reader, FilterOperator.Equal, given));
            Assert.Equal(rows, reader.Scan().Where(Filter.In("$.v", [given])).Count());
            Assert.Equal(rows > 0 ? 1 : 0, reader.Scan().GroupBy("$.v").Having("$.v", FilterOperator.Equal, given).Aggregate().Count);
        }

        Assert.Equal(
            ["2024-02-01T00:00:00Z", "2024-02-01T00:00:00Z", "2024-02-01T00:00:00Z", "2024-02-01T00:00:00Z", "2024-02-01T00:00:00Z", "2000-01-01T00:00:00Z"],
            Column(reader.Scan().Select(ScanExpression.Path("$.v").Truncate(DatePart.Month).As("month")).ToTable()));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Strings_compare_by_bytes_and_booleans_only_for_equality(CollectionLayout layout)
    {
        using var reader = Open(layout, "\"é\"", "\"e\u0301\"", "\"E\"", "\"e\"", "\"\uFFFF\"", "\"😀\"", "true", "false");
        Assert.Equal("false true E e e\u0301 é \uFFFF 😀", string.Join(' ', Column(reader.Scan().Select("$.v").OrderBy("$.v").ToTable())));
        Assert.Equal((1, 1), (Count(reader, FilterOperator.Equal, "é"), Count(reader, FilterOperator.Equal, "E")));
        Assert.Equal(1, Count(reader, FilterOperator.Greater, "\uFFFF"));
        Assert.Equal((1, 7), (Count(reader, FilterOperator.Equal, true), Count(reader, FilterOperator.NotEqual, true)));
        foreach (var comparison in (FilterOperator[])[FilterOperator.Less, FilterOperator.LessOrEqual, FilterOperator.Greater, FilterOperator.GreaterOrEqual, FilterOperator.StartsWith])
        {
            Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => Filter.Where("$.v", comparison, true)).Code);
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_result_has_the_text_of_the_first_row(CollectionLayout layout)
    {
        using var reader = Open(layout, [.. Enumerable.Range(0, 60).SelectMany(i => (string[])[i == 0 ? "2.50" : "2.5", i < 20 ? "25e-1" : "2.500", "1", "1.0", "3.00", "3"])]);
        foreach (var scan in (CollectionScan[])[reader.Scan(), reader.Scan().WithWorkers(4, TimeSpan.Zero), reader.Scan().WithAnyMemoryLimit(1), reader.Scan().WithWorkers(3, TimeSpan.Zero).WithAnyMemoryLimit(500)])
        {
            Assert.Equal("1 2.50 3.00", string.Join(' ', Column(scan.GroupBy("$.v").Aggregate(Aggregate.Count()))));
            Assert.Equal("1 3.00", Line(scan.Aggregate(Aggregate.Min("$.v"), Aggregate.Max("$.v"))));
            Assert.Equal("1 3.00", Line(scan.GroupBy(ScanExpression.Constant(1).As("k")).Aggregate(Aggregate.Min("$.v"), Aggregate.Max("$.v"))).Split(' ', 2)[1]);
        }
    }

    private static CollectionReader Open(CollectionLayout layout, params string[] values) => CollectionReader.Open(CollectionFile.Write(
        values.Select(value => $$"""{"v":{{value}}}"""), new CollectionOptions { Layout = layout, Columns = ["$.v"], StripeRows = 100, ChunkRows = 4 }));

    private static int Count(CollectionReader reader, FilterOperator comparison, QueryValue value) => (int)reader.Scan().Where("$.v", comparison, value).Count();

    private static IEnumerable<string> Column(QueryTable table) => Enumerable.Range(0, table.Count).Select(row => table[row, 0].ToString());

    private static string Line(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).SelectMany(row => table.GetRow(row).ToArray()).Select(value => value.ToJson().ToString(CultureInfo.InvariantCulture)));
}
