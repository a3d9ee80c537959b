using System.Globalization;
using System.Text;

namespace Blittable.Cli.Tests.Commands;

public sealed class TrainCommandTests : IDisposable
{
    private const string Lines = """
        {"name":"Ada Lovelace","profession":"mathematician","country":"England"}
        {"name":"Grace Hopper","profession":"computer scientist","country":"America"}
        {"name":"Emmy Noether","profession":"mathematician","country":"Germany"}

        """;

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Documents_written_with_a_dictionary_are_smaller_and_need_it_for_reading()
    {
        var samples = _folder.Write("samples.ndjson", Lines);
        var trained = await CommandRun.Of("train", samples, "-o", _folder["people.dictionary"], "--frequent-strings");
        var converted = await CommandRun.Of("convert", samples, "--mode", "disk", "--strings", "trained", "--dictionary", _folder["people.dictionary"]);
        var alone = await CommandRun.Of("convert", samples, "--mode", "disk", "-o", _folder["alone.blits"]);

        Assert.Equal(ExitCode.Done, trained.ExitCode);
        Assert.Contains("3 samples: 1 shape,", trained.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Done, converted.ExitCode);
        Assert.Equal(ExitCode.Done, alone.ExitCode);
        Assert.True(_folder.Read("samples.blits").Length < _folder.Read("alone.blits").Length);
        var back = await CommandRun.Of("to-json", "--dictionary", _folder["people.dictionary"], _folder["samples.blits"]);
        Assert.Equal(Lines, back.OutputText);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("verify", "--dictionary", _folder["people.dictionary"], _folder["samples.blits"])).ExitCode);

        var without = await CommandRun.Of("to-json", _folder["samples.blits"]);

        Assert.Equal(ExitCode.BadData, without.ExitCode);
        Assert.Contains("dictionary", without.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_dictionary_in_place_of_a_document_is_identified_and_vice_versa()
    {
        var samples = _folder.Write("samples.ndjson", Lines);
        await CommandRun.Of("train", samples, "-o", _folder["people.dictionary"]);
        foreach (var command in (string[])["to-json", "verify", "stat"])
        {
            var run = await CommandRun.Of(command, _folder["people.dictionary"]);
            Assert.Equal(ExitCode.BadData, run.ExitCode);
            Assert.Contains("people.dictionary: The file is a dictionary, not a document; pass it with '--dictionary'.", run.Error, StringComparison.Ordinal);
        }

        var reverse = await CommandRun.Of("convert", samples, "--dictionary", samples);
        Assert.Equal(ExitCode.BadData, reverse.ExitCode);
        Assert.Contains("samples.ndjson: Expected a dictionary", reverse.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_damaged_dictionary_is_reported_as_bad_data()
    {
        var samples = _folder.Write("samples.ndjson", Lines);
        await CommandRun.Of("train", samples, "-o", _folder["people.dictionary"]);
        var bytes = _folder.Read("people.dictionary");
        bytes[^1] ^= 1;
        await File.WriteAllBytesAsync(_folder["people.dictionary"], bytes);

        Assert.Equal(ExitCode.BadData, (await CommandRun.Of("convert", samples, "--dictionary", _folder["people.dictionary"])).ExitCode);
    }

    [Fact]
    public async Task A_sample_that_is_not_JSON_leaves_no_dictionary()
    {
        var samples = _folder.Write("samples.ndjson", "{\"a\":1}\n{\"a\"\n");

        var run = await CommandRun.Of("train", samples, "-o", _folder["people.dictionary"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("samples.ndjson: ", run.Error, StringComparison.Ordinal);
        Assert.Contains("line 2", run.Error, StringComparison.Ordinal);
        Assert.Equal(["samples.ndjson"], _folder.Files);
    }

    [Fact]
    public async Task Samples_are_read_like_the_inputs_of_a_conversion()
    {
        var lines = Encoding.UTF8.GetBytes(Lines);
        using var compressed = new MemoryStream();
        using (var gzip = new System.IO.Compression.GZipStream(compressed, System.IO.Compression.CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(lines);
        }

        byte[][] files = [lines, compressed.ToArray(), [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes(Lines)]];
        foreach (var (file, i) in files.Select((file, i) => (file, i)))
        {
            foreach (var name in (string[])[$"{i}.ndjson", $"{i}.json"])
            {
                Assert.Equal(ExitCode.Done, (await CommandRun.Of("train", _folder.Write(name, file), "-o", _folder[$"{name}.dictionary"])).ExitCode);
                Assert.Equal(_folder.Read("0.ndjson.dictionary"), _folder.Read($"{name}.dictionary"));
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("\n\n")]
    public async Task A_dictionary_is_not_trained_on_nothing(string text)
    {
        var run = await CommandRun.Of("train", _folder.Write("samples.ndjson", text), "-o", _folder["people.dictionary"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("The input contains no documents.", run.Error, StringComparison.Ordinal);
        Assert.Equal(["samples.ndjson"], _folder.Files);
    }

    [Fact]
    public async Task A_report_shows_the_savings_of_each_technique()
    {
        var text = string.Join(' ', Enumerable.Repeat("a sentence that is said again", 3));
        var lines = Encoding.UTF8.GetBytes($"{{{string.Join(',', Enumerable.Range(0, 400).Select(i => $"\"{i}\":\"{text}\""))},\"when\":\"2024-05-06\"}}\n{{\"one\":1}}\n");

        var run = await CommandRun.WithInput(lines, "convert", "-", "--format", "ndjson", "--mode", "disk", "--strings", "trained", "--report");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        var whole = Cells("(all enabled)", 1)[0];
        foreach (var technique in (string[])["shared values", "shared string prefixes", "compressed strings", "trained symbol table", "date detection", "disk mode"])
        {
            var cells = Cells(technique, 3);
            Assert.Equal(Number(cells[0]) - Number(whole), Number(cells[2]));
        }

        Assert.True(Number(Cells("shared values", 3)[2]) > 10_000, "most of 400 equal strings of 89 bytes");
        var parts = (string[])["names", "shapes", "slots", "strings", "numbers", "dates", "other"];
        Assert.Equal(whole, Cells("total", 1)[0]);
        Assert.Equal(Number(whole), parts.Sum(part => Number(Cells(part, 1)[0])));

        // The first columns after the first one, which contains the title.
        string[] Cells(string title, int count)
        {
            var row = Assert.Single(run.Error.Split('\n'), line => line.TrimStart().StartsWith(title + "  ", StringComparison.Ordinal)).TrimStart()[title.Length..];
            return row.Split(' ', StringSplitOptions.RemoveEmptyEntries)[..count];
        }

        static int Number(string text) => int.Parse(text, NumberStyles.AllowThousands | NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
    }
}
