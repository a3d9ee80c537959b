using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;

namespace Blittable.Cli;

/// <summary>Parses the command line, runs the selected command and returns its exit code.</summary>
internal static class BlittableCommand
{
    /// <summary>The time in which a canceled command must clean up.</summary>
    private static readonly TimeSpan s_terminationTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Runs a command line.</summary>
    /// <param name="arguments">The arguments from the shell, without the name of the command.</param>
    /// <param name="streams">The streams to read from and write to.</param>
    /// <param name="cancellation">Cancels the command, like Ctrl-C.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static Task<int> RunAsync(IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation = default) =>
        RunAsync(CreateRoot(arguments, streams), "blittable", arguments, streams, cancellation);

    /// <summary>Runs a command line of a tool with its own commands.</summary>
    /// <param name="root">The root command of the tool.</param>
    /// <param name="tool">The name of the tool.</param>
    /// <inheritdoc cref="RunAsync(IReadOnlyList{string}, CommandStreams, CancellationToken)"/>
    public static async Task<int> RunAsync(
        RootCommand root, string tool, IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation)
    {
        root.Add(new HelpCommand(root));
        AddCommonOptions(root);
        if (LineCompletion.IsRequest(arguments))
        {
            return Complete(root, arguments, streams);
        }

        arguments = OperatingSystem.IsWindows() ? ShellText.JoinQuoted(arguments) : arguments;
        streams.Arguments = arguments;
        streams.Literals = arguments.SkipWhile(argument => argument != "--").Skip(1).ToHashSet();
        ExampleHelp.AddTo(root);
        root.SetAction(parsed => HelpCommand.Show(root, [], parsed.InvocationConfiguration));

        // An argument that starts with '@' is not the name of a file with arguments.
        var parsed = root.Parse(FaultOption.Join(arguments), new ParserConfiguration { ResponseFileTokenReplacer = null });
        string[] messages = [.. Messages(root, parsed)];
        if (messages.Length > 0)
        {
            foreach (var message in messages)
            {
                await streams.Error.WriteLineAsync($"{tool}: {TerminalText.Escape(message)}");
            }

            var name = parsed.CommandResult.Command is RootCommand or HelpCommand ? "" : $" {parsed.CommandResult.Command.Name}";
            await streams.Error.WriteLineAsync($"Try '{tool}{name} --help' for more information.");
            return (int)ExitCode.Usage;
        }

        streams.IsQuiet = parsed.GetValue<bool>(QuietOption);

        // The tool of an ArrowToolCommand writes to the terminal itself, so it also starts the pager.
        var pager = parsed.GetValue<bool>(PagerOption) && parsed.CommandResult.Command is not ArrowToolCommand ? streams.StartPager() : null;
        var code = await InvokeAsync(parsed, tool, streams, pager, cancellation);
        if (pager is { HasFailed: true })
        {
            streams.WriteError("The pager cannot be started, so the output is lost. Set PAGER to a program, or omit '--pager'.");
            return (int)ExitCode.InputOutput;
        }

        return code;
    }

    /// <summary>Prints the completions that a completion script requests.</summary>
    private static int Complete(RootCommand root, IReadOnlyList<string> arguments, CommandStreams streams)
    {
        try
        {
            streams.Output.Write(Encoding.UTF8.GetBytes(string.Concat(LineCompletion.Of(root, arguments).Select(word => $"{word}\n"))));
            return (int)ExitCode.Done;
        }
        catch (IOException)
        {
            return (int)ExitCode.InputOutput;
        }
    }

    private static async Task<int> InvokeAsync(ParseResult parsed, string tool, CommandStreams streams, Pager? pager, CancellationToken cancellation)
    {
        try
        {
            await using var disposal = pager;
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
            var code = FileCommand.ExitCodeOf(fault) ?? ExitCode.InputOutput;
            if (code != ExitCode.OutputClosed)
            {
                streams.WriteError(fault.Message);
            }

            return (int)code;
        }
        catch (Exception fault) when (fault is not OperationCanceledException)
        {
            streams.WriteError($"internal error, please report it to the authors of {tool}: {fault}", isPicture: true);
            return (int)ExitCode.Internal;
        }
    }

    private const string QuietOption = "--quiet", PagerOption = "--pager";

    /// <summary>The commands by name, in the order of the help.</summary>
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
        ("export", ArrowToolCommand.Export),
        ("import", ArrowToolCommand.Import),
        ("sql", ArrowToolCommand.Sql),
        ("completion", _ => new CompletionCommand()),
        ("man", streams => new ManCommand(() => CreateWhole(streams))),
    ];

    /// <summary>Gets the names of the commands.</summary>
    internal static IEnumerable<string> Names => s_commands.Select(command => command.Name);

    /// <summary>Creates the command that a line names, or all commands if it names none. Creating all of them takes longer than most commands run.</summary>
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

    /// <summary>Creates all commands and options, as the manual page and the completions describe them.</summary>
    internal static RootCommand CreateWhole(CommandStreams streams)
    {
        var root = CreateRoot([], streams);
        root.Add(new HelpCommand(root));
        return AddCommonOptions(root);
    }

    /// <summary>Adds the options of all commands.</summary>
    internal static RootCommand AddCommonOptions(RootCommand root)
    {
        root.Options.Add(new Option<bool>(QuietOption, "-q") { Description = "Print only errors: no progress, summaries or warnings.", Recursive = true });
        root.Options.Add(new Option<bool>(PagerOption) { Description = "Page terminal output through $PAGER, or 'less' if it is not set.", Recursive = true });
        return root;
    }

    /// <summary>Returns the errors of a command line. An unknown command is reported alone, because the rest of the line was parsed without it.</summary>
    private static IEnumerable<string> Messages(RootCommand root, ParseResult parsed)
    {
        // An option for help clears the errors, but not the unknown words.
        var isRoot = parsed.CommandResult.Command == root;
        if (isRoot && parsed.UnmatchedTokens is [var word, ..])
        {
            var isOption = word.StartsWith('-');
            var known = isOption ? OptionsOf(root) : root.Subcommands.Select(command => command.Name);
            return [$"Unknown {(isOption ? "option" : "command")} '{word}'{Suggestion.Question(word, known)}"];
        }

        return parsed.Errors.Select(error => error.Message).Concat(EmptyWords(parsed));
    }

    /// <summary>Refuses an empty word in place of a file, a path or an argument. A shell passes it for a variable that is not set.</summary>
    private static IEnumerable<string> EmptyWords(ParseResult parsed) => parsed.CommandResult.Children
        .Where(child => child is not OptionResult { Option.HelpName: not ("file" or "path") } && child.Tokens.Any(token => token.Value.Length == 0))
        .Select(child => child is OptionResult option ? $"'{option.Option.Name}' requires a {option.Option.HelpName}." : $"The {((ArgumentResult)child).Argument.Name} must not be empty.");

    /// <summary>Returns the names of all options of a command.</summary>
    public static IEnumerable<string> OptionsOf(Command command) =>
        command.Options.SelectMany(option => option.Aliases.Prepend(option.Name)).Append(QuietOption).Append("--help");
}
