namespace Blittable.Benchmarks.Harness;

/// <summary>Represents a named set of cells and the tables of their results.</summary>
internal abstract class CellSuite
{
    /// <summary>Gets the name on the command line and of the result files.</summary>
    public abstract string Name { get; }

    public abstract string Title { get; }

    /// <summary>Gets the columns of the CSV file, which the default tables also show.</summary>
    public virtual IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.MegabytesPerSecond, Column.Allocated, Column.Speedup];

    /// <summary>Gets a value that indicates whether the peers of a group run in parallel processes and take turns, batch by batch. Otherwise, they run one
    /// after another because they need too much memory.</summary>
    public virtual bool TakesTurns => true;

    /// <summary>Gets the numbers of workers for parallel cells, in ascending order and including 1. Set before <see cref="Cells"/> is called. A parallel cell
    /// alternates several workers with one and returns <see cref="Measurement.Gain"/> and <see cref="Measurement.WorkerCount"/>.</summary>
    protected IReadOnlyList<int> Workers { get; private set; } = [1, 2];

    /// <summary>Gets the options for which the command line has no value.</summary>
    protected virtual RunOptions Defaults { get; } = new();

    /// <summary>Gets the usage text of the suite's own command-line options, or an empty string.</summary>
    protected virtual string OwnOptions => "";

    /// <summary>Declares the cells. Called in the parent and again in every cell's process, so it must be cheap.</summary>
    /// <param name="arguments">The command-line arguments that are not options of the harness.</param>
    public abstract IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments);

    /// <summary>Declares the cells for numbers of workers.</summary>
    public IReadOnlyList<Cell> Declare(IReadOnlyList<string> arguments, IReadOnlyList<int> workers)
    {
        Workers = workers;
        return Cells(arguments);
    }

    /// <summary>Shows the tables. By default, one table with one row per cell.</summary>
    protected virtual void Tabulate(IReadOnlyList<CellResult> results, Report report) =>
        report.Show(Table.List(Title, results, Columns));

    /// <summary>Returns the charts that <c>--chart</c> draws. By default, one chart with the speedup of each cell over the baseline, or its time if there is no
    /// baseline.</summary>
    protected virtual IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results) =>
        results.Any(result => !result.IsBaseline && double.IsFinite(result.Speedup))
            ? [BarChart.Of("", Title, results, Column.Speedup with { Name = "times as fast as the baseline" })]
            : [BarChart.Of("", Title, results, Column.Nanoseconds with { Name = "ns per item" })];

    /// <summary>Processes the results at the end of the run.</summary>
    /// <returns>The exit code.</returns>
    protected virtual int Conclude(IReadOnlyList<CellResult> results, RunOptions options) => 0;

    /// <summary>Measures cells.</summary>
    /// <param name="cells">The cells to run.</param>
    /// <param name="options">The options.</param>
    /// <param name="failures">The number of cells that failed. Their errors were printed, and the results do not include them.</param>
    protected virtual IReadOnlyList<CellResult> Measure(IReadOnlyList<Cell> cells, RunOptions options, out int failures) =>
        CellRunner.Run(this, cells, options, out failures);

    /// <summary>Runs the suite, or a single cell in the cell's own process.</summary>
    /// <returns>The exit code: 0 for success, 1 if a cell failed, 2 if the command line is invalid.</returns>
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
                throw new ArgumentException($"Unknown option '{unknown}'.");
            }

            Cell[] cells = [.. Declare(options.SuiteArguments, options.Workers).Where(options.Selects)];
            if (cells.Length == 0)
            {
                Console.Error.WriteLine($"{Name}: no cell matches the options. {usage}");
                return 2;
            }

            IReadOnlyList<CellResult> results = Measure(cells, options, out int failures);
            var report = new Report(options.Output, Name, Title, [$"Command: `{RunOptions.CommandOf(Name, arguments)}`.", .. Describe(options)]);
            Tabulate(results, report);
            if (results.Any(result => result.Workers > 1))
            {
                report.Show(Table.Scaling("Workers: speedup over one worker, measured in alternation, and efficiency (speedup per worker)", results));
            }

            report.Show(Table.List("All cells", results, Column.Statistics));
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

    /// <summary>Returns lines that describe the method of measurement.</summary>
    protected virtual IReadOnlyList<string> Describe(RunOptions options) =>
    [
        $"Each cell runs in {options.Processes} separate process(es), {(Machine.TaskSet is null ? "not pinned" : "pinned to one core")}: " +
        $"{options.Budget.WarmUp.TotalSeconds} s of warm-up, {options.Budget.Measure.TotalSeconds} s of measurement. Figures are medians; " +
        $"peers alternate{(TakesTurns ? " batch by batch" : "")}.",
    ];
}
