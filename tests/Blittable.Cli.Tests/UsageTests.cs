namespace Blittable.Cli.Tests;

/// <summary>First contact with the command: help, suggestions and completions.</summary>
public sealed class UsageTests
{
    [Fact]
    public async Task The_command_without_arguments_lists_its_commands()
    {
        var run = await CommandRun.Of();

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Empty(run.Error);
        var lines = run.OutputText.ReplaceLineEndings("\n").Split('\n');
        var first = Array.IndexOf(lines, "Commands:") + 1;
        Assert.True(first > 0, run.OutputText);
        var listed = lines[first..].TakeWhile(line => line.Length > 0).Where(line => line[2] != ' ').Select(line => line.Trim().Split(' ')[0]);
        Assert.Equal(BlittableCommand.Names.Append("help").Order(), listed.Order());
    }

    [Theory]
    [InlineData("help")]
    [InlineData("--help")]
    public async Task Help_without_a_command_equals_the_output_without_arguments(string argument) =>
        Assert.Equal((await CommandRun.Of()).OutputText, (await CommandRun.Of(argument)).OutputText);

    [Fact]
    public async Task Help_describes_a_command()
    {
        var run = await CommandRun.Of("help", "convert");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("--mode", run.OutputText, StringComparison.Ordinal);
        Assert.Equal((await CommandRun.Of("convert", "--help")).OutputText, run.OutputText);
    }

    [Theory]
    [InlineData("Unknown command 'convrt'; did you mean 'convert'?", "convrt", "a.json")]
    [InlineData("Unknown command 'qurey'; did you mean 'query'?", "qurey")]
    [InlineData("Unknown command 'unp'; did you mean 'unpack'?", "unp")]
    [InlineData("Unknown command 'GTE'; did you mean 'get'?", "help", "GTE")]
    [InlineData("Unknown command 'frobnicate'.", "frobnicate")]
    [InlineData("Unknown option '--versoin'", "--versoin")]
    [InlineData("Did you mean '--mode'?", "convert", "a.json", "--mod", "disk")]
    [InlineData("Did you mean '--group-by'?", "query", "a.blic", "--groupby", "$.a")]
    [InlineData("Did you mean '--quiet'?", "pack", "a.ndjson", "--quite")]
    public async Task A_typo_is_answered_with_the_intended_word(string expected, params string[] arguments)
    {
        var run = await CommandRun.Of(arguments);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
        Assert.Empty(run.OutputText);
    }

    [Theory]
    [InlineData("bash", "complete -o default -F _blittable blittable")]
    [InlineData("zsh", "compdef _blittable blittable")]
    [InlineData("fish", "complete -c blittable")]
    [InlineData("pwsh", "Register-ArgumentCompleter -Native -CommandName blittable")]
    public async Task Each_shell_has_a_completion_script(string shell, string expected)
    {
        var run = await CommandRun.Of("completion", shell);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains(expected, run.OutputText, StringComparison.Ordinal);
        Assert.Contains("[suggest]", run.OutputText, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("x")]
    [InlineData("99999999999999999999")]
    public async Task The_error_for_an_invalid_number_names_no_dotnet_type(string number)
    {
        var run = await CommandRun.Of("pack", "a.ndjson", $"--commit-every={number}");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"'{number}' is not a valid value for '--commit-every'", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_shell_is_refused() => Assert.Equal(ExitCode.Usage, (await CommandRun.Of("completion", "tcsh")).ExitCode);
}
