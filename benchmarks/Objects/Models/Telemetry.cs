using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents measurements, which consist almost entirely of number arrays.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Telemetry
{
    [Key(0)]
    public string Device { get; set; } = "";

    [Key(1)]
    public long Start { get; set; }

    [Key(2)]
    public int Step { get; set; }

    [Key(3)]
    [ProtoMember(4, IsPacked = true)]
    public double[] Temperatures { get; set; } = [];

    [Key(4)]
    [ProtoMember(5, IsPacked = true)]
    public double[] Pressures { get; set; } = [];

    [Key(5)]
    [ProtoMember(6, IsPacked = true)]
    public int[] Counts { get; set; } = [];

    [Key(6)]
    [ProtoMember(7, IsPacked = true)]
    public List<long> Ticks { get; set; } = [];

    public static Telemetry Create(Random random)
    {
        var temperature = 20.0;
        var tick = 1_700_000_000_000L;
        return new Telemetry
        {
            Device = $"sensor-{random.Next(1000)}",
            Start = 1_700_000_000 + random.Next(1_000_000),
            Step = 60,
            Temperatures = [.. Enumerable.Range(0, 60).Select(_ => Math.Round(temperature += random.NextDouble() - 0.5, 2))],
            Pressures = [.. Enumerable.Range(0, 60).Select(_ => 1000 + random.NextDouble())],
            Counts = [.. Enumerable.Range(0, 60).Select(_ => random.Next(500))],
            Ticks = [.. Enumerable.Range(0, 60).Select(_ => tick += random.Next(1000))],
        };
    }
}
