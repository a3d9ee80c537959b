using System.Diagnostics;

namespace Blittable.Cli.Tests;

/// <summary>The built command, run by a shell.</summary>
internal static class BuiltCommand
{
    /// <summary>Gets the command line with which a shell starts the command.</summary>
    public static string Line => $"dotnet '{Path.Combine(AppContext.BaseDirectory, "Blittable.Cli.dll")}'";

    /// <summary>Runs a bash script.</summary>
    /// <param name="script">The script, in which <c>blittable</c> represents the command.</param>
    /// <param name="folder">The current folder, or <c>null</c> for the folder of the tests.</param>
    /// <returns>The standard output of the script.</returns>
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
