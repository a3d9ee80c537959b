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

    private ArrowToolCommand(string name, string purpose, CommandStreams streams)
        : base(name, $"{purpose} Requires the tool {Tool}; to install it, run: {HowToGet}")
    {
        _streams = streams;
        TreatUnmatchedTokensAsErrors = false;

        // The arguments are passed as they were typed, because parsing removes '--'. The tool reports what is wrong with them.
        SetAction((_, cancellation) => RunAsync(streams.Arguments, cancellation));
    }

    public static ArrowToolCommand Export(CommandStreams streams)
    {
        var command = new ArrowToolCommand("export", ExportOptions.Purpose, streams);
        command.AddInputs(ExportOptions.Inputs);
        new ExportOptions().AddTo(command);
        return command;
    }

    public static ArrowToolCommand Import(CommandStreams streams)
    {
        var command = new ArrowToolCommand("import", ImportOptions.Purpose, streams);
        command.AddInputs(ImportOptions.Inputs);
        new ImportOptions().AddTo(command);
        return command;
    }

    public static ArrowToolCommand Sql(CommandStreams streams)
    {
        var command = new ArrowToolCommand("sql", SqlOptions.Purpose, streams);
        var options = new SqlOptions();
        options.Query.Arity = ArgumentArity.ZeroOrOne;
        command.Arguments.Add(options.Query);
        command.AddInputs(SqlOptions.Inputs);
        options.AddTo(command);
        return command;
    }

    /// <summary>Adds the argument for the inputs. Missing inputs are reported by the tool, because the first thing to know is whether it is installed.</summary>
    private void AddInputs(string description) =>
        Arguments.Add(new Argument<string[]>("input") { Description = description, Arity = ArgumentArity.ZeroOrMore });

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
        var profile = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string?[] folders =
        [
            Path.GetDirectoryName(Environment.ProcessPath),
            .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator),
            profile.Length > 0 ? Path.Combine(profile, ".dotnet", "tools") : null,
        ];

        // An empty folder would be the current one.
        return folders.Where(folder => !string.IsNullOrEmpty(folder)).Select(folder => Path.Combine(folder!, file)).FirstOrDefault(File.Exists);
    }
}
