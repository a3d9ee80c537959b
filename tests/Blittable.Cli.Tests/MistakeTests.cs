using Blittable.Testing;

namespace Blittable.Cli.Tests;

/// <summary>Mistakes on a command line that must not pass silently, and messages about them.</summary>
public sealed class MistakeTests : IDisposable
{
    private const string Mistyped = "No document has a value at '$.pice'. Did you mean '$.price'?";
    private const string OtherKind = "No value at '$.price' is a string; its values are numbers. Write 5 without quotes.";

    private readonly ScratchFolder _folder = new();

    /// <summary>Gets the commands with an option for a condition or for assignments.</summary>
    public static TheoryData<string> CommandsWithExpressions =>
        [.. BlittableCommand.CreateRoot([], new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null)).Subcommands
            .Where(command => command.Options.Any(option => option is WhereOption or SetOption)).Select(command => command.Name)];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(CommandsWithExpressions))]
    public async Task Each_command_with_a_condition_reports_a_path_or_kind_that_no_document_has(string command)
    {
        foreach (var (condition, expected) in ((string, string)[])[("not $.pice > 5", Mistyped), ("not $.price = '5'", OtherKind), ("year($.price) = 2024", "'year' requires")])
        {
            var collection = await PackAsync();
            var before = File.ReadAllBytes(collection);
            string[] change = command == "update" ? ["--set", "$.a = 1"] : [];
            var run = await CommandRun.Of([command, collection, "--where", condition, .. change, .. Html(command)]);
            var lenient = await CommandRun.Of([command, collection, "--where", condition, .. change, .. Html(command), .. Lenient(command)]);

            Assert.Contains(expected, run.Error, StringComparison.Ordinal);
            Assert.Contains(expected, lenient.Error, StringComparison.Ordinal);
            Assert.Equal(ExitCode.Done, lenient.ExitCode);
            if (IsChange(command))
            {
                Assert.Equal(ExitCode.BadData, run.ExitCode);
                Assert.Contains("Nothing was changed; use '--lenient' to proceed.", run.Error, StringComparison.Ordinal);
                Assert.NotEqual(before, File.ReadAllBytes(collection));
            }
            else
            {
                Assert.Equal(ExitCode.Done, run.ExitCode);
            }
        }
    }

    [Theory]
    [InlineData("delete", "--where", "not $.pice > 5")]
    [InlineData("update", "--where", "$.pice > 5", "--set", "$.a = 1")]
    [InlineData("update", "--all", "--set", "$.total = $.pice * 2")]
    [InlineData("update", "--all", "--set", "$.total = $.country * 2")]
    [InlineData("update", "--all", "--set", "$.year = year($.price)")]
    public async Task A_refused_change_leaves_the_collection_as_it_was(string command, params string[] options)
    {
        var collection = await PackAsync();
        var before = File.ReadAllBytes(collection);
        var run = await CommandRun.Of([command, collection, .. options]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Equal(before, File.ReadAllBytes(collection));
    }

    [Theory]
    [InlineData("delete", "--where", "not \"price\" > 5", "write a path as $.price")]
    [InlineData("delete", "--where", "not $.at > 2024-03-01 - 30", "requires numbers")]
    [InlineData("delete", "--where", "0 = 5 or $.price > 5", "only constants")]
    [InlineData("update", "--all", "--set", "$.code = $.country + \"-x\"", "Join strings with 'concat'")]
    [InlineData("update", "--all", "--set", "$.age = $.at - 2024-01-01", "requires numbers")]
    [InlineData("query", "--where", "'country' = 'NZ'", "write a path as $.country")]
    [InlineData("query", "--select", "\"id\"", "write a path as $.id")]
    [InlineData("query", "--order-by", "\"price\"", "write a path as $.price")]
    [InlineData("query", "--select", "$.id", "--order-by", "\"price\"", "write a path as $.price")]
    [InlineData("query", "--group-by", "\"country\"", "write a path as $.country")]
    [InlineData("query", "--sum", "\"price\"", "write a path as $.price")]
    [InlineData("query", "--percentile", "0.5:\"price\"", "write a path as $.price")]
    [InlineData("query", "--arg-max", "$.id, \"price\"", "write a path as $.price")]
    [InlineData("query", "--count", "--group-by", "$.country", "--having", "\"count\" > 5", "write a path as $.count")]
    public async Task A_constant_in_place_of_a_path_is_refused(string command, params string[] optionsAndMessage)
    {
        var collection = await PackAsync();
        var before = File.ReadAllBytes(collection);
        var run = await CommandRun.Of([command, collection, .. optionsAndMessage[..^1]]);

        Assert.Equal((ExitCode.Usage, ""), (run.ExitCode, run.OutputText));
        Assert.Contains(optionsAndMessage[^1], run.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(collection));
    }

    [Fact]
    public async Task A_date_is_an_argument_of_a_function_of_dates()
    {
        var collection = await PackAsync();
        var selected = await CommandRun.Of("query", collection, "--count", "--where", "epoch($.at) >= epoch(2024-03-02)", "--format", "tsv");
        var run = await CommandRun.Of("delete", collection, "--where", "epoch($.at) <= epoch(2024-03-01)");

        Assert.Equal("2", selected.OutputText.Split('\n')[1]);
        Assert.Contains("1 document deleted, 2 left", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_constant_with_a_name_is_a_column()
    {
        var run = await CommandRun.Of("query", await PackAsync(), "--select", "$.id, 'shop' as source", "--limit", "1", "--format", "csv");

        Assert.Equal("$.id,source\n1,shop\n", run.OutputText.ReplaceLineEndings("\n"));
    }

    [Theory]
    [InlineData("delete", "--where", "$.price > 5")]
    [InlineData("delete", "--where", "$.price > 1000")]
    [InlineData("update", "--where", "$.price > 1000", "--set", "$.new.path = 1")]
    [InlineData("update", "--all", "--set", "$.new = $.price * 2", "--set", "$.other = null")]
    public async Task A_change_of_known_paths_is_accepted_even_if_nothing_matches(string command, params string[] options)
    {
        var run = await CommandRun.Of([command, await PackAsync(), .. options]);

        Assert.Equal(ExitCode.Done, run.ExitCode);
    }

    [Fact]
    public async Task An_argument_that_starts_with_an_at_sign_is_not_read_from_a_file()
    {
        var words = _folder.Write("words", "--all");
        var collection = await PackAsync();
        var run = await CommandRun.Of("delete", collection, $"@{words}");

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Contains("File not found: '@", run.Error, StringComparison.Ordinal);
        Assert.Equal("3", (await CommandRun.Of("query", collection, "--count", "--format", "tsv")).OutputText.Split('\n')[1]);
    }

    [Fact]
    public async Task An_argument_that_starts_with_a_bracket_does_not_disable_errors()
    {
        var run = await CommandRun.Of("[x]", "--nope");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("Unknown command '[x]'", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("$.a = hello", "The value of $.a is not valid JSON", "Write a string in double quotes: \"hello\".")]
    [InlineData("$.a = {\"x\": }", "The value of $.a is not valid JSON", "byte 6")]
    [InlineData("$.a = ", "The value of $.a is not valid JSON", "")]
    public async Task An_assignment_of_something_other_than_JSON_is_a_usage_error(string assignment, string expected, string hint)
    {
        await CommandRun.Of("convert", _folder.Write("one.json", "{}"));
        var run = await CommandRun.Of("set", assignment, _folder["one.blit"]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
        Assert.Contains(hint, run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("one.blit", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("update", "--all", "--set", "$.a = {x: 1}")]
    [InlineData("query", "--where", "$.a contains {x: 1}")]
    public async Task A_message_about_JSON_has_no_text_of_the_framework(string command, params string[] options)
    {
        var run = await CommandRun.Of([command, await PackAsync(), .. options]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.DoesNotContain("LineNumber", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("BytePositionInLine", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--select", "$.id as x, $.price as x")]
    [InlineData("--select", "$.id, $.id")]
    [InlineData("--group-by", "$.country as n", "--sum", "$.price as n")]
    public async Task Two_columns_with_one_name_are_refused(params string[] options)
    {
        var run = await CommandRun.Of(["query", await PackAsync(), .. options]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("rename one of them with 'as'", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--limit", "2")]
    [InlineData("--offset", "2")]
    public async Task A_limit_of_a_single_row_is_refused(params string[] options)
    {
        var run = await CommandRun.Of(["query", await PackAsync(), "--count", .. options]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("'--limit' and '--offset' require", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("head")]
    [InlineData("tail")]
    [InlineData("sample")]
    public async Task A_number_in_place_of_a_file_is_answered_with_the_option(string command)
    {
        var run = await CommandRun.Of(command, "2", await PackAsync());

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("'-n 2'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_are_shown_in_the_spelling_in_which_they_are_typed()
    {
        var help = (await CommandRun.Of("query", "--help")).OutputText;

        Assert.Contains("Default: auto.", help, StringComparison.Ordinal);
        Assert.DoesNotContain("[default: Auto]", help, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_long_difference_is_not_cut_within_a_character()
    {
        var (left, right) = (_folder.Write("left.json", "{\"a\":1}"), _folder.Write("right.json", $"{{\"a\":\"{new string('x', 98)}\U0001F600\U0001F600\"}}"));
        await CommandRun.Of("convert", left, right);

        var run = await CommandRun.Of("diff", _folder["left.blit"], _folder["right.blit"]);

        Assert.DoesNotContain('\uFFFD', run.OutputText);
        Assert.Contains('…', run.OutputText);
    }

    [Fact]
    public async Task A_small_conversion_shows_neither_a_ratio_nor_a_rate()
    {
        var run = await CommandRun.Of("convert", _folder.Write("small.json", "{\"a\":1}"));
        var cells = run.Error.Split('\n').Single(line => line.Contains("small.json", StringComparison.Ordinal)).Split("  ", StringSplitOptions.RemoveEmptyEntries);

        Assert.Equal(4, cells.Select(cell => cell.Trim()).Count(cell => cell.Length > 0));
    }

    [Fact]
    public void Each_option_that_takes_the_path_of_one_value_rejects_a_wildcard()
    {
        var lines = _folder.Write("lines.ndjson", "{\"a\":[1],\"b\":{\"a\":2}}\n");
        Run(["convert", lines, "-o", _folder["one.blit"]], "");
        Run(["pack", lines], "");
        SinglePaths.Verify(
            ("pack --key", path => Run(["pack", lines, "--replace", "--key", path], path)),
            ("pack --order-by", path => Run(["pack", lines, "--replace", "--order-by", path], path)),
            ("update --set", path => Run(["update", _folder["lines.blic"], "--all", "--set", $"{path} = 1"], path)),
            ("set", path => Run(["set", $"{path} = 1", _folder["one.blit"]], path)));
    }

    private static void Run(string[] arguments, string path)
    {
        var run = CommandRun.Of(arguments).GetAwaiter().GetResult();
        if (run.ExitCode == ExitCode.Usage)
        {
            Assert.Contains($"'{path}' can match several values", run.Error, StringComparison.Ordinal);
            throw new ArgumentException(run.Error);
        }
    }

    private static bool IsChange(string command) => command is "delete" or "update";

    private static string[] Lenient(string command) => IsChange(command) ? ["--lenient"] : [];

    private string[] Html(string command) => command == "explain" ? ["--html", _folder["page.html"]] : [];

    private async Task<string> PackAsync()
    {
        var lines = string.Concat(Enumerable.Range(1, 3).Select(i => $"{{\"id\":{i},\"price\":{i}0,\"country\":\"NZ\",\"at\":\"2024-03-0{i}\"}}\n"));
        await CommandRun.Of("pack", _folder.Write("shop.ndjson", lines), "--replace");
        return _folder["shop.blic"];
    }
}
