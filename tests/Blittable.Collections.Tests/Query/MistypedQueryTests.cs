namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that mistyped queries are rejected with the position of the mistake, which is marked by ¦.</summary>
public sealed class MistypedQueryTests
{
    [Theory]
    [InlineData("$.country = ¦NZ", "a string as \"NZ\"")]
    [InlineData("$.country = ¦\"NZ", "no closing \"")]
    [InlineData("$.country = ¦'NZ", "no closing '")]
    [InlineData("$.country = ¦'it''s", "no closing '")]
    [InlineData("$.country = \"a¦\\q\"", "escapes")]
    [InlineData("$.country = \"a\\n¦\\q\"", "escapes")]
    [InlineData("$.country = \"\\u00e9\\\\¦\\u12\"", "escapes")]
    [InlineData("$.country = \"a¦\u0001\"", "control character")]
    [InlineData("$.country = \"\\ud83d\\ude00¦\\ud800\"", "escapes")]
    [InlineData("$.country ¦=== 'NZ'", "write '='")]
    [InlineData("$.price ¦=> 5", "write '>='")]
    [InlineData("$.price ¦=< 5", "write '<='")]
    [InlineData("$.country ¦=~ 'N.*'", "write 'matches'")]
    [InlineData("$.country ¦~ 'N.*'", "write 'matches'")]
    [InlineData("$.a = 1 ¦& $.b = 2", "write 'and'")]
    [InlineData("$.a = 1 ¦| $.b = 2", "write 'or'")]
    [InlineData("$.a = 1¦; $.b = 2", "write 'and'")]
    [InlineData("$.a = 1¦, $.b = 2", "','")]
    [InlineData("$.a = 1 ¦adn $.b = 2", "did you mean 'and'")]
    [InlineData("$.a = 1 ¦xor $.b = 2", "did you mean 'or'")]
    [InlineData("$.a ¦lik 'x%'", "did you mean 'like'")]
    [InlineData("$.a ¦matchs 'x'", "did you mean 'matches'")]
    [InlineData("$.a ¦constains 'x'", "did you mean 'contains'")]
    [InlineData("$.a ¦exist", "did you mean 'exists'")]
    [InlineData("$.a ¦betwen 1 and 2", "did you mean 'between'")]
    [InlineData("$.a ¦starts_with 'x'", "did you mean 'starts-with'")]
    [InlineData("$.a ¦equals 5", "is not an operator")]
    [InlineData("$.a ¦eq 5", "operator")]
    [InlineData("$.a ¦5", "'5'")]
    [InlineData("$.a ¦'x'", "''x''")]
    [InlineData("¦$.a", "$.a = true")]
    [InlineData("¦$.a + 1", "A condition is expected")]
    [InlineData("¦5", "A condition is expected")]
    [InlineData("¦'x'", "A condition is expected")]
    [InlineData("¦country", "a path as $.country")]
    [InlineData("¦country = 'NZ'", "a path as $.country")]
    [InlineData("¦.country = 'NZ'", "Unexpected character")]
    [InlineData("¦", "is incomplete")]
    [InlineData("  ¦", "is incomplete")]
    [InlineData("$.a =¦", "is incomplete")]
    [InlineData("$.a = ¦= 1", "'='")]
    [InlineData("$.a > ¦> 1", "'>'")]
    [InlineData("¦= 1", "'='")]
    [InlineData("$.a = 1 and¦", "is incomplete")]
    [InlineData("¦and $.a = 1", "'and'")]
    [InlineData("$.a = 1 and ¦or $.b = 2", "'or'")]
    [InlineData("not¦", "is incomplete")]
    [InlineData("not ¦$.a", "$.a = true")]
    [InlineData("$.a not¦", "'not' must precede")]
    [InlineData("$.a not ¦= 1", "'not' must precede")]
    [InlineData("$.a = 1 ¦not", "'not'")]
    [InlineData("1 < $.a ¦< 5", "two operands")]
    [InlineData("$.a = $.b ¦= $.c", "two operands")]
    [InlineData("$.a = ($.b ¦= 1)", "a value is expected")]
    [InlineData("($.a = 1¦", "')'")]
    [InlineData("($.a = 1)¦)", "')'")]
    [InlineData("(¦)", "')'")]
    [InlineData("$.a in ¦1", "in parentheses")]
    [InlineData("$.a in ¦[1, 2]", "in parentheses")]
    [InlineData("$.a in (¦)", "')'")]
    [InlineData("$.a in (1, ¦)", "')'")]
    [InlineData("$.a in (1 ¦2)", "','")]
    [InlineData("$.a in (1, 2¦", "','")]
    [InlineData("$.a in (¦$.b)", "literals")]
    [InlineData("$.a in (¦DE, FR)", "literals")]
    [InlineData("$.a between 1¦", "'and'")]
    [InlineData("$.a between 1 ¦or 2", "'and'")]
    [InlineData("$.a between 1 and¦", "is incomplete")]
    [InlineData("$.a[*] ¦between $.b and 2", "bounds must be constants")]
    [InlineData("$.a like ¦5", "a quoted string")]
    [InlineData("$.a like ¦x%", "a quoted string")]
    [InlineData("$.a like ¦$.b", "a quoted string")]
    [InlineData("$.a matches ¦'['", "Invalid pattern")]
    [InlineData("$.a matches ¦'(a)\\1'", "backreferences and lookarounds are not supported")]
    [InlineData("$.a matches ¦'^(?=a)'", "backreferences and lookarounds are not supported")]
    [InlineData("$.a starts-with¦", "found the end")]
    [InlineData("¦lower($.a) contains 'x'", "requires a path")]
    [InlineData("¦'x' exists", "requires a path")]
    [InlineData("¦$.a + 1 is missing", "requires a path")]
    [InlineData("$.a contains ¦$.b", "requires JSON")]
    [InlineData("$.a contains ¦new", "requires JSON")]
    [InlineData("$.a contains {¦a: 1}", "not valid JSON")]
    [InlineData("$.a contains [1, 2¦", "not valid JSON")]
    [InlineData("$.a contains [\"¦\\ud800\"]", "not valid JSON")]
    [InlineData("$.é = 1 and $.a contains {\"ü\": ¦x}", "not valid JSON")]
    [InlineData("$.a contains {\"b\": [1, ¦]} and $.c = 1", "not valid JSON")]
    [InlineData("$.a = ¦[1]", "only after 'contains'")]
    [InlineData("$.a = ¦{\"b\": 1}", "only after 'contains'")]
    [InlineData("$.a is ¦5", "null or missing")]
    [InlineData("$.a is¦", "null or missing")]
    [InlineData("$.a is not ¦there", "null or missing")]
    [InlineData("$.a = ¦1.2.3", "not a number")]
    [InlineData("$.a = ¦01", "not a number")]
    [InlineData("$.a = ¦1e", "not a number")]
    [InlineData("$.a = ¦12abc", "not a number")]
    [InlineData("$.a = ¦0x10", "not a number")]
    [InlineData("$.a = ¦.5", "Unexpected character")]
    [InlineData("$.a = ¦+5", "'+'")]
    [InlineData("$.a = ¦2024-13-01", "not a date")]
    [InlineData("$.a >= ¦2024-02-30T00:00:00Z", "not a date")]
    [InlineData("$.a = ¦2024-03-01x", "not a date")]
    [InlineData("$.at >= ¦2024-3-1", "2024-03-01. To subtract")]
    [InlineData("$.at >= ¦2023-12", "2023-12-01. To subtract")]
    [InlineData("$.at > ¦2024/3/1", "2024-03-01. To divide")]
    [InlineData("$.at > ¦2024/3", "2024-03-01. To divide")]
    [InlineData("not $.at >= ¦2024-3-1 and $.b = 1", "2024-03-01")]
    [InlineData("$.at < ¦2024-3-1T12:30:00Z", "2024-03-01")]
    [InlineData("$.at between ¦1999-1-31 and 1999-12-31", "1999-01-31")]
    [InlineData("$.at in (2024-03-01, ¦2024-03)", "2024-03-01")]
    [InlineData("$.at > ¦1/3/2024", "write it as 2024-03-01. To divide")]
    [InlineData("$.at > ¦31-12-2024", "write it as 2024-03-01. To subtract")]
    [InlineData("¦2024-3-1 < $.at", "2024-03-01")]
    [InlineData("$.at - ¦2024-1 > 0", "2024-01-01")]
    [InlineData("$.at >= ¦2024-31-2", "write it as 2024-03-01")]
    [InlineData("$.a = ¦@", "parameter name")]
    [InlineData("$.a = ¦@nam", "did you mean 'name'")]
    [InlineData("¦lowr($.a) = 'x'", "did you mean 'lower'")]
    [InlineData("¦now() > $.a", "no function 'now'")]
    [InlineData("¦lower() = 'x'", "takes 1 argument")]
    [InlineData("¦lower($.a, 1) = 'x'", "takes 1 argument")]
    [InlineData("¦substring($.a) = 'x'", "takes 2 to 3 arguments")]
    [InlineData("lower($.a ¦= 'x'", "a value is expected")]
    [InlineData("date_trunc(¦months, $.a) = '2024-01-01'", "one of second")]
    [InlineData("time_bucket(¦'15 minutes', $.a) = '2024-01-01'", "00:15:00")]
    [InlineData("cast($.a ¦number) = 1", "'as'")]
    [InlineData("cast($.a as ¦float) = 1", "number, string")]
    [InlineData("$.¦ = 1", "A name is missing")]
    [InlineData("$.a.¦ = 1", "A name is missing")]
    [InlineData("$¦..a = 1", "do not support '..'")]
    [InlineData("$.a¦[ = 1", "no matching ']'")]
    [InlineData("$.a[¦b] = 1", "not a path")]
    [InlineData("$.a[¦?@.x] = 1", "not a path")]
    [InlineData("$.user¦-name = 'x'", "[\"user-name\"]")]
    [InlineData("$.a ¦# comment", "Unexpected character")]
    [InlineData("$.a = ¦“NZ”", "straight quotes")]
    [InlineData("$.a starts-with ¦5", "a quoted string")]
    [InlineData("$.a ¦< true", "no order")]
    [InlineData("¦\"price\" > 5", "write a path as $.price")]
    [InlineData("not ¦\"price\" > 5", "write a path as $.price")]
    [InlineData("¦'country' = 'NZ'", "write a path as $.country")]
    [InlineData("5 < ¦\"price\"", "write a path as $.price")]
    [InlineData("¦\"name\" like \"A%\"", "write a path as $.name")]
    [InlineData("¦\"name\" matches \"^A\"", "write a path as $.name")]
    [InlineData("¦\"country\" in (\"NZ\", \"DE\")", "write a path as $.country")]
    [InlineData("¦\"price\" between 1 and 5", "write a path as $.price")]
    [InlineData("¦0 = 5", "only constants")]
    [InlineData("¦7 between $.a and 0", "only constants")]
    [InlineData("¦7 between null and $.a", "only constants")]
    [InlineData("not (¦7 between 0 and 9)", "only constants")]
    [InlineData("¦lower(\"country shop\") = 'nz!'", "only constants")]
    [InlineData("lower(¦\"country\") = 'nz'", "write a path as $.country")]
    [InlineData("$.a = 1 and (¦1 > 2 or $.b = 2)", "only constants")]
    [InlineData("case when ¦2 > 1 then $.a end = 1", "only constants")]
    [InlineData("¦\"price\" is null", "write a path as $.price")]
    [InlineData("$.at >= ¦2024-03-01 + 30", "epoch(\"2024-03-01\")")]
    [InlineData("not $.at > ¦2024-03-01 - 30", "epoch(\"2024-03-01\")")]
    [InlineData("$.at between ¦2024-03-01 - 30 and 2024-03-01", "epoch(\"2024-03-01\")")]
    [InlineData("$.at in (2024-03-01, ¦2024-03-02 - 1)", "epoch(\"2024-03-02\")")]
    [InlineData("$.at = -¦2024-03-01", "requires numbers")]
    [InlineData("$.a = 1 / ¦0", "divided by 0")]
    [InlineData("$.a % (¦1 - 1) = 1", "divided by 0")]
    [InlineData("$.a = ¦\"a\" + \"b\"", "'concat'")]
    [InlineData("$.price > $.cost * ¦\"1.1\"", "Write 1.1 without quotes")]
    [InlineData("$.price > ¦'cost' * 2", "write a path as $.cost")]
    [InlineData("$.price > $.cost * ¦@text", "requires numbers, not \"x\"")]
    [InlineData("lower(¦5) = $.a", "requires strings and dates, not 5")]
    [InlineData("round(¦\"5\") = $.a", "Write 5 without quotes")]
    [InlineData("round($.x, ¦\"2\") = $.a", "Write 2 without quotes")]
    [InlineData("substring($.x, ¦true) = $.a", "requires numbers, not true")]
    [InlineData("year(¦2024) = $.a", "requires dates, not 2024")]
    [InlineData("year(¦\"at\") = 2024", "write a path as $.at")]
    [InlineData("date_trunc(month, ¦\"at\") = 2024-03-01", "write a path as $.at")]
    [InlineData("time_bucket('01:00:00', ¦5) = 2024-03-01", "requires dates")]
    [InlineData("$.a = ¦cast(\"abc\" as number)", "always null")]
    [InlineData("$.a = cast(¦5 as date)", "requires strings and dates")]
    [InlineData("$.a = ¦substring(\"abc\", 1.5)", "always null")]
    [InlineData("$.a = case when ¦1 = 2 then 3 end", "only constants")]
    [InlineData("$.a = ¦case when @name = 2 then 3 end", "always null")]
    public void A_mistyped_condition_is_rejected_at_its_position(string marked, string expected)
    {
        var text = marked.Replace("¦", "", StringComparison.Ordinal);
        var fault = Assert.Throws<BlittableException>(() => Filter.Parse(text, ("name", 1), ("text", "x")));

        Assert.Equal(BlittableErrorCode.InvalidQuery, fault.Code);
        Assert.Contains(expected, fault.Message, StringComparison.Ordinal);
        Assert.Equal(marked.IndexOf('¦', StringComparison.Ordinal), fault.Offset);
        Assert.Contains($"^ character {fault.Offset + 1}", fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("¦\"count\" > 5", "write a path as $.count")]
    [InlineData("count + ¦\"1\" > 5", "Write 1 without quotes")]
    [InlineData("count > -¦2024-03-01", "epoch(\"2024-03-01\")")]
    [InlineData("case when ¦'count' = 1 then 2 else 3 end = 2", "write a path as $.count")]
    public void A_mistyped_condition_on_groups_is_rejected_at_its_position(string marked, string expected)
    {
        var text = marked.Replace("¦", "", StringComparison.Ordinal);
        using var reader = SampleCollection.Open(["""{"a":1}"""]);
        var fault = Assert.Throws<BlittableException>(() => reader.Scan().GroupBy("$.a").Having(text).Aggregate(Aggregate.Count()));

        Assert.Equal(BlittableErrorCode.InvalidQuery, fault.Code);
        Assert.Contains(expected, fault.Message, StringComparison.Ordinal);
        Assert.Equal(marked.IndexOf('¦', StringComparison.Ordinal), fault.Offset);
    }

    [Theory]
    [InlineData("$.a = null")]
    [InlineData("$.a = null + 1")]
    [InlineData("$.a + @nothing = 1")]
    [InlineData("$.a = coalesce(null, @nothing)")]
    [InlineData("@name = 1 or $.a = 2")]
    [InlineData("1 = 1")]
    public void A_null_or_a_parameter_is_accepted_as_it_is_typed(string text) => Assert.NotNull(Filter.Parse(text, ("name", 1), ("nothing", QueryValue.Null)));

    [Fact]
    public void Half_of_a_surrogate_pair_is_rejected_at_its_position()
    {
        // Attributes are UTF-8, which cannot represent these texts.
        foreach (var (text, position) in ((string, long)[])[("\udfad", 0), ("'a\ud83d'", 2), ("$.\ud83d\ude00\ude00", 4), ("$.a = 1 \ud83d", 8)])
        {
            var fault = Assert.Throws<BlittableException>(() => Filter.Parse(text));

            Assert.Contains("surrogate pair", fault.Message, StringComparison.Ordinal);
            Assert.Equal(position, fault.Offset);
        }
    }

    [Theory]
    [InlineData("2024 - 3 - 1", "2020")]
    [InlineData("2024 -3", "2021")]
    [InlineData("2024-13", "2011")]
    [InlineData("2024-100", "1924")]
    [InlineData("10-3-1", "6")]
    [InlineData("999-3", "996")]
    [InlineData("12/4", "3")]
    [InlineData("3000/3/10", "100")]
    [InlineData("20240-3", "20237")]
    [InlineData("2024-3.5", "2020.5")]
    public void Numbers_that_do_not_look_like_a_date_are_computed(string text, string expected) =>
        Assert.Equal(expected, ScanExpression.Parse(text).ToString());

    [Theory]
    [InlineData("$.a as¦", "a name")]
    [InlineData("$.a ¦amount", "is not an operator")]
    [InlineData("$.a as ¦5", "a name after 'as'")]
    [InlineData("$.a as ¦\"\"", "not be empty")]
    [InlineData("$.a ¦> 1", "a value is expected")]
    [InlineData("$.id + ¦\"-x\"", "'concat'")]
    [InlineData("epoch($.at) - ¦2024-01-01", "epoch(\"2024-01-01\")")]
    [InlineData("$.a / ¦0", "divided by 0")]
    [InlineData("¦price", "$.price")]
    [InlineData("$.a¦, $.b", "','")]
    public void A_mistyped_value_is_rejected_at_its_position(string marked, string expected)
    {
        var text = marked.Replace("¦", "", StringComparison.Ordinal);
        var fault = Assert.Throws<BlittableException>(() => ScanExpression.Parse(text));

        Assert.Equal(BlittableErrorCode.InvalidQuery, fault.Code);
        Assert.Contains(expected, fault.Message, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(marked.IndexOf('¦', StringComparison.Ordinal), fault.Offset);
    }
}
