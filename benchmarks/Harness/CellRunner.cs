using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs the chosen cells of a suite and collects what their processes found.</summary>
internal static class CellRunner
{
    /// <summary>Each group in turn; within a group, rounds of one process a cell, so that peers meet the same state of the machine.</summary>
    public static IReadOnlyList<CellResult> Run(CellSuite suite, IReadOnlyList<Cell> cells, RunOptions options)
    {
        var results = new List<CellResult>();
        int processes = cells.Count * options.Processes;
        int done = 0;
        foreach (IGrouping<string, Cell> group in cells.GroupBy(cell => cell.Group))
        {
            Cell[] peers = [.. group];
            var found = peers.Select(_ => new List<Measurement>()).ToArray();
            for (int round = 0; round < options.Processes; round++)
            {
                for (int i = 0; i < peers.Length; i++)
                {
                    long start = Stopwatch.GetTimestamp();
                    found[i].Add(CellProcess.Launch(suite, peers[i], options));
                    Console.Error.WriteLine(
                        $"[{++done}/{processes}] {group.Key} / {peers[i].Name}: {Column.FormatTime(found[i][^1].Nanoseconds)}, took {Stopwatch.GetElapsedTime(start).TotalSeconds:F1} s");
                }
            }

            CellResult[] ofGroup = [.. peers.Zip(found, (cell, measurements) => new CellResult(cell, measurements))];
            int baseline = Array.FindIndex(peers, cell => cell.IsBaseline);
            foreach (CellResult result in ofGroup)
            {
                result.Baseline = baseline < 0 ? null : ofGroup[baseline];
            }

            results.AddRange(ofGroup);
        }

        return results;
    }
}
