using System.IO.Compression;
using System.Text;
using System.Text.Json;

namespace Blittable.Cli.Tests.Commands;

/// <summary>Files of JSON texts in every format, and the handling of invalid texts.</summary>
public sealed class TextInputTests : IDisposable
{
    private const string Two = "{\"a\":1}\n{\"a\":2}\n";

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("a.json", "[{\"a\":1},\n{\"a\":2}]")]
    [InlineData("a.json", "{\"a\":1}{\"a\":2}")]
    [InlineData("a.json", "{\n\"a\":1}\n{\n\"a\":2}\n")]
    [InlineData("a.json", "\u001e{\"a\":1}\n\u001e{\"a\":2}\n")]
    [InlineData("a.json", "[{\"a\":1},/* c */{\"a\":2,},]", "--comments", "--trailing-commas")]
    public async Task Documents_are_packed_whatever_separates_them(string name, string text, params string[] options)
    {
        var packed = await CommandRun.Of(["pack", _folder.Write(name, text), "-o", _folder["out.blic"], .. options]);

        Assert.Equal(ExitCode.Done, packed.ExitCode);
        Assert.Equal(Two, (await CommandRun.Of("unpack", _folder["out.blic"])).OutputText);
    }

    [Fact]
    public async Task Compressed_files_and_other_encodings_are_packed()
    {
        _folder.Write("a.ndjson.gz", Compress(stream => new GZipStream(stream, CompressionMode.Compress)));
        _folder.Write("b.ndjson.br", Compress(stream => new BrotliStream(stream, CompressionMode.Compress)));
        _folder.Write("c.ndjson.zst", Compress(stream => new ZstdSharp.CompressionStream(stream)));
        _folder.Write("d.json", [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes(Two)]);
        foreach (var file in (string[])["a.ndjson.gz", "b.ndjson.br", "c.ndjson.zst", "d.json"])
        {
            var packed = await CommandRun.Of("pack", _folder[file], "-o", _folder["out.blic"], "--replace");

            Assert.Equal((ExitCode.Done, file), (packed.ExitCode, file));
            Assert.Equal(Two, (await CommandRun.Of("unpack", _folder["out.blic"])).OutputText);
        }
    }

    [Fact]
    public async Task Invalid_texts_are_skipped_or_collected()
    {
        var input = _folder.Write("a.ndjson", "{\"id\":1}\n{\"id\":}\n{\"id\":1}\n{\"id\":2}\n");

        var stopped = await CommandRun.Of("pack", input, "--key", "id", "--on-error", "stop");
        var skipped = await CommandRun.Of("pack", "--on-error", "skip", input, "--key", "id", "-o", _folder["skipped.blic"]);
        var collected = await CommandRun.Of("pack", "--on-error", "collect", _folder["bad.ndjson"], input, "--key", "id", "-o", _folder["collected.blic"]);

        Assert.Equal((ExitCode.BadData, ExitCode.Done, ExitCode.Done), (stopped.ExitCode, skipped.ExitCode, collected.ExitCode));
        Assert.Contains("2 texts skipped", skipped.Error, StringComparison.Ordinal);
        Assert.Contains("2 texts collected", collected.Error, StringComparison.Ordinal);
        Assert.Equal("{\"id\":1}\n{\"id\":2}\n", (await CommandRun.Of("unpack", _folder["collected.blic"])).OutputText);
        var faults = Encoding.UTF8.GetString(_folder.Read("bad.ndjson")).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement).ToArray();
        Assert.Equal([2, 3], faults.Select(fault => fault.GetProperty("text").GetInt32()));
        Assert.Equal(["{\"id\":}", "{\"id\":1}"], faults.Select(fault => fault.GetProperty("json").GetString()!));
        Assert.Equal(2, faults[0].GetProperty("line").GetInt32());
        Assert.Contains("already exists", faults[1].GetProperty("error").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_text_that_ends_packing_is_named_by_its_number_among_all_texts()
    {
        var input = _folder.Write("a.ndjson", "{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n");

        var stopped = await CommandRun.Of("pack", input, "--key", "id");

        Assert.Equal(ExitCode.BadData, stopped.ExitCode);
        Assert.Contains("Document 3:", stopped.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collected_text_that_is_not_UTF8_keeps_its_bytes()
    {
        byte[] text = [.. "{\"a\":\""u8, 0xE9, .. "\"}"u8];
        var input = _folder.Write("a.ndjson", [.. text, (byte)'\n']);

        await CommandRun.Of("pack", "--on-error", "collect", _folder["bad.ndjson"], input);

        var fault = JsonDocument.Parse(_folder.Read("bad.ndjson")).RootElement;
        Assert.Equal(text, fault.GetProperty("base64").GetBytesFromBase64());
        Assert.False(fault.TryGetProperty("json", out _));
    }

    [Theory]
    [InlineData("--on-error")]
    [InlineData("--on-error", "ignore")]
    [InlineData("--on-error", "collect")]
    public async Task An_invalid_choice_is_wrong_usage(params string[] options) =>
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of(["pack", _folder.Write("a.ndjson", Two), .. options])).ExitCode);

    [Theory]
    [InlineData("refuse", null)]
    [InlineData("replace", "{\"a\":\"\uFFFD\"}\n")]
    [InlineData("keepescape", "{\"a\":\"\\\\ud83d\"}\n")]
    public async Task An_option_determines_how_unpaired_surrogates_are_handled(string option, string? expected)
    {
        var packed = await CommandRun.Of("pack", _folder.Write("a.ndjson", "{\"a\":\"\\ud83d\"}\n"), "--lone-surrogates", option, "-o", _folder["out.blic"]);

        Assert.Equal(expected is null ? ExitCode.BadData : ExitCode.Done, packed.ExitCode);
        Assert.Equal(expected ?? "", expected is null ? "" : (await CommandRun.Of("unpack", _folder["out.blic"])).OutputText);
    }

    [Fact]
    public async Task Convert_reads_an_array_as_one_document_unless_its_elements_are_requested()
    {
        var input = _folder.Write("a.json", "[{\"a\":1},{\"a\":2}]");

        await CommandRun.Of("convert", input, "-o", _folder["one.blit"]);
        await CommandRun.Of("convert", input, "-o", _folder["many.blit"], "--format", "array");

        Assert.Equal("[{\"a\":1},{\"a\":2}]", (await CommandRun.Of("to-json", _folder["one.blit"])).OutputText.Trim());
        Assert.Equal(Two, (await CommandRun.Of("to-json", _folder["many.blit"])).OutputText);
    }

    private static byte[] Compress(Func<Stream, Stream> open)
    {
        using var output = new MemoryStream();
        using (var stream = open(output))
        {
            stream.Write(Encoding.UTF8.GetBytes(Two));
        }

        return output.ToArray();
    }
}
