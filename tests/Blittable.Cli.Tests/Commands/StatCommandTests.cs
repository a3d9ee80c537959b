using System.Text.Json;

namespace Blittable.Cli.Tests.Commands;

public sealed class StatCommandTests
{
    [Fact]
    public async Task Every_byte_is_counted_for_exactly_one_purpose()
    {
        var lines = "{\"name\":\"Ada\",\"born\":\"1815-12-10\",\"n\":[1,2.5]}\n{\"name\":\"Bob\"}\n"u8.ToArray();
        var documents = await CommandRun.WithInput(lines, "convert", "-", "--format", "ndjson");

        var run = await CommandRun.WithInput(documents.Output, "stat", "--json", "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        using var json = JsonDocument.Parse(run.OutputText);
        var bytes = json.RootElement.GetProperty("bytes");

        // The magic and the length byte before each document belong to the file, not to the documents.
        Assert.Equal(documents.Output.Length - 4 - 2, bytes.GetProperty("total").GetInt64());
        Assert.Equal(bytes.GetProperty("total").GetInt64(), bytes.EnumerateObject().Where(part => part.Name != "total").Sum(part => part.Value.GetInt64()));
        Assert.Equal("namebornn".Length + "name".Length, bytes.GetProperty("names").GetInt64());
        Assert.Equal(4 + 4, bytes.GetProperty("strings").GetInt64()); // each has a tag and three letters
        Assert.Equal(17, bytes.GetProperty("dates").GetInt64()); // a tag and a 16-byte record
        Assert.Equal(1 + 4, bytes.GetProperty("numbers").GetInt64()); // the integer in its tag, the other number as text
        Assert.Equal(6, json.RootElement.GetProperty("textBytes").GetInt64());
        Assert.Equal(2, json.RootElement.GetProperty("documents").GetInt64());
        Assert.Equal(1, json.RootElement.GetProperty("dates").GetInt64());
    }

    [Fact]
    public async Task The_text_report_shows_a_table_with_shares()
    {
        var document = await CommandRun.WithInput("[\"abc\"]"u8.ToArray(), "convert", "-");

        var run = await CommandRun.WithInput(document.Output, "stat", "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Matches(@"(?m)^ *strings +4 +44\.4 % *$", run.OutputText); // a tag and three letters
        Assert.Matches(@"(?m)^ *total +9 +100\.0 % *$", run.OutputText);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task A_file_without_documents_has_zero_documents()
    {
        var none = await CommandRun.WithInput([], "convert", "-", "--format", "ndjson");

        var run = await CommandRun.WithInput(none.Output, "stat", "--json", "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        using var json = JsonDocument.Parse(run.OutputText);
        Assert.Equal(0, json.RootElement.GetProperty("documents").GetInt32());
    }

    [Fact]
    public async Task Verify_and_stat_both_detect_damage()
    {
        var document = (await CommandRun.WithInput("[\"abc\",1]"u8.ToArray(), "convert", "-")).Output;
        Assert.Equal("-: valid, 1 document\n", (await CommandRun.WithInput(document, "verify", "-")).OutputText);
        document[0] = 0x7F; // a string that would extend beyond the document

        Assert.Equal(ExitCode.BadData, (await CommandRun.WithInput(document, "verify", "-")).ExitCode);
        Assert.Equal(ExitCode.BadData, (await CommandRun.WithInput(document, "stat", "-")).ExitCode);
    }
}
