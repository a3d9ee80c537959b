namespace Blittable.Cli.Tests;

/// <summary>Commands that write collections and dictionaries overwrite an existing file only on request.</summary>
public sealed class ReplacementTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("train", "a.json", "-o", "out")]
    [InlineData("pack", "a.ndjson", "-o", "out")]
    [InlineData("merge", "a.blic", "-o", "out")]
    [InlineData("backup", "a.blic", "-o", "out")]
    [InlineData("recover", "a.blic", "-o", "out")]
    [InlineData("recover", "a.blic", "-o", "new.blic", "--partial", "out")]
    public async Task A_collection_or_dictionary_is_replaced_only_on_request(params string[] arguments)
    {
        _folder.Write("a.json", "{\"a\":1}");
        _folder.Write("a.ndjson", "{\"a\":1}\n");
        _folder.Write("patch.json", "{\"a\":2}");
        await CommandRun.Of("convert", _folder["a.json"]);
        await CommandRun.Of("pack", _folder["a.ndjson"]);
        var target = _folder.Write("out", "precious");
        string[] line = [.. arguments.Select(argument => argument is "out" or "new.blic" || argument.StartsWith("a.", StringComparison.Ordinal) ? _folder[argument] : argument)];

        var refused = await CommandRun.Of(line);
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.Contains("already exists; use '--replace' to overwrite it", refused.Error, StringComparison.Ordinal);
        Assert.Equal("precious", File.ReadAllText(target));

        var replaced = await CommandRun.Of([.. line, "--replace"]);
        Assert.Equal((ExitCode.Done, ""), (replaced.ExitCode, string.Concat(replaced.Error.Split('\n').Where(text => text.StartsWith("blittable:", StringComparison.Ordinal)))));

        // A second collection is written only if there is something to save in it.
        Assert.Equal(arguments.Contains("--partial"), File.ReadAllText(target) == "precious");
    }

    [Theory]
    [InlineData(OutputKind.Collection, false, "other")]
    [InlineData(OutputKind.Dictionary, false, "other")]
    [InlineData(OutputKind.Collection, true, "new")]
    [InlineData(OutputKind.Json, false, "new")]
    public void A_file_that_another_program_creates_meanwhile_is_replaced_only_on_request(object kind, bool mayReplace, string expected)
    {
        var target = _folder["out"];
        using (var output = OutputFile.Create(new OutputTarget(target, (OutputKind)kind, mayReplace)))
        {
            output.Stream.Write("new"u8);
            _folder.Write("out", "other");
            var fault = Record.Exception(output.Commit);

            Assert.Equal(expected == "other", fault is IOException);
        }

        Assert.Equal(["out"], _folder.Files);
        Assert.Equal(expected, File.ReadAllText(target));
    }

    [Fact]
    public async Task The_default_output_of_a_recovery_is_replaced_only_on_request()
    {
        await CommandRun.Of("pack", _folder.Write("a.ndjson", "{\"a\":1}\n"));
        _folder.Write("a.recovered.blic", "precious");

        Assert.Equal(ExitCode.Usage, (await CommandRun.Of("recover", _folder["a.blic"])).ExitCode);
        Assert.Equal("precious"u8.ToArray(), _folder.Read("a.recovered.blic"));
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("recover", _folder["a.blic"], "--replace")).ExitCode);
        Assert.Equal("{\"a\":1}\n", (await CommandRun.Of("unpack", _folder["a.recovered.blic"])).OutputText);
    }

    [Theory]
    [InlineData("a.blit", "convert", "a.json")]
    [InlineData("out", "convert", "a.json", "-o", "out")]
    [InlineData("a.blit", "convert", "a.json", "-o", ".")]
    [InlineData("out", "to-json", "a.blit", "-o", "out")]
    [InlineData("out", "unpack", "a.blic", "-o", "out")]
    [InlineData("out", "explain", "a.json", "--html", "out")]
    [InlineData("out", "set", "$.a = 2", "a.blit", "-o", "out")]
    [InlineData("out", "patch", "patch.json", "a.blit", "-o", "out")]
    public async Task Output_that_can_be_made_again_is_replaced(string target, params string[] arguments)
    {
        _folder.Write("a.json", "{\"a\":1}");
        _folder.Write("patch.json", "{\"a\":2}");
        await CommandRun.Of("convert", _folder["a.json"]);
        await CommandRun.Of("pack", _folder.Write("a.ndjson", "{\"a\":1}\n"));
        string[] line = [.. arguments.Select(argument => argument is "out" or "." or "patch.json" || argument.StartsWith("a.", StringComparison.Ordinal) ? _folder[argument] : argument)];

        Assert.Equal(ExitCode.Done, (await CommandRun.Of(line)).ExitCode);
        var written = _folder.Read(target);
        _folder.Write(target, arguments[0] == "explain" ? "<!DOCTYPE html>replace this" : "replace this");
        Assert.Equal(ExitCode.Done, (await CommandRun.Of(line)).ExitCode);
        Assert.Equal(written, _folder.Read(target));
    }
}
