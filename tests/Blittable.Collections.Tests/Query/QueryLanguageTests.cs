using Blittable.Collections.Query.Language;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares parsed conditions and expressions with filters in code, and tests that invalid text is rejected at its position.</summary>
public sealed class QueryLanguageTests
{
    private static readonly string[] s_documents =
    [
        """{"id":1,"name":"Ada","country":"DE","price":2.50,"count":2,"tags":["new","old"],"at":"2024-03-01T10:00:00Z","note":null}""",
        """{"id":2,"name":"bob","country":"FR","price":1.25,"count":4,"tags":[],"at":"2024-03-02","x":{"city":"Rome"}}""",
        """{"id":3,"name":"Čeněk","country":"DE","price":10.00,"count":1,"at":"2023-12-31T23:59:59.5+01:00","note":"it's"}""",
        """{"id":4,"name":"and","country":"","price":"3","count":-7,"tags":["new"],"note":"2024-03-01"}""",
        """{"id":5,"price":-2.5,"count":9007199254740993,"x":[]}""",
    ];

    public static TheoryData<string, Filter> Meanings => new()
    {
        { "$.country = 'DE'", Filter.Where("$.country", FilterOperator.Equal, "DE") },
        { "$.country == \"DE\"", Filter.Where("$.country", FilterOperator.Equal, "DE") },
        { "'DE' = $.country", Filter.Where("$.country", FilterOperator.Equal, "DE") },
        { "3 > $.id", Filter.Where("$.id", FilterOperator.Less, 3) },
        { "$.country <> 'DE'", Filter.Where("$.country", FilterOperator.NotEqual, "DE") },
        { "$.country != 'DE'", Filter.Where("$.country", FilterOperator.NotEqual, "DE") },
        { "$.price>=2.5", Filter.Where("$.price", FilterOperator.GreaterOrEqual, 2.5m) },
        { "$.count = 9007199254740993", Filter.Where("$.count", FilterOperator.Equal, 9007199254740993) },
        { "$.count-1 = 1", Filter.Where(ScanExpression.Path("$.count") - 1, FilterOperator.Equal, 1) },
        { "$.price * $.count + 1 > 5 % 3 * 3", Filter.Where((ScanExpression.Path("$.price") * "$.count") + 1, FilterOperator.Greater, 6) },
        { "-$.price = 2.5", Filter.Where(-ScanExpression.Path("$.price"), FilterOperator.Equal, 2.5m) },
        {
            "$.country = 'DE' or $.id = 2 and not $.price > 1", Filter.Any(
                Filter.Where("$.country", FilterOperator.Equal, "DE"),
                Filter.All(Filter.Where("$.id", FilterOperator.Equal, 2), Filter.Not(Filter.Where("$.price", FilterOperator.Greater, 1))))
        },
        {
            "($.country = 'DE' || $.id = 2) && !($.price > 3)", Filter.All(
                Filter.Any(Filter.Where("$.country", FilterOperator.Equal, "DE"), Filter.Where("$.id", FilterOperator.Equal, 2)),
                Filter.Not(Filter.Where("$.price", FilterOperator.Greater, 3)))
        },
        { "$.id in (1, 2+1, @five)", Filter.In("$.id", [1, 3, 5]) },
        { "$.country NOT IN ('DE')", Filter.Not(Filter.In("$.country", ["DE"])) },
        { "$.price between 1 and 2.5 and $.id > 1", Filter.All(Filter.Where("$.price", FilterOperator.GreaterOrEqual, 1), Filter.Where("$.price", FilterOperator.LessOrEqual, 2.5m), Filter.Where("$.id", FilterOperator.Greater, 1)) },
        { "$.name like '_o%'", Filter.Like("$.name", "_o%") },
        { "$.name ilike 'A%'", Filter.Like("$.name", "A%", ignoreCase: true) },
        { "$.name not like '%a'", Filter.Not(Filter.Like("$.name", "%a")) },
        { "$.name matches '^[A-Z]'", Filter.Matches("$.name", "^[A-Z]") },
        { "$.name matches \"^\\\\w+$\"", Filter.Matches("$.name", "^\\w+$") },
        { "$.name starts-with 'a'", Filter.Where("$.name", FilterOperator.StartsWith, "a") },
        { "$.name ends-with \"d\"", Filter.EndsWith("$.name", "d") },
        { "lower($.name) has-text 'a'", Filter.HasText(ScanExpression.Call("lower", "$.name"), "a") },
        { "$.tags contains 'new'", Filter.Contains("$.tags", "\"new\"") },
        { "$.tags contains [\"old\", \"new\"]", Filter.Contains("$.tags", """["old","new"]""") },
        { "$.x contains {\"city\": \"Rome\"}", Filter.Contains("$.x", """{"city":"Rome"}""") },
        { "$ contains {\"id\": 4}", Filter.Contains("$", """{"id":4}""") },
        { "$.note exists", Filter.Exists("$.note") },
        { "$.note is not missing", Filter.Exists("$.note") },
        { "$.note is missing", Filter.Not(Filter.Exists("$.note")) },
        { "$.note is null", Filter.Where("$.note", FilterOperator.Equal, QueryValue.Null) },
        { "$.note IS NOT NULL", Filter.Where("$.note", FilterOperator.NotEqual, QueryValue.Null) },
        { "$.note = 'it''s'", Filter.Where("$.note", FilterOperator.Equal, "it's") },
        { "$.note = \"it\\u0027s\"", Filter.Where("$.note", FilterOperator.Equal, "it's") },
        { "$.note = 2024-03-01", Filter.Where("$.note", FilterOperator.Equal, "2024-03-01") },
        { "$.at >= 2024-03-01T10:00:00+00:00", Filter.Where("$.at", FilterOperator.GreaterOrEqual, "2024-03-01T10:00:00Z") },
        { "$.tags[*] = 'new'", Filter.Where("$.tags[*]", FilterOperator.Equal, "new") },
        { "$['country'] = @country", Filter.Where("$.country", FilterOperator.Equal, "FR") },
        { "$.name = 'and'", Filter.Where("$.name", FilterOperator.Equal, "and") },
        { "date_trunc(month, $.at) = '2024-03-01'", Filter.Where(ScanExpression.Path("$.at").Truncate(DatePart.Month), FilterOperator.Equal, "2024-03-01") },
        { "time_bucket('12:00:00', $.at) = '2024-03-02'", Filter.Where(ScanExpression.Path("$.at").Bucket(TimeSpan.FromHours(12)), FilterOperator.Equal, "2024-03-02") },
        { "cast($.price as number) = 3", Filter.Where(ScanExpression.Path("$.price").Cast(QueryValueKind.Number), FilterOperator.Equal, 3) },
        { "coalesce($.note, $.name) = 'bob'", Filter.Where(ScanExpression.Coalesce("$.note", "$.name"), FilterOperator.Equal, "bob") },
    };

    [Theory]
    [MemberData(nameof(Meanings))]
    public void A_parsed_condition_equals_the_same_filter_in_code(string text, Filter filter)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            using var reader = SampleCollection.Open(s_documents, layout);
            var parsed = Filter.Parse(text, ("five", 5), ("country", "FR"));

            Assert.Equal(Ids(reader, filter), Ids(reader, parsed));
        }
    }

    [Theory]
    [InlineData("$.price > $.count", "1,3")]
    [InlineData("$.price <> $.count", "1,2,3,4,5")]
    [InlineData("$.note = $.at", "")]
    [InlineData("$.price + $.count = $.id + 3.5", "1")]
    [InlineData("length($.name) = 3", "1,2,4")]
    [InlineData("upper(substring($.name, 2, 2)) = 'OB'", "2")]
    [InlineData("concat($.country, '-', $.id) = 'DE-3'", "3")]
    [InlineData("replace($.name, 'b', '') = 'o'", "2")]
    [InlineData("concat(trim(' x '), $.id) = 'x1'", "1")]
    [InlineData("abs($.price) = 2.5", "1,5")]
    [InlineData("floor($.price) = -3", "5")]
    [InlineData("ceil($.price) = -2", "5")]
    [InlineData("round($.price) = -3", "5")]
    [InlineData("round($.price, 1) = 1.3", "2")]
    [InlineData("round($.count, -2) = 9007199254741000", "5")]
    [InlineData("year($.at) = 2023 and month($.at) = 12 and day($.at) = 31", "3")]
    [InlineData("hour($.at) = 22 and minute($.at) = 59 and second($.at) = 59", "3")]
    [InlineData("weekday($.at) = 6", "2")]
    [InlineData("week($.at) = 52 and quarter($.at) = 4 and dayofyear($.at) = 365", "3")]
    [InlineData("epoch($.at) = 1704063599.5", "3")]
    [InlineData("epoch($.at) = epoch(2023-12-31T22:59:59.5Z)", "3")]
    [InlineData("date_trunc(year, $.at) = date_trunc(year, 2023-07-15)", "3")]
    [InlineData("time_bucket('1.00:00:00', $.at) = time_bucket('1.00:00:00', \"2023-12-31T01:00:00Z\")", "3")]
    [InlineData("$.id = 3 and year(coalesce($.nothing, 2023-12-31)) = year($.at)", "3")]
    [InlineData("year(case when $.id = 3 then 2024-03-01 end) = 2024", "3")]
    [InlineData("$.id = 3 and 1 = 1", "3")]
    [InlineData("$.id = 3 and @five = 5", "3")]
    public void Functions_and_comparisons_of_two_values_are_evaluated_for_each_document(string text, string expected)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            using var reader = SampleCollection.Open(s_documents, layout);

            Assert.Equal(expected, string.Join(',', Ids(reader, Filter.Parse(text, ("five", 5)))));
        }
    }

    [Theory]
    [InlineData("$.price as amount", "amount")]
    [InlineData("$.price * 2 as 'two of it'", "two of it")]
    [InlineData("$.price", "$.price")]
    [InlineData("lower($.name)", "lower($.name)")]
    public void The_name_of_an_expression_follows_as(string text, string name) => Assert.Equal(name, ScanExpression.Parse(text).ToString());

    [Fact]
    public void Groups_are_filtered_by_conditions_on_their_columns()
    {
        using var reader = SampleCollection.Open(s_documents);
        var groups = reader.Scan().GroupBy("$.country");
        QueryTable Kept(string condition) =>
            groups.Having(condition, ("two", 2)).Aggregate(Aggregate.Count(), Aggregate.Sum("$.price", "$.count").As("total"), Aggregate.Percentile(0.5, "$.price"));

        Assert.Equal(["DE"], Keys(Kept("count >= @two")));
        Assert.Equal(["DE"], Keys(Kept("count() > 1 and total between 0 and 100")));
        Assert.Equal(["", "FR"], Keys(Kept("$['country'] in ('FR', '')")));
        Assert.Equal(["", "DE", "FR"], Keys(Kept("not total < 0")));
        Assert.Equal(["", "FR"], Keys(Kept("total is null or `percentile 0.5($.price)` * 4 = 5")));
        Assert.Equal(["FR"], Keys(Kept("$.country like 'F%'")));
    }

    [Theory]
    [InlineData("sum($.price + $.count) is null")]
    [InlineData("sum($.price+$.count)>=0")]
    [InlineData("sum($.price - $.count * 2) <> null or sum($.price + $.count) is not null")]
    [InlineData("sum($.price * $.count * 2) >= 0")]
    [InlineData("max(($.price / $.count)) > 0")]
    [InlineData("min(round($.price * $.count)) > 0")]
    [InlineData("arg_max($.count, $.price * $.count) > 0")]
    public void An_aggregate_of_a_computation_is_a_column_of_groups(string condition)
    {
        using var reader = SampleCollection.Open(s_documents);
        string[] expressions = ["$.price + $.count", "$.price - $.count * 2", "$.price * $.count * 2"];
        Aggregate[] aggregates =
        [
            .. expressions.Select(text => Aggregate.Sum(ScanExpression.Parse(text))), Aggregate.Max(ScanExpression.Parse("$.price / $.count")),
            Aggregate.Min(ScanExpression.Parse("round($.price * $.count)")), Aggregate.ArgMax("$.count", ScanExpression.Parse("$.price * $.count")),
        ];

        Assert.InRange(reader.Scan().GroupBy("$.country").Having(condition).Aggregate(aggregates).Count, 1, 3);
    }

    [Fact]
    public void The_error_for_an_unknown_group_column_lists_the_columns()
    {
        using var reader = SampleCollection.Open(s_documents);
        var fault = Assert.Throws<BlittableException>(() => reader.Scan().GroupBy("$.country").Having("totl > 1").Aggregate(Aggregate.Count()));

        Assert.Equal((BlittableErrorCode.InvalidQuery, 0L), (fault.Code, fault.Offset));
        Assert.Contains("the columns are `$.country`, `count`", fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_printed_syntax_tree_is_parsed_to_an_equal_tree(int seed)
    {
        var syntax = new RandomSyntax(new Random(seed));
        for (var i = 0; i < 1000; i++)
        {
            var condition = syntax.Condition(depth: 4);
            Assert.Equal(condition, QueryParser.ParseCondition(condition.ToString()));

            var value = syntax.Value(depth: 4);
            Assert.Equal(value, QueryParser.ParseValue(value.ToString()).Value);
        }
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void Parsing_damaged_queries_succeeds_or_throws_a_BlittableException(int seed)
    {
        const string Inserted = "$.()[]'\"`@=<>!&|,+-*/%{}\\ \n0a;é";
        var random = new Random(seed);
        var syntax = new RandomSyntax(random);
        for (var i = 0; i < 1000; i++)
        {
            var text = syntax.Condition(depth: 3).ToString();
            for (var changes = random.Next(1, 4); changes > 0 && text.Length > 0; changes--)
            {
                var at = random.Next(text.Length);
                text = random.Next(3) switch
                {
                    0 => text.Remove(at, 1),
                    1 => text.Insert(at, Inserted[random.Next(Inserted.Length)].ToString()),
                    _ => text[..at],
                };
            }

            try
            {
                var read = QueryParser.ParseCondition(text);
                Assert.Equal(read, QueryParser.ParseCondition(read.ToString()));
                Filter.Parse(text, ("rate", 1));
            }
            catch (BlittableException fault)
            {
                Assert.InRange(fault.Offset, 0, text.Length);
            }
        }
    }

    [Theory]
    [InlineData("(", ")")]
    [InlineData("not (", ")")]
    [InlineData("-(", ")")]
    [InlineData("abs(", ")")]
    public void Excessive_nesting_is_rejected(string open, string close)
    {
        const int Levels = 100_000;
        var text = string.Concat(Enumerable.Repeat(open, Levels)) + "1" + string.Concat(Enumerable.Repeat(close, Levels));

        Assert.Equal(BlittableErrorCode.InvalidQuery, Assert.Throws<BlittableException>(() => Filter.Parse(text)).Code);
    }

    [Theory]
    [InlineData("+")]
    [InlineData("*")]
    public void A_chain_of_operators_has_a_maximum_length(string symbol)
    {
        const int MaxOperations = 189;
        string Chain(int operations) => $"$.a{string.Concat(Enumerable.Repeat($" {symbol} $.b", operations))}";

        Assert.NotNull(ScanExpression.Parse(Chain(MaxOperations)));
        var fault = Assert.Throws<BlittableException>(() => ScanExpression.Parse(Chain(MaxOperations + 1)));

        Assert.Contains("more than 190 levels deep", fault.Message, StringComparison.Ordinal);
        Assert.Equal(Chain(MaxOperations).Length + 1, fault.Offset);
        Assert.Equal(fault.Offset, Assert.Throws<BlittableException>(() => ScanExpression.Parse(Chain(100 * MaxOperations))).Offset);
    }

    [Theory]
    [InlineData("not ", "$.a = 1")]
    [InlineData("-", "$.a > 1")]
    [InlineData("-(", "5) > 1")]
    public void The_deepest_tree_is_printed_as_valid_text(string prefix, string end)
    {
        var accepted = Enumerable.Range(1, 400).Count(levels =>
        {
            try
            {
                var read = QueryParser.ParseCondition(string.Concat(Enumerable.Repeat(prefix, prefix.EndsWith('(') ? 1 : levels)) + end);
                Assert.Equal(read, QueryParser.ParseCondition(read.ToString()));
                return true;
            }
            catch (BlittableException)
            {
                return false;
            }
        });
        Assert.InRange(accepted, 100, 400);
    }

    [Theory]
    [InlineData("time_bucket(\"00:15:00\", $.at)")]
    [InlineData("time_bucket(\"00:15:00\", $.at, \"2024-01-01T00:05:00Z\")")]
    [InlineData("case when $.a in (null) then 1 else 2 end")]
    [InlineData("case when $.a in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17) then 1 else 2 end")]
    [InlineData("case when $.a matches \"(?is)\\\\Aa.\\\\z\" then 1 else 2 end")]
    public void The_name_of_an_expression_is_its_text(string text) => Assert.Equal(text, ScanExpression.Parse(text).ToString());

    private static List<long> Ids(CollectionReader reader, Filter filter)
    {
        var table = reader.Scan().Where(filter).Select("$.id").ToTable();
        return [.. Enumerable.Range(0, table.Count).Select(row => table[row, 0].GetInt64())];
    }

    private static string[] Keys(QueryTable table) => [.. Enumerable.Range(0, table.Count).Where(row => table[row, 0].Kind != QueryValueKind.Null).Select(row => table[row, 0].ToString())];
}
