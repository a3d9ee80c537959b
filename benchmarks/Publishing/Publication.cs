using System.Diagnostics;
using System.Globalization;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Publishing;

/// <summary>Runs the suites whose figures the documentation states, one after another, each in its own process, on an idle machine and from one commit.</summary>
/// <remarks>An interrupted run resumes at the suite that it had begun. A suite of another commit runs again.</remarks>
internal static class Publication
{
    public const string Name = "publish";

    private const string Files = "--files";

    /// <summary>The argument that <c>--files</c> replaces: the folder of files that were not used for tuning.</summary>
    private const string FilesArgument = "FILES";

    private const string Postgres = "BLITTABLE_POSTGRES", MariaDb = "BLITTABLE_MARIADB";

    /// <summary>The load per core above which the machine is not idle.</summary>
    private const double MostLoad = 0.3;

    /// <summary>The time to wait for an idle machine. The average load includes the last minute, and so the suite before.</summary>
    private static readonly TimeSpan s_wait = TimeSpan.FromMinutes(10);

    private static readonly Suite[] s_suites =
    [
        new("headline", ["--chart"]),
        new("read", ["--chart"]),
        new("write", ["--chart"]),
        new("size", ["--chart"]),
        new("wild", [Files, FilesArgument]),
        new("objects", ["--processes", "1", "--chart"]),
        new("stores", []),
        new("messagepack", []),
        new("strings", []),
        new("dates", []),
        new("columns", ["--chart"]),
        new("collections", ["--chart"], Postgres),
        new("questions", []),
        new("jsonbench", ["--chart"], Postgres),
        new("sql", []),
        new("postgres", [], Postgres),
        new("storage", ["--database", "all"], Postgres, MariaDb),
    ];

    private const string Usage =
        """
        dotnet run -c Release --project benchmarks -- publish [--files FOLDER] [--only SUITE,SUITE] [--output FOLDER]

        Runs the suites for docs/results, which takes hours. `published.csv` next to the results lists the finished suites with their commit, time and load. A
        suite that the list contains for the current commit does not run again; a suite that failed does. `.ci/figures --write` then updates the figures in the
        documentation.

        All changes but those of docs/results must be committed, and the machine must be idle. Without --only, --files must specify the folder of files that
        were not used for tuning, and the command must run under `.ci/servers run`.
        """;

    /// <returns>0 if every suite succeeded; 1 if a suite failed or the machine is loaded; 2 if the command line is invalid or something is missing.</returns>
    public static int Run(string[] args)
    {
        var unknown = args.Where((_, index) => index % 2 == 0).FirstOrDefault(name => name is not (Files or "--only" or "--output"));
        if (args.Length % 2 != 0 || unknown is not null)
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }

        var only = Option("--only")?.Split(',');
        if (only?.Except(s_suites.Select(suite => suite.Name), StringComparer.Ordinal).FirstOrDefault() is { } misspelt)
        {
            Console.Error.WriteLine($"{Name}: no suite '{misspelt}'; the suites are {string.Join(", ", s_suites.Select(suite => suite.Name))}.");
            return 2;
        }

        Suite[] chosen = [.. s_suites.Where(suite => only?.Contains(suite.Name, StringComparer.Ordinal) ?? true)];
        var files = Option(Files);
        string[] faults = [.. chosen.SelectMany(suite => suite.Missing(files)), .. Git("status", "--porcelain", "--untracked-files=no", "--", ":(top)", ":(top,exclude)docs/results").Length == 0
            ? (string[])[]
            : ["The sources have changes that are not committed, and results name their commit."]];
        if (faults.Length > 0)
        {
            Console.Error.WriteLine($"{string.Join('\n', faults)}\n\n{Usage}");
            return 2;
        }

        var output = Option("--output") ?? Path.Combine("docs", "results");
        Directory.CreateDirectory(output);
        return Run(chosen, files, output, new PublishedSuites(Path.Combine(output, "published.csv")), Git("rev-parse", "--short=10", "HEAD"));

        string? Option(string name) => Array.IndexOf(args, name) is var index and >= 0 ? args[index + 1] : null;
    }

    private static int Run(Suite[] suites, string? files, string output, PublishedSuites published, string commit)
    {
        var failed = false;
        foreach (var suite in suites)
        {
            if (published.Contains(suite.Name, commit))
            {
                Console.WriteLine($"{suite.Name}: published from this commit already");
                continue;
            }

            if (!WaitUntilIdle())
            {
                Console.Error.WriteLine($"The load stayed above {MostLoad.ToString(CultureInfo.InvariantCulture)} per core for {s_wait.TotalMinutes} minutes.");
                return 1;
            }

            var load = Machine.Load;
            var start = Stopwatch.GetTimestamp();
            Console.WriteLine($"{suite.Name}: started at {DateTime.UtcNow:HH:mm} UTC");
            var code = Start([suite.Name, .. suite.Arguments.Select(word => word == FilesArgument ? files! : word), "--output", output]);
            if (code != 0)
            {
                Console.Error.WriteLine($"{suite.Name}: exited with code {code}");
                failed = true;
                continue;
            }

            published.Add(suite.Name, commit, Stopwatch.GetElapsedTime(start), load, Machine.Load);
        }

        return failed ? 1 : 0;
    }

    private static bool WaitUntilIdle()
    {
        var start = Stopwatch.GetTimestamp();
        while (Machine.Load > MostLoad * Machine.Cores.Count)
        {
            if (Stopwatch.GetElapsedTime(start) > s_wait)
            {
                return false;
            }

            Thread.Sleep(TimeSpan.FromSeconds(5));
        }

        return true;
    }

    private static int Start(string[] line)
    {
        using var process = Process.Start(new ProcessStartInfo(Machine.Executable, [.. Machine.ExecutableArguments, .. line]))!;
        process.WaitForExit();
        return process.ExitCode;
    }

    private static string Git(params string[] line)
    {
        using var process = Process.Start(new ProcessStartInfo("git", line) { RedirectStandardOutput = true, WorkingDirectory = Machine.RepositoryRoot })!;
        var text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? text.Trim() : throw new InvalidOperationException($"git {string.Join(' ', line)} exited with code {process.ExitCode}.");
    }

    /// <summary>Represents a suite with its arguments and the environment variables with the addresses of its servers.</summary>
    private sealed record Suite(string Name, string[] Arguments, params string[] Servers)
    {
        public IEnumerable<string> Missing(string? files)
        {
            if (files is null && Arguments.Contains(FilesArgument, StringComparer.Ordinal))
            {
                yield return $"{Name}: --files is not specified.";
            }

            foreach (var server in Servers.Where(server => string.IsNullOrEmpty(Environment.GetEnvironmentVariable(server))))
            {
                yield return $"{Name}: {server} is not set.";
            }
        }
    }
}
