namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Reads three of the sixteen properties of a <see cref="FlatRow"/> in place.</summary>
[BlittableView]
public readonly ref partial struct FlatRowView
{
    public partial int CustomerId { get; }

    public partial double Price { get; }

    public partial DateTime Created { get; }
}
