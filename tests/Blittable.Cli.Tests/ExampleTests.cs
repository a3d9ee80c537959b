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
        var whole = BlittableCommand.CreateWhole(new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null));
        Assert.Contains(whole.Subcommands, command => command.Name == "help");
        Assert.All(whole.Subcommands, command =>
        {
            var start = page.IndexOf($".SS blittable {command.Name}", StringComparison.Ordinal);
            Assert.True(start >= 0, command.Name);
            var section = page[start..page.IndexOf("\n.S", start + 1, StringComparison.Ordinal)];
            Assert.All(command.Arguments, argument => Assert.Contains($".TP\n.B {argument.Name.ToUpperInvariant()}\n", section, StringComparison.Ordinal));
            Assert.All(command.Options, option => Assert.Matches($@"\n\.B [^\n]*{option.Name}( |\n)", section));
        });
        Assert.All(whole.Options, option => Assert.Contains(option.Name, page, StringComparison.Ordinal));
        Assert.All(Enum.GetValues<ExitCode>(), code => Assert.Contains($"\n.TP\n.B {(int)code}\n", page, StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_of_the_command_lists_all_options()
    {
        var page = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "COMMAND.md")).ReplaceLineEndings("\n");
        var whole = BlittableCommand.CreateWhole(new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null));
        var lines = whole.Subcommands.Where(command => command.Options.Count > 0)
            .Select(command => $"- **{command.Name}**: {string.Join(", ", command.Options.Select(Describe))}")
            .Append($"- **all commands**: {string.Join(", ", whole.Options.Select(Describe))}");

        Assert.Contains($"\n{string.Join('\n', lines)}\n", page, StringComparison.Ordinal);

        static string Describe(Option option) =>
            $"`{string.Join(", ", option.Aliases.Where(alias => alias is ['-', >= 'a' and <= 'z']).Append(option.Name))}{(option.HelpName is { } value ? $" {value}" : "")}`";
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
