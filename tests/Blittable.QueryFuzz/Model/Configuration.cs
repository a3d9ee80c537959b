using Blittable.Collections;

namespace Blittable.QueryFuzz.Model;

/// <summary>A way to run a query, which must not change its answer.</summary>
internal sealed record Configuration(CollectionLayout Layout, int Workers, bool IsLimited)
{
    public static IReadOnlyList<Configuration> All { get; } =
    [
        .. from layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Columns, CollectionLayout.Hybrid, CollectionLayout.Auto]
           from workers in (int[])[1, 4]
           from isLimited in (bool[])[false, true]
           select new Configuration(layout, workers, isLimited),
    ];

    /// <summary>Gets a value that indicates whether filters and columns are parsed from texts, which is so in half of the configurations of each layout.</summary>
    public bool IsParsed => IsLimited != Workers > 1;

    public override string ToString() => $"{Layout}, {Workers} worker{(Workers > 1 ? "s" : "")}{(IsLimited ? ", memory limit" : "")}";
}
