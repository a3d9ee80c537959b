using System.Text.Json;

namespace Blittable.Cli.Tests;

/// <summary>Options that would have no effect in their combination, outputs that are not what their names promise, and inputs that can be read only once.</summary>
public sealed class CombinationTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(ExitCodeUsage, "--strings", "trained")]
    [InlineData(ExitCodeUsage, "--mode", "memory", "--strings", "smaz")]
    [InlineData(ExitCodeDone, "--mode", "memory", "--strings", "none")]
    [InlineData(ExitCodeDone, "--mode", "disk", "--strings", "trained")]
    public async Task A_compression_of_strings_requires_a_mode_that_compresses(int code, params string[] options)
    {
        var run = await CommandRun.Of(["convert", _folder.Write("a.json", "{}"), .. options]);

        Assert.Equal(code, (int)run.ExitCode);
        Assert.Equal(code == ExitCodeDone, File.Exists(_folder["a.blit"]));
        Assert.Equal(code != ExitCodeDone, run.Error.Contains("'--strings' requires '--mode disk'", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_report_that_is_not_shown_is_refused() =>
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of("convert", _folder.Write("a.json", "{}"), "--report", "--quiet")).ExitCode);

    [Theory]
    [InlineData("get", "$.a", "a.blic")]
    [InlineData("head", "a.blic")]
    [InlineData("tail", "a.blic")]
    [InlineData("sample", "a.blic")]
    [InlineData("schema", "a.blic")]
    [InlineData("stat", "a.blic")]
    [InlineData("verify", "a.blic")]
    [InlineData("diff", "a.blic", "a.blic")]
    [InlineData("diff", "a.json", "b.json")]
    [InlineData("explain", "a.blic", "--html", "page.html")]
    [InlineData("explain", "a.json", "--html", "page.html")]
    public async Task A_dictionary_that_no_input_can_need_is_refused(params string[] line)
    {
        await PrepareAsync();
        string[] words = [.. line.Select(word => word.Contains(".blic", StringComparison.Ordinal) || word.Contains(".json", StringComparison.Ordinal) ? _folder[word] : word)];

        var run = await CommandRun.Of([.. words, "--dictionary", _folder["shared.dict"]]);

        Assert.Equal((ExitCode.Usage, ""), (run.ExitCode, run.OutputText));
        Assert.Contains("'--dictionary' has no effect", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_dictionary_for_one_of_the_inputs_is_accepted()
    {
        await PrepareAsync();
        var run = await CommandRun.Of("verify", _folder["a.blic"], _folder["a.blit"], "--dictionary", _folder["shared.dict"]);

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.Error));
    }

    [Theory]
    [InlineData("$.a = 2", "$.a = 3")]
    [InlineData("$.a = 2", "$[\"a\"] = {\"x\": 3}")]
    public async Task A_path_is_not_set_twice(string first, string second)
    {
        await PrepareAsync();
        var before = _folder.Read("a.blic");

        var run = await CommandRun.Of("update", _folder["a.blic"], "--all", "--set", first, "--set", "$.other = 1", "--set", second);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("is set twice", run.Error, StringComparison.Ordinal);
        Assert.Equal(before, _folder.Read("a.blic"));
    }

    [Fact]
    public async Task A_patch_from_a_pipe_changes_several_collections()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await PrepareAsync();

        var shown = await BuiltCommand.Bash(
            """
            exec 2>&1
            blittable update a.blic b.blic --all --patch <(echo '{"a":5}')
            blittable unpack a.blic b.blic
            """,
            _folder.Path);

        Assert.Equal("a.blic: 1 document changed\nb.blic: 1 document changed\n{\"a\":5}\n{\"a\":5}\n", shown);
    }

    [Fact]
    public async Task A_patch_that_is_invalid_is_reported_once_with_its_file()
    {
        await PrepareAsync();
        var patch = _folder.Write("patch.json", "{\"a\":}");

        var run = await CommandRun.Of("update", _folder["a.blic"], _folder["b.blic"], "--all", "--patch", patch);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.StartsWith($"blittable: {patch}: ", Assert.Single(run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_patch_is_read_from_standard_input()
    {
        await PrepareAsync();
        var patch = "[{\"op\":\"add\",\"path\":\"/b\",\"value\":7}]"u8.ToArray();

        var document = await CommandRun.WithInput(patch, "patch", "-", _folder["a.blit"]);
        var collection = await CommandRun.WithInput(patch, "update", _folder["a.blic"], "--all", "--patch", "-");
        var twice = await CommandRun.WithInput(patch, "patch", "-", "-", "-o", "-");

        Assert.Equal((ExitCode.Done, ExitCode.Done), (document.ExitCode, collection.ExitCode));
        Assert.Equal("{\"a\":1,\"b\":7}\n", (await CommandRun.Of("to-json", _folder["a.blit"])).OutputText);
        Assert.Equal("{\"a\":1,\"b\":7}\n", (await CommandRun.Of("unpack", _folder["a.blic"])).OutputText);
        Assert.Equal((ExitCode.Usage, ""), (twice.ExitCode, twice.OutputText));
        Assert.Contains("'-' can be read only once.", twice.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("diff <(blittable convert - < a.json) b.blit", "replace /a: 1 -> 2\n")]
    [InlineData("diff a.json <(blittable to-json b.blit)", "replace /a: 1 -> 2\n")]
    [InlineData("diff <(blittable convert - < a.json) <(blittable convert - < a.json)", "")]
    [InlineData("explain <(blittable convert - < a.json) --html page.html -q; grep -c '</html>' page.html", "1\n")]
    public async Task A_document_from_a_pipe_is_read_once(string line, string expected)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await PrepareAsync();

        Assert.Equal(expected, await BuiltCommand.Bash($"exec 2>&1\nblittable {line}", _folder.Path));
    }

    [Theory]
    [InlineData("query <(cat a.blic) --count")]
    [InlineData("unpack <(cat a.blic)")]
    [InlineData("merge <(cat a.blic) b.blic -o all.blic")]
    [InlineData("delete <(cat a.blic) --all")]
    [InlineData("compact <(cat a.blic)")]
    [InlineData("backup <(cat a.blic) -o all.blic")]
    [InlineData("recover <(cat a.blic) -o all.blic")]
    public async Task A_collection_from_a_pipe_is_refused(string line)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await PrepareAsync();

        var shown = await BuiltCommand.Bash($"exec 2>&1\nblittable {line}\necho $?", _folder.Path);

        Assert.Contains("is a pipe, but this command requires a file.", shown, StringComparison.Ordinal);
        Assert.EndsWith("\n2\n", shown, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["all.blic"]));
    }

    [Theory]
    [InlineData("get '$.a' <(cat a.blic)")]
    [InlineData("head - < a.blic")]
    [InlineData("cat a.blic | blittable verify -")]
    public async Task A_collection_in_place_of_a_document_from_a_pipe_is_identified(string line)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await PrepareAsync();

        var shown = await BuiltCommand.Bash($"exec 2>&1\n{(line.StartsWith("cat", StringComparison.Ordinal) ? "" : "blittable ")}{line}\necho $?", _folder.Path);

        Assert.Contains("is a collection", shown, StringComparison.Ordinal);
        Assert.EndsWith("\n1\n", shown, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("'query' with '--format' writes CSV", "unpack", "a.blic", "-o", "out.csv")]
    [InlineData("pipe it to a compressor", "unpack", "a.blic", "-o", "out.ndjson.gz")]
    [InlineData("use '.json' or '.ndjson'", "to-json", "a.blit", "-o", "out.parquet")]
    [InlineData("use '.blit' or '.blits'", "convert", "a.json", "-o", "out.blic")]
    [InlineData("use '.blit' or '.blits'", "set", "$.a = 2", "a.blit", "-o", "out.json")]
    [InlineData("use '.html'", "explain", "a.json", "--html", "out.blit")]
    [InlineData("use another extension", "train", "a.json", "-o", "out.json")]
    [InlineData("use '.blic'", "pack", "a.json", "-o", "out.br")]
    [InlineData("use '.json' or '.ndjson'", "pack", "a.json", "-o", "new.blic", "--on-error", "collect", "out.blits")]
    public async Task An_output_does_not_get_the_extension_of_another_format(string expected, params string[] line)
    {
        await PrepareAsync();
        var before = _folder.Files.ToArray();
        var run = await CommandRun.Of([.. line.Select(word => word.Contains('.', StringComparison.Ordinal) && word[0] != '$' ? _folder[word] : word)]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("has the extension of another format", run.Error, StringComparison.Ordinal);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
        Assert.Equal(before, _folder.Files);
    }

    [Fact]
    public async Task An_output_that_is_refused_does_not_stop_the_other_files()
    {
        foreach (var name in (string[])["a", "b", "c"])
        {
            _folder.Write($"data/{name}.json", "{\"a\":1}");
        }

        Directory.CreateDirectory(_folder["data/b.blit"]);

        var run = await CommandRun.Of("convert", _folder["data"]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"blittable: '{_folder["data/b.blit"]}' is a folder", run.Error, StringComparison.Ordinal);
        Assert.Equal(["data/a.blit", "data/a.json", "data/b.json", "data/c.blit", "data/c.json"], _folder.Files);
    }

    [Fact]
    public async Task A_file_that_cannot_be_edited_does_not_stop_the_other_files()
    {
        foreach (var (name, json) in ((string, string)[])[("a", "{\"a\":1}"), ("b", "{\"a\":1}\n{\"a\":1}"), ("c", "{\"a\":1}")])
        {
            await CommandRun.Of("convert", _folder.Write($"{name}.json", json), "-o", _folder[$"{name}.blit"]);
        }

        var run = await CommandRun.Of("set", "$.a = 2", _folder["a.blit"], _folder["b.blit"], _folder["c.blit"]);
        var left = await CommandRun.Of("to-json", _folder["a.blit"], _folder["b.blit"], _folder["c.blit"]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"'{_folder["b.blit"]}' has 2 documents", run.Error, StringComparison.Ordinal);
        Assert.Equal("{\"a\":2}\n{\"a\":1}\n{\"a\":1}\n{\"a\":2}\n", left.OutputText);
    }

    [Fact]
    public async Task A_collection_with_several_names_is_read_and_changed_once()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need rights there.");
        await PrepareAsync();
        Directory.CreateDirectory(_folder["data"]);
        File.Move(_folder["a.blic"], _folder["data/2024.blic"]);
        File.CreateSymbolicLink(_folder["data/current.blic"], _folder["data/2024.blic"]);

        var changed = await CommandRun.Of("update", _folder["data"], "--all", "--set", "$.n = coalesce($.n, 0) + 1", "--lenient", "-q");
        var counted = await CommandRun.Of("query", _folder["data"], "--count", "--format", "tsv");
        var merged = await CommandRun.Of("merge", _folder["data"], "-o", _folder["all.blic"], "-q");
        var named = await CommandRun.Of("unpack", _folder["all.blic"]);

        Assert.Equal((ExitCode.Done, ExitCode.Done), (changed.ExitCode, merged.ExitCode));
        Assert.Equal("count\n1\n", counted.OutputText);
        Assert.Equal("{\"a\":1,\"n\":1}\n", named.OutputText);
    }

    [Fact]
    public async Task A_document_that_cannot_be_merged_is_named_with_its_file()
    {
        await PrepareAsync();
        File.Copy(_folder["b.blic"], _folder["c.blic"]);

        var run = await CommandRun.Of("merge", _folder["a.blic"], _folder["b.blic"], _folder["c.blic"], "-o", _folder["all.blic"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.StartsWith($"blittable: {_folder["c.blic"]}: ", run.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["all.blic"]));
    }

    [Fact]
    public async Task A_file_that_cannot_be_read_is_not_called_empty()
    {
        var run = await CommandRun.Of("schema", _folder.Write("a.blit", "no document"));

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Single(run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Theory]
    [InlineData("$", "No document has the key '7'.")]
    [InlineData("$.a", "No document has the key '7'.")]
    [InlineData("$.b", "No document has the key '7'.")]
    public async Task A_key_that_no_document_has_is_named(string path, string expected)
    {
        await PrepareAsync();
        var missing = await CommandRun.Of("get", path, "--key", "7", _folder["a.blic"]);
        var found = await CommandRun.Of("get", "$.b", "--key", "1", _folder["a.blic"]);

        Assert.Equal((ExitCode.BadData, $"blittable: {expected}"), (missing.ExitCode, missing.Error.TrimEnd()));
        Assert.Equal((ExitCode.BadData, "blittable: No value found at '$.b'."), (found.ExitCode, found.Error.TrimEnd()));
    }

    [Theory]
    [InlineData("--key", "-5")]
    [InlineData("--key=-5")]
    public async Task A_negative_number_is_a_value_of_an_option(params string[] key)
    {
        await CommandRun.Of("pack", _folder.Write("a.ndjson", "{\"id\":-5}\n{\"id\":5}\n"), "--key", "$.id");

        Assert.Equal("{\"id\":-5}\n", (await CommandRun.Of(["get", .. key, _folder["a.blic"]])).OutputText);
    }

    [Fact]
    public async Task A_name_that_occurs_twice_in_one_object_is_still_optional()
    {
        await CommandRun.Of("convert", _folder.Write("a.ndjson", "{\"a\":1,\"a\":2,\"b\":{}}\n{\"b\":{\"c\":1,\"c\":2}}\n"));

        var tree = await CommandRun.Of("schema", _folder["a.blits"]);
        var schema = await CommandRun.Of("schema", _folder["a.blits"], "--format", "json");

        Assert.Contains("  a: integer, optional (50 %)", tree.OutputText, StringComparison.Ordinal);
        Assert.Contains("    c: integer, optional (50 %)", tree.OutputText, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(schema.OutputText);
        Assert.Equal(["b"], json.RootElement.GetProperty("required").EnumerateArray().Select(name => name.GetString()));
        Assert.Empty(json.RootElement.GetProperty("properties").GetProperty("b").GetProperty("required").EnumerateArray());
    }

    [Fact]
    public async Task A_frequency_between_none_and_all_is_rounded_to_neither()
    {
        var lines = string.Concat(Enumerable.Range(0, 4000).Select(i => i == 0 ? "{\"rare\":1}\n" : "{\"most\":1}\n"));
        await CommandRun.Of("convert", _folder.Write("a.ndjson", lines));

        var tree = await CommandRun.Of("schema", _folder["a.blits"]);

        Assert.Contains("rare: integer, optional (0.1 %)", tree.OutputText, StringComparison.Ordinal);
        Assert.Contains("most: integer, optional (99.9 %)", tree.OutputText, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(30, 60)]
    [InlineData(1, 5000, "--full")]
    public async Task A_table_in_a_pipe_has_one_line_for_each_row(int columns, int width, params string[] options)
    {
        var names = Enumerable.Range(0, columns).Select(i => $"c{i}").ToArray();
        await CommandRun.Of("pack", _folder.Write("a.ndjson", $"{{{string.Join(',', names.Select(name => $"\"{name}\":\"{new string('x', width)}\""))}}}\n"));

        var run = await CommandRun.Of(["query", _folder["a.blic"], "--select", string.Join(", ", names.Select(name => $"$.{name} as {name}")), "--format", "table", .. options]);

        var row = Assert.Single(run.OutputText.Split('\n'), line => line.Contains("xx", StringComparison.Ordinal));
        Assert.Equal(columns * width, row.Count(character => character == 'x'));
    }

    private const int ExitCodeDone = (int)ExitCode.Done, ExitCodeUsage = (int)ExitCode.Usage;

    private async Task PrepareAsync()
    {
        foreach (var (name, value) in ((string, int)[])[("a", 1), ("b", 2)])
        {
            await CommandRun.Of("convert", _folder.Write($"{name}.json", $"{{\"a\":{value}}}"));
            await CommandRun.Of("pack", _folder[$"{name}.json"], "--key", "$.a");
        }

        await CommandRun.Of("train", _folder["a.json"], "-o", _folder["shared.dict"]);
    }
}
