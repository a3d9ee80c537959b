namespace Blittable.Fuzz.Models;

/// <summary>A view of a part.</summary>
[BlittableView]
internal readonly ref partial struct PartView
{
    public partial int Id { get; }

    public partial string? Name { get; }

    public partial double Price { get; }

    public partial BlittableList<string> Tags { get; }
}
