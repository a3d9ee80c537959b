using System.Diagnostics;
using System.Globalization;

namespace Blittable.Mutants;

/// <summary>Runs chosen classes of the test program of a project.</summary>
internal sealed class TestProgram
{
    private const double SlowSeconds = 5;

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
        if (!Passes([name], ("BLITTABLE_REACHED", _reached), TimeSpan.FromMinutes(10)))
        {
            return null;
        }

        Seconds[name] = watch.Elapsed.TotalSeconds;
        return [.. File.ReadLines(_reached).Select(line => int.Parse(line, CultureInfo.InvariantCulture))];
    }

    /// <summary>Determines whether a test of some classes fails or times out while a mutant is active. The classes run in one process, the quick ones first.</summary>
    public bool Notices(IReadOnlyCollection<string> names, int mutant)
    {
        var (quick, slow) = (names.Where(name => Seconds[name] < SlowSeconds).ToList(), names.Where(name => Seconds[name] >= SlowSeconds).ToList());
        return Fails(quick) || Fails(slow);

        bool Fails(List<string> classes) => classes.Count > 0
            && !Passes(classes, ("BLITTABLE_MUTANT", mutant.ToString(CultureInfo.InvariantCulture)), TimeSpan.FromSeconds(30 + (3 * classes.Sum(name => Seconds[name]))));
    }

    private bool Passes(IEnumerable<string> names, (string Name, string Value) variable, TimeSpan limit)
    {
        var start = new ProcessStartInfo("dotnet", [_path, .. names.SelectMany(name => new[] { "-class", name }), "-noLogo", "-stopOnFail"])
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
