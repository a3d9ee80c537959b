using System.CommandLine;
using System.Diagnostics;

namespace Blittable.Cli;

/// <summary><c>blittable export</c> and <c>blittable import</c>: hand their arguments to the tool <c>blittable-arrow</c>.</summary>
/// <remarks>Parquet's library is native code of 120 MB for all systems, which most people who convert JSON do not need: it comes with a package of its own.</remarks>
internal sealed class ArrowToolCommand : Command
{
    private const string Tool = "blittable-arrow";
    private const string HowToGet = "dotnet tool install --global Blittable.Arrow.Tool";

    private readonly CommandStreams _streams;

    public ArrowToolCommand(string name, string description, CommandStreams streams)
        : base(name, $"{description} Requires the tool {Tool}; to install it, run: {HowToGet}")
    {
        _streams = streams;
        TreatUnmatchedTokensAsErrors = false;
        SetAction((parsed, cancellation) => RunAsync([name, .. parsed.UnmatchedTokens, .. streams.IsQuiet ? (string[])["--quiet"] : []], cancellation));
    }

    private async Task<int> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellation)
    {
        if (Find() is not { } program)
        {
            _streams.WriteError($"'{Name}' requires the tool {Tool}. To install it, run: {HowToGet}");
            return (int)ExitCode.Usage;
        }

        using var process = Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false })!;
        try
        {
            await process.WaitForExitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            // Ctrl-C reaches both programs; the tool removes what it has begun.
            await process.WaitForExitAsync(CancellationToken.None);
        }

        return process.ExitCode;
    }

    /// <summary>The tool beside this program, where <c>dotnet tool install --tool-path</c> puts it, or in a folder of the search path.</summary>
    private static string? Find()
    {
        var file = OperatingSystem.IsWindows() ? $"{Tool}.exe" : Tool;
        var home = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dotnet", "tools");
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        return folders.Prepend(Path.GetDirectoryName(Environment.ProcessPath) ?? "").Append(home).Select(folder => Path.Combine(folder, file)).FirstOrDefault(File.Exists);
    }
}
