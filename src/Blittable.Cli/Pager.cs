using System.ComponentModel;
using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Shows the output one screen at a time with the program that the variable <c>PAGER</c> names, or <c>less</c> (on Windows <c>more.com</c>).</summary>
internal sealed class Pager : IAsyncDisposable
{
    private readonly Process _process;

    private Pager(Process process) => _process = process;

    /// <summary>Gets the stream that the pager reads.</summary>
    public Stream Input => _process.StandardInput.BaseStream;

    /// <summary>Starts the pager; returns null if there is none.</summary>
    public static Pager? TryStart()
    {
        try
        {
            var named = Environment.GetEnvironmentVariable("PAGER");
            var start = OperatingSystem.IsWindows()
                ? new ProcessStartInfo(string.IsNullOrEmpty(named) ? "more.com" : named)
                : new ProcessStartInfo("/bin/sh", ["-c", string.IsNullOrEmpty(named) ? "less" : named]);
            start.RedirectStandardInput = true;

            // Colours are shown, a single screen ends at once, and the text stays on the terminal.
            start.Environment.TryAdd("LESS", "FRX");
            return Process.Start(start) is { } process ? new Pager(process) : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Ends the pager's input and waits until its user has left it.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The user left it before the end.
        }

        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
