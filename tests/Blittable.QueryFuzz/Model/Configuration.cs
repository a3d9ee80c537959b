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

    public override string ToString() => $"{Layout}, {Workers} worker{(Workers > 1 ? "s" : "")}{(IsLimited ? ", memory limit" : "")}";
}
