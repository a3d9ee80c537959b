namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Three of the sixteen properties of a <see cref="FlatRow"/>, read in place.</summary>
[BlittableView]
public readonly ref partial struct FlatRowView
{
    public partial int CustomerId { get; }

    public partial double Price { get; }

    public partial DateTime Created { get; }
}
