using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests strings that are chosen by conditions or replace missing ones. In columns they are chosen for all rows of a chunk group at once; rows of
/// documents are evaluated one by one.</summary>
public sealed class ChosenStringTests
{
    private const int Count = 500;

    /// <summary>The last chunk groups have other kinds of values, so there the strings are chosen row by row.</summary>
    private static readonly string[] s_documents = [.. Documents()];

    public static TheoryData<string> Expressions =>
    [
        "case when $.n > 50 then 'high' when $.n > 20 then 'middle' else 'low' end",
        "case when $.n > 50 then 'high' when $.n > 20 then 'middle' end",
        "case when $.n > 50 then 'high' else null end",
        "case when $.n > 500 then 'high' else 'other' end",
        "case when $.n > 50 then $.few when $.n > 20 then $.many else 'none' end",
        "case when $.n > 50 then $.many else $.few end",
        "case when $.n > 50 then lower($.few) when $.n > 20 then concat($.few, '/', $.many) else '' end",
        "case when $.n > 50 then $.mixed else 'none' end",
        "case when $.n > 50 then $.date else $.few end",
        "case when $.n > 50 then $.absent else $.few end",
        "case when $.n > 50 then case when $.few = 'é' then 'é' else 'x' end else 'none' end",
        "case when $.n > 50 then 'one' when $.n > 20 then 2 else 3.50 end",
        "case when $.n > 50 then 1 when $.n > 20 then 2 end",
        "case when $.n > 50 then 1.0 when $.n > 20 then 1 else 1e0 end",
        "coalesce($.few, 'none')",
        "coalesce($.few, $.many, 'none')",
        "coalesce($.absent, $.few)",
        "coalesce($.mixed, 'none')",
        "coalesce($.date, 'none')",
        "coalesce(lower($.few), $.many)",
        "upper(coalesce($.few, 'none'))",
        "length(case when $.n > 50 then $.few else $.many end)",
        "coalesce($.few, 5)",
        "coalesce($.o * 2, 0)",
        "coalesce($.o * 2, 0.0)",
    ];

    [Theory]
    [MemberData(nameof(Expressions))]
    public void Every_layout_gives_the_same_answers(string text)
    {
        var expected = Answers(CollectionLayout.Rows, text);
        Assert.Equal(expected, Answers(CollectionLayout.Columns, text));
        Assert.Equal(expected, Answers(CollectionLayout.Hybrid, text));
    }

    [Theory]
    [InlineData("case when $.items[*].p > 50 then 'high' when $.items[*].p > 20 then 'middle' else 'low' end")]
    [InlineData("case when $.items[*].p <> 50 and $.items[*].s = 'a' then $.items[*].s else $.few end")]
    [InlineData("coalesce($.items[*].s, $.few, 'none')")]
    [InlineData("case when $.items[*].p between 10 and 60 and $.items[*].s <> 'b' then 1 when $.items[*].s like 'c%' then 2 end")]
    public void Every_layout_gives_the_same_answers_about_elements(string text)
    {
        var expected = Groups(CollectionLayout.Rows);
        Assert.Equal(expected, Groups(CollectionLayout.Columns));
        Assert.Equal(expected, Groups(CollectionLayout.Hybrid));

        List<string> Groups(CollectionLayout layout)
        {
            using var reader = SampleCollection.Open(s_documents, layout);
            var table = reader.Scan().GroupBy(ScanExpression.Parse($"{text} as class")).Aggregate(
                Aggregate.Count(), Aggregate.Sum("$.items[*].p"), Aggregate.CountDistinct("$.few"), Aggregate.Max("$.items[*].s"));
            return [.. Rows(table).Order(StringComparer.Ordinal)];
        }
    }

    private static List<string> Answers(CollectionLayout layout, string text)
    {
        using var reader = SampleCollection.Open(s_documents, layout);
        var expression = ScanExpression.Parse(text);
        var values = reader.Scan().Select("$.id", expression.As("value")).ToTable();
        var first = values[0, 1];
        var answers = new List<string>(Rows(values));
        answers.AddRange(Rows(reader.Scan().GroupBy(expression.As("key")).Aggregate(Aggregate.Count(), Aggregate.Min("$.id"))).Order(StringComparer.Ordinal));
        answers.AddRange(Rows(reader.Scan().GroupBy("$.g").Aggregate(
            Aggregate.Count(expression).As("count"),
            Aggregate.CountDistinct(expression).As("distinct"),
            Aggregate.Min(expression).As("min"),
            Aggregate.Max(expression).As("max"),
            Aggregate.Sum(expression).As("sum"),
            Aggregate.Mode(expression).As("mode"),
            Aggregate.First(expression).As("first"))).Order(StringComparer.Ordinal));
        answers.AddRange(Rows(reader.Scan().Select(expression.As("value"), "$.id").OrderBy("value", descending: true).OrderBy("$.id").Limit(9).ToTable()));
        foreach (var comparison in (FilterOperator[])[FilterOperator.Equal, FilterOperator.NotEqual])
        {
            answers.Add($"{comparison} {reader.Scan().Where(expression, comparison, first).Count()}");
        }

        foreach (var condition in (string[])["{0} in ('low', 'none', 'é', 2)", "{0} like 'm%'", "{0} between 'h' and 'n'", "not ({0} = 'none')", "{0} is null", "{0} = $.few", "{0} < $.many", "{0} <> $.few"])
        {
            answers.Add($"{condition} {reader.Scan().Where(Filter.Parse(string.Format(CultureInfo.InvariantCulture, condition, text))).Count()}");
        }

        return answers;
    }

    private static IEnumerable<string> Rows(QueryTable table) => Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray().Select(value => $"{value.Kind} {value}")));

    private static IEnumerable<string> Documents()
    {
        var random = new Random(11);
        for (var id = 0; id < Count; id++)
        {
            string[] few = ["\"a\"", "\"é\"", "\"none\"", "null", "\"\"", "\"Zürich\""];
            var mixed = id < 300 ? few[random.Next(5)] : id < 400 ? $"{random.Next(5)}.0" : "\"2024-05-01\"";
            var items = string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => $$"""{"p":{{random.Next(100)}},"s":"{{(char)('a' + random.Next(3))}}"}"""));
            yield return $$"""
                {"id":{{id}},"g":{{id % 3}},"n":{{random.Next(100)}},"few":{{few[random.Next(few.Length)]}},"many":"m{{random.Next(100_000)}}","mixed":{{mixed}},
                "date":"2024-0{{1 + random.Next(9)}}-01","items":[{{items}}]{{(id % 2 == 0 ? $",\"o\":{random.Next(9)}.5" : "")}}}
                """.ReplaceLineEndings("");
        }
    }
}
