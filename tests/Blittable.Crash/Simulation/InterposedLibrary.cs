using System.Diagnostics;

namespace Blittable.Crash.Simulation;

/// <summary>The library that intercepts the system calls of a writer, compiled where the tests run.</summary>
internal static class InterposedLibrary
{
    private static readonly Lazy<string> s_path = new(Compile);

    /// <summary>Gets a value that indicates whether the library can be compiled. The build script installs a compiler if there is none.</summary>
    public static bool IsAvailable { get; } = OperatingSystem.IsLinux()
        && (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(Path.Combine(folder, "gcc")));

    /// <summary>Returns the environment variables of a process whose calls are intercepted.</summary>
    /// <param name="folder">The folder whose files are observed.</param>
    /// <param name="journal">The file for the record, or null for none.</param>
    /// <param name="faults">The calls to fail, as described in <c>interposed.c</c>.</param>
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
