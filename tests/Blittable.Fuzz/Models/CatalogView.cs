namespace Blittable.Fuzz.Models;

/// <summary>A view of a catalog.</summary>
[BlittableView]
internal readonly ref partial struct CatalogView
{
    public partial int Id { get; }

    public partial string? Name { get; }

    public partial double? Weight { get; }

    public partial decimal Price { get; }

    public partial DateTimeOffset Created { get; }

    public partial DateOnly Day { get; }

    public partial Guid Key { get; }

    public partial DayOfWeek Weekday { get; }

    public partial ReadOnlySpan<byte> Link { get; }

    public partial PartView First { get; }

    public partial BlittableViewList<PartView> Others { get; }

    public partial BlittableList<int> Counts { get; }

    public partial BlittableValue Parts { get; }
}
