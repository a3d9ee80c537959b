namespace Blittable.Cli.Tests.Commands;

/// <summary>Commands that change collections or read parts of them, in cases that docs/COOKBOOK.md does not show.</summary>
public sealed class CollectionChangeTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("delete")]
    [InlineData("update", "--set", "$.a = 1")]
    public async Task A_change_without_a_condition_is_refused(params string[] change)
    {
        var run = await CommandRun.Of([change[0], await PackAsync(), .. change[1..]]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("either '--where' or '--all'", run.Error, StringComparison.Ordinal);
        Assert.Equal(5, await CountAsync());
    }

    [Fact]
    public async Task A_dry_run_deletes_nothing()
    {
        var run = await CommandRun.Of("delete", await PackAsync(), "--where", "$.id > 3", "--dry-run");

        Assert.Contains("2 documents would be deleted", run.Error, StringComparison.Ordinal);
        Assert.Equal(5, await CountAsync());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_update_computes_all_values_from_the_original_document(bool hasKey)
    {
        var collection = await PackAsync(hasKey ? ["--key", "$.id"] : []);

        var run = await CommandRun.Of("update", collection, "--where", "$.id in (2, 4)", "--set", "$.n = $.id", "--set", "$.id = $.n + 100", "--set", "$.x = {\"y\": [1]}");
        var left = await CommandRun.Of("query", collection, "--order-by", "$.id");

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.OutputText));
        Assert.Equal(
            "{\"id\":1,\"n\":10}\n{\"id\":3,\"n\":30}\n{\"id\":5,\"n\":50}\n{\"id\":120,\"n\":2,\"x\":{\"y\":[1]}}\n{\"id\":140,\"n\":4,\"x\":{\"y\":[1]}}\n",
            left.OutputText);
    }

    [Theory]
    [InlineData("columns")]
    [InlineData("rows")]
    [InlineData("hybrid")]
    public async Task Documents_with_a_dictionary_are_updated(string layout)
    {
        var many = _folder.Write("many.ndjson", string.Concat(Enumerable.Range(0, 2000).Select(id => $"{{\"id\":{id},\"name\":\"a name like others {id % 7}\",\"n\":1}}\n")));
        var patch = _folder.Write("patch.json", "{\"n\":2,\"name\":null}");
        var collection = _folder["many.blic"];
        await CommandRun.Of("pack", many, "--layout", layout, "-o", collection);

        var set = await CommandRun.Of("update", collection, "--where", "$.id < 3", "--set", "$.n = 2");
        var patched = await CommandRun.Of("update", collection, "--where", "$.id between 10 and 11", "--patch", patch);
        var left = await CommandRun.Of("query", collection, "--where", "$.n = 2", "--order-by", "$.id");

        Assert.Equal((ExitCode.Done, ExitCode.Done), (set.ExitCode, patched.ExitCode));
        Assert.Contains("2 documents changed", patched.Error, StringComparison.Ordinal);
        Assert.Equal(
            "{\"id\":0,\"name\":\"a name like others 0\",\"n\":2}\n{\"id\":1,\"name\":\"a name like others 1\",\"n\":2}\n"
            + "{\"id\":2,\"name\":\"a name like others 2\",\"n\":2}\n{\"id\":10,\"n\":2}\n{\"id\":11,\"n\":2}\n",
            left.OutputText);
    }

    [Theory]
    [InlineData]
    [InlineData("--set", "$.n = 1", "--patch", "patch.json")]
    public async Task An_update_requires_either_set_or_patch(params string[] change)
    {
        var run = await CommandRun.Of(["update", await PackAsync(), "--all", .. change]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("either '--set' or '--patch'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Setting_a_key_to_the_key_of_another_document_is_refused_and_replaces_nothing()
    {
        var collection = await PackAsync("--key", "$.id");

        var run = await CommandRun.Of("update", collection, "--where", "$.id = 2", "--set", "$['id'] = 4");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Equal(5, await CountAsync());
    }

    [Fact]
    public async Task Options_for_creating_a_collection_cannot_be_combined_with_append()
    {
        var run = await CommandRun.Of("pack", _folder.Write("more.ndjson", "{\"id\":9}\n"), "--append", "--key", "$.id", "-o", await PackAsync());

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("'--key' cannot be combined with '--append'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_name_of_an_appended_file_may_look_like_an_option()
    {
        var run = await CommandRun.Of("append", await PackAsync(), "--", "--missing.ndjson");

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Contains("--missing.ndjson", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collection_is_replaced_on_request()
    {
        await PackAsync();
        var other = _folder.Write("other.ndjson", "{\"id\":9}\n");
        var refused = await CommandRun.Of("pack", other, "-o", _folder["few.blic"]);
        var replaced = await CommandRun.Of("pack", other, "-o", _folder["few.blic"], "--replace");

        Assert.Equal((ExitCode.Usage, ExitCode.Done), (refused.ExitCode, replaced.ExitCode));
        Assert.Equal(1, await CountAsync());
    }

    [Theory]
    [InlineData("head", "1,2", 0)]
    [InlineData("tail", "4,5", 3)]
    public async Task Rows_are_read_from_collections_and_from_files_of_documents(string command, string expected, int first)
    {
        var collection = await PackAsync();
        await CommandRun.Of("convert", _folder["few.ndjson"], "-o", _folder["few.blits"]);

        foreach (var file in (string[])[collection, _folder["few.blits"]])
        {
            var run = await CommandRun.Of(command, "-n", "2", file);
            Assert.Equal(expected, string.Join(',', Lines(run).Select(line => line.Split([':', ','])[1])));
            Assert.Equal(File.ReadAllLines(_folder["few.ndjson"])[first], Lines(run)[0]);
        }
    }

    [Fact]
    public async Task A_sample_has_the_requested_number_of_rows_and_is_reproducible_with_a_seed()
    {
        var collection = await PackAsync();
        await CommandRun.Of("delete", collection, "--where", "$.id = 2");
        for (var count = 0; count <= 6; count++)
        {
            var run = await CommandRun.Of("sample", "-n", $"{count}", "--seed", "7", collection);
            Assert.Equal(Math.Min(count, 4), Lines(run).Length);
            Assert.Equal(run.OutputText, (await CommandRun.Of("sample", "-n", $"{count}", "--seed", "7", collection)).OutputText);
            Assert.DoesNotContain("\"id\":2,", run.OutputText, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_schema_accepts_optional_and_mixed_values()
    {
        var lines = _folder.Write("mixed.ndjson", "{\"a\":1,\"b\":[1,2.5]}\n{\"a\":\"x\"}\n{\"a\":null,\"c\":{\"d\":true}}\n");
        await CommandRun.Of("pack", lines);

        var tree = await CommandRun.Of("schema", _folder["mixed.blic"]);
        var schema = await CommandRun.Of("schema", _folder["mixed.blic"], "--format", "json");

        Assert.Equal(
            "$: object\n  a: integer | null | string   e.g. 1, \"x\"\n  b: array, optional (33.3 %)\n    [*]: integer | number   e.g. 1, 2.5\n"
            + "  c: object, optional (33.3 %)\n    d: boolean   e.g. true\n",
            tree.OutputText);
        Assert.Contains("\"type\": [\n        \"integer\",\n        \"null\",\n        \"string\"\n      ]", schema.OutputText, StringComparison.Ordinal);
        Assert.Contains("\"required\": [\n    \"a\"\n  ]", schema.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Supplementary_characters_are_not_escaped()
    {
        await CommandRun.Of("pack", _folder.Write("emoji.ndjson", "{\"e\":\"\U0001F600 \\\"q\\\" \\u0001\"}\n"));

        var run = await CommandRun.Of("query", _folder["emoji.blic"], "--select", "$.e as e");

        Assert.Equal("{\"e\":\"\U0001F600 \\\"q\\\" \\u0001\"}\n", run.OutputText);
    }

    [Fact]
    public async Task A_file_that_looks_like_an_option_is_accepted_after_two_dashes()
    {
        // Inputs are searched for in the current folder, so the message shows the name with a folder before it.
        var run = await CommandRun.Of("verify", "--", "--no-such-file");

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Contains("--no-such-file", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_list_of_commands_shows_arguments_in_whole_words()
    {
        var help = await CommandRun.Of("--help");

        Assert.Contains("help <command> ", help.OutputText, StringComparison.Ordinal);
    }

    private async Task<string> PackAsync(params string[] options)
    {
        var lines = _folder.Write("few.ndjson", string.Concat(Enumerable.Range(1, 5).Select(i => $"{{\"id\":{i},\"n\":{i}0}}\n")));
        await CommandRun.Of(["pack", lines, .. options]);
        return _folder["few.blic"];
    }

    private async Task<int> CountAsync() => int.Parse(
        Lines(await CommandRun.Of("query", _folder["few.blic"], "--count"))[1], System.Globalization.CultureInfo.InvariantCulture);

    private static string[] Lines(CommandRun run) => run.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
