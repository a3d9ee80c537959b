namespace Blittable.Cli.Tests.Commands;

public sealed class ConvertCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_document_is_written_beside_its_file_and_both_sizes_are_reported()
    {
        var input = _folder.Write("one.json", """{"name":"Ada","born":1815}""");

        var run = await CommandRun.Of("convert", input);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal(["one.blit", "one.json"], _folder.Files);
        using var document = BlittableDocument.Open(_folder.Read("one.blit"));
        Assert.True(document.Root.TryGetProperty("born"u8, out var born));
        Assert.Equal(1815, born.GetInt32());
        Assert.Empty(run.Output);
        Assert.Contains("one.json", run.Error, StringComparison.Ordinal);
        Assert.Contains("26 B", run.Error, StringComparison.Ordinal);
        Assert.Contains($"{document.Bytes.Length} B", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lines_are_converted_to_one_file_of_many_documents()
    {
        _folder.Write("lines.ndjson", "1\n\n  \r\n[]\n\"x\"");

        var run = await CommandRun.Of("convert", _folder["lines.ndjson"]);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        byte[] expected =
        [
            0xFF, 0x42, 0x4C, 0x53, // magic: no tag, then "BLS"
            3, 0x01, 0x01, 0x01, // 3 bytes: integer 1 | root 1 byte back | version 1
            3, 0xA3, 0x01, 0x01, // 3 bytes: empty array | root | version
            4, 0x41, 0x78, 0x02, 0x01, // 4 bytes: string of 1 byte, "x" | root 2 bytes back | version
        ];
        Assert.Equal(expected, _folder.Read("lines.blits"));
    }

    [Theory]
    [InlineData("{\"a\":1}\n{\"a\":2}\n", true)]
    [InlineData("\n {\"a\":1} \r\n\n[2]", true)]
    [InlineData("{\"a\":\n1}\n", false)]
    [InlineData("7", false)]
    public async Task Many_lines_in_a_JSON_file_are_detected(string text, bool many)
    {
        _folder.Write("input.json", text);

        var run = await CommandRun.Of("convert", _folder["input.json"]);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal(many ? "input.blits" : "input.blit", _folder.Files.First());
    }

    [Theory]
    [InlineData("{\"a\":1} {\"a\":")]
    [InlineData("{\"a\":\n1}\n{\"a\":2}]")]
    [InlineData("")]
    public async Task Text_that_is_not_JSON_is_refused(string text)
    {
        _folder.Write("input.json", text);

        var run = await CommandRun.Of("convert", _folder["input.json"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Equal(["input.json"], _folder.Files);
    }

    [Fact]
    public async Task A_specified_format_is_used_without_detection()
    {
        _folder.Write("input.json", "1\n2\n");
        _folder.Write("input.ndjson", "[1,\n2]");

        Assert.Equal(ExitCode.BadData, (await CommandRun.Of("convert", "--format", "json", _folder["input.json"])).ExitCode);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("convert", "--format", "json", _folder["input.ndjson"])).ExitCode);
        Assert.Equal(["input.blit", "input.json", "input.ndjson"], _folder.Files);
    }

    [Fact]
    public async Task One_invalid_file_of_several_is_named_and_the_others_are_converted()
    {
        _folder.Write("in/a.json", "[1]");
        _folder.Write("in/b.json", "[1");
        _folder.Write("in/deep/c.json", "[3]");

        var run = await CommandRun.Of("convert", _folder["in/**/*.json"], "-o", _folder["out"], "--parents");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Equal(["in/a.json", "in/b.json", "in/deep/c.json", "out/a.blit", "out/deep/c.blit"], _folder.Files);
        Assert.Contains($"{_folder["in/b.json"]}: Expected", run.Error, StringComparison.Ordinal);
        Assert.Contains("2 files", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_invalid_line_is_reported_with_its_number_and_no_file_remains()
    {
        _folder.Write("lines.ndjson", "{}\n\n{\n");

        var run = await CommandRun.Of("convert", _folder["lines.ndjson"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("line 3", run.Error, StringComparison.Ordinal);
        Assert.Equal(["lines.ndjson"], _folder.Files);
    }

    [Fact]
    public async Task A_failed_conversion_leaves_an_existing_output_unchanged()
    {
        _folder.Write("lines.ndjson", "1\nnope\n");
        _folder.Write("lines.blits", "older");

        await CommandRun.Of("convert", _folder["lines.ndjson"]);

        Assert.Equal("older"u8.ToArray(), _folder.Read("lines.blits"));
    }

    [Fact]
    public async Task Standard_input_is_converted_to_standard_output()
    {
        var run = await CommandRun.WithInput("""[0,"a"]"""u8.ToArray(), "convert", "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal("a", BlittableDocument.Open(run.Output).Root[1].GetString());
    }

    [Fact]
    public async Task Standard_input_is_converted_to_the_specified_file()
    {
        var run = await CommandRun.WithInput("true"u8.ToArray(), "convert", "-", "-o", _folder["yes.blit"]);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Empty(run.Output);
        Assert.Equal([0xA2, 0x01, 0x01], _folder.Read("yes.blit"));
    }

    [Theory]
    [InlineData("a.json", "\uFEFF[1]", "[1]\n")]
    [InlineData("a.json", "\uFEFF{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n")]
    [InlineData("a.ndjson", "\uFEFF{\"a\":1}\r\n\r\n{\"a\":2}\r\n", "{\"a\":1}\n{\"a\":2}\n")]
    public async Task A_byte_order_mark_is_skipped(string name, string text, string expected)
    {
        _folder.Write(name, text);
        var converted = await CommandRun.Of("convert", _folder[name], "--mode", "Disk", "-o", _folder["out"]);
        var back = await CommandRun.Of("to-json", _folder["out"]);

        Assert.Equal(ExitCode.Done, converted.ExitCode);
        Assert.Equal(expected, back.OutputText);
    }

    [Fact]
    public async Task Two_inputs_are_never_written_to_the_same_file()
    {
        _folder.Write("x/a.json", "1");
        _folder.Write("y/a.json", "2");

        var run = await CommandRun.Of("convert", _folder["x/a.json"], _folder["y/a.json"], "-o", _folder["out/"], "--parents");

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Equal([0x01, 0x01, 0x01], _folder.Read("out/a.blit"));
        Assert.Contains(_folder["y/a.json"], run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("convert")]
    [InlineData("convert", "-", "-")]
    [InlineData("convert", "-", "--mode", "fast")]
    [InlineData("convert", "-", "--mode", "1")]
    [InlineData("convert", "-", "--strings", "99")]
    [InlineData("convert", "-", "--output", "")]
    [InlineData("convert", "-", "--unknown")]
    [InlineData("nothing")]
    public async Task Wrong_usage_has_its_own_exit_code(params string[] arguments)
    {
        var run = await CommandRun.WithInput("1"u8.ToArray(), arguments);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Empty(run.Output);
        Assert.StartsWith("blittable: ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_inputs_cannot_be_written_to_one_file()
    {
        _folder.Write("a.json", "1");
        _folder.Write("b.json", "2");
        _folder.Write("c.blit", "older");

        Assert.Equal(ExitCode.Usage, (await CommandRun.Of("convert", _folder["a.json"], _folder["b.json"], "-o", _folder["c.blit"])).ExitCode);
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of("convert", _folder["a.json"], _folder["b.json"], "-o", "-")).ExitCode);
        Assert.Equal(["a.json", "b.json", "c.blit"], _folder.Files);
    }

    [Fact]
    public async Task An_input_is_not_overwritten()
    {
        var input = _folder.Write("a.json", "[1]");

        var run = await CommandRun.Of("convert", input, "-o", input);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"would overwrite the input '{input}'", run.Error, StringComparison.Ordinal);
        Assert.Equal("[1]"u8.ToArray(), _folder.Read("a.json"));
        Assert.Equal(["a.json"], _folder.Files);
    }

    [Theory]
    [InlineData("new/a.blit")]
    [InlineData("new/")]
    public async Task A_missing_folder_is_created_only_with_parents(string output)
    {
        var input = _folder.Write("a.json", "1");

        var refused = await CommandRun.Of("convert", input, "-o", _folder[output]);
        var made = await CommandRun.Of("convert", input, "-o", _folder[output], "--parents");

        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.Contains("use '--parents' to create it", refused.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Done, made.ExitCode);
        Assert.Equal(["a.json", "new/a.blit"], _folder.Files);
    }

    [Fact]
    public async Task Statistics_are_written_if_the_output_is_a_file_and_quiet_is_not_specified()
    {
        var input = _folder.Write("a.json", "1");

        var run = await CommandRun.Of("convert", input);
        var document = _folder.Read("a.blit");
        Assert.Matches("(?m)^ *file +documents +JSON +Blittable *$", run.Error);
        Assert.Matches($"(?m)a\\.json +1 +1 B +{document.Length} B *$", run.Error);

        var large = await CommandRun.Of("convert", _folder.Write("large.json", $"[{new string('1', 5000)}]"));
        Assert.Matches("(?m)^ *file +documents +JSON +Blittable +ratio *$", large.Error);
        Assert.Matches(@"(?m)large\.json +1 +5,002 B +[\d,]+ B +1\.00\d *$", large.Error);

        var quiet = await CommandRun.Of("convert", input, "--quiet", "-o", _folder["b.blit"]);
        Assert.Equal((ExitCode.Done, ""), (quiet.ExitCode, quiet.Error));
        Assert.Equal(document, _folder.Read("b.blit"));

        var standard = await CommandRun.Of("convert", input, "-o", "-");
        Assert.Equal((ExitCode.Done, ""), (standard.ExitCode, standard.Error));
        Assert.Equal(document, standard.Output);
    }

    [Fact]
    public async Task A_missing_file_is_an_input_error()
    {
        var run = await CommandRun.Of("convert", _folder["none.json"]);

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Contains("none.json", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_output_that_cannot_be_written_is_an_output_error()
    {
        _folder.Write("a.json", "1");
        _folder.Write("file", "in the way");

        var run = await CommandRun.Of("convert", _folder["a.json"], "-o", _folder["file/a.blit"]);

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
    }

    [Fact]
    public async Task A_cancelled_conversion_leaves_no_file()
    {
        using var stop = new CancellationTokenSource();
        await using var input = new EndlessLines(stop);
        var code = await BlittableCommand.RunAsync(
            ["convert", "-", "--format", "ndjson", "-o", _folder["out.blits"]],
            new CommandStreams(input, Stream.Null, TextWriter.Null),
            stop.Token);

        Assert.Equal((int)ExitCode.Cancelled, code);
        Assert.Empty(_folder.Files);
    }

    /// <summary>Endless lines, the first of which are read before the user presses Ctrl-C.</summary>
    private sealed class EndlessLines(CancellationTokenSource stop) : MemoryStream
    {
        private int _reads;

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (++_reads == 3)
            {
                await stop.CancelAsync();
                await Task.Delay(Timeout.Infinite, CancellationToken.None);
            }

            "{}\n"u8.CopyTo(buffer.Span);
            return 3;
        }
    }
}
