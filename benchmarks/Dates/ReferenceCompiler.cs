using System.Diagnostics;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Dates;

/// <summary>Compiles <c>dates.c</c> with every C compiler that is installed.</summary>
internal static class ReferenceCompiler
{
    private static readonly string[] s_compilers = ["gcc", "clang"];

    private static readonly string[] s_options = ["-std=c11", "-O3", "-march=native", "-fPIC", "-shared"];

    /// <summary>Gets the options as a compiler receives them.</summary>
    public static string Options => string.Join(' ', s_options);

    /// <summary>Returns the paths of the shared libraries, named after their compilers. They are deleted when this process exits.</summary>
    public static IReadOnlyList<string> Compile()
    {
        var source = Path.Combine(Machine.RepositoryRoot, "benchmarks", "Dates", "dates.c");
        string[] compilers = [.. s_compilers.Select(Machine.FindOnPath).OfType<string>()];
        if (compilers.Length == 0 || !File.Exists(source))
        {
            return [];
        }

        var folder = Directory.CreateTempSubdirectory("blittable-dates-");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Delete(recursive: true);
        return [.. compilers.Select(compiler => Compile(compiler, source, folder.FullName)).OfType<string>()];
    }

    private static string? Compile(string compiler, string source, string folder)
    {
        var name = Path.GetFileName(compiler);
        var library = Path.Combine(folder, name + ".so");
        var start = new ProcessStartInfo(compiler, [.. s_options, "-o", library, source]) { RedirectStandardError = true };
        using var process = Process.Start(start) ?? throw new InvalidOperationException($"{compiler} did not start.");
        var errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode == 0)
        {
            return library;
        }

        Absent.Note($"the C peer compiled by {name}", $"the compiler reported: {errors.Split('\n')[0]}");
        return null;
    }
}
