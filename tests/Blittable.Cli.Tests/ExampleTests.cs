using System.CommandLine;
using System.CommandLine.Parsing;

namespace Blittable.Cli.Tests;

/// <summary>The examples in the help: they cover every option and can be parsed.</summary>
public sealed class ExampleTests
{
    public static TheoryData<string> Commands => [.. BlittableCommand.Names];

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Each_option_of_a_command_occurs_in_an_example_of_its_help_or_of_the_cookbook(string name)
    {
        var command = Root().Subcommands.Single(command => command.Name == name);
        var cookbook = (await File.ReadAllLinesAsync(Path.Combine(AppContext.BaseDirectory, "COOKBOOK.md"))).Where(line => line.Contains($"blittable {name} ", StringComparison.Ordinal));
        string[] words = [.. CommandExamples.Of(command).Concat(cookbook).SelectMany(line => line.Split(' ', '='))];

        Assert.NotEmpty(CommandExamples.Of(command));
        Assert.Empty(command.Options.Where(option => option is not System.CommandLine.Help.HelpOption && !option.Aliases.Append(option.Name).Any(words.Contains)).Select(option => option.Name));
        var help = await CommandRun.Of("help", name);
        Assert.All(CommandExamples.Of(command), example => Assert.Contains(example, help.OutputText, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public void Each_example_can_be_parsed(string name)
    {
        var root = Root();
        foreach (var example in CommandExamples.Of(root.Subcommands.Single(command => command.Name == name)))
        {
            var line = example.Replace("source <(", "", StringComparison.Ordinal).TrimEnd(')').Split(" | ")[0];
            Assert.StartsWith($"blittable {name}", line, StringComparison.Ordinal);

            // A shell removes single quotation marks, and keeps double quotation marks inside them.
            string[] words = [.. CommandLineParser.SplitCommandLine(line.Replace("\"", "\\\"", StringComparison.Ordinal).Replace('\'', '"')).Skip(1)];
            Assert.Empty(root.Parse(FaultOption.Join([.. words.Where(word => word != "--quiet")])).Errors.Select(error => $"{line}: {error.Message}"));
        }
    }

    [Fact]
    public async Task The_manual_page_lists_all_commands_and_options()
    {
        var run = await CommandRun.Of("man");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.StartsWith(".TH BLITTABLE 1\n", run.OutputText, StringComparison.Ordinal);
        var page = run.OutputText.Replace(@"\-", "-", StringComparison.Ordinal);
        Assert.All(Root().Subcommands, command =>
        {
            Assert.Contains($".SS blittable {command.Name}", page, StringComparison.Ordinal);
            Assert.All(command.Options, option => Assert.Contains(option.Name, page, StringComparison.Ordinal));
        });
    }

    private static RootCommand Root() => BlittableCommand.CreateRoot([], new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null));
}
