using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Objects;

/// <summary>Shows the results of the suite of objects. Float arrays follow the geometric means, which exclude them: most binary formats copy their bytes, and the
/// ratio to 1,536 numbers in JSON would dominate a mean.</summary>
internal static class ObjectsTables
{
    public static void Show(IReadOnlyList<CellResult> results, Report report)
    {
        foreach (var (verb, title) in new[] { ("write", "Serializing"), ("read", "Deserializing") })
        {
            CellResult[] of = [.. results.Where(result => result.Group.StartsWith(verb + " ", StringComparison.Ordinal))];
            if (of.Length == 0)
            {
                continue;
            }

            var apart = $"{verb} {ObjectsSuite.FloatArrays}";
            report.Show(Table.Pivot($"{title}: times as fast as {Peers.Baseline}", of, Column.Speedup, withMean: true, apart));
            foreach (var peer in new[] { Peers.MemoryPack, Peers.MessagePackByName })
            {
                ShowRatios($"{title}: time relative to {peer}", $"time/{peer}", _ => peer);
            }

            ShowRatios($"{title}: time in disk mode relative to memory mode", "disk/memory", MemoryModeOf);
            report.Show(Table.Pivot($"{title}: nanoseconds per object", of, Column.Nanoseconds));
            report.Show(Table.Pivot($"{title}: managed bytes allocated per object", of, Column.Allocated));
            report.Show(Table.Pivot($"{title}: bytes per object", of, Column.Fact(ObjectsSuite.Size)));

            void ShowRatios(string heading, string name, Func<string, string?> peerOf)
            {
                var ratio = RatioColumn(name, of, peerOf);
                CellResult[] compared = [.. of.Where(result => double.IsFinite(ratio.Value(result)))];
                if (compared.Length != 0)
                {
                    report.Show(Table.Pivot(heading, compared, ratio, withMean: true, apart));
                }
            }
        }
    }

    /// <summary>Creates a column with the time of a cell relative to a peer in its group.</summary>
    /// <param name="name">The heading.</param>
    /// <param name="results">The results, which contain the peers. The figure of a cell whose peer is missing is NaN.</param>
    /// <param name="peerOf">Returns the name of the peer of a cell, or null if it is not compared.</param>
    private static Column RatioColumn(string name, IReadOnlyList<CellResult> results, Func<string, string?> peerOf) => new(
        name,
        result => result.TimeRelativeTo(results.FirstOrDefault(other => other.Group == result.Group && other.Name == peerOf(result.Name)))) { IsLowerBetter = true };

    private static string? MemoryModeOf(string name) => name switch
    {
        Peers.DiskMode => Peers.MemoryMode,
        Peers.DiskModeWithDictionary => Peers.MemoryModeWithDictionary,
        _ => null,
    };
}
