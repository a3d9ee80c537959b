using System.Diagnostics;
using System.Globalization;

namespace Blittable.Benchmarks;

/// <summary>Runs the suites whose figures the documentation states, one after another, each in its own process. An interrupted run resumes at the suite that it
/// had begun.</summary>
internal static class Publication
{
    public const string Name = "publish";

    /// <summary>The suites in order, with their arguments. <c>FILES</c> represents the folder of files that were not used for tuning.</summary>
    private static readonly string[][] Steps =
    [
        ["headline", "--chart"],
        ["size", "--chart"],
        ["wild", "--files", "FILES"],
        ["objects", "--chart"],
        ["stores"],
        ["dates"],
        ["columns", "--chart"],
        ["collections", "--chart"],
        ["jsonbench", "--chart"],
        ["storage", "--database", "all"],
    ];

    private const string Usage =
        """
        dotnet run -c Release --project benchmarks -- publish [--files FOLDER] [--only SUITE,SUITE] [--output FOLDER]

        Writes the results of the suites to docs/results, which takes hours. `published.txt` next to the results lists the finished suites: delete it to start
        over. `.ci/figures --write` then updates the figures in the documentation. Without --files, the suite `wild` is skipped; `storage` requires
        `.ci/servers run`.
        """;

    /// <returns>0 if every suite succeeded.</returns>
    public static int Run(string[] args)
    {
        if (args.Length % 2 != 0 || args.Where((_, index) => index % 2 == 0).Any(name => name is not ("--files" or "--only" or "--output")))
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }

        var files = Option("--files");
        var only = Option("--only")?.Split(',');
        var output = Option("--output") ?? Path.Combine("docs", "results");
        var published = Path.Combine(output, "published.txt");
        Directory.CreateDirectory(output);
        var done = File.Exists(published) ? File.ReadAllLines(published).Select(line => line.Split(' ')[0]).ToHashSet(StringComparer.Ordinal) : [];
        foreach (var step in Steps)
        {
            if (done.Contains(step[0]) || (only is not null && !only.Contains(step[0], StringComparer.Ordinal)))
            {
                continue;
            }

            if (step.Contains("FILES", StringComparer.Ordinal) && files is null)
            {
                Console.WriteLine($"{step[0]}: skipped, because --files was not specified");
                continue;
            }

            var start = Stopwatch.GetTimestamp();
            Console.WriteLine($"{step[0]}: started at {DateTime.UtcNow:HH:mm} UTC");
            var code = Start([.. step.Select(word => word == "FILES" ? files! : word), "--output", output]);
            if (code != 0)
            {
                Console.Error.WriteLine($"{step[0]}: exited with code {code}");
                return code;
            }

            File.AppendAllText(
                published, string.Create(CultureInfo.InvariantCulture, $"{step[0]} {DateTime.UtcNow:yyyy-MM-dd HH:mm} UTC, {Stopwatch.GetElapsedTime(start).TotalSeconds:F0} s\n"));
        }

        return 0;

        string? Option(string name) => Array.IndexOf(args, name) is var index and >= 0 ? args[index + 1] : null;
    }

    private static int Start(string[] line)
    {
        using var process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, line))!;
        process.WaitForExit();
        return process.ExitCode;
    }
}
