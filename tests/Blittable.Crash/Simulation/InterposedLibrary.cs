using System.Diagnostics;

namespace Blittable.Crash.Simulation;

/// <summary>The library that stands between a writer and the system, compiled where the tests run.</summary>
internal static class InterposedLibrary
{
    private static readonly Lazy<string> s_path = new(Compile);

    /// <summary>Whether it can be compiled here. The build script installs a compiler where the machine lacks one.</summary>
    public static bool IsAvailable { get; } = OperatingSystem.IsLinux()
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(Path.Combine(folder, "gcc")));

    /// <summary>The variables of a process that it stands in front of.</summary>
    /// <param name="folder">The folder whose files it looks at.</param>
    /// <param name="journal">Where it records; null for nowhere.</param>
    /// <param name="faults">What it refuses, as <c>interposed.c</c> says.</param>
    public static Dictionary<string, string> Environments(string folder, string? journal, params (string Name, string Value)[] faults)
    {
        var variables = new Dictionary<string, string> { ["LD_PRELOAD"] = s_path.Value, ["CRASH_ROOT"] = folder };
        if (journal is not null)
        {
            variables["CRASH_JOURNAL"] = journal;
        }

        foreach (var (name, value) in faults)
        {
            variables[name] = value;
        }

        return variables;
    }

    private static string Compile()
    {
        var library = Path.Combine(AppContext.BaseDirectory, $"interposed.{Environment.ProcessId}.so");
        using var compiler = Process.Start("gcc", ["-shared", "-fPIC", "-O1", "-o", library, Path.Combine(AppContext.BaseDirectory, "interposed.c"), "-ldl", "-lpthread"]);
        compiler.WaitForExit();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(library);
        return compiler.ExitCode == 0 ? library : throw new InvalidOperationException("interposed.c could not be compiled.");
    }
}
