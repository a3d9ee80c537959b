using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Objects.Models;
using Google.FlatBuffers;
using MemoryPack;

namespace Blittable.Benchmarks.Objects;

/// <summary>Measures opening a flat row and reading properties in place: by prepared names, by a view, and from a FlatBuffers table. Compares with MemoryPack,
/// which deserializes the whole object first.</summary>
internal static class ViewCells
{
    public const string One = "view: one property of sixteen";
    public const string Three = "view: three properties of sixteen";

    private static readonly BlittableName s_customerId = new(nameof(FlatRow.CustomerId));
    private static readonly BlittableName s_price = new(nameof(FlatRow.Price));
    private static readonly BlittableName s_created = new(nameof(FlatRow.Created));

    private delegate double Reader(byte[] bytes);

    /// <summary>Declares the cells. For one property, the baseline is a lookup by a prepared name. For three properties, it is MemoryPack's object.</summary>
    /// <param name="create">Creates the rows.</param>
    public static IEnumerable<Cell> All(Func<FlatRow[]> create)
    {
        foreach (var (mode, options) in new[] { ("memory mode", new BlittableOptions()), ("disk mode", BlittableOptions.Balanced) })
        {
            byte[] Write(FlatRow row) => BlittableSerializer.Serialize(row, options);
            yield return Of($"{One}, {mode}", "prepared name", Write, OneByName, isBaseline: true);
            yield return Of($"{One}, {mode}", "view", Write, bytes => FlatRowView.Open(bytes).CustomerId);
            yield return Of($"{Three}, {mode}", "prepared names", Write, ThreeByName);
            yield return Of($"{Three}, {mode}", "view", Write, ThreeByView);
            yield return Of($"{Three}, {mode}", "MemoryPack, whole object", row => MemoryPackSerializer.Serialize(row), Whole, isBaseline: true);
            yield return Of($"{Three}, {mode}", "FlatBuffers", FlatRowBuffer.Write, ThreeOfBuffer);
        }

        Cell Of(string group, string name, Func<FlatRow, byte[]> write, Reader read, bool isBaseline = false) =>
            new(group, name, () => Reading([.. create().Select(write)], read)) { IsBaseline = isBaseline };
    }

    private static Work Reading(byte[][] rows, Reader read)
    {
        return new Work(() => Read(), 0, rows.Length)
        {
            Facts = new Dictionary<string, double>
            {
                [ObjectsSuite.Size] = rows.Average(row => (double)row.Length),
                [ObjectsSuite.Sum] = Read(),
            },
        };

        double Read()
        {
            double sum = 0;
            foreach (var row in rows)
            {
                sum += read(row);
            }

            return sum;
        }
    }

    private static double OneByName(byte[] bytes) =>
        BlittableValue.Open(bytes).TryGetProperty(s_customerId, out var id) ? id.GetInt32() : 0;

    private static double ThreeByName(byte[] bytes)
    {
        var row = BlittableValue.Open(bytes);
        return row.TryGetProperty(s_customerId, out var id) && row.TryGetProperty(s_price, out var price) && row.TryGetProperty(s_created, out var created)
            ? id.GetInt32() + price.GetDouble() + created.GetDateTime().Second
            : 0;
    }

    private static double ThreeByView(byte[] bytes)
    {
        var row = FlatRowView.Open(bytes);
        return row.CustomerId + row.Price + row.Created.Second;
    }

    private static double Whole(byte[] bytes)
    {
        var row = MemoryPackSerializer.Deserialize<FlatRow>(bytes)!;
        return row.CustomerId + row.Price + row.Created.Second;
    }

    private static double ThreeOfBuffer(byte[] bytes)
    {
        var row = FlatRowBuffer.Open(new ByteBuffer(bytes));
        return row.CustomerId + row.Price + row.Created.Second;
    }
}
