using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares functions over columns, which are computed for whole chunks, with functions over documents, which are computed per value.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ScalarFunctionTests
{
    /// <summary>Null, the epoch of stored dates, its neighbours, and dates with an offset or a fraction.</summary>
    private static readonly string?[] s_dates =
        [null, "\"2011-01-01T00:00:00Z\"", "\"2010-12-31T23:59:59Z\"", "\"1970-01-01T00:00:00Z\"", "\"2024-02-29T23:30:00+02:00\"", "\"2011-01-01T00:00:00.250Z\"", "\"0001-01-01\"", "\"9999-12-31\""];

    private static readonly string?[] s_numbers = [null, "0", "-0.5", "0.5", "2.50", "-9223372036854775808", "9223372036854775807", "1e-7", "123456789012345678901234567890"];

    private static readonly string?[] s_texts = [null, "\"\"", "\"a\"", "\"\\ud83d\\ude00b\"", "\"long enough to be shared\""];

    private static readonly string[] s_functions =
    [
        "year($.at)", "quarter($.at)", "month($.at)", "week($.at)", "day($.at)", "weekday($.at)", "dayofyear($.at)", "hour($.at)", "minute($.at)", "second($.at)",
        "epoch($.at)", "abs($.n)", "floor($.n)", "ceil($.n)", "round($.n)", "round($.n, 1)", "round($.n, -1)", "floor($.n, 40)",
        "round($.n, -9223372036854775808)", "ceil($.n, 9223372036854775807)", "length($.t)", "upper($.t)", "substring($.t, 2)", "concat($.t, '!')", "replace($.t, 'a', 'b')",
    ];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Functions_over_columns_equal_functions_over_documents(int seed)
    {
        var random = new Random(seed);
        for (var run = 0; run < 20; run++)
        {
            // Each run draws from a few values, so chunks hold one kind, begin with nulls and repeat values.
            var (dates, numbers, texts) = (Draw(s_dates), Draw(s_numbers), Draw(s_texts));
            var documents = Enumerable.Range(0, 1 + random.Next(150))
                .Select(_ => $$"""{"at":{{Pick(dates)}},"n":{{Pick(numbers)}},"t":{{Pick(texts)}}}""".Replace("\"at\":null,", "", StringComparison.Ordinal)).ToArray();
            using var rows = Open(documents, CollectionLayout.Rows);
            using var columns = Open(documents, CollectionLayout.Columns);
            foreach (var function in s_functions)
            {
                Assert.Equal(Results(rows, function), Results(columns, function));
            }

            string?[] Draw(string?[] values) => [null, .. Enumerable.Range(0, 1 + random.Next(3)).Select(_ => values[random.Next(values.Length)])];
            string Pick(string?[] values) => values[random.Next(values.Length)] ?? "null";
        }
    }

    [Theory]
    [InlineData("round", "0.1234567890123456789012345678901234567890123456", 40, "0.123456789012345678901234567890123456789")]
    [InlineData("floor", "-0.1234567890123456789012345678901234567890123456", 45, "-0.123456789012345678901234567890123456789012346")]
    [InlineData("round", "1.5", 1_000_000_000, "1.5")]
    [InlineData("ceil", "1e300", -301, "1E+301")]
    [InlineData("round", "6e299", -300, "1E+300")]
    [InlineData("floor", "-2", -1_000_000_000, "-1E+1000000000")]
    public void Numbers_are_rounded_to_more_digits_than_arithmetic_retains(string function, string number, int digits, string expected)
    {
        foreach (var layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Columns])
        {
            using var reader = Open([$$"""{"n":{{number}}}"""], layout);
            Assert.Equal(expected, reader.Scan().Select(ScanExpression.Parse($"{function}($.n, {digits}) as value")).ToTable()[0, 0].ToString());
        }
    }

    [Theory]
    [InlineData("69.1568564210823686420", "69.156856421082368642")]
    [InlineData("2.50", "2.5")]
    [InlineData("1e2", "100")]
    [InlineData("123456789012345678901234567890.0", "123456789012345678901234567890")]
    public void A_function_that_does_not_change_a_number_returns_the_text_of_a_computed_number(string number, string expected)
    {
        foreach (var layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Columns])
        {
            using var reader = Open([$$"""{"n":{{number}}}"""], layout);
            foreach (var function in (string[])["abs($.n)", "round($.n, 30)", "floor($.n, 30)", "ceil($.n, 30)"])
            {
                Assert.Equal(expected, reader.Scan().Select(ScanExpression.Parse($"{function} as value")).ToTable().GetRow(0)[0].ToString());
            }
        }
    }

    /// <summary>Rounding to decimal places is exact. The result is not also rounded to significant digits, as results of arithmetic are.</summary>
    [Theory]
    [InlineData("abs($.n)", "2.50673209844383212572745442118715785185754E+38")]
    [InlineData("round($.n)", "-2.50673209844383212572745442118715785186E+38")]
    [InlineData("round($.n, 2)", "-2.5067320984438321257274544211871578518575E+38")]
    [InlineData("ceil($.n)", "-2.50673209844383212572745442118715785185E+38")]
    [InlineData("floor($.n, -1)", "-2.5067320984438321257274544211871578519E+38")]
    public void Rounding_functions_keep_all_digits_before_the_rounded_place(string function, string expected)
    {
        foreach (var layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Columns])
        {
            using var reader = Open(["""{"n":-250673209844383212572745442118715785185.754}"""], layout);
            Assert.Equal(expected, reader.Scan().Select(ScanExpression.Parse($"{function} as value")).ToTable().GetRow(0)[0].ToString());
        }
    }

    private static CollectionReader Open(string[] documents, CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));

    private static IEnumerable<string> Results(CollectionReader reader, string function)
    {
        var rows = reader.Scan().Select(ScanExpression.Parse($"{function} as value")).ToTable();
        var groups = reader.Scan().GroupBy(ScanExpression.Parse($"{function} as value")).Aggregate(Aggregate.Count());
        return [function, .. Lines(rows), .. Lines(groups).Order(StringComparer.Ordinal), .. Lines(reader.Scan().Aggregate(Aggregate.Sum(ScanExpression.Parse(function))))];
    }

    private static IEnumerable<string> Lines(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join(':', table.GetRow(row).ToArray().Select(value => $"{value.Kind} {value}")));
}
