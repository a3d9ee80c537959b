using System.CommandLine;
using System.ComponentModel;
using System.Diagnostics;

namespace Blittable.Cli;

/// <summary><c>blittable export</c>, <c>import</c> and <c>sql</c>: pass their arguments to the tool <c>blittable-arrow</c>.</summary>
/// <remarks>The tool has its own package, because the Parquet library is 120 MB of native code for all systems that most users do not need.</remarks>
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

        // The arguments are passed as they were typed, because parsing removes '--'.
        SetAction((_, cancellation) => RunAsync(streams.Arguments, cancellation));
    }

    /// <summary>Prints the help of the tool, which describes its options.</summary>
    /// <returns>The exit code, or null if the tool is not installed.</returns>
    public int? TryShowHelp()
    {
        if (Find() is not { } program)
        {
            return null;
        }

        using var process = Start(program, [Name, "--help"]);
        process.WaitForExit();
        return process.ExitCode;
    }

    private async Task<int> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellation)
    {
        if (Find() is not { } program)
        {
            _streams.WriteError($"'{Name}' requires the tool {Tool}. To install it, run: {HowToGet}");
            return (int)ExitCode.Usage;
        }

        using var process = Start(program, arguments);
        try
        {
            await process.WaitForExitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            // Ctrl-C reaches both processes. The tool removes its unfinished files.
            await process.WaitForExitAsync(CancellationToken.None);
        }

        return process.ExitCode;
    }

    /// <exception cref="IOException">The file is not a program that can be started.</exception>
    private static Process Start(string program, IReadOnlyList<string> arguments)
    {
        try
        {
            return Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false })!;
        }
        catch (Win32Exception fault)
        {
            throw new IOException($"'{program}' cannot be started: {fault.Message}", fault);
        }
    }

    /// <summary>Finds the tool next to this program, as installed by <c>dotnet tool install --tool-path</c>, or on the search path.</summary>
    private static string? Find()
    {
        var file = OperatingSystem.IsWindows() ? $"{Tool}.exe" : Tool;
        var home = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dotnet", "tools");
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        return folders.Prepend(Path.GetDirectoryName(Environment.ProcessPath) ?? "").Append(home).Select(folder => Path.Combine(folder, file)).FirstOrDefault(File.Exists);
    }
}
