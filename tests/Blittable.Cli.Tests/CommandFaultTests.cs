using System.CommandLine;
using System.Diagnostics;
using System.Text;
using Blittable.Collections;

namespace Blittable.Cli.Tests;

/// <summary>Failures that a person must be told about, with what has happened to the files.</summary>
public sealed class CommandFaultTests : IDisposable
{
    private const int ExitCodeDone = (int)ExitCode.Done, ExitCodeUsage = (int)ExitCode.Usage;

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("append")]
    [InlineData("pack")]
    public async Task A_failed_append_says_that_nothing_was_added(string command)
    {
        var collection = await PackAsync();
        var more = _folder.Write("more.ndjson", "{\"id\":4}\n{bad}\n");
        var run = await CommandRun.Of(command == "append" ? [command, collection, more] : [command, "--append", "-o", collection, more]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("shop.blic: nothing was added.", run.Error, StringComparison.Ordinal);
        Assert.Equal("3", await CountAsync(collection));
    }

    [Fact]
    public async Task A_failed_append_says_how_many_documents_are_kept()
    {
        var collection = await PackAsync();
        var large = new string('x', 600_000);
        var more = _folder.Write("more.ndjson", string.Concat(Enumerable.Range(4, 4).Select(i => $"{{\"id\":{i},\"s\":\"{large}\"}}\n")) + "{bad}\n");
        var run = await CommandRun.Of("pack", "--append", "--commit-every", "1", "-o", collection, more);

        var added = int.Parse(await CountAsync(collection), System.Globalization.CultureInfo.InvariantCulture) - 3;
        Assert.InRange(added, 1, 4);
        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains($"{added} document{(added == 1 ? "" : "s")} up to document {added} of '{more}' were added and are kept.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collection_that_is_open_for_writing_is_not_replaced()
    {
        var collection = await PackAsync();
        var before = _folder.Read("shop.blic");
        using (CollectionWriter.Append(collection))
        {
            foreach (var line in (string[][])[["pack", _folder["shop.ndjson"]], ["merge", _folder["other.blic"], "-o", collection]])
            {
                _folder.Write("other.blic", before);
                var run = await CommandRun.Of([.. line, "--replace"]);

                Assert.Equal(ExitCode.InputOutput, run.ExitCode);
                Assert.Contains("already open for writing", run.Error, StringComparison.Ordinal);
                Assert.Equal(["other.blic", "shop.blic", "shop.ndjson"], _folder.Files);
            }

            var counted = await CommandRun.Of("delete", collection, "--where", "$.id = 1", "--dry-run");
            Assert.Contains("1 document would be deleted", counted.Error, StringComparison.Ordinal);
        }

        Assert.Equal(before, _folder.Read("shop.blic"));
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("pack", _folder["shop.ndjson"], "--replace")).ExitCode);
    }

    [Theory]
    [InlineData("verify")]
    [InlineData("head")]
    [InlineData("stat")]
    [InlineData("schema")]
    [InlineData("get", "--key", "2")]
    public async Task A_collection_may_have_any_name(string command, params string[] options)
    {
        await PackAsync();
        File.Move(_folder["shop.blic"], _folder["shop.blic.bak"]);
        var run = await CommandRun.Of([command, .. options, _folder["shop.blic.bak"]]);

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.Error));
        Assert.NotEmpty(run.OutputText);
    }

    [Fact]
    public async Task Several_collections_are_changed_only_if_the_condition_fits_all()
    {
        var first = await PackAsync();
        var second = _folder["other.blic"];
        await CommandRun.Of("pack", _folder.Write("other.ndjson", "{\"key\":1}\n"));
        var before = (File.ReadAllBytes(first), File.ReadAllBytes(second));
        var run = await CommandRun.Of("delete", first, second, "--where", "$.id = 1");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("Nothing was changed", run.Error, StringComparison.Ordinal);
        Assert.Equal(before.Item1, File.ReadAllBytes(first));
        Assert.Equal(before.Item2, File.ReadAllBytes(second));
    }

    [Fact]
    public async Task A_patch_of_all_documents_can_be_canceled()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Pipes have no names in folders there.");
        var collection = await PackAsync();
        var before = File.ReadAllBytes(collection);
        var pipe = _folder["patch"];
        using (var make = Process.Start("mkfifo", [pipe]))
        {
            await make.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        // The command waits for the end of the patch, so it starts to change documents after the cancellation.
        using var canceled = new CancellationTokenSource();
        await using var error = new StringWriter();
        var command = Task.Run(() => BlittableCommand.RunAsync(
            ["update", collection, "--all", "--patch", pipe], new CommandStreams(Stream.Null, Stream.Null, error), canceled.Token));
        await using (var patch = await Task.Run(() => new FileStream(pipe, FileMode.Open, FileAccess.Write)))
        {
            await patch.WriteAsync("{\"a\":1}"u8.ToArray());
            await patch.FlushAsync();
            await canceled.CancelAsync();
        }

        Assert.Equal((int)ExitCode.Cancelled, await command);
        Assert.Equal(before, File.ReadAllBytes(collection));
    }

    [Fact]
    public async Task Several_documents_are_not_written_to_one_stream()
    {
        await CommandRun.Of("convert", _folder.Write("a.json", "{}"), _folder.Write("b.json", "{}"));
        var run = await CommandRun.Of("set", "$.a = 1", _folder["a.blit"], _folder["b.blit"], "-o", "-");

        Assert.Equal((ExitCode.Usage, ""), (run.ExitCode, run.OutputText));
    }

    [Fact]
    public async Task Several_inputs_need_a_folder()
    {
        await PackAsync();
        _folder.Write("other.blic", _folder.Read("shop.blic"));
        var run = await CommandRun.Of("unpack", _folder["shop.blic"], _folder["other.blic"], "-o", _folder["all.ndjson"]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("use 'merge' or 'query'", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("head", "-3")]
    [InlineData("tail", "-15")]
    public async Task A_number_in_place_of_an_option_is_answered_with_the_option(string command, string number)
    {
        var run = await CommandRun.Of(command, number, await PackAsync());

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"'-n {number[1..]}'", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Unknown command 'qurey'; did you mean 'query'?", "qurey", "--help")]
    [InlineData("'append' has no option '--on-error'", "append", "shop.blic", "more.ndjson", "--on-error", "skip")]
    public async Task A_word_that_is_not_known_is_named(string expected, params string[] line)
    {
        var run = await CommandRun.Of(line);

        Assert.Equal((ExitCode.Usage, ""), (run.ExitCode, run.OutputText));
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_pages_with_one_name_are_not_written_over_each_other()
    {
        var name = $"{Guid.NewGuid():N}.json";
        var page = $"{name}.html";
        try
        {
            var run = await CommandRun.Of("explain", _folder.Write($"a/{name}", "[1]"), _folder.Write($"b/{name}", "[2]"));

            Assert.Equal(ExitCode.InputOutput, run.ExitCode);
            Assert.Contains("was already written for another input", run.Error, StringComparison.Ordinal);
            Assert.True(File.Exists(page));
        }
        finally
        {
            File.Delete(page);
        }
    }

    [Theory]
    [InlineData("explain", "a.json", "--html", "missing/page.html")]
    [InlineData("pack", "a.json", "--on-error", "collect", "missing/faults")]
    public async Task A_missing_folder_is_not_created(params string[] line)
    {
        _folder.Write("a.json", "{}");
        var run = await CommandRun.Of([.. line.Select(word => word.Contains('.', StringComparison.Ordinal) || word.Contains('/', StringComparison.Ordinal) ? _folder[word] : word)]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("does not exist", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder["missing"]));
    }

    [Fact]
    public async Task The_list_of_invalid_texts_replaces_only_such_a_list()
    {
        await PackAsync();
        var bad = _folder.Write("bad.ndjson", "{\"id\":1}\n{bad}\n");
        string[] line = ["pack", bad, "-o", _folder["new.blic"], "--replace", "--on-error", "collect"];

        Assert.Equal(ExitCode.Done, (await CommandRun.Of([.. line, _folder["faults"]])).ExitCode);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of([.. line, _folder["faults"]])).ExitCode);
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of([.. line, _folder["shop.ndjson"]])).ExitCode);
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of([.. line, _folder["new.blic"]])).ExitCode);
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of([.. line, "-"])).ExitCode);
    }

    [Fact]
    public async Task Deep_documents_have_a_schema_or_are_refused()
    {
        var deep = string.Concat(Enumerable.Repeat("{\"a\":", 511)) + "1" + new string('}', 511);
        await CommandRun.Of("convert", _folder.Write("deep.json", deep));
        using var hostile = BlittableDocument.Parse(
            string.Concat(Enumerable.Repeat("[", 20_000)) + new string(']', 20_000), new BlittableOptions { MaxDepth = int.MaxValue });
        _folder.Write("hostile.blit", hostile.Bytes.ToArray());

        Assert.Equal(ExitCode.Done, (await CommandRun.Of("schema", "--format", "json", _folder["deep.blit"])).ExitCode);
        var run = await CommandRun.Of("schema", _folder["hostile.blit"]);
        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("1000 levels", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a.json", "\uFEFF{\"a\":1}")]
    [InlineData("a.json", " 5 ")]
    public async Task JSON_files_are_compared_and_explained_as_text(string name, string json)
    {
        var (left, right) = (_folder.Write(name, json), _folder.Write("b.json", Encoding.Unicode.GetBytes("\uFEFF" + json.Trim('\uFEFF'))));

        Assert.Equal((ExitCode.Done, ""), Result(await CommandRun.Of("diff", left, right)));
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("explain", right, "--html", _folder["page.html"])).ExitCode);
        Assert.Equal(ExitCode.BadData, (await CommandRun.Of("explain", _folder.Write("c.json", "{"), "--html", _folder["page.html"])).ExitCode);

        static (ExitCode, string) Result(CommandRun run) => (run.ExitCode, run.OutputText + run.Error);
    }

    [Theory]
    [InlineData("\uFEFF{\"a\":2}", ExitCodeDone, "{\"a\":2}\n")]
    [InlineData("\uFEFF[{\"op\":\"add\",\"path\":\"/b\",\"value\":3}]", ExitCodeDone, "{\"a\":1,\"b\":3}\n")]
    [InlineData("5", ExitCodeUsage, "{\"a\":1}\n")]
    [InlineData("", ExitCodeUsage, "{\"a\":1}\n")]
    public async Task A_patch_is_an_array_or_an_object(string patch, int code, string expected)
    {
        await CommandRun.Of("convert", _folder.Write("a.json", "{\"a\":1}"));
        var run = await CommandRun.Of("patch", _folder.Write("patch.json", patch), _folder["a.blit"]);

        Assert.Equal(code, (int)run.ExitCode);
        Assert.Equal(expected, (await CommandRun.Of("to-json", _folder["a.blit"])).OutputText);
    }

    [Theory]
    [InlineData("'patch': File not found: 'missing'", "patch", "missing", "a.blit")]
    [InlineData("'--patch': File not found: 'missing'", "update", "shop.blic", "--all", "--patch", "missing")]
    [InlineData("'--dictionary': File not found: 'missing'", "to-json", "a.blit", "--dictionary", "missing")]
    public async Task A_missing_file_is_named_with_its_option(string expected, params string[] line)
    {
        await PackAsync();
        await CommandRun.Of("convert", _folder.Write("a.json", "{}"));
        var run = await CommandRun.Of([.. line.Select(word => word.Contains('.', StringComparison.Ordinal) ? _folder[word] : word)]);

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--order-by", "-q")]
    [InlineData("--order-by=-q")]
    public async Task A_descending_order_by_a_column_named_like_an_option_is_not_the_option(params string[] order)
    {
        var run = await CommandRun.Of(["query", await PackAsync(), "--select", "$.id as q", .. order]);

        Assert.Equal("{\"q\":3}\n{\"q\":2}\n{\"q\":1}\n", run.OutputText);
    }

    [Fact]
    public async Task A_collection_does_not_get_the_extension_of_another_format()
    {
        var run = await CommandRun.Of("merge", await PackAsync(), "-o", _folder["out.parquet"]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("use '.blic'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_in_a_schema_stays_on_its_line()
    {
        await CommandRun.Of("convert", _folder.Write("a.json", "{\"x\\n$: forged\":1}"));
        var run = await CommandRun.Of("schema", _folder["a.blit"]);

        Assert.Contains(@"x\n$: forged: integer", run.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_valid_file_with_a_hostile_name_is_escaped()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Names cannot contain control characters there.");
        await CommandRun.Of("convert", _folder.Write("a.json", "{}"));
        File.Move(_folder["a.blit"], _folder["a\u001b[2J\n.blit"]);
        var run = await CommandRun.Of("verify", _folder["a\u001b[2J\n.blit"]);

        Assert.Contains(@"a\u001b[2J\n.blit: valid, 1 document", run.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_bug_is_reported_with_its_own_exit_code()
    {
        await using var error = new StringWriter();
        var root = new RootCommand();
        var command = new Command("fail");
        command.SetAction((_, _) => Task.FromException<int>(new InvalidOperationException("not expected")));
        root.Add(command);
        var code = await BlittableCommand.RunAsync(root, "tool", ["fail"], new CommandStreams(Stream.Null, Stream.Null, error), TestContext.Current.CancellationToken);

        Assert.Equal((int)ExitCode.Internal, code);
        Assert.Contains("internal error", error.ToString(), StringComparison.Ordinal);
        Assert.Contains("not expected", error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_output_that_cannot_be_completed_leaves_no_file()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test limits the size of files with a shell.");
        await CommandRun.Of("convert", _folder.Write("many.ndjson", string.Concat(Enumerable.Repeat("[\"a line of some length\"]\n", 10_000))));

        // Writing fails when the buffer is full, and again when the file is closed with the rest of the buffer.
        var shown = await BuiltCommand.Bash(
            "trap '' XFSZ; ulimit -f 100; export DOTNET_EnableWriteXorExecute=0; blittable to-json many.blits -o out.ndjson 2> /dev/null || ls", _folder.Path);
        Assert.Equal("many.blits\nmany.ndjson\n", shown);
    }

    [Theory]
    [InlineData("to-json many.blits -o out.ndjson", "out.ndjson' exceeds the maximum file size")]
    [InlineData("to-json many.blits > out.ndjson", "The output exceeds the maximum file size")]
    [InlineData("pack many.ndjson -o many.blic", "'many.blic' exceeds the maximum file size")]
    [InlineData("merge kept.blic kept.blic -o merged.blic", "'merged.blic' exceeds the maximum file size")]
    [InlineData("backup kept.blic -o backup.blic", "backup.blic' exceeds the maximum file size")]
    public async Task A_file_that_exceeds_the_limit_is_an_error_of_the_output(string command, string message)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test limits the size of files with a shell.");
        var random = new Random(1);
        var lines = Enumerable.Range(0, 10_000).Select(_ => $"[\"{Convert.ToHexString(BitConverter.GetBytes(random.NextInt64()))}{random.NextInt64()}\"]\n");
        await CommandRun.Of("convert", _folder.Write("many.ndjson", string.Concat(lines)));
        await CommandRun.Of("pack", _folder["many.ndjson"], "-o", _folder["kept.blic"]);

        // bash counts in kilobytes. The runtime's executable mappings are files, too, unless they are disabled.
        var shown = await BuiltCommand.Bash($"trap '' XFSZ; ulimit -f 100; export DOTNET_EnableWriteXorExecute=0; blittable {command} 2> error; echo $?; cat error", _folder.Path);

        Assert.StartsWith("3\n", shown, StringComparison.Ordinal);
        Assert.Contains(message, shown, StringComparison.Ordinal);
        Assert.Contains("exceeds the maximum file size", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("internal error", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_version_that_cannot_be_written_is_an_error()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test needs a device that is full.");
        Assert.Equal("3", (await BuiltCommand.Bash("blittable --version > /dev/full 2>/dev/null; echo $?")).Trim());
        Assert.Equal("3", (await BuiltCommand.Bash("(blittable --version >&- 2>/dev/null); echo $?")).Trim());
    }

    [Theory]
    [InlineData("query", 2)]
    [InlineData("get '$.a' missing.blit", 3)]
    [InlineData("convert good.json", 0)]
    public async Task A_message_that_cannot_be_written_does_not_change_the_exit_code(string command, int code)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test needs a device that is full.");
        _folder.Write("good.json", "{\"a\":1}");
        foreach (var error in (string[])["/dev/full", "&-"])
        {
            Assert.Equal($"{code}", (await BuiltCommand.Bash($"(blittable {command} 2>{error}); echo $?", _folder.Path)).Trim());
        }
    }

    private static async Task<string> CountAsync(string collection) =>
        (await CommandRun.Of("query", collection, "--count", "--format", "tsv")).OutputText.Split('\n')[1].Trim();

    private async Task<string> PackAsync()
    {
        await CommandRun.Of("pack", _folder.Write("shop.ndjson", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"), "--key", "$.id");
        return _folder["shop.blic"];
    }
}
