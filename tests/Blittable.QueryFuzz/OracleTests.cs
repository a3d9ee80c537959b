using System.Text.Json;
using Blittable.Collections;
using Blittable.QueryFuzz.Generation;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz;

/// <summary>Tests the oracle with examples of the definitions in QUERIES.md.</summary>
public sealed class OracleTests
{
    [Theory]
    [InlineData("1", "1.0", 0)]
    [InlineData("1e0", "10e-1", 0)]
    [InlineData("-0", "0", 0)]
    [InlineData("1e400", "2e400", -1)]
    [InlineData("9007199254740993", "9007199254740992", 1)]
    [InlineData("-1e-400", "0", -1)]
    [InlineData("0.30000000000000004", "0.3", 1)]
    public void Numbers_compare_as_decimals(string left, string right, int order) =>
        Assert.Equal(order, NaiveNumber.Parse(left).CompareTo(NaiveNumber.Parse(right)));

    [Theory]
    [InlineData("1", "3", "0.33333333333333333333333333333333333333")]
    [InlineData("2", "3", "0.66666666666666666666666666666666666667")]
    [InlineData("1", "8", "0.125")]
    [InlineData("1e400", "1", "1E+400")]
    [InlineData("-12", "1e3", "-0.012")]
    public void A_quotient_is_rounded_to_38_digits_and_has_a_computed_text(string left, string right, string text) =>
        Assert.Equal(text, Value.OfComputed(NaiveNumber.Parse(left) / NaiveNumber.Parse(right)).Text);

    [Theory]
    [InlineData("2024-02-29", "2024-02-29T05:30:00+05:30")]
    [InlineData("2024-02-29 00:00:00", "2024-02-28t23:59:59.9999999990-00:00")]
    [InlineData("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.50")]
    public void Dates_compare_as_instants(string left, string right)
    {
        var isEqual = DateText.TryParse(left, out var first) && DateText.TryParse(right, out var second) && first == second;
        Assert.Equal(!right.Contains("9990", StringComparison.Ordinal), isEqual);
    }

    [Theory]
    [InlineData("2024-02-30")]
    [InlineData("2024-02-29T24:00:00Z")]
    [InlineData("2024-1-1")]
    [InlineData("2024-01-01T00:00:00.0000000000Z")]
    public void Other_texts_are_strings(string text) => Assert.Equal(Kind.String, Value.OfString(text).Kind);

    [Theory]
    [InlineData("0001-01-01", -719_162)]
    [InlineData("1970-01-01", 0)]
    [InlineData("2000-02-29", 11_016)]
    public void Days_are_counted_from_1970(string text, long days)
    {
        var parts = text.Split('-').Select(part => long.Parse(part, System.Globalization.CultureInfo.InvariantCulture)).ToArray();
        Assert.Equal(days, DateText.DaysSince1970(parts[0], parts[1], parts[2]));
        Assert.Equal((parts[0], parts[1], parts[2]), DateText.Civil(days));
    }

    [Theory]
    [InlineData(FilterOperator.NotEqual, "[5]", true)]
    [InlineData(FilterOperator.NotEqual, "null", false)]
    [InlineData(FilterOperator.NotEqual, "\"5\"", true)]
    [InlineData(FilterOperator.Less, "\"5\"", false)]
    [InlineData(FilterOperator.Equal, "50e-1", true)]
    public void A_value_of_another_kind_passes_only_inequality(FilterOperator comparison, string json, bool passes)
    {
        using var document = JsonDocument.Parse(json);
        Assert.Equal(passes, Comparison.Passes(Value.Of(document.RootElement), comparison, Value.Of(5)));
        Assert.False(Comparison.Passes(Value.Missing, comparison, Value.Of(5)));
    }

    [Fact]
    public void The_key_of_a_group_has_the_text_of_its_first_row()
    {
        using var document = JsonDocument.Parse("""[{"a":1.0},{"a":1},{"a":"x"},{},{"a":null},{"a":[]}]""");
        var path = new PathModel("$.a", [new("a", null)]);
        var query = new QueryModel(QueryForm.Group)
        {
            Columns = [new(new ExpressionModel.Path(path), null)],
            Aggregates = [new(AggregateKind.Count, [], 0, null, null)],
        };
        var answer = NaiveQuery.Run(query, document.RootElement.EnumerateArray());
        Assert.Equal("null 3, 1.0 2, \"x\" 1", string.Join(", ", answer.Rows.Select(row => string.Join(' ', (object[])row))));
    }

    [Fact]
    public void A_case_depends_only_on_its_seed_and_number()
    {
        var first = CollectionGenerator.Make(new FuzzRandom(7, 5));
        CollectionGenerator.Make(new FuzzRandom(7, 6));
        Assert.Equal(first.ToString(), CollectionGenerator.Make(new FuzzRandom(7, 5)).ToString());
    }
}
