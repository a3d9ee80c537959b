using MemoryPack;
using global::MessagePack;
using PolyType;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a polygon on a map in the form of GeoJSON: arrays of rings, which are arrays of points, which are arrays of two numbers.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[GenerateShape]
public sealed partial class Feature
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public string Name { get; set; } = "";

    [Key(2)]
    public double[][][] Coordinates { get; set; } = [];

    public static Feature Create(Random random) => new()
    {
        Id = random.Next(1_000_000),
        Name = Words.Name(random),
        Coordinates = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Ring(random))],
    };

    /// <summary>Creates a closed ring with six decimals, a tenth of a meter.</summary>
    private static double[][] Ring(Random random)
    {
        var (longitude, latitude) = ((random.NextDouble() * 360) - 180, (random.NextDouble() * 170) - 85);
        double[][] points = [.. Enumerable.Range(0, random.Next(12, 40)).Select(_ => new[] { Near(longitude), Near(latitude) })];
        return [.. points, [.. points[0]]];

        double Near(double coordinate) => Math.Round(coordinate + (random.NextDouble() / 100), 6);
    }
}
