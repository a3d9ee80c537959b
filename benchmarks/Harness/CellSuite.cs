namespace Blittable.Benchmarks.Harness;

/// <summary>A named set of cells and the tables that are made of what they give.</summary>
internal abstract class CellSuite
{
    /// <summary>The word on the command line, and the name of the result files.</summary>
    public abstract string Name { get; }

    public abstract string Title { get; }

    /// <summary>The columns of the CSV file; the default tables show them too.</summary>
    public virtual IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.MegabytesPerSecond, Column.Allocated, Column.Speedup];

    /// <summary>
    /// Whether the peers of a group run side by side and take turns, batch by batch; false where they hold so much memory that they run one after the other.
    /// </summary>
    public virtual bool TakesTurns => true;

    /// <summary>
    /// How many workers those cells have that work in parallel, in ascending order and with 1 among them; set before <see cref="Cells"/> is called.
    /// A cell of several measures them in turn with one and gives <see cref="Measurement.Gain"/> and <see cref="Measurement.WorkerCount"/>.
    /// </summary>
    protected IReadOnlyList<int> Workers { get; private set; } = [1, 2];

    /// <summary>How the suite runs where the command line does not say it.</summary>
    protected virtual RunOptions Defaults { get; } = new();

    /// <summary>What the suite takes on the command line besides the options of the harness, as the usage shows it; empty if nothing.</summary>
    protected virtual string OwnOptions => "";

    /// <summary>Declares the cells. It is called in the parent and again in every cell's process, so it must be cheap.</summary>
    /// <param name="arguments">What stood on the command line and is no option of the harness.</param>
    public abstract IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments);

    /// <summary>Declares the cells for the given numbers of workers.</summary>
    public IReadOnlyList<Cell> Declare(IReadOnlyList<string> arguments, IReadOnlyList<int> workers)
    {
        Workers = workers;
        return Cells(arguments);
    }

    /// <summary>Shows the tables. The default is one, with a row a cell.</summary>
    protected virtual void Tabulate(IReadOnlyList<CellResult> results, Report report) =>
        report.Show(Table.List(Title, results, Columns));

    /// <summary>
    /// The charts that <c>--chart</c> draws. By default one: how many times as fast as the baseline each cell is, or its time where there is none.
    /// </summary>
    protected virtual IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results) =>
        results.Any(result => !result.IsBaseline && double.IsFinite(result.Speedup))
            ? [BarChart.Of("", Title, results, Column.Speedup with { Name = "times as fast as the baseline" })]
            : [BarChart.Of("", Title, results, Column.Nanoseconds with { Name = "ns an item" })];

    /// <summary>Does what a suite wants to do with its results at the end.</summary>
    /// <returns>An exit code.</returns>
    protected virtual int Conclude(IReadOnlyList<CellResult> results, RunOptions options) => 0;

    /// <summary>Measures cells.</summary>
    /// <param name="cells">Those that are to run.</param>
    /// <param name="options">How to run them.</param>
    /// <param name="failures">How many ended with an error, which was printed; they are not among the results.</param>
    protected virtual IReadOnlyList<CellResult> Measure(IReadOnlyList<Cell> cells, RunOptions options, out int failures) =>
        CellRunner.Run(this, cells, options, out failures);

    /// <summary>Runs the suite, or, in a cell's own process, that cell.</summary>
    /// <returns>The exit code: 0 done, 1 a cell failed, 2 the command line was wrong.</returns>
    public int Run(string[] arguments)
    {
        if (arguments is [CellProcess.Verb, .. string[] child])
        {
            return CellProcess.RunChild(this, child);
        }

        string usage = $"Options:\n{RunOptions.Usage}{(OwnOptions.Length > 0 ? "\n" : "")}{OwnOptions}";
        if (arguments.Contains("--help"))
        {
            Console.WriteLine($"{Name}: {Title}. {usage}");
            return 0;
        }

        try
        {
            var options = RunOptions.Parse(arguments, Defaults);
            if (OwnOptions.Length == 0 && options.SuiteArguments is [var unknown, ..])
            {
                throw new ArgumentException($"There is no option '{unknown}'.");
            }

            Cell[] cells = [.. Declare(options.SuiteArguments, options.Workers).Where(options.Selects)];
            if (cells.Length == 0)
            {
                Console.Error.WriteLine($"{Name}: no cell is left to run. {usage}");
                return 2;
            }

            IReadOnlyList<CellResult> results = Measure(cells, options, out int failures);
            var report = new Report(options.Output, Name, Title, [$"Command: `{RunOptions.CommandOf(Name, arguments)}`.", .. Describe(options)]);
            Tabulate(results, report);
            if (results.Any(result => result.Workers > 1))
            {
                report.Show(Table.Scaling("Workers: times as fast as one, in turn with it, and the share of each worker in that (efficiency)", results));
            }

            report.Show(Table.List("Every cell", results, Column.Statistics));
            if (options.Chart)
            {
                report.Draw(Charts(results));
            }

            report.Write(Table.Raw(results, [.. Columns.Concat(Column.Statistics).DistinctBy(column => column.Name)]));
            return Math.Max(failures == 0 ? 0 : 1, Conclude(results, options));
        }
        catch (ArgumentException wrong)
        {
            Console.Error.WriteLine($"{Name}: {wrong.Message} {usage}");
            return 2;
        }
        catch (InvalidOperationException failed)
        {
            Console.Error.WriteLine(failed.Message);
            return 1;
        }
    }

    /// <summary>Lines that say how it was measured.</summary>
    protected virtual IReadOnlyList<string> Describe(RunOptions options) =>
    [
        $"Each cell in {options.Processes} process(es) of its own, {(Machine.TaskSet is null ? "not pinned" : "pinned to one core")}: " +
        $"{options.Budget.WarmUp.TotalSeconds} s of warm-up, {options.Budget.Measure.TotalSeconds} s of measuring, medians; " +
        $"peers in turn{(TakesTurns ? ", batch by batch" : "")}.",
    ];
}
