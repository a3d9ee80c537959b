using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Objects;

namespace Blittable.Benchmarks.Tests.Objects;

public sealed class ObjectsTablesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-").FullName;

    [Fact]
    public void Times_are_relative_to_the_named_peer_and_to_the_same_form_in_memory_mode()
    {
        var page = Show(
        [
            .. Group(
                "write row",
                (Peers.Baseline, 400),
                (Peers.MemoryMode, 100),
                (Peers.DiskMode, 240),
                (Peers.MemoryModeWithDictionary, 40),
                (Peers.DiskModeWithDictionary, 200),
                (Peers.MemoryPack, 80)),
            .. Group("write float array", (Peers.Baseline, 900), (Peers.MemoryMode, 10), (Peers.DiskMode, 30), (Peers.MemoryPack, 10)),
        ]);

        Assert.Equal(
            ["write row | 1.00 | 4.00 | 1.67 | 10.00 | 2.00 | 5.00", "geometric mean | 1.00 | 4.00 | 1.67 | 10.00 | 2.00 | 5.00", "write float array | 1.00 | 90.00 | 30.00 |  |  | 90.00"],
            page["Serializing: times as fast as System.Text.Json"]);
        Assert.Equal(
            ["write row | 5.00 | 1.25 | 3.00 | 0.50 | 2.50 | 1.00", "geometric mean | 5.00 | 1.25 | 3.00 | 0.50 | 2.50 | 1.00", "write float array | 90.00 | 1.00 | 3.00 |  |  | 1.00"],
            page["Serializing: time relative to MemoryPack"]);
        Assert.Equal(
            ["write row | 2.40 | 5.00", "geometric mean | 2.40 | 5.00", "write float array | 3.00"],
            page["Serializing: time in disk mode relative to memory mode"]);
    }

    [Fact]
    public void A_table_whose_peer_was_not_measured_is_omitted()
    {
        var page = Show([.. Group("read row", (Peers.Baseline, 400), (Peers.MemoryMode, 100))]);

        Assert.Contains("Deserializing: times as fast as System.Text.Json", page.Keys);
        Assert.DoesNotContain(page.Keys, title => title.Contains("relative", StringComparison.Ordinal));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static CellResult[] Group(string name, params (string Peer, double Nanoseconds)[] cells)
    {
        CellResult[] results =
        [
            .. cells.Select(cell => new CellResult(
                new Cell(name, cell.Peer, () => new Work(() => { })) { IsBaseline = cell.Peer == Peers.Baseline },
                [new Measurement { Nanoseconds = cell.Nanoseconds, Mean = cell.Nanoseconds, StandardDeviation = 0, Margin = 0 }])),
        ];
        Array.ForEach(results, result => result.Baseline = results[0]);
        return results;
    }

    /// <summary>Returns the rows of each table by its title, without its heading.</summary>
    private Dictionary<string, string[]> Show(CellResult[] results)
    {
        var report = new Report(_folder, "objects", "");
        ObjectsTables.Show(results, report);
        report.Write(new Table("", "group"));
        return File.ReadAllText(Path.Combine(_folder, "objects.md")).Split("\n## ")[1..].Select(section => section.Split('\n'))
            .ToDictionary(lines => lines[0], lines => lines[1..].Where(line => line.StartsWith('|')).Skip(2).Select(line => line.Trim('|', ' ')).ToArray());
    }
}
