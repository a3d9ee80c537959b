using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Describes the machine on which the harness runs.</summary>
internal static class Machine
{
    private const string ClockSource = "/sys/devices/system/clocksource/clocksource0/current_clocksource", LoadAverage = "/proc/loadavg";

    /// <summary>Gets the path of the <c>taskset</c> program, or null if it does not exist.</summary>
    public static string? TaskSet { get; } = FindOnPath("taskset");

    /// <summary>Gets the program to start for a cell: this program, started directly or through <c>dotnet</c>.</summary>
    public static string Executable { get; } = Environment.ProcessPath ?? throw new PlatformNotSupportedException("The path of this program is unknown.");

    /// <summary>Gets the arguments before a cell's own arguments: the assembly, if <see cref="Executable"/> is <c>dotnet</c>.</summary>
    public static IReadOnlyList<string> ExecutableArguments { get; } =
        Path.GetFileNameWithoutExtension(Executable) == "dotnet" ? [typeof(Machine).Assembly.Location] : [];

    /// <summary>Gets one line for the head of a report: processor, vectors, cores, clock, load at process start, runtime.</summary>
    public static string Description { get; } =
        $"{ProcessorName()}, {VectorBits()}-bit vectors, {Environment.ProcessorCount} cores, clock {FirstWord(ClockSource) ?? "unknown"}, load {FirstWord(LoadAverage) ?? "unknown"}, "
        + $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}";

    /// <summary>Gets the average number of running threads over the last minute, or 0 if the system does not report it.</summary>
    public static double Load => double.TryParse(FirstWord(LoadAverage), NumberStyles.Float, CultureInfo.InvariantCulture, out var load) ? load : 0;

    /// <summary>Gets the root folder of the repository, or the current folder if this program was copied elsewhere.</summary>
    public static string RepositoryRoot { get; } = FindRepositoryRoot();

    /// <summary>Gets the numbers of the cores that this process may use. A container or a batch system may restrict them.</summary>
    public static IReadOnlyList<int> Cores { get; } = FindCores();

    /// <summary>Returns a core list for <c>taskset -c</c> with the requested number of cores, or all if there are fewer, starting with a given core.</summary>
    /// <exception cref="ArgumentException">The first core is not in <see cref="Cores"/>.</exception>
    public static string CoreList(int first, int count)
    {
        int start = Cores.Index().Where(core => core.Item == first).Select(core => (int?)core.Index).FirstOrDefault()
            ?? throw new ArgumentException($"Core {first} is not available; the available cores are {string.Join(',', Cores)}.");
        return string.Join(',', Enumerable.Range(start, Math.Min(count, Cores.Count)).Select(i => Cores[i % Cores.Count]));
    }

    /// <summary>Returns the path of a program, or null if it is not installed.</summary>
    public static string? FindOnPath(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, program))
            .FirstOrDefault(File.Exists);

    /// <summary>Finds the allowed cores. On Linux, the kernel lists them in the format <c>0-3,8</c>.</summary>
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
