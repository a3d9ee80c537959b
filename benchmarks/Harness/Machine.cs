using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Benchmarks.Harness;

/// <summary>What the harness needs to know about where it runs.</summary>
internal static class Machine
{
    private const string ClockSource = "/sys/devices/system/clocksource/clocksource0/current_clocksource", LoadAverage = "/proc/loadavg";

    /// <summary>The <c>taskset</c> program, or null where there is none.</summary>
    public static string? TaskSet { get; } = FindOnPath("taskset");

    /// <summary>The program to start for a cell: this one, whether it was started by its own name or through <c>dotnet</c>.</summary>
    public static string Executable { get; } = Environment.ProcessPath ?? throw new PlatformNotSupportedException("This program's path is not known.");

    /// <summary>What must stand before a cell's own arguments: the assembly, when <see cref="Executable"/> is <c>dotnet</c>.</summary>
    public static IReadOnlyList<string> ExecutableArguments { get; } =
        Path.GetFileNameWithoutExtension(Executable) == "dotnet" ? [typeof(Machine).Assembly.Location] : [];

    /// <summary>One line for a report's head: processor, vectors, cores, clock, load when the process started, runtime.</summary>
    public static string Description { get; } =
        $"{ProcessorName()}, {VectorBits()}-bit vectors, {Environment.ProcessorCount} cores, clock {FirstWord(ClockSource) ?? "unknown"}, load {FirstWord(LoadAverage) ?? "unknown"}, "
        + $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}";

    /// <summary>The top folder of the repository, or the current folder when this program was copied elsewhere.</summary>
    public static string RepositoryRoot { get; } = FindRepositoryRoot();

    /// <summary>The numbers of the cores that this process may use: not all of the machine's where a container or a batch system says so.</summary>
    public static IReadOnlyList<int> Cores { get; } = FindCores();

    /// <summary>The cores for <c>taskset -c</c>: as many as asked for (and as there are), the chosen one first.</summary>
    /// <exception cref="ArgumentException">The chosen one is not among <see cref="Cores"/>.</exception>
    public static string CoreList(int first, int count)
    {
        int start = Cores.Index().Where(core => core.Item == first).Select(core => (int?)core.Index).FirstOrDefault()
            ?? throw new ArgumentException($"Core {first} is not one of those that may be used: {string.Join(',', Cores)}.");
        return string.Join(',', Enumerable.Range(start, Math.Min(count, Cores.Count)).Select(i => Cores[i % Cores.Count]));
    }

    /// <summary>On Linux the kernel lists them, as <c>0-3,8</c>.</summary>
    private static IReadOnlyList<int> FindCores()
    {
        const string status = "/proc/self/status", field = "Cpus_allowed_list:";
        string? list = File.Exists(status)
            ? File.ReadLines(status).FirstOrDefault(line => line.StartsWith(field, StringComparison.Ordinal))
            : null;
        return list is null
            ? [.. Enumerable.Range(0, Environment.ProcessorCount)]
            : [.. list[field.Length..].Split(',').SelectMany(range => FromRange(Array.ConvertAll(range.Split('-'), Number)))];

        static IEnumerable<int> FromRange(int[] ends) => Enumerable.Range(ends[0], ends[^1] - ends[0] + 1);

        static int Number(string text) => int.Parse(text, NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture);
    }

    private static string? FindOnPath(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, program))
            .FirstOrDefault(File.Exists);

    private static string ProcessorName()
    {
        const string cpuInfo = "/proc/cpuinfo";
        string? line = File.Exists(cpuInfo)
            ? File.ReadLines(cpuInfo).FirstOrDefault(text => text.StartsWith("model name", StringComparison.Ordinal))
            : null;
        return line is null ? RuntimeInformation.ProcessArchitecture.ToString() : line[(line.IndexOf(':') + 1)..].Trim();
    }

    private static int VectorBits() => Vector512.IsHardwareAccelerated ? 512 : Vector256.IsHardwareAccelerated ? 256 : Vector128.IsHardwareAccelerated ? 128 : 0;

    private static string? FirstWord(string file) => File.Exists(file) ? File.ReadAllText(file).Split(' ', '\n')[0] : null;

    private static string FindRepositoryRoot()
    {
        for (string? folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (File.Exists(Path.Combine(folder, "Blittable.sln")))
            {
                return folder;
            }
        }

        return Environment.CurrentDirectory;
    }
}
