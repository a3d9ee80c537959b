using Blittable.Collections;
using Blittable.Collections.Tests;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using CollectionFile = Blittable.Collections.Tests.CollectionFile;

namespace Blittable.Fuzz.Targets;

/// <summary>Collection files: opening, validation, enumeration, lookups and queries. Most inputs have a changed block and valid checksums.</summary>
internal sealed class CollectionTarget : FuzzTarget
{
    private static readonly string[] Paths = ["$.id", "$.price", "$.at", "$.kind", "$.flag", "$.tags", "$.items[*].n", "$.drift"];

    private static readonly Lazy<byte[][]> Files = new(() =>
        [
            File(new() { ChunkRows = 16, StripeRows = 1000, Indexes = ["$.kind", "$.price"] }),
            File(new() { ChunkRows = 40, StripeRows = 1000, OrderBy = "$.at" }),
            Keyed(),
            File(new() { ChunkRows = 40, StripeRows = 1000, Layout = CollectionLayout.Rows, Columns = ["$.price"] }),
        ]);

    private static readonly Lazy<ForgedCollection[]> Forged = new(() => [.. Files.Value.Select(file => new ForgedCollection(file))]);

    public override string Name => "collections";

    public override long MaxAllocated => 64 << 20;

    public override byte[] Make(FuzzRandom random)
    {
        if (random.OneIn(5))
        {
            return ByteMutator.Mutate(random, random.Pick<byte[]>(Files.Value), random.Pick<byte[]>(Files.Value));
        }

        var forged = random.Pick<ForgedCollection>(Forged.Value);
        var block = random.OneIn(2) || forged.Chunks.Count == 0 ? forged.Directory : forged.Chunks[random.Next(forged.Chunks.Count)];
        return forged.With(block, random.Next(block.StoredLength), (byte)random.Next(1, 256));
    }

    public override string Run(Memory<byte> input)
    {
        using var reader = CollectionReader.Open(new MemoryStream(input.ToArray()));
        var way = input.Span[input.Length / 2] + input.Span[input.Length / 3];
        var refused = 0;
        Ask(() => reader.Validate(), ref refused);
        Ask(() => reader.ForEach((_, document) => document.ToJson()), ref refused);
        Ask(() => reader.TryGet(7, out _), ref refused);
        Ask(() => reader.FindAll(BlittablePath.Parse("$.kind"), ["a"], (_, document) => document.ToJson()), ref refused);
        Ask(() => reader.FindAll(BlittablePath.Parse("$.price"), [17], (_, document) => document.ToJson()), ref refused);
        var path = Paths[way % Paths.Length];
        var scan = reader.Scan().WithWorkers(1);
        Ask(() => scan.Aggregate(Aggregate.Sum(path), Aggregate.Percentile(0.9, path), Aggregate.CountDistinct(path)), ref refused);
        Ask(() => scan.Aggregate(Aggregate.Min(path), Aggregate.Max(path), Aggregate.Count(path)), ref refused);
        Ask(() => scan.GroupBy(path).Aggregate(Aggregate.Count(), Aggregate.Percentile(0.5, "$.id")), ref refused);
        Ask(() => scan.Where(path, FilterOperator.GreaterOrEqual, 10).Aggregate(Aggregate.Sum("$.price")), ref refused);
        Ask(() => scan.Where(path, FilterOperator.Less, "2024-01-01T00:30:00Z").Count(), ref refused);
        Ask(() => scan.Where(Filter.Contains(path, "\"a\"")).Count(), ref refused);
        return refused == 0 ? "answered" : "refused in part";
    }

    private static byte[] File(CollectionOptions options) => CollectionFile.Write(RandomDocuments.Make(5, 30), options).ToArray();

    private static byte[] Keyed() => CollectionFile.Write(
        Enumerable.Range(0, 30).Select(row => $$"""{"id":{{row}},"kind":"{{"abc"[row % 3]}}","price":{{row}}.5}"""),
        new() { ChunkRows = 40, StripeRows = 1000, Key = "$.id" }).ToArray();

    private static void Ask(Action action, ref int refused)
    {
        try
        {
            action();
        }
        catch (BlittableException)
        {
            refused++;
        }
    }
}
