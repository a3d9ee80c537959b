namespace Blittable.Fuzz.Models;

/// <summary>A part that is read in place.</summary>
[BlittableView]
internal readonly ref partial struct PartView
{
    public partial int Id { get; }

    public partial string? Name { get; }

    public partial double Price { get; }

    public partial BlittableList<string> Tags { get; }
}
