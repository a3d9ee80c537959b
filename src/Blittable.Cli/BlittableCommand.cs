using System.CommandLine;
using System.Text;

namespace Blittable.Cli;

/// <summary>The command line as a whole: parses it, runs the command that it names, and answers with an exit code.</summary>
internal static class BlittableCommand
{
    /// <summary>How long a command that was told to stop may take to clean up.</summary>
    private static readonly TimeSpan s_terminationTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Runs a command line.</summary>
    /// <param name="arguments">The arguments as the shell gave them, without the command's own name.</param>
    /// <param name="streams">What to read from and write to.</param>
    /// <param name="cancellation">Stops the command, as Ctrl-C does.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation = default)
    {
        var parsed = CreateRoot(streams).Parse(arguments);
        if (parsed.Errors.Count > 0)
        {
            foreach (var error in parsed.Errors)
            {
                await streams.Error.WriteLineAsync($"blittable: {TerminalText.Escape(error.Message)}");
            }

            await streams.Error.WriteLineAsync("Try 'blittable --help', or the name of a command and '--help'.");
            return (int)ExitCode.Usage;
        }

        try
        {
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

    private static RootCommand CreateRoot(CommandStreams streams) =>
        new("Converts JSON to Blittable documents, which are read in place, and back.")
        {
            new ConvertCommand(streams),
            new ToJsonCommand(streams),
            new GetCommand(streams),
            new StatCommand(streams),
            new VerifyCommand(streams),
            new BenchCommand(streams),
            new RecoverCommand(streams),
            new PackCommand(streams),
            new UnpackCommand(streams),
            new TrainCommand(streams),
            new QueryCommand(streams),
        };
}
