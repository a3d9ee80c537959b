using System.Globalization;

namespace Blittable.Benchmarks.Harness;

/// <summary>How a suite of cells is run, from the command line.</summary>
internal sealed record RunOptions
{
    public const string Usage = """
        --quick            one short process a cell: shows that it works, not how fast it is
        --processes N      processes a cell (default 3; of columns and collections 1); a figure is the median over them
        --warm-up SECONDS  before measuring, at least (default 2; of columns 1.2, of collections 1.6); up to four times as long where runs still become faster
        --time SECONDS     of measuring in a process (default 1; of columns and collections 0.4)
        --group TEXT       only groups whose name contains one of these texts, separated by commas
        --cell TEXT        only cells whose name contains one of these texts; baselines always run
        --core N           the first core to pin processes to (default: the last one)
        --log FILE         keeps what each process found; a run that was cut off goes on from there
        --output FOLDER    where the tables are written (default: results)
        """;

    public TimeBudget Budget { get; init; } = TimeBudget.Full;

    public int Processes { get; init; } = 3;

    public IReadOnlyList<string> Groups { get; init; } = [];

    public IReadOnlyList<string> Cells { get; init; } = [];

    public int Core { get; init; } = Machine.Cores[^1];

    /// <summary>Where measurements are kept from run to run; null keeps none.</summary>
    public string? Log { get; init; }

    public string Output { get; init; } = Path.Combine(Machine.RepositoryRoot, "results");

    /// <summary>What the harness does not know belongs to the suite, in the given order.</summary>
    public IReadOnlyList<string> SuiteArguments { get; init; } = [];

    /// <param name="arguments">The command line.</param>
    /// <param name="defaults">What counts where it says nothing.</param>
    /// <exception cref="ArgumentException">An option lacks its value, or the value is not a number where one is needed.</exception>
    public static RunOptions Parse(string[] arguments, RunOptions? defaults = null)
    {
        var options = defaults ?? new RunOptions();
        var rest = new List<string>();
        for (int i = 0; i < arguments.Length; i++)
        {
            string option = arguments[i];
            options = option switch
            {
                "--quick" => options with { Budget = TimeBudget.Quick, Processes = 1 },
                "--processes" => options with { Processes = (int)Number(option, Next()) },
                "--warm-up" => options with { Budget = options.Budget with { WarmUp = TimeSpan.FromSeconds(Number(option, Next())) } },
                "--time" => options with { Budget = options.Budget with { Measure = TimeSpan.FromSeconds(Number(option, Next())) } },
                "--group" => options with { Groups = Next().Split(',') },
                "--cell" => options with { Cells = Next().Split(',') },
                "--core" => options with { Core = (int)Number(option, Next()) },
                "--log" => options with { Log = Next() },
                "--output" => options with { Output = Next() },
                _ => Keep(),
            };

            string Next() => ++i < arguments.Length ? arguments[i] : throw new ArgumentException($"{option} lacks its value.");

            RunOptions Keep()
            {
                rest.Add(option);
                return options;
            }
        }

        return options with { SuiteArguments = rest };
    }

    /// <summary>True when the filters let the cell through.</summary>
    public bool Selects(Cell cell) =>
        Matches(Groups, cell.Group) && (cell.IsBaseline || Matches(Cells, cell.Name));

    /// <summary>True when the filter for groups lets the corpus through.</summary>
    public bool Selects(Corpus corpus) => Matches(Groups, corpus.Name);

    private static bool Matches(IReadOnlyList<string> filters, string name) =>
        filters.Count == 0 || filters.Any(filter => name.Contains(filter, StringComparison.OrdinalIgnoreCase));

    private static double Number(string option, string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) && number >= 0
            ? number
            : throw new ArgumentException($"{option} takes a number, not '{text}'.");
}
