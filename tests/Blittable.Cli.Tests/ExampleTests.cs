using System.CommandLine;

namespace Blittable.Cli.Tests;

/// <summary>The examples in the help: they cover every option and can be parsed.</summary>
public sealed class ExampleTests
{
    public static TheoryData<string> Commands => [.. BlittableCommand.Names];

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Each_option_of_a_command_occurs_in_an_example_of_its_help(string name)
    {
        var command = Root().Subcommands.Single(command => command.Name == name);

        Assert.NotEmpty(CommandExamples.Of(command));
        Assert.Empty(WithoutExample(command.Options, CommandExamples.Of(command)));
        var help = await CommandRun.Of("help", name);
        Assert.All(CommandExamples.Of(command), example => Assert.Contains(example, help.OutputText, StringComparison.Ordinal));
    }

    [Fact]
    public void Each_option_of_all_commands_occurs_in_an_example() =>
        Assert.Empty(WithoutExample(Root().Options.Where(option => option.Recursive), Root().Subcommands.SelectMany(CommandExamples.Of)));

    [Theory]
    [MemberData(nameof(Commands))]
    public void Each_example_can_be_parsed(string name)
    {
        var root = Root();
        foreach (var example in CommandExamples.Of(root.Subcommands.Single(command => command.Name == name)))
        {
            var words = WordsOf(example);
            Assert.Equal(name, words[0]);
            var parsed = root.Parse(FaultOption.Join(words));
            Assert.Empty(parsed.Errors.Select(error => $"{example}: {error.Message}"));
            Parse(parsed);
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
        Assert.All(Root().Options, option => Assert.Contains(option.Name, page, StringComparison.Ordinal));
    }

    private static RootCommand Root() => BlittableCommand.AddCommonOptions(BlittableCommand.CreateRoot([], new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null)));

    private static IEnumerable<string> WithoutExample(IEnumerable<Option> options, IEnumerable<string> examples)
    {
        var words = examples.SelectMany(line => line.Split(' ', '=')).ToHashSet();
        return options.Where(option => option is not System.CommandLine.Help.HelpOption && !option.Aliases.Append(option.Name).Any(words.Contains)).Select(option => option.Name);
    }

    /// <summary>Returns the arguments that a shell passes.</summary>
    private static string[] WordsOf(string example)
    {
        const string substitution = "source <(";
        var line = (example.StartsWith(substitution, StringComparison.Ordinal) ? example[substitution.Length..^1] : example).Split(" | ")[0];

        // Text in single quotes is at the odd positions; no example joins it with other text.
        return [.. line.Split('\'').SelectMany((part, i) => i % 2 == 1 ? [part] : part.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Skip(1)];
    }

    /// <summary>Parses the conditions and expressions of a command line, as its command would.</summary>
    private static void Parse(ParseResult parsed)
    {
        foreach (var option in parsed.CommandResult.Command.Options)
        {
            string[] texts = [.. parsed.GetResult(option)?.Tokens.Select(token => token.Value) ?? []];
            switch (option)
            {
                case WhereOption:
                    ExpressionText.ParseConditions(texts);
                    break;
                case SetOption:
                    Array.ForEach(texts, text => SetOption.Parse(text));
                    break;
                case { HelpName: "expressions" or "expression" }:
                    ExpressionText.ParseAll(texts);
                    break;
                case { HelpName: "path" } when option is not OutputOption:
                    Array.ForEach(texts, text => PathText.Require(PathText.Complete(text)));
                    break;
            }
        }
    }
}
