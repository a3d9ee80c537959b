using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Protobuf;

/// <summary>Represents a ring of a polygon as a message.</summary>
[ProtoContract]
public sealed class RingMessage
{
    /// <summary>Gets or sets the longitude and the latitude of each point, one after the other.</summary>
    [ProtoMember(1, IsPacked = true)]
    public double[] Coordinates { get; set; } = [];

    internal static RingMessage Of(double[][] points)
    {
        var coordinates = new double[2 * points.Length];
        for (var i = 0; i < points.Length; i++)
        {
            (coordinates[2 * i], coordinates[(2 * i) + 1]) = (points[i][0], points[i][1]);
        }

        return new RingMessage { Coordinates = coordinates };
    }

    internal double[][] ToPoints()
    {
        var points = new double[Coordinates.Length / 2][];
        for (var i = 0; i < points.Length; i++)
        {
            points[i] = [Coordinates[2 * i], Coordinates[(2 * i) + 1]];
        }

        return points;
    }
}
