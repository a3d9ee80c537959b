namespace Blittable.Cli.Tests;

/// <summary>Mistakes on a command line that must not pass silently, and messages about them.</summary>
public sealed class MistakeTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_argument_that_starts_with_an_at_sign_is_not_read_from_a_file()
    {
        var words = _folder.Write("words", "--all");
        var collection = await PackAsync();
        var run = await CommandRun.Of("delete", collection, $"@{words}");

        Assert.Equal(ExitCode.InputOutput, run.ExitCode);
        Assert.Contains("File not found: '@", run.Error, StringComparison.Ordinal);
        Assert.Equal("3", (await CommandRun.Of("query", collection, "--count", "--format", "tsv")).OutputText.Split('\n')[1]);
    }

    [Fact]
    public async Task An_argument_that_starts_with_a_bracket_does_not_disable_errors()
    {
        var run = await CommandRun.Of("[x]", "--nope");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("Unknown command '[x]'", run.Error, StringComparison.Ordinal);
    }

    private async Task<string> PackAsync()
    {
        var lines = string.Concat(Enumerable.Range(1, 3).Select(i => $"{{\"id\":{i},\"price\":{i}0,\"country\":\"NZ\",\"at\":\"2024-03-0{i}\"}}\n"));
        await CommandRun.Of("pack", _folder.Write("shop.ndjson", lines), "--replace");
        return _folder["shop.blic"];
    }
}
