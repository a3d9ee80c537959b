using System.Diagnostics;
using System.Globalization;

namespace Blittable.Mutants;

/// <summary>Runs the test program of a project one class at a time.</summary>
internal sealed class TestProgram
{
    private readonly string _path;
    private readonly string _reached = Path.GetTempFileName();

    public TestProgram(string path) => _path = path;

    /// <summary>Gets the time in seconds that each class took when no mutant was active.</summary>
    public Dictionary<string, double> Seconds { get; } = new(StringComparer.Ordinal);

    /// <summary>Runs one class without an active mutant.</summary>
    /// <returns>The ids of the mutants that the class reaches, or null if a test fails without an active mutant.</returns>
    public HashSet<int>? Reach(string name)
    {
        File.WriteAllText(_reached, "");
        var watch = Stopwatch.StartNew();
        if (!Passes(name, ("BLITTABLE_REACHED", _reached), TimeSpan.FromMinutes(10)))
        {
            return null;
        }

        Seconds[name] = watch.Elapsed.TotalSeconds;
        return [.. File.ReadLines(_reached).Select(line => int.Parse(line, CultureInfo.InvariantCulture))];
    }

    /// <summary>Determines whether a test of a class fails or times out while a mutant is active.</summary>
    public bool Notices(string name, int mutant) =>
        !Passes(name, ("BLITTABLE_MUTANT", mutant.ToString(CultureInfo.InvariantCulture)), TimeSpan.FromSeconds(30 + (5 * Seconds[name])));

    private bool Passes(string name, (string Name, string Value) variable, TimeSpan limit)
    {
        var start = new ProcessStartInfo("dotnet", [_path, "-class", name, "-noLogo", "-stopOnFail"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[variable.Name] = variable.Value;
        using var process = Process.Start(start)!;
        process.OutputDataReceived += (_, _) => { };
        process.ErrorDataReceived += (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        if (!process.WaitForExit(limit))
        {
            process.Kill(entireProcessTree: true);
            return false;
        }

        return process.ExitCode == 0;
    }
}
