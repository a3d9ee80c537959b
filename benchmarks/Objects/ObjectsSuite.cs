using System.Text.Json.Serialization.Metadata;
using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Objects.Models;
using PolyType;

namespace Blittable.Benchmarks.Objects;

/// <summary>Measures serializing and deserializing objects of twelve types that differ in shape: flat, nested, recursive and polymorphic objects, texts,
/// numbers and optional values. Compares other serializers on their fastest documented paths.</summary>
internal sealed class ObjectsSuite : CellSuite
{
    /// <summary>The name of the fact with the size of an object in bytes.</summary>
    public const string Size = "bytes";

    /// <summary>The name of the fact with the sum of the properties read, which is equal for all peers of a group.</summary>
    public const string Sum = "sum";

    /// <summary>The type that consists of an array of floats, which is reported apart.</summary>
    public const string FloatArrays = "float array";

    /// <summary>The number of objects of each type. They differ, so that branch predictors cannot memorize them.</summary>
    private const int Count = 64;

    public override string Name => "objects";

    public override string Title => "Serializing and deserializing objects";

    public override IReadOnlyList<Column> Columns { get; } = [Column.Nanoseconds, Column.Speedup, Column.Allocated, Column.Fact(Size)];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
    [
        .. Of("row", FlatRow.Create, ModelsJsonContext.Default.FlatRow),
        .. Of("order", Order.Create, ModelsJsonContext.Default.Order),
        .. Of("article", Article.Create, ModelsJsonContext.Default.Article),
        .. Of("telemetry", Telemetry.Create, ModelsJsonContext.Default.Telemetry),
        .. Of("company", Company.Create, ModelsJsonContext.Default.Company),
        .. Of("sparse", ProductDetails.Create, ModelsJsonContext.Default.ProductDetails),
        .. Of(FloatArrays, Embedding.Create, ModelsJsonContext.Default.Embedding),
        .. Of("geometry", Feature.Create, ModelsJsonContext.Default.Feature),
        .. Of("dictionary", Translations.Create, ModelsJsonContext.Default.Translations),
        .. Of("tree", Folder.Create, ModelsJsonContext.Default.Folder),
        .. Of("polymorphic", Session.Create, ModelsJsonContext.Default.Session),
        .. Of("wide", Shipment.Create, ModelsJsonContext.Default.Shipment),
        .. ViewCells.All(() => Objects(FlatRow.Create)[..Count]),
    ];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        ObjectsTables.Show(results, report);
        CellResult[] views = [.. results.Where(result => result.Group.StartsWith("view", StringComparison.Ordinal))];
        if (views.Length != 0)
        {
            report.Show(Table.List("Reading properties of a flat row in place, including opening", views, [.. Columns, Column.Fact(Sum, "N2")]));
        }
    }

    /// <summary>Draws serializing and deserializing apart, because a chart of all groups is unreadable.</summary>
    protected override IEnumerable<BarChart> Charts(IReadOnlyList<CellResult> results) =>
        new[] { ("write", "Serializing"), ("read", "Deserializing"), ("view", "Reading in place") }.Select(chart => BarChart.Of(
            chart.Item1,
            chart.Item2,
            [.. results.Where(result => result.Group.StartsWith(chart.Item1, StringComparison.Ordinal))],
            Column.Speedup with { Name = "times as fast as the baseline" }));

    private static IEnumerable<Cell> Of<T>(string kind, Func<Random, T> create, JsonTypeInfo<T> json)
        where T : class, IShapeable<T>
    {
        foreach (var peer in Peers.All(json))
        {
            yield return new($"write {kind}", peer.Name, () => Writing(peer, Objects(create), json)) { IsBaseline = peer.IsBaseline };
            yield return new($"read {kind}", peer.Name, () => Reading(peer, Objects(create), json)) { IsBaseline = peer.IsBaseline };
        }
    }

    /// <summary>Creates the objects to measure, followed by an equal number of objects for training a dictionary.</summary>
    private static T[] Objects<T>(Func<Random, T> create)
    {
        const int seed = 20_261_125;
        var random = new Random(seed);
        return [.. Enumerable.Range(0, 2 * Count).Select(_ => create(random))];
    }

    private static Work Writing<T>(Peer<T> peer, T[] objects, JsonTypeInfo<T> json)
    {
        objects = Prepare(peer, objects, json);
        return new Work(
            () =>
            {
                foreach (var value in objects)
                {
                    peer.Write(value);
                }
            },
            0,
            objects.Length)
        {
            Facts = new Dictionary<string, double> { [Size] = objects.Average(value => (double)peer.Write(value)) },
        };
    }

    private static Work Reading<T>(Peer<T> peer, T[] objects, JsonTypeInfo<T> json)
    {
        byte[][] written = [.. Prepare(peer, objects, json).Select(peer.ToArray)];
        return new Work(
            () =>
            {
                foreach (var bytes in written)
                {
                    peer.Read(bytes);
                }
            },
            0,
            written.Length)
        {
            Facts = new Dictionary<string, double> { [Size] = written.Average(bytes => (double)bytes.Length) },
        };
    }

    /// <summary>Prepares a peer with the objects for training, verifies that it restores the others, and returns these.</summary>
    private static T[] Prepare<T>(Peer<T> peer, T[] objects, JsonTypeInfo<T> json)
    {
        peer.Prepare(objects[Count..]);
        peer.Verify(objects[..Count], json);
        return objects[..Count];
    }
}
