using System.CommandLine;
using Blittable.Cli;

namespace Blittable.Arrow.Tool;

/// <summary>The command line of the tool: parses it, runs the command that it names, and answers with an exit code.</summary>
internal static class ArrowCommand
{
    /// <summary>Runs a command line.</summary>
    /// <param name="arguments">The arguments as the shell gave them, without the tool's own name.</param>
    /// <param name="streams">What to read from and write to.</param>
    /// <param name="cancellation">Stops the command, as Ctrl-C does.</param>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    public static Task<int> RunAsync(IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellation = default)
    {
        var root = new RootCommand("Export collections to Parquet or Arrow files, import such files into collections, and run SQL queries over collections.")
        {
            new ExportCommand(streams),
            new ImportCommand(streams),
            new SqlCommand(streams),
        };
        return BlittableCommand.RunAsync(root, "blittable-arrow", arguments, streams, cancellation);
    }
}
