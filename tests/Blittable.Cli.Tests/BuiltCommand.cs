using System.Diagnostics;

namespace Blittable.Cli.Tests;

/// <summary>The command as it was built, run by a shell.</summary>
internal static class BuiltCommand
{
    /// <summary>Gets how a shell starts the command.</summary>
    public static string Line => $"dotnet '{Path.Combine(AppContext.BaseDirectory, "Blittable.Cli.dll")}'";

    /// <summary>Runs a script of bash.</summary>
    /// <param name="script">The script, in which <c>blittable</c> may stand for the command.</param>
    /// <param name="folder">The current folder; that of the tests where it is null.</param>
    /// <returns>What it wrote to the standard output.</returns>
    public static async Task<string> Bash(string script, string? folder = null)
    {
        using var bash = Process.Start(new ProcessStartInfo("/bin/bash", ["-c", $"blittable() {{ {Line} \"$@\"; }}\n{script}"])
        {
            RedirectStandardOutput = true,
            WorkingDirectory = folder ?? "",
        })!;
        var output = await bash.StandardOutput.ReadToEndAsync();
        await bash.WaitForExitAsync();
        return output;
    }
}
