using System.Globalization;
using Blittable.Collections;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests values chosen by conditions.</summary>
public sealed class CaseTests
{
    private static readonly string[] s_documents =
    [
        """{"id":1,"a":5,"s":"x","items":[{"p":1},{"p":20}]}""", """{"id":2,"a":null,"s":"y","items":[{"p":3}]}""", """{"id":3,"s":"x","items":[]}""",
        """{"id":4,"a":"text","at":"2024-03-01T10:00:00Z"}""", """{"id":5,"a":50.0,"s":1.50}""",
    ];

    public static TheoryData<string, string[]> Expressions => new()
    {
        { "case when $.a > 10 then 'high' when $.a > 1 then 'low' else 'none' end", ["low", "none", "none", "none", "high"] },
        { "case when $.a is null then 1 when $.a is missing then 2 end", ["", "1", "2", "", ""] },
        { "case when $.a >= 5 then $.a else 0 end", ["5", "0", "0", "0", "50.0"] },
        { "case when $.a > 1 then $.s else $.at end", ["x", "", "", "2024-03-01T10:00:00Z", "1.50"] },
        { "case when $.id in (1, 3) or $.s like 'y%' then $.id * 2 else -$.id end + 1", ["3", "5", "7", "-3", "-4"] },
        { "case when 1 = 1 then 'always' end", ["always", "always", "always", "always", "always"] },
        { "case when case when $.id > 2 then 1 else 2 end = 1 then case when $.id = 3 then 'three' else 'more' end else 'less' end", ["less", "less", "three", "more", "more"] },
    };

    [Theory]
    [MemberData(nameof(Expressions))]
    public void Every_layout_evaluates_the_same_branch(string text, string[] expected)
    {
        foreach (var layout in new[] { CollectionLayout.Columns, CollectionLayout.Rows, CollectionLayout.Hybrid })
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(s_documents, CollectionFile.Small with { Layout = layout }));
            var rows = reader.Scan().Select(ScanExpression.Parse($"{text} as value")).ToTable();
            Assert.Equal(expected, Enumerable.Range(0, rows.Count).Select(row => rows[row, 0].ToString()));
            var groups = reader.Scan().GroupBy(ScanExpression.Parse($"{text} as value")).Aggregate(Aggregate.Count());
            Assert.Equal(expected.Distinct().Count(), groups.Count);
            Assert.Equal(expected.Count(value => value == expected[0]), reader.Scan().Where(Filter.Parse($"{text} = @first", ("first", rows[0, 0]))).Count());
        }
    }

    [Fact]
    public void Conditions_apply_to_unnested_elements()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(s_documents, CollectionFile.Small));
        var sums = reader.Scan().Aggregate(
            Aggregate.Sum(ScanExpression.Parse("case when $.items[*].p > 10 then $.items[*].p * $.id else 0 end")).As("high"),
            Aggregate.Count(ScanExpression.Parse("case when $.items[*].p <= 10 then 1 end")).As("low"));
        Assert.Equal("20|2", string.Join('|', sums.GetRow(0).ToArray()));
        Assert.Throws<BlittableException>(() => reader.Scan().Where(Filter.Parse("case when $.items[*].p > 10 then 1 end = 1")).Count());
        Assert.Throws<BlittableException>(() => reader.Scan().Where(Filter.Parse("case when $.items[*].p > 10 then 1 end = 1")).Unnest("$.items[*]").Count());
        Assert.Throws<BlittableException>(() => reader.Scan().Where(Filter.Parse("$.items[*].p * 2 > 10")).Unnest("$.items[*]").Count());
    }

    /// <summary>Branches with decimals, doubles of 17 digits, distant exponents and other kinds are computed for all rows at once or row by row.</summary>
    [Theory]
    [InlineData("case when $.n > 10 then $.d * $.n else 0 end")]
    [InlineData("case when $.n > 10 then $.d when $.n > 5 then $.p else $.far end")]
    [InlineData("case when $.n > 10 then $.s when $.n > 5 then $.d end")]
    [InlineData("coalesce($.o, $.d)")]
    [InlineData("coalesce($.o, $.d * $.p, 1e-30) * 2")]
    [InlineData("coalesce($.o, $.s, $.d)")]
    [InlineData("coalesce($.mixed, $.d) + 1")]
    public void Sums_of_chosen_numbers_are_those_of_documents(string text)
    {
        var random = new Random(7);
        var documents = Enumerable.Range(0, 200).Select(id =>
            $$"""{"id":{{id}},"g":{{id % 3}},"n":{{random.Next(20)}},"d":{{random.NextDouble().ToString("R", CultureInfo.InvariantCulture)}},"p":{{random.Next(1000)}}.{{random.Next(10)}}5,"far":{{random.Next(9)}}e{{random.Next(-40, 40)}},"s":"x{{id}}","mixed":{{(id % 7 == 0 ? "\"x\"" : "null")}}{{(id % 2 == 0 ? "" : ",\"o\":2.50")}}}""").ToArray();
        var expression = ScanExpression.Parse(text);
        Assert.Equal(Answers(CollectionLayout.Rows), Answers(CollectionLayout.Columns));

        List<string> Answers(CollectionLayout layout)
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            var values = reader.Scan().Select(expression.As("value")).ToTable();
            var numbers = Enumerable.Range(0, values.Count).Select(row => values[row, 0]).Where(value => value.Kind == QueryValueKind.Number).ToArray();
            var table = reader.Scan().GroupBy("$.g").Aggregate(
                Aggregate.Sum(expression).As("sum"), Aggregate.Average(expression).As("average"), Aggregate.Median(expression).As("median"), Aggregate.Variance(expression).As("variance"),
                Aggregate.Min(expression).As("min"), Aggregate.CountDistinct(expression).As("distinct"), Aggregate.Count(expression).As("count"));
            if (!text.Contains("far", StringComparison.Ordinal))
            {
                // All of these sums have at most 38 digits.
                var total = numbers.Aggregate(new ExactNumber(0), (sum, number) => ExactNumber.Add(sum, number.Number));
                Assert.Equal(QueryValue.FromNumber(total).ToString(), reader.Scan().Aggregate(Aggregate.Sum(expression))[0, 0].ToString());
            }

            return
            [
                .. Enumerable.Range(0, values.Count).Select(row => $"{values[row, 0].Kind} {values[row, 0]}"),
                .. Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray())),
                .. numbers.Take(9).Select(number => $"{reader.Scan().Where(expression, FilterOperator.GreaterOrEqual, number).Count()}"),
            ];
        }
    }

    [Fact]
    public void A_case_expression_can_filter_groups()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(s_documents, CollectionFile.Small));
        var groups = reader.Scan().GroupBy("$.s").Having("case when count > 1 then 'many' else 'few' end = 'many'").Aggregate(Aggregate.Count());
        Assert.Equal("x|2", string.Join('|', groups.GetRow(0).ToArray()));
        Assert.Equal(1, groups.Count);
    }

    [Fact]
    public void The_name_of_a_case_expression_is_its_text()
    {
        var text = "case when $.a > 10 and not ($.s like \"x%\") then 1 when $.b in (1, 2) or $.c exists then 2 else null end";
        Assert.Equal(text, ScanExpression.Parse(text).ToString());
        Assert.Equal(
            "case when $.a starts-with \"x\" then $.b else 3 end",
            ScanExpression.Case([(Filter.Where("$.a", FilterOperator.StartsWith, "x"), "$.b")], 3).ToString());
        Assert.Equal("case when $.a < $.b then 1 else null end", ScanExpression.Parse("case when $.a < $.b then 1 end").ToString());
        Assert.Equal("$.a contains [1]", Filter.Contains("$.a", "[1]").ToString());
        Assert.Equal("$.a matches \"(?is)\\\\Aa.*\\\\z\"", Filter.Like("$.a", "a%", ignoreCase: true).ToString());
        Assert.Throws<ArgumentException>(() => ScanExpression.Case([]));
        Assert.Throws<ArgumentException>(() => ScanExpression.Case([(null!, 1)]));
    }

    [Theory]
    [InlineData("case when $.a > 1 then 2", "'end'")]
    [InlineData("case when $.a > 1 else 2 end", "'then'")]
    [InlineData("case when $.a then 2 end", "A condition is expected")]
    [InlineData("case when $.a > 1 then $.b > 2 end", "a value is expected")]
    public void An_incomplete_case_expression_is_rejected(string text, string message)
    {
        var fault = Assert.Throws<BlittableException>(() => ScanExpression.Parse(text));
        Assert.Equal(BlittableErrorCode.InvalidQuery, fault.Code);
        Assert.Contains(message, fault.Message, StringComparison.Ordinal);
    }
}
