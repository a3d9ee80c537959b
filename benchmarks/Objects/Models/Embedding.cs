using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a text with its vector, which consists almost entirely of 1,536 floats.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Embedding
{
    private const int Dimensions = 1536;

    [Key(0)]
    public long Id { get; set; }

    [Key(1)]
    public string Model { get; set; } = "";

    [Key(2)]
    [ProtoMember(3, IsPacked = true)]
    public float[] Vector { get; set; } = [];

    public static Embedding Create(Random random)
    {
        var embedding = new Embedding { Id = random.NextInt64(1L << 40), Model = "text-embedding-small", Vector = new float[Dimensions] };
        foreach (ref var component in embedding.Vector.AsSpan())
        {
            component = (random.NextSingle() - 0.5f) / 10;
        }

        return embedding;
    }
}
