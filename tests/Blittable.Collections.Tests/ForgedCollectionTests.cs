using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests damage that no checksum detects.</summary>
public sealed class ForgedCollectionTests
{
    private static readonly string[] s_paths = ["$.id", "$.price", "$.at", "$.kind", "$.flag", "$.tags", "$.items[*].n", "$.drift"];

    [Fact]
    public void Reading_a_forged_directory_throws_nothing_but_BlittableException()
    {
        var forged = Make();
        for (var at = 0; at < forged.Directory.StoredLength; at++)
        {
            foreach (var damage in (byte[])[0x01, 0x84])
            {
                AskAll(forged.With(forged.Directory, at, damage));
            }
        }
    }

    [Fact]
    public void Reading_forged_chunks_throws_nothing_but_BlittableException()
    {
        var forged = Make();
        foreach (var chunk in forged.Chunks)
        {
            for (var at = 0; at < Math.Min(chunk.StoredLength, 200); at += 1 + (at / 8))
            {
                AskAll(forged.With(chunk, at, 0x02));
                AskAll(forged.With(chunk, at, 0x90));
            }
        }
    }

    [Fact]
    public void A_chunk_with_a_wrong_row_count_is_rejected_every_time()
    {
        const int rowsAt = 4;
        var forged = Make();
        foreach (var chunk in forged.Chunks)
        {
            using var reader = CollectionReader.Open(new MemoryStream(forged.With(chunk, rowsAt, 0x40)));
            for (var time = 0; time < 2; time++)
            {
                Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => reader.Validate()).Code);
            }
        }
    }

    [Fact]
    public void Numbers_outside_the_stored_bounds_are_rejected_by_operators_that_rely_on_them()
    {
        // The bounds are zigzag integers in the directory: 2 * 3000 and 2 * 3029, two bytes each.
        var file = CollectionFile.Write(Enumerable.Range(0, 30).Select(row => $"{{\"n\":{3000 + row}}}"), new CollectionOptions()).ToArray();
        var forged = new ForgedCollection(file);
        var greatest = file.AsSpan((int)forged.Directory.Offset, forged.Directory.StoredLength).IndexOf((byte[])[0xF0, 0x2E, 0xAA, 0x2F]) + 2;
        Assert.True(greatest >= 2);

        using var reader = CollectionReader.Open(new MemoryStream(forged.With(forged.Directory, greatest, 0x08)));

        Assert.All(
            (Func<QueryTable>[])[
                () => reader.Scan().GroupBy("$.n").Aggregate(Aggregate.Count()),
                () => reader.Scan().GroupBy("$.n", "$.n").Aggregate(Aggregate.Count()),
                () => reader.Scan().Aggregate(Aggregate.CountDistinct("$.n")),
                () => reader.Scan().Aggregate(Aggregate.Percentile(0.5, "$.n")),
            ],
            ask => Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(ask).Code));
    }

    private static ForgedCollection Make() =>
        new(CollectionFile.Write(RandomDocuments.Make(5, 30), CollectionFile.Small with { ChunkRows = 40, Indexes = ["$.kind", "$.price"] }).ToArray());

    private static void AskAll(byte[] file)
    {
        CollectionReader? opened = null;
        Ask(() => opened = CollectionReader.Open(new MemoryStream(file)));
        if (opened is null)
        {
            return;
        }

        using var reader = opened;
        Ask(() => reader.GetColumns());
        Ask(() => reader.ForEach((_, document) => document.ToJson()));
        Ask(() => reader.FindAll(BlittablePath.Parse("$.kind"), ["a"], (_, document) => document.ToJson()));
        Ask(() => reader.FindAll(BlittablePath.Parse("$.price"), [17], (_, document) => document.ToJson()));
        var scan = reader.Scan();
        foreach (var path in s_paths)
        {
            Ask(() => scan.Aggregate(Aggregate.Sum(path), Aggregate.Percentile(0.9, path), Aggregate.CountDistinct(path)));
            Ask(() => scan.Aggregate(Aggregate.Min(path), Aggregate.Max(path)));
            Ask(() => scan.GroupBy(path).Aggregate(Aggregate.Count(), Aggregate.Percentile(0.5, "$.id"), Aggregate.CountDistinct("$.id")));
            Ask(() => scan.Where(path, FilterOperator.GreaterOrEqual, 10).Aggregate(Aggregate.Sum("$.price")));
            Ask(() => scan.Where(path, FilterOperator.Less, "2024-01-01T00:30:00Z").Count());
            Ask(() => scan.Where(Filter.Contains(path, "\"a\"")).Count());
        }
    }

    /// <summary>Runs an action. The only exception allowed is <see cref="BlittableException"/>.</summary>
    private static void Ask(Action action)
    {
        try
        {
            action();
        }
        catch (BlittableException)
        {
            // The damage was detected, which is allowed.
        }
    }
}
