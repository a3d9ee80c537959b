using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

public sealed class QueryCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _collection;

    public QueryCommandTests()
    {
        _collection = _folder["shop.blic"];
        using var writer = CollectionWriter.Create(_collection);
        foreach (var document in (string[])
            [
                """{"id":1,"country":"DE","price":2.50,"count":2,"tags":["new","old, worn"]}""",
                """{"id":2,"country":"FR","price":1.25,"count":4,"tags":[]}""",
                """{"id":3,"country":"DE","price":10.00,"count":1}""",
            ])
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes(document));
        }

        writer.Commit();
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Groups_are_aggregated_in_order()
    {
        var run = await CommandRun.Of(
            "query", _collection, "--group-by", "$.country", "--count", "--sum", "$.price*$.count", "--order-by", "-count", "--format", "csv");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal("$.country,count,sum($.price * $.count)\nDE,2,15\nFR,1,5\n", run.OutputText);
        Assert.Empty(run.Error);
    }

    [Theory]
    [InlineData("--arg-max", "$.id, $.price as dearest", "dearest\n3\n")]
    [InlineData("--arg-min", "$.id as cheapest, $.price", "cheapest\n2\n")]
    [InlineData("--percentile", "0.5:$.price as half", "half\n2.5\n")]
    [InlineData("--mode", "$.country as most", "most\nDE\n")]
    public async Task Each_aggregate_accepts_a_name(string option, string text, string expected)
    {
        Assert.Equal(expected, (await CommandRun.Of("query", _collection, option, text, "--format", "csv")).OutputText);
    }

    [Fact]
    public async Task Explain_prints_the_plan_instead_of_the_rows()
    {
        var groups = await CommandRun.Of("query", _collection, "--where", "$.price > 2", "--group-by", "$.country", "--count", "--explain");
        var rows = await CommandRun.Of("query", _collection, "--select", "$.id", "--limit", "1", "--explain");
        var whole = await CommandRun.Of("query", _collection, "--explain");

        Assert.Equal((ExitCode.Done, ExitCode.Done, ExitCode.Usage), (groups.ExitCode, rows.ExitCode, whole.ExitCode));
        Assert.StartsWith("group by $.country\n  aggregate count\n    scan where $.price > 2\nrows: ", groups.OutputText, StringComparison.Ordinal);
        Assert.Contains(" estimated, 2 actual, 1 in the result\nchunk groups: 1, 0 skipped\nbytes: ", groups.OutputText, StringComparison.Ordinal);
        Assert.StartsWith("limit 1\n  select $.id\n    scan\nrows: 3 estimated, 3 actual, 1 in the result\n", rows.OutputText, StringComparison.Ordinal);
        Assert.EndsWith(" ms\n", rows.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Documents_that_are_objects_form_one_group()
    {
        var run = await CommandRun.Of("query", _collection, "--group-by", "$", "--count", "--format", "csv");

        Assert.Equal("$,count\n,3\n", run.OutputText);
    }

    [Fact]
    public async Task Rows_are_written_as_one_object_per_line()
    {
        var run = await CommandRun.Of(
            "query", _collection, "--where", "$.price>=2", "--where", "$.country = 'DE'", "--select", "$.id, $.tags", "--format", "json");

        Assert.Equal("{\"$.id\":1,\"$.tags\":[\"new\",\"old, worn\"]}\n{\"$.id\":3,\"$.tags\":null}\n", run.OutputText);
    }

    [Theory]
    [InlineData("$.tags contains \"new\"", "1")]
    [InlineData("$.tags contains [\"old, worn\"]", "1")]
    [InlineData("$.tags exists", "2")]
    [InlineData("$['country'] starts-with 'D'", "2")]
    [InlineData("$.country != \"DE\"", "1")]
    [InlineData("$.price < 2.5", "1")]
    [InlineData("$.price <= 2.5", "2")]
    public async Task Filters_accept_every_spelling_that_users_type(string filter, string count)
    {
        var run = await CommandRun.Of("query", _collection, "--where", filter, "--count", "--format", "csv");

        Assert.Equal($"count\n{count}\n", run.OutputText);
    }

    [Fact]
    public async Task A_table_is_written_on_request()
    {
        var run = await CommandRun.Of(
            "query", _collection, "--percentile", "0.5:$.price", "--average", "$.price", "--min", "$.id", "--max", "$.id", "--distinct", "$.country", "--format", "table");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("percentile 0.5($.price)", run.OutputText, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--where", "$.price")]
    [InlineData("--where", "$.price 5")]
    [InlineData("--where", "$.price >=")]
    [InlineData("--where", "$.country starts-with ")]
    [InlineData("--where", "$.price < [1]")]
    [InlineData("--percentile", "2:$.price")]
    [InlineData("--where", "$.country = DE")]
    [InlineData("--where", "$.country = 'DE' or")]
    [InlineData("--where", "$.price <> 1 2")]
    [InlineData("--sum", "$.price, , $.id")]
    [InlineData("--sum", "")]
    [InlineData("--sum", "$.price*")]
    [InlineData("--select", "price")]
    [InlineData("--limit", "-1")]
    [InlineData("--limit", "ten")]
    [InlineData("--workers", "0")]
    [InlineData("--order-by", "$.count +")]
    [InlineData("--format", "1")]
    public Task An_invalid_query_is_wrong_usage(string option, string value) =>
        IsRefused(option, value);

    [Theory]
    [InlineData("--limit", "ten", "blittable: 'ten' is not a valid value for '--limit'. Specify a whole number of at least 0.\n")]
    [InlineData("--workers", "0", "blittable: '0' is not a valid value for '--workers'. Specify a whole number of at least 1.\n")]
    public async Task An_invalid_number_is_explained_in_words(string option, string value, string message)
    {
        var run = await CommandRun.Of("query", _collection, option, value);

        Assert.StartsWith(message, run.Error.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pipe_receives_CSV_by_default()
    {
        var run = await CommandRun.Of("query", _collection, "--group-by", "$.country", "--order-by", "country");

        Assert.Equal("$.country,count\nDE,2\nFR,1\n", run.OutputText);
    }

    [Theory]
    [InlineData("id", "1,2,3")]
    [InlineData("-id", "3,2,1")]
    [InlineData("-$.id", "3,2,1")]
    [InlineData("id desc", "3,2,1")]
    [InlineData("$.price * $.count desc", "3,1,2")]
    [InlineData("$.count", "3,1,2")]
    [InlineData("country, -$.id", "3,1,2")]
    [InlineData("country desc , coalesce($.id, 0) DESC", "2,3,1")]
    public async Task An_order_accepts_names_with_and_without_the_root(string order, string expected)
    {
        var run = await CommandRun.Of("query", _collection, "--select", "$.id", "--order-by", order, "--format", "csv");

        Assert.Equal(expected, string.Join(',', run.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries)[1..]));
    }

    [Theory]
    [InlineData("$.price as x", "remove 'as' and the name", 0)]
    [InlineData("$.id, -$.price as x desc", "remove 'as' and the name", 7)]
    [InlineData("$.id, -lower(price) desc", "'price' is neither", 13)]
    public void A_mistyped_order_is_rejected_at_its_position(string order, string message, int position)
    {
        var fault = Assert.Throws<BlittableException>(() => ResultOrder.Parse(order, ["x"]));

        Assert.Contains(message, fault.Message, StringComparison.Ordinal);
        Assert.Equal(position, fault.Offset);
    }

    [Fact]
    public async Task The_error_for_a_file_that_is_not_a_collection_explains_how_to_create_one()
    {
        var run = await CommandRun.Of("query", _folder.Write("shop.json", "[1]"), "--count");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("shop.json: not a collection; create one with 'blittable pack'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_truncated_collection_is_reported_with_its_length()
    {
        _folder.Write("cut.blic", _folder.Read("shop.blic")[..8200]);

        var run = await CommandRun.Of("query", _folder["cut.blic"], "--count");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("truncated at byte 8200", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--where", "$.Price > 1", "$.price")]
    [InlineData("--select", "$.COUNTRY", "$.country")]
    [InlineData("--sum", "$.price*$.Count", "$.count")]
    [InlineData("--group-by", "$.Country", "$.country")]
    public async Task The_correct_case_of_a_path_is_suggested(string option, string value, string meant)
    {
        var run = await CommandRun.Of("query", _collection, option, value);
        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains($"Did you mean '{meant}'?", run.Error, StringComparison.Ordinal);

        var strict = await CommandRun.Of("query", _collection, option, value, "--strict");
        Assert.Equal(ExitCode.BadData, strict.ExitCode);
        Assert.Contains($"Did you mean '{meant}'?", strict.Error, StringComparison.Ordinal);
        Assert.Empty(strict.OutputText);
    }

    [Theory]
    [InlineData("$['a = b'] = 1")]
    [InlineData("$['a = b']=1")]
    [InlineData("$[ \"a = b\" ] = 1")]
    [InlineData("$.list[ * ].n = 7")]
    [InlineData("$.list [*] .n = 7")]
    [InlineData("$['it\\'s >'] = \"x = y\"")]
    public async Task The_path_of_a_filter_ends_after_its_last_segment(string filter)
    {
        var run = await CommandRun.Of("query", Odd(), "--where", filter, "--count", "--format", "csv");

        Assert.Equal("count\n1\n", run.OutputText);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task Products_and_conditions_are_split_only_outside_names()
    {
        var product = await CommandRun.Of("query", Odd(), "--sum", "$['a*$b'] * $['a = b']", "--format", "csv");
        Assert.Equal("sum($['a*$b'] * $['a = b'])\n6\n", product.OutputText);

        var groups = await CommandRun.Of(
            "query", Odd(), "--group-by", "$[\"it's >\"]", "--having", "$['it\\'s >'] = \"x = y\"", "--order-by", "-$['it\\u0027s >']", "--format", "csv");
        Assert.Equal("\"$[\"\"it's >\"\"]\",count\nx = y,1\n", groups.OutputText);
    }

    private string Odd()
    {
        var path = _folder["odd.blic"];
        using var writer = CollectionWriter.Create(path);
        writer.Add("""{"a = b":1,"a*$b":3,"list":[{"n":7}],"it's >":"x = y"}"""u8);
        writer.Add("""{"a = b":2,"a*$b":1.5,"list":[{"n":8}],"it's >":"x"}"""u8);
        writer.Commit();
        return path;
    }

    [Theory]
    [InlineData("$..id", "the descendant segment '..'")]
    [InlineData("$.tags[0:1]", "a slice ':'")]
    [InlineData("$.tags[0,1]", "a list of selectors ','")]
    [InlineData("$.tags[?@.a]", "a filter '?'")]
    [InlineData("price", "did you mean '$.price'?")]
    [InlineData(".price", "did you mean '$.price'?")]
    [InlineData("$.price[", "This '[' has no matching ']'")]
    public async Task Unsupported_path_syntax_is_named(string path, string expected)
    {
        var run = await CommandRun.Of("query", _collection, "--select", path);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("columns")]
    [InlineData("rows")]
    public async Task Values_ignored_by_an_aggregate_are_counted(string layout)
    {
        var lines = _folder.Write("mixed.ndjson", "{\"v\":1}\n{\"v\":\"2\"}\n{\"v\":true}\n{\"v\":null}\n{\"w\":1}\n{\"v\":-1.5}\n");
        await CommandRun.Of("pack", lines, "--layout", layout);

        var sum = await CommandRun.Of("query", _folder["mixed.blic"], "--sum", "$.v");
        var filtered = await CommandRun.Of("query", _folder["mixed.blic"], "--average", "$.v", "--where", "$.v != true");
        var numbers = await CommandRun.Of("query", _folder["mixed.blic"], "--percentile", "0.5:$.v", "--where", "$.v < 9");
        var named = await CommandRun.Of("query", _folder["mixed.blic"], "--sum", "$.w as w, $[\"v\"] AS total", "--average", "$.v as \"the mean\"");

        Assert.Equal("blittable: 2 values at '$[\"v\"]' ignored: not numbers.", named.Error.TrimEnd());
        Assert.Equal("sum($.v)\n-0.5\n", sum.OutputText);
        Assert.Equal("blittable: 2 values at '$.v' ignored: not numbers.", sum.Error.TrimEnd());
        Assert.Equal("blittable: 1 value at '$.v' ignored: not a number.", filtered.Error.TrimEnd());
        Assert.Empty(numbers.Error);
    }

    [Theory]
    [InlineData("columns")]
    [InlineData("rows")]
    public async Task Elements_ignored_by_an_aggregate_are_counted(string layout)
    {
        var lines = _folder.Write("lists.ndjson", "{\"n\":[1,2],\"t\":[\"x\",3,null],\"i\":[{\"p\":\"a\"},{\"p\":4},{}]}\n{\"t\":[\"y\",[5]]}\n{\"t\":\"z\"}\n");
        await CommandRun.Of("pack", lines, "--layout", layout);

        foreach (var (options, value, note) in ((string[], string, string)[])
        [
            (["--sum", "$.t[*]"], "3", "blittable: 2 values at '$.t[*]' ignored: not numbers."),
            (["--median", "$.t[*] as m", "--where", "$.t[*] = 'y'"], "", "blittable: 1 value at '$.t[*]' ignored: not a number."),
            (["--sum", "$.i[*].p"], "4", "blittable: 1 value at '$.i[*].p' ignored: not a number."),
            (["--sum", "$.i[*].p", "--unnest", "$.i[*]"], "4", "blittable: 1 value at '$.i[*].p' ignored: not a number."),
            (["--sum", "$.n[*]"], "3", ""),
        ])
        {
            var run = await CommandRun.Of(["query", _folder["lists.blic"], .. options]);
            Assert.Equal((ExitCode.Done, value, note), (run.ExitCode, run.OutputText.Split('\n')[1], run.Error.TrimEnd()));
        }
    }

    [Fact]
    public async Task A_strict_query_notes_values_that_an_aggregate_ignores()
    {
        var lines = _folder.Write("texts.ndjson", "{\"v\":\"1\"}\n{\"v\":\"2\"}\n");
        await CommandRun.Of("pack", lines);

        var sum = await CommandRun.Of("query", _folder["texts.blic"], "--sum", "$.v", "--strict");
        var wrong = await CommandRun.Of("query", _folder["texts.blic"], "--sum", "$.v", "--where", "$.v > 1", "--strict");

        Assert.Equal((ExitCode.Done, "blittable: 2 values at '$.v' ignored: not numbers."), (sum.ExitCode, sum.Error.TrimEnd()));
        Assert.Equal(ExitCode.BadData, wrong.ExitCode);
        Assert.Contains("No value at '$.v' is a number; its values are strings.", wrong.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Groups_that_exceed_the_memory_limit_have_the_same_result()
    {
        const int groups = 30_000;
        var lines = _folder.Write("many.ndjson", string.Concat(Enumerable.Range(0, 2 * groups).Select(i => $"{{\"k\":\"key {i % groups}\",\"v\":{i},\"t\":[{i % 3}]}}\n")));
        await CommandRun.Of("pack", lines);
        string[] query = ["query", _folder["many.blic"], "--where", "$.t[*] >= 0", "--group-by", "$.k", "--sum", "$.v", "--order-by", "$.k"];

        var little = await CommandRun.Of([.. query, "--memory", "1"]);

        Assert.Equal((await CommandRun.Of(query)).OutputText, little.OutputText);
        Assert.Equal(groups + 1, little.OutputText.Count(character => character == '\n'));
    }

    [Fact]
    public async Task The_example_of_the_page_on_queries_prints_the_first_groups()
    {
        var lines = _folder.Write(
            "events.ndjson",
            """
            {"created_at":"2024-02-29","country":"DE","price":100,"quantity":1}
            {"created_at":"2024-03-01","country":"DE","price":2.50,"quantity":2}
            {"created_at":"2024-03-02T10:00:00Z","country":"FR","price":1,"quantity":3}
            {"created_at":"2024-03-03","country":"FR","price":2,"quantity":null}
            """);
        await CommandRun.Of("pack", lines);

        var run = await CommandRun.Of(
            "query", _folder["events.blic"], "--where", "$.created_at >= 2024-03-01", "--group-by", "$.country", "--count", "--sum", "$.price * $.quantity", "--order-by", "-count",
            "--limit", "10");

        Assert.Equal("$.country,count,sum($.price * $.quantity)\nFR,2,3\nDE,1,5\n", run.OutputText);
    }

    [Theory]
    [InlineData("json", "{\"$.v\":1e400}\n{\"$.v\":12345678901234567890123456789012345}\n{\"$.v\":0.10}\n")]
    [InlineData("csv", "$.v\n1e400\n12345678901234567890123456789012345\n0.10\n")]
    public async Task Numbers_are_written_with_their_text(string format, string expected)
    {
        var lines = _folder.Write("numbers.ndjson", "{\"v\":1e400}\n{\"v\":12345678901234567890123456789012345}\n{\"v\":0.10}\n");
        await CommandRun.Of("pack", lines);

        var run = await CommandRun.Of("query", _folder["numbers.blic"], "--select", "$.v", "--format", format);

        Assert.Equal(expected, run.OutputText);
    }

    [Fact]
    public async Task Standard_input_cannot_be_queried()
    {
        var run = await CommandRun.Of("query", "-");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
    }

    private async Task IsRefused(string option, string value)
    {
        var run = await CommandRun.Of("query", _collection, option, value);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.NotEmpty(run.Error);
        Assert.Empty(run.Output);
    }
}
