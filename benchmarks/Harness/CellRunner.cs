namespace Blittable.Benchmarks.Harness;

/// <summary>Runs the selected cells of a suite and collects the measurements of their processes.</summary>
internal sealed class CellRunner
{
    private readonly CellSuite _suite;
    private readonly RunOptions _options;
    private readonly MeasurementLog _log;
    private readonly int _processes;
    private int _done;
    private int _failures;

    private CellRunner(CellSuite suite, RunOptions options, int processes)
    {
        _suite = suite;
        _options = options;
        _log = new MeasurementLog(options.Log);
        _processes = processes;
    }

    /// <summary>Runs the groups one after another. Within a group, each round runs one process per cell, so that peers run under equal conditions.</summary>
    /// <param name="suite">The suite.</param>
    /// <param name="cells">The cells of the suite to run.</param>
    /// <param name="options">The options.</param>
    /// <param name="failures">The number of cells that failed. Their errors were printed, and the results do not include them.</param>
    public static IReadOnlyList<CellResult> Run(CellSuite suite, IReadOnlyList<Cell> cells, RunOptions options, out int failures)
    {
        var runner = new CellRunner(suite, options, cells.Count * options.Processes);
        List<CellResult> results = [.. cells.GroupBy(cell => cell.Group).SelectMany(group => runner.RunGroup([.. group]))];
        failures = runner._failures;
        return results;
    }

    private CellResult[] RunGroup(Cell[] peers)
    {
        var found = peers.ToDictionary(cell => cell, cell => _log.Of(cell).ToList());
        for (int round = 0; round < _options.Processes; round++)
        {
            Cell[] missing = [.. peers.Where(cell => found[cell].Count == round)];
            _done += peers.Length - missing.Length;
            foreach (Cell[] together in missing.Chunk(_suite.TakesTurns ? peers.Length : 1))
            {
                RunTogether(together, (cell, measurement) => found[cell].Add(measurement));
            }
        }

        CellResult[] ofGroup =
        [
            .. peers.Where(cell => found[cell].Count >= _options.Processes).Select(cell => new CellResult(cell, found[cell])),
        ];
        CellResult? baseline = ofGroup.FirstOrDefault(result => result.IsBaseline);
        foreach (CellResult result in ofGroup)
        {
            result.Baseline = baseline;
        }

        return ofGroup;
    }

    /// <summary>Runs one process per cell. Each prepares and warms up while the others wait. Then they take turns until all have measured.</summary>
    private void RunTogether(Cell[] cells, Action<Cell, Measurement> add)
    {
        var running = new List<CellProcess>();
        try
        {
            foreach (Cell cell in cells)
            {
                var process = CellProcess.Start(_suite, cell, _options);
                running.Add(process);
                Step(process, process.Await);
            }

            while (running.Count > 0)
            {
                foreach (CellProcess process in running.ToArray())
                {
                    Step(process, process.GiveTurn);
                }
            }
        }
        finally
        {
            running.ForEach(process => process.Dispose());
        }

        void Step(CellProcess process, Func<Measurement?> takeTurn)
        {
            Cell cell = process.Cell;
            try
            {
                if (takeTurn() is not { } measurement)
                {
                    return;
                }

                add(cell, measurement);
                _log.Keep(cell, measurement);
                Console.Error.WriteLine($"[{++_done}/{_processes}] {cell.Group} / {cell.Name}: {Column.FormatTime(measurement.Nanoseconds)}");
            }
            catch (InvalidOperationException failed)
            {
                Console.Error.WriteLine(failed.Message);
                _failures++;
                _done++;
            }

            running.Remove(process);
            process.Dispose();
        }
    }
}
