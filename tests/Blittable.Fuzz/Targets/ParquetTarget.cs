using Blittable.Arrow;
using Blittable.Arrow.Tests;
using Blittable.Collections;
using Blittable.Collections.Tests;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using CollectionFile = Blittable.Collections.Tests.CollectionFile;

namespace Blittable.Fuzz.Targets;

/// <summary>Parquet files of every type: damaged ones are refused or give documents.</summary>
internal sealed class ParquetTarget : FuzzTarget
{
    private const int Count = 60, MaxSound = 16_000;

    private static readonly Lazy<byte[][]> Sound = new(() =>
        [.. Enumerable.Range(0, Count).Select(seed => new RandomTable(seed, forParquet: true).WriteParquet().ToArray()).Where(bytes => bytes.Length < MaxSound)]);

    public override string Name => "parquet";

    public override long MaxAllocated => 64 << 20;

    public override byte[] Make(FuzzRandom random)
    {
        var sound = random.Pick<byte[]>(Sound.Value);
        return random.OneIn(12) ? sound : random.OneIn(8) ? ByteMutator.Mutate(random, sound, random.Pick<byte[]>(Sound.Value)) : ByteMutator.Overwrite(random, sound);
    }

    public override string Run(Memory<byte> input)
    {
        using var file = new MemoryStream(input.ToArray());
        using var collection = new MemoryStream();
        using var writer = CollectionWriter.Create(collection, CollectionFile.Small with { Layout = CollectionLayout.Rows }, leaveOpen: true);
        return CollectionParquet.Import(file, writer) > 0 ? "read" : "empty";
    }
}
