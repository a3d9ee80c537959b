namespace Blittable.Benchmarks.Harness;

/// <summary>Runs the chosen cells of a suite and collects what their processes found.</summary>
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

    /// <summary>Each group in turn; within a group, rounds of one process a cell, so that peers meet the same state of the machine.</summary>
    /// <param name="suite">The suite.</param>
    /// <param name="cells">Those of its cells that are to run.</param>
    /// <param name="options">How to run them.</param>
    /// <param name="failures">How many cells ended with an error, which was printed; they are not among the results.</param>
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

    /// <summary>One process a cell. Each prepares and warms up while the others wait; then they are given turns until all have measured.</summary>
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
