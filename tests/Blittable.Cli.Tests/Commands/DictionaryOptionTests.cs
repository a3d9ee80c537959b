using System.CommandLine;

namespace Blittable.Cli.Tests.Commands;

/// <summary>Every command with the option <c>--dictionary</c> accepts a document that needs the dictionary, and commands that write it keep the dictionary.</summary>
public sealed class DictionaryOptionTests : IDisposable
{
    private const string Text = """{"name":"Ada Lovelace","profession":"mathematician","number":1,"notes":["a note on a machine","another note"]}""";

    private readonly ScratchFolder _folder = new();

    public static TheoryData<string> Commands => [.. Root().Subcommands.Where(command => command.Options.Any(option => option.Name == "--dictionary")).Select(command => command.Name)];

    public static TheoryData<string, string> Modes => [.. from mode in (string[])["memory", "disk"] from strings in (string[])["", "--frequent-strings"] select (mode, strings)];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task A_document_that_needs_a_dictionary_is_read(string command)
    {
        var document = await ConvertAsync("disk", "--frequent-strings");
        string[] arguments = command switch
        {
            "convert" => [_folder["one.json"], "-o", _folder["other.blit"]],
            "get" => ["$.name", document],
            "set" => ["$.number = 2", document],
            "patch" => [_folder.Write("patch.json", """[{"op":"replace","path":"/number","value":2}]"""), document],
            "diff" => [document, document],
            "explain" => [document, "--html", _folder["page.html"]],
            _ => [document],
        };

        var run = await CommandRun.Of([command, .. arguments, "--dictionary", _folder["shared.dict"]]);

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.ExitCode == ExitCode.Done ? "" : run.Error));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task An_edited_document_keeps_its_dictionary(string mode, string strings)
    {
        var document = await ConvertAsync(mode, strings);
        var before = _folder.Read("one.blit").Length;
        var dictionary = _folder["shared.dict"];

        var set = await CommandRun.Of("set", "$.number = 2", document, "--dictionary", dictionary);
        var patched = await CommandRun.Of(
            "patch", _folder.Write("patch.json", """[{"op":"add","path":"/notes/-","value":"new"}]"""), document, "--dictionary", dictionary, "-o", _folder["patched.blit"]);

        Assert.Equal((ExitCode.Done, ExitCode.Done), (set.ExitCode, patched.ExitCode));
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("verify", document, _folder["patched.blit"], "--dictionary", dictionary)).ExitCode);
        var json = await CommandRun.Of("to-json", _folder["patched.blit"], "--dictionary", dictionary, "-o", "-");
        Assert.Equal(Text.Replace(":1,", ":2,", StringComparison.Ordinal).Replace("]", ",\"new\"]", StringComparison.Ordinal), json.OutputText.TrimEnd());
        Assert.Equal(before, _folder.Read("one.blit").Length);
        Assert.Equal(ExitCode.BadData, (await CommandRun.Of("to-json", document, "-o", "-")).ExitCode);
    }

    [Theory]
    [InlineData("rows")]
    [InlineData("hybrid")]
    [InlineData("columns")]
    [InlineData("auto")]
    public async Task Collections_whose_documents_have_a_dictionary_are_compared(string layout)
    {
        foreach (var key in (string[][])[[], ["--key", "$.id"]])
        {
            foreach (var (name, changed) in new[] { ("left", -1), ("right", 3) })
            {
                var lines = string.Concat(Enumerable.Range(0, 500).Select(id => $"{{\"id\":{id},\"name\":\"a name like others {id % 7}\",\"n\":{(id == changed ? 2 : 1)}}}\n"));
                await CommandRun.Of(["pack", _folder.Write($"{name}.ndjson", lines), "--layout", layout, "-o", _folder[$"{name}.blic"], "--replace", .. key]);
            }

            var run = await CommandRun.Of("diff", _folder["left.blic"], _folder["right.blic"]);

            Assert.Equal("", run.Error);
            Assert.Equal("~ 3\n  replace /n: 1 -> 2\n", run.OutputText);
        }
    }

    private async Task<string> ConvertAsync(string mode, string strings)
    {
        var text = _folder.Write("one.json", Text);
        var samples = _folder.Write("samples.ndjson", string.Concat(Enumerable.Repeat(Text + "\n", 20)));
        await CommandRun.Of(["train", samples, "-o", _folder["shared.dict"], .. strings.Length > 0 ? [strings] : Array.Empty<string>()]);
        var run = await CommandRun.Of("convert", text, "--mode", mode, "--dictionary", _folder["shared.dict"], "-o", _folder["one.blit"]);
        Assert.Equal(ExitCode.Done, run.ExitCode);
        return _folder["one.blit"];
    }

    private static RootCommand Root() => BlittableCommand.CreateRoot([], new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null));
}
