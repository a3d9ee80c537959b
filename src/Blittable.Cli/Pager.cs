using System.ComponentModel;
using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Shows the output page by page with the program in the environment variable <c>PAGER</c>, or <c>less</c> (on Windows <c>more.com</c>).</summary>
internal sealed class Pager : IAsyncDisposable
{
    /// <summary>The exit codes of a shell for a command that cannot be executed, or is not found.</summary>
    private const int NotExecutable = 126, NotFound = 127;

    private readonly Process _process;

    private Pager(Process process) => _process = process;

    /// <summary>Gets a value that indicates whether the shell could not start the pager, so the output was lost. Known after <see cref="DisposeAsync"/>.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Gets the stream that the pager reads.</summary>
    public Stream Input => _process.StandardInput.BaseStream;

    /// <summary>Starts the pager, or returns null if it cannot be started.</summary>
    public static Pager? TryStart()
    {
        try
        {
            var named = Environment.GetEnvironmentVariable("PAGER");
            var start = OperatingSystem.IsWindows()
                ? new ProcessStartInfo(string.IsNullOrEmpty(named) ? "more.com" : named)
                : new ProcessStartInfo("/bin/sh", ["-c", string.IsNullOrEmpty(named) ? "less" : named]);
            start.RedirectStandardInput = true;

            // Shows colors, exits at once after a single screen, and leaves the text on the terminal.
            start.Environment.TryAdd("LESS", "FRX");
            return Process.Start(start) is { } process ? new Pager(process) : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Ends the input of the pager and waits until the user exits it.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The user exited the pager before the end of the output.
        }

        await _process.WaitForExitAsync();
        HasFailed = !OperatingSystem.IsWindows() && _process.ExitCode is NotExecutable or NotFound;
        _process.Dispose();
    }
}
