using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Blittable.Cli.Tests.Commands;

public sealed class PackCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _lines;

    public PackCommandTests() => _lines = _folder.Write(
        "shop.ndjson",
        """
        {"id":3,"name":"lamp","price":2.50,"at":"2024-03-01T10:00:00Z"}
        {"id":1,"name":"desk","price":1e2,"at":"2024-02-01T10:00:00Z","new":true}
        {"id":2,"name":"lamp","price":null}

        """);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("rows")]
    [InlineData("columns")]
    [InlineData("hybrid")]
    public async Task Packed_lines_are_restored(string layout)
    {
        var packed = await CommandRun.Of("pack", _lines, "--layout", layout, "--key", "$.id", "--index", "$.name");
        var unpacked = await CommandRun.Of("unpack", _folder["shop.blic"], "-o", _folder["again.ndjson"]);

        Assert.Equal(ExitCode.Done, packed.ExitCode);
        Assert.Contains("3 documents", packed.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Done, unpacked.ExitCode);
        Assert.Equal(File.ReadAllText(_lines), Encoding.UTF8.GetString(_folder.Read("again.ndjson")));
    }

    [Fact]
    public async Task An_order_sorts_the_documents()
    {
        await CommandRun.Of("pack", _lines, "--order-by", "$.id", "-o", _folder["sorted.blic"]);
        var unpacked = await CommandRun.Of("unpack", _folder["sorted.blic"]);

        var lines = unpacked.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal([1, 2, 3], lines.Select(line => JsonDocument.Parse(line).RootElement.GetProperty("id").GetInt32()));
    }

    [Fact]
    public async Task A_column_is_reported_with_its_encodings_ratio_and_bounds()
    {
        await CommandRun.Of("pack", _lines);
        var told = await CommandRun.Of("stat", _folder["shop.blic"], "--json");

        using var report = JsonDocument.Parse(told.OutputText);
        Assert.Equal(3, report.RootElement.GetProperty("documents").GetInt32());
        var id = report.RootElement.GetProperty("columns").EnumerateArray().Single(column => column.GetProperty("path").GetString() == "$.id");
        Assert.Equal("Int64", id.GetProperty("type").GetString());
        Assert.Equal("1", id.GetProperty("min").GetString());
        Assert.Equal("3", id.GetProperty("max").GetString());
        Assert.NotEmpty(id.GetProperty("encodings").GetString()!);
        Assert.Equal(3, id.GetProperty("jsonBytes").GetInt32()); // 3, 1, 2
        Assert.Equal(id.GetProperty("bytes").GetDouble() / 3, id.GetProperty("ratio").GetDouble(), 1e-6);
    }

    [Fact]
    public async Task The_text_report_shows_a_table_of_columns_with_their_ratios()
    {
        await CommandRun.Of("pack", _lines);

        var told = await CommandRun.Of("stat", _folder["shop.blic"]);

        // Two prices, which take 7 bytes of JSON text.
        Assert.Matches(@"(?m)^ *path +type +encoding +values +bytes +share +ratio ", told.OutputText);
        var price = Regex.Match(told.OutputText, @"(?m)^ *\$\.price +Double +\w+ +2 +(?<bytes>\d+) +\d+\.\d % +(?<ratio>\d+\.\d{3}) .* 2\.5 +100 *$");
        Assert.True(price.Success, told.OutputText);
        Assert.Equal(int.Parse(price.Groups["bytes"].Value, CultureInfo.InvariantCulture) / 7.0, double.Parse(price.Groups["ratio"].Value, CultureInfo.InvariantCulture), 0.0005);
        Assert.Contains("3 documents in 3 rows, layout Columns", told.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_repeated_key_leaves_no_file()
    {
        var twice = _folder.Write("twice.ndjson", "{\"id\":1}\n{\"id\":1}\n");

        var run = await CommandRun.Of("pack", twice, "--key", "$.id");

        Assert.NotEqual(ExitCode.Done, run.ExitCode);
        Assert.Contains("already exists", run.Error, StringComparison.Ordinal);
        Assert.Equal(["shop.ndjson", "twice.ndjson"], _folder.Files);
    }

    [Fact]
    public async Task A_document_without_a_key_is_reported_with_its_number()
    {
        var input = _folder.Write("lines.ndjson", "{\"id\":1}\n\n{\"x\":2}\n");

        var run = await CommandRun.Of("pack", input, "--key", "$.id");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains($"{input}: Document 2: The document has neither a number nor a string", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("-o", "-")]
    [InlineData("--column", "$.id")]
    [InlineData("--key", "$.list[*]")]
    [InlineData("--order-by", "list.*")]
    public async Task Options_without_an_effect_are_wrong_usage(string option, string value)
    {
        var input = _folder.Write("other.ndjson", "{\"id\":1}\n");

        var run = await CommandRun.Of("pack", input, option, value);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.DoesNotContain(_folder.Files, file => file.EndsWith(".blic", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_packed_text_is_not_overwritten()
    {
        var input = _folder.Write("other.ndjson", "{\"id\":1}\n");

        var run = await CommandRun.Of("pack", input, "-o", input);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Equal("{\"id\":1}\n"u8.ToArray(), _folder.Read("other.ndjson"));
    }

    [Fact]
    public async Task An_invalid_line_is_reported_with_its_file()
    {
        var bad = _folder.Write("bad.ndjson", "{\"id\":4}\r\n{\"id\"\r\n");

        var run = await CommandRun.Of("pack", _lines, bad, "-o", _folder["both.blic"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("bad.ndjson: ", run.Error, StringComparison.Ordinal);
        Assert.Contains("line 2", run.Error, StringComparison.Ordinal);
        Assert.Equal(["bad.ndjson", "shop.ndjson"], _folder.Files);
    }

    [Fact]
    public async Task A_collection_can_be_written_to_a_new_folder_but_does_not_replace_a_folder()
    {
        var made = await CommandRun.Of("pack", _lines, "-o", _folder["new/shop.blic"], "--parents");
        var refused = await CommandRun.Of("pack", _lines, "-o", _folder["new"]);

        Assert.Equal(ExitCode.Done, made.ExitCode);
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.Equal(["new/shop.blic", "shop.ndjson"], _folder.Files);
    }

    [Theory]
    [InlineData("one.json", "{\"a\":\n[1]}", "{\"a\":[1]}\n")]
    [InlineData("many.json", "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n")]
    [InlineData("many.log", "1\n2", "1\n2\n")]
    [InlineData("marked.txt", "\uFEFF[1]", "[1]\n")]
    public async Task A_single_text_and_lines_are_distinguished_by_their_content(string name, string text, string expected)
    {
        var packed = await CommandRun.Of("pack", _folder.Write(name, text), "-o", _folder["out.blic"]);
        var unpacked = await CommandRun.Of("unpack", _folder["out.blic"]);

        Assert.Equal(ExitCode.Done, packed.ExitCode);
        Assert.Equal(expected, unpacked.OutputText);
    }

    [Fact]
    public async Task A_specified_format_is_used_without_detection()
    {
        var lines = _folder.Write("lines.json", "1\n2\n");

        Assert.Equal(ExitCode.BadData, (await CommandRun.Of("pack", lines, "--format", "json")).ExitCode);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("pack", lines, "--format", "ndjson")).ExitCode);
    }

    [Fact]
    public async Task A_name_is_accepted_as_a_path_of_one_name()
    {
        await CommandRun.Of("pack", _lines, "--key", "id", "--order-by", "id", "-o", _folder["sorted.blic"]);

        using var reader = Collections.CollectionReader.Open(_folder["sorted.blic"]);
        Assert.Equal("$.id", reader.Options.Key);
        Assert.Equal("$.id", reader.Options.OrderBy);
    }

    [Fact]
    public async Task A_quiet_command_writes_no_messages()
    {
        var run = await CommandRun.Of("pack", _lines, "-q");

        Assert.Equal((ExitCode.Done, "", ""), (run.ExitCode, run.Error, run.OutputText));
        Assert.Equal(File.ReadAllText(_lines), (await CommandRun.Of("unpack", _folder["shop.blic"])).OutputText);
    }

    [Fact]
    public async Task A_damaged_collection_is_refused()
    {
        await CommandRun.Of("pack", _lines);
        var bytes = _folder.Read("shop.blic");
        _folder.Write("cut.blic", bytes[..^10]);

        var run = await CommandRun.Of("unpack", _folder["cut.blic"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("damaged", run.Error, StringComparison.Ordinal);
    }
}
