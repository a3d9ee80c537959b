using System.CommandLine;
using Blittable.Cli;

namespace Blittable.Arrow.Tool;

/// <summary>Parses the command line of the tool, runs the selected command and returns its exit code.</summary>
internal static class ArrowCommand
{
    /// <summary>Runs a command line.</summary>
    /// <param name="arguments">The arguments from the shell, without the name of the tool.</param>
    /// <param name="streams">The streams to read from and write to.</param>
    /// <param name="cancellation">Cancels the command, like Ctrl-C.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static Task<int> RunAsync(IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation = default) =>
        BlittableCommand.RunAsync(CreateRoot(streams), "blittable-arrow", arguments, streams, cancellation);

    /// <summary>Creates the commands of the tool.</summary>
    internal static RootCommand CreateRoot(CommandStreams streams) =>
        new("Export collections to Parquet or Arrow files, import such files into collections, and run SQL queries over collections.")
        {
            new ExportCommand(streams),
            new ImportCommand(streams),
            new SqlCommand(streams),
        };
}
