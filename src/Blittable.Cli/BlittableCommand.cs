using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;

namespace Blittable.Cli;

/// <summary>The command line as a whole: parses it, runs the command that it names, and answers with an exit code.</summary>
internal static class BlittableCommand
{
    /// <summary>The time that a cancelled command has to clean up.</summary>
    private static readonly TimeSpan s_terminationTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Runs a command line.</summary>
    /// <param name="arguments">The arguments as the shell gave them, without the command's own name.</param>
    /// <param name="streams">What to read from and write to.</param>
    /// <param name="cancellation">Stops the command, as Ctrl-C does.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static Task<int> RunAsync(IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation = default) =>
        RunAsync(CreateRoot(arguments, streams), "blittable", arguments, streams, cancellation);

    /// <summary>Runs a command line of a tool that has commands of its own.</summary>
    /// <param name="root">The tool, with its commands.</param>
    /// <param name="tool">The name of the tool.</param>
    /// <inheritdoc cref="RunAsync(IReadOnlyList{string}, CommandStreams, CancellationToken)"/>
    public static async Task<int> RunAsync(
        RootCommand root, string tool, IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation)
    {
        // cmd.exe takes single quotes for characters of an argument.
        arguments = OperatingSystem.IsWindows() ? [.. arguments.Select(WithoutQuotes)] : arguments;
        streams.Literals = arguments.SkipWhile(argument => argument != "--").Skip(1).ToHashSet();
        root.Add(new HelpCommand(root));
        ExampleHelp.AddTo(root);
        root.Options.Add(new Option<bool>(QuietOption, "-q") { Description = "Print only errors: no progress, summaries or warnings.", Recursive = true });
        root.Options.Add(new Option<bool>(PagerOption) { Description = "Page terminal output through $PAGER, or 'less' if it is not set.", Recursive = true });
        root.SetAction(parsed => HelpCommand.Show(root, [], parsed.InvocationConfiguration));
        var parsed = root.Parse(FaultOption.Join(arguments));

        // A line that a shell wants completed is not complete, so its errors mean nothing.
        var isCompletion = arguments is [['[', ..], ..];
        if (parsed.Errors.Count > 0 && !isCompletion)
        {
            foreach (var message in Messages(root, parsed))
            {
                await streams.Error.WriteLineAsync($"{tool}: {TerminalText.Escape(message)}");
            }

            var name = parsed.CommandResult.Command is RootCommand or HelpCommand ? "" : $" {parsed.CommandResult.Command.Name}";
            await streams.Error.WriteLineAsync($"Try '{tool}{name} --help' for more information.");
            return (int)ExitCode.Usage;
        }

        try
        {
            streams.IsQuiet = parsed.GetValue<bool>(QuietOption);
            await using var pager = parsed.GetValue<bool>(PagerOption) ? streams.StartPager() : null;
            await using var text = new StreamWriter(streams.Output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);
            return await parsed.InvokeAsync(
                new InvocationConfiguration
                {
                    Output = text,
                    Error = streams.Error,
                    EnableDefaultExceptionHandler = false,
                    ProcessTerminationTimeout = s_terminationTimeout,
                },
                cancellation);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            // The help could not be written, or not even a message that says what could not: there is nobody left to tell.
            return (int)(FileCommand.ExitCodeOf(fault) ?? ExitCode.InputOutput);
        }
    }

    /// <summary>The text of an argument between single quotes.</summary>
    internal static string WithoutQuotes(string argument) => argument is ['\'', .., '\''] && argument.Length > 1 ? argument[1..^1] : argument;

    private const string QuietOption = "--quiet", PagerOption = "--pager";

    /// <summary>The commands by name, in the order in which help lists them.</summary>
    private static readonly (string Name, Func<CommandStreams, Command> Create)[] s_commands =
    [
        ("convert", streams => new ConvertCommand(streams)),
        ("to-json", streams => new ToJsonCommand(streams)),
        ("get", streams => new GetCommand(streams)),
        ("stat", streams => new StatCommand(streams)),
        ("explain", streams => new ExplainCommand(streams)),
        ("verify", streams => new VerifyCommand(streams)),
        ("bench", streams => new BenchCommand(streams)),
        ("train", streams => new TrainCommand(streams)),
        ("pack", streams => new PackCommand(streams)),
        ("append", streams => new AppendCommand(streams)),
        ("unpack", streams => new UnpackCommand(streams)),
        ("query", streams => new QueryCommand(streams)),
        ("head", RowsCommand.Head),
        ("tail", RowsCommand.Tail),
        ("sample", RowsCommand.Sample),
        ("schema", streams => new SchemaCommand(streams)),
        ("update", streams => new UpdateCommand(streams)),
        ("delete", streams => new DeleteCommand(streams)),
        ("set", streams => new SetCommand(streams)),
        ("patch", streams => new PatchCommand(streams)),
        ("diff", streams => new DiffCommand(streams)),
        ("merge", streams => new MergeCommand(streams)),
        ("compact", streams => new CompactCommand(streams)),
        ("backup", streams => new BackupCommand(streams)),
        ("recover", streams => new RecoverCommand(streams)),
        ("export", streams => new ArrowToolCommand("export", "Export a collection to a Parquet or Arrow file.", streams)),
        ("import", streams => new ArrowToolCommand("import", "Import the rows of a Parquet or Arrow file into a new collection.", streams)),
        ("sql", streams => new ArrowToolCommand("sql", "Run a SQL query over collections with DuckDB.", streams)),
        ("completion", _ => new CompletionCommand()),
        ("man", streams => new ManCommand(() => CreateRoot([], streams))),
    ];

    /// <summary>Gets the names of the commands.</summary>
    internal static IEnumerable<string> Names => s_commands.Select(command => command.Name);

    /// <summary>Makes the command that a line names, or all of them where it names none: making them all takes longer than most commands run.</summary>
    internal static RootCommand CreateRoot(IReadOnlyList<string> arguments, CommandStreams streams)
    {
        var root = new RootCommand("Convert JSON to Blittable documents and collections, and read, query and edit them.");
        var named = Array.FindIndex(s_commands, command => arguments is [var first, ..] && first == command.Name);
        foreach (var (_, create) in named < 0 ? s_commands : [s_commands[named]])
        {
            root.Add(create(streams));
        }

        return root;
    }

    /// <summary>Returns the first fault of a command line. An unknown command comes first, because the rest of the line was parsed without it.</summary>
    private static IEnumerable<string> Messages(RootCommand root, ParseResult parsed)
    {
        var isRoot = parsed.CommandResult.Command == root;
        if (isRoot && parsed.UnmatchedTokens is [var word, ..])
        {
            var isOption = word.StartsWith('-');
            var known = isOption ? OptionsOf(root) : root.Subcommands.Select(command => command.Name);
            return [$"Unknown {(isOption ? "option" : "command")} '{word}'{Suggestion.Question(word, known)}"];
        }

        return parsed.Errors.Select(error => error.Message);
    }

    /// <summary>The names of all options that may follow a command's name.</summary>
    public static IEnumerable<string> OptionsOf(Command command) =>
        command.Options.SelectMany(option => option.Aliases.Prepend(option.Name)).Append(QuietOption).Append("--help");
}
