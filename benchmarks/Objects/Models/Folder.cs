using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a folder with its folders, a recursive tree.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Folder
{
    [Key(0)]
    public string Name { get; set; } = "";

    [Key(1)]
    public long Size { get; set; }

    [Key(2)]
    public DateTime Modified { get; set; }

    [Key(3)]
    public List<Folder> Folders { get; set; } = [];

    public static Folder Create(Random random) => Create(random, 4);

    private static Folder Create(Random random, int depth) => new()
    {
        Name = Words.Of(random),
        Size = random.NextInt64(1L << random.Next(8, 34)),
        Modified = new DateTime(2022, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(90_000_000)),
        Folders = depth == 0 ? [] : [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Create(random, depth - 1))],
    };
}
