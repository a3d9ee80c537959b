using System.Text;

namespace Blittable.Cli.Tests.Commands;

public sealed class ToJsonCommandTests : IDisposable
{
    private const string Lines = "{\"b\":1.50,\"a\":[\"x\",null]}\n[]\n\"2011-01-01T00:00:00Z\"\n";

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("memory")]
    [InlineData("disk")]
    public async Task Converted_lines_are_restored(string mode)
    {
        var documents = await CommandRun.WithInput(Encoding.UTF8.GetBytes(Lines), "convert", "-", "--mode", mode, "--format", "ndjson");
        Assert.Equal(ExitCode.Done, documents.ExitCode);

        var run = await CommandRun.WithInput(documents.Output, "to-json", "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal(Lines, run.OutputText);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task Files_have_no_limit_and_pipes_have_one_unless_an_option_sets_another()
    {
        var json = "[" + string.Join(',', Enumerable.Repeat("\"shipped\"", 70_000)) + "]";
        _folder.Write("a.json", json);
        await CommandRun.Of("convert", "--mode", "disk", _folder["a.json"]);
        var bytes = _folder.Read("a.blit");
        Assert.InRange(bytes.Length, 1, 100);

        var file = await CommandRun.Of("to-json", _folder["a.blit"]);
        var pipe = await CommandRun.WithInput(bytes, "to-json", "-");
        var limitedFile = await CommandRun.Of("to-json", "--max-expansion", "1000", _folder["a.blit"]);
        var limitedPipe = await CommandRun.WithInput(bytes, "to-json", "--max-expansion", "1000000", "-");
        var found = await CommandRun.Of("get", "$[?@=='shipped']", _folder["a.blit"]);

        Assert.Equal(json + "\n", file.OutputText);
        Assert.Equal(ExitCode.BadData, pipe.ExitCode);
        Assert.Equal(ExitCode.BadData, limitedFile.ExitCode);
        Assert.Equal(json + "\n", limitedPipe.OutputText);
        Assert.Equal(70_000 * 10, found.Output.Length);
    }

    [Fact]
    public async Task A_folder_of_documents_is_converted_to_a_folder_of_texts()
    {
        _folder.Write("in/a.json", "{\"a\":1}");
        _folder.Write("in/deep/b.ndjson", "1\n2\n");
        await CommandRun.Of("convert", _folder["in"], "-o", _folder["blit"], "--parents");

        var run = await CommandRun.Of("to-json", _folder["blit"], "-o", _folder["out"], "--parents");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal("{\"a\":1}\n"u8.ToArray(), _folder.Read("out/a.json"));
        Assert.Equal("1\n2\n"u8.ToArray(), _folder.Read("out/deep/b.ndjson"));
    }

    [Fact]
    public async Task Indented_text_has_a_line_for_each_property()
    {
        var document = await CommandRun.WithInput("{\"a\":[1]}"u8.ToArray(), "convert", "-");

        var run = await CommandRun.WithInput(document.Output, "to-json", "--indent", "-");

        Assert.Equal("{\n  \"a\": [\n    1\n  ]\n}\n", run.OutputText);
    }

    [Theory]
    [InlineData("{\"a\":1}\n")]
    [InlineData("[1]")]
    public async Task JSON_in_place_of_a_document_is_identified(string json)
    {
        var run = await CommandRun.WithInput(System.Text.Encoding.UTF8.GetBytes(json), "to-json", "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("convert", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collection_in_place_of_a_document_is_identified()
    {
        var collection = _folder["a.blic"];
        Assert.Equal(ExitCode.Done, (await CommandRun.WithInput("1\n"u8.ToArray(), "pack", "-", "-o", collection)).ExitCode);

        var run = await CommandRun.Of("to-json", collection);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("'blittable unpack'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_damaged_document_leaves_no_file()
    {
        _folder.Write("bad.blit", [0x41, 0x61, 0x7F, 0x01]);

        var run = await CommandRun.Of("to-json", _folder["bad.blit"], "-o", _folder["bad.json"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Equal(["bad.blit"], _folder.Files);
        Assert.Contains("bad.blit", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(new byte[] { 0xFF, 0x42, 0x4C, 0x53, 3, 0x01, 0x01 })] // a truncated document
    [InlineData(new byte[] { 0xFF, 0x42, 0x4C, 0x53, 0x80 })] // a truncated length
    [InlineData(new byte[] { 0xFF, 0x42, 0x4C, 0x53, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1 })] // a length beyond the maximum of a document
    [InlineData(new byte[] { 0xFF, 0x42, 0x4C, 0x53, 0x80, 0x80, 0x80, 0x80, 0x80, 1 })] // an unterminated length
    [InlineData(new byte[] { 0xFF, 0x42, 0x4C, 0x53, 0 })] // an empty document
    [InlineData(new byte[] { 0xFF, 0x42, 0x4C })] // a truncated magic
    [InlineData(new byte[0])]
    public async Task A_damaged_file_is_refused(byte[] file)
    {
        var run = await CommandRun.WithInput(file, "to-json", "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Empty(run.Output);
    }
}
