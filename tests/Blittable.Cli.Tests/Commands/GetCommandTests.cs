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
    public async Task The_values_are_written_a_line_each(string path, string expected)
    {
        var run = await CommandRun.WithInput(await Documents(), "get", path, "-");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal(expected, run.OutputText);
    }

    [Fact]
    public async Task Raw_strings_lose_their_quotation_marks_and_escapes()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$.name", "--raw", "-");

        Assert.Equal("A \"b\"\nC\n", run.OutputText);
    }

    [Fact]
    public async Task A_value_that_no_document_has_is_told()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$.none", "-");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Empty(run.Output);
        Assert.Contains("$.none", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_path_is_wrong_usage()
    {
        var run = await CommandRun.WithInput(await Documents(), "get", "$[", "-");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
    }

    private static async Task<byte[]> Documents() =>
        (await CommandRun.WithInput(System.Text.Encoding.UTF8.GetBytes(Text), "convert", "-", "--format", "ndjson")).Output;
}
