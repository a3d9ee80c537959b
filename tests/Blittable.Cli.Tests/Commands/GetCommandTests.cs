namespace Blittable.Cli.Tests.Commands;

public sealed class GetCommandTests
{
    private const string Text = """
        {"name":"A \"b\"","list":[{"id":1},{"id":2.50},{}]}
        {"name":"C"}
        """;

    [Theory]
    [InlineData("$.list[1].id", "2.50\n")]
    [InlineData("$.list[*].id", "1\n2.50\n")]
    [InlineData("$.name", "\"A \\\"b\\\"\"\n\"C\"\n")]
    [InlineData("$.list[2]", "{}\n")]
    public async Task Each_value_is_written_on_its_own_line(string path, string expected)
    {
        var run = await CommandRun.WithInput(await Documents(), "get", path, "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal(expected, run.OutputText);
    }

    [Fact]
    public async Task Raw_strings_have_no_quotation_marks_and_escapes()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$.name", "--raw", "-");

        Assert.Equal("A \"b\"\nC\n", run.OutputText);
    }

    [Fact]
    public async Task A_path_without_a_value_in_any_document_is_reported()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$.none", "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Empty(run.Output);
        Assert.Contains("$.none", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("$.Name", "$.name")]
    [InlineData("$.LIST[1].ID", "$.list[1].id")]
    [InlineData("$.list[-2]['Id']", "$.list[-2]['id']")]
    [InlineData("$.List[*].id", "$.list[*].id")]
    [InlineData("$.*[0].ID", "$.*[0].id")]
    public async Task The_correct_case_of_a_path_is_suggested(string path, string meant)
    {
        var run = await CommandRun.WithInput(await Documents(), "get", path, "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains($"did you mean '{meant}'?", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_JSONPath_syntax_is_supported()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$..list[?@.id > 1].id", "-");

        Assert.Equal("2.50\n", run.OutputText);
    }

    [Fact]
    public async Task The_root_is_suggested_for_a_path_without_it()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "list[0].id", "-");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("did you mean '$.list[0].id'?", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("neither JSON nor a document")]
    [InlineData(null)]
    public async Task A_file_that_is_not_a_document_or_truncated_is_reported_with_its_length(string? text)
    {
        var document = (await CommandRun.WithInput("{\"name\":\"Ada\",\"list\":[1,2,3]}"u8.ToArray(), "convert", "-")).Output;
        var bytes = text is null ? document[..^2] : System.Text.Encoding.UTF8.GetBytes(text);

        var run = await CommandRun.WithInput(bytes, "get", "$.name", "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains($"not a Blittable document, or truncated at byte {bytes.Length}", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_truncated_file_of_many_documents_is_reported_with_its_length()
    {
        var documents = await Documents();

        var run = await CommandRun.WithInput(documents[..^1], "get", "$.name", "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains($"truncated at byte {documents.Length - 1}: document 2", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_invalid_path_is_wrong_usage()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$[", "-");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
    }

    private static async Task<byte[]> Documents() =>
        (await CommandRun.WithInput(System.Text.Encoding.UTF8.GetBytes(Text), "convert", "-", "--format", "ndjson")).Output;
}
