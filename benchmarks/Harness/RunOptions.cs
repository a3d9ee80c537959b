using System.Globalization;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents the command-line options for running a suite of cells.</summary>
internal sealed record RunOptions
{
    public const string Usage = """
        --quick            one short process per cell: a smoke test without meaningful times
        --processes N      processes per cell (default 3; columns and collections: 1); figures are medians over the processes
        --warm-up SECONDS  minimum warm-up (default 2; columns: 1.2; collections: 1.6); up to four times as long while runs become faster
        --time SECONDS     measurement time per process (default 1; columns and collections: 0.4)
        --group TEXT       only groups whose name contains one of these texts, separated by commas
        --cell TEXT        only cells whose name contains one of these texts; baselines always run
        --core N           the first core to pin processes to (default: the last core)
        --turns            BenchmarkDotNet suites only: measure with the harness, with peers that alternate batch by batch
        --passes N         BenchmarkDotNet suites only: processes per cell (default 2), minutes apart
        --iterations N     BenchmarkDotNet suites only: iterations per process (default 8)
        --workers LIST     the numbers of workers of parallel cells (default: 1, 2, 4, 8 and 16, up to the number of cores)
        --chart            draw bar charts as PNG and SVG files next to the tables
        --log FILE         store the result of each process; an interrupted run resumes from the file
        --output FOLDER    the folder for the tables (default: results)
        """;

    private const int MostWorkers = 1_024;

    /// <summary>The default numbers of workers: 1 and 2 on every machine, and 4, 8 and 16 if the machine has that many cores.</summary>
    private static readonly IReadOnlyList<int> DefaultWorkers = [1, 2, .. ((int[])[4, 8, 16]).Where(count => count <= Machine.Cores.Count)];

    public TimeBudget Budget { get; init; } = TimeBudget.Full;

    public int Processes { get; init; } = 3;

    public IReadOnlyList<string> Groups { get; init; } = [];

    public IReadOnlyList<string> Cells { get; init; } = [];

    public int Core { get; init; } = Machine.Cores[^1];

    /// <summary>Gets the numbers of workers for parallel cells, in ascending order. The other numbers are compared with 1.</summary>
    public IReadOnlyList<int> Workers { get; init; } = DefaultWorkers;

    /// <summary>Gets a value that indicates whether charts are drawn.</summary>
    public bool Chart { get; init; }

    /// <summary>Gets a value that indicates whether the harness measures the cells of BenchmarkDotNet suites, so that peers take turns.</summary>
    public bool Turns { get; init; }

    /// <summary>Gets the number of passes of BenchmarkDotNet over all cells. Each pass runs one process per cell.</summary>
    public int Passes { get; init; } = 2;

    /// <summary>Gets a value that indicates whether unstable ratios are measured again.</summary>
    public bool Repeats { get; init; } = true;

    /// <summary>Gets the number of measured iterations of BenchmarkDotNet.</summary>
    public int Iterations { get; init; } = 8;

    /// <summary>Gets the minimum time of a BenchmarkDotNet iteration.</summary>
    public TimeSpan IterationTime { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Gets the file that stores measurements between runs, or null.</summary>
    public string? Log { get; init; }

    public string Output { get; init; } = Path.Combine(Machine.RepositoryRoot, "results");

    /// <summary>Gets the arguments that the harness does not recognize, in their original order, for the suite.</summary>
    public IReadOnlyList<string> SuiteArguments { get; init; } = [];

    /// <param name="arguments">The command line.</param>
    /// <param name="defaults">The values of options that the command line does not contain.</param>
    /// <exception cref="ArgumentException">An option lacks its value, or the value must be a number and is not.</exception>
    public static RunOptions Parse(string[] arguments, RunOptions? defaults = null)
    {
        var options = defaults ?? new RunOptions();
        var rest = new List<string>();
        for (int i = 0; i < arguments.Length; i++)
        {
            string option = arguments[i];
            options = option switch
            {
                "--quick" => options with
                {
                    Budget = TimeBudget.Quick, Processes = 1, Passes = 1, Repeats = false, Iterations = 3, IterationTime = TimeSpan.FromMilliseconds(20),
                },
                "--processes" => options with { Processes = AtLeastOne(option, Next()) },
                "--warm-up" => options with { Budget = options.Budget with { WarmUp = TimeSpan.FromSeconds(Number(option, Next())) } },
                "--time" => options with { Budget = options.Budget with { Measure = TimeSpan.FromSeconds(Number(option, Next())) } },
                "--group" => options with { Groups = Next().Split(',') },
                "--cell" => options with { Cells = Next().Split(',') },
                "--core" => options with { Core = (int)Number(option, Next()) },
                "--turns" => options with { Turns = true },
                "--passes" => options with { Passes = AtLeastOne(option, Next()) },
                "--iterations" => options with { Iterations = AtLeastOne(option, Next()) },
                "--workers" => options with { Workers = ParseWorkers(Next()) },
                "--chart" => options with { Chart = true },
                "--log" => options with { Log = Next() },
                "--output" => options with { Output = Next() },
                _ => Keep(),
            };

            string Next() => ++i < arguments.Length ? arguments[i] : throw new ArgumentException($"{option} requires a value.");

            RunOptions Keep()
            {
                rest.Add(option);
                return options;
            }
        }

        return options with { SuiteArguments = rest };
    }

    /// <summary>Returns the command that runs a suite with the arguments of this program, except for file locations.</summary>
    public static string CommandOf(string suite, IReadOnlyList<string> arguments) =>
        string.Join(' ', arguments
            .Where((argument, i) => !IsPlace(argument) && (i == 0 || !IsPlace(arguments[i - 1])))
            .Select(argument => argument.Contains(' ', StringComparison.Ordinal) ? $"\"{argument}\"" : argument)
            .Prepend(suite)
            .Prepend("dotnet run -c Release --project benchmarks --"));

    private static bool IsPlace(string argument) => argument is "--output" or "--log" or "--files";

    /// <summary>Determines whether the filters select a cell.</summary>
    public bool Selects(Cell cell) =>
        Matches(Groups, cell.Group) && (cell.IsBaseline || Matches(Cells, cell.Name));

    /// <summary>Determines whether the group filter selects a corpus.</summary>
    public bool Selects(Corpus corpus) => Matches(Groups, corpus.Name);

    /// <summary>Parses a list such as <c>1,2,4</c>.</summary>
    /// <exception cref="ArgumentException">The text is not a list of positive numbers.</exception>
    public static IReadOnlyList<int> ParseWorkers(string list)
    {
        int[] workers = Array.ConvertAll(list.Split(','), word =>
            int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out int count) && count is > 0 and <= MostWorkers
                ? count
                : throw new ArgumentException($"--workers requires numbers from 1 to {MostWorkers}, separated by commas, not '{list}'."));
        return [.. workers.Append(1).Distinct().Order()];
    }

    private static bool Matches(IReadOnlyList<string> filters, string name) =>
        filters.Count == 0 || filters.Any(filter => name.Contains(filter, StringComparison.OrdinalIgnoreCase));

    private static int AtLeastOne(string option, string text) =>
        Number(option, text) is >= 1 and <= int.MaxValue and var number
            ? (int)number
            : throw new ArgumentException($"{option} requires a number of at least 1, not '{text}'.");

    private static double Number(string option, string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) && number >= 0
            ? number
            : throw new ArgumentException($"{option} requires a number, not '{text}'.");
}
