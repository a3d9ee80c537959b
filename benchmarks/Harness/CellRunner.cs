using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs the chosen cells of a suite and collects what their processes found.</summary>
internal static class CellRunner
{
    /// <summary>Each group in turn; within a group, rounds of one process a cell, so that peers meet the same state of the machine.</summary>
    /// <param name="suite">The suite.</param>
    /// <param name="cells">Those of its cells that are to run.</param>
    /// <param name="options">How to run them.</param>
    /// <param name="failures">How many cells ended with an error, which was printed; they are not among the results.</param>
    public static IReadOnlyList<CellResult> Run(CellSuite suite, IReadOnlyList<Cell> cells, RunOptions options, out int failures)
    {
        failures = 0;
        var log = new MeasurementLog(options.Log);
        var results = new List<CellResult>();
        int processes = cells.Count * options.Processes;
        int done = 0;
        foreach (IGrouping<string, Cell> group in cells.GroupBy(cell => cell.Group))
        {
            Cell[] peers = [.. group];
            var found = peers.Select(cell => log.Of(cell).ToList()).ToArray();
            for (int round = 0; round < options.Processes; round++)
            {
                for (int i = 0; i < peers.Length; i++)
                {
                    done++;
                    if (found[i].Count != round)
                    {
                        continue;
                    }

                    long start = Stopwatch.GetTimestamp();
                    try
                    {
                        found[i].Add(CellProcess.Launch(suite, peers[i], options));
                        log.Keep(peers[i], found[i][^1]);
                    }
                    catch (InvalidOperationException failed)
                    {
                        Console.Error.WriteLine(failed.Message);
                        failures++;
                        continue;
                    }

                    Console.Error.WriteLine(
                        $"[{done}/{processes}] {group.Key} / {peers[i].Name}: {Column.FormatTime(found[i][^1].Nanoseconds)}, "
                            + $"took {Stopwatch.GetElapsedTime(start).TotalSeconds:F1} s");
                }
            }

            CellResult[] ofGroup =
            [
                .. peers.Zip(found, (cell, measurements) => new CellResult(cell, measurements))
                    .Where(result => result.Processes.Count >= options.Processes),
            ];
            CellResult? baseline = ofGroup.FirstOrDefault(result => result.IsBaseline);
            foreach (CellResult result in ofGroup)
            {
                result.Baseline = baseline;
            }

            results.AddRange(ofGroup);
        }

        return results;
    }
}
