using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Snapshots;

namespace Blittable.Collections;

/// <content>Space usage and pruning.</content>
public sealed partial class CollectionReader
{
    /// <summary>Returns the space usage of the file. Every byte is accounted for, so the numbers add up to the file length.</summary>
    /// <remarks>Reads the directories and marks of all stripes, but no values.</remarks>
    /// <exception cref="BlittableException">A directory or a mark is damaged.</exception>
    public IReadOnlyList<CollectionSpace> GetSpace()
    {
        using var lease = Lease(out var snapshot);
        return SpaceMap.Of(snapshot, snapshot.Source);
    }

    /// <summary>Returns, for each stripe, how many chunk groups a query with the specified filter can skip based on bounds, membership filters and
    /// indexes.</summary>
    /// <remarks>Reads the directories of all stripes, and membership filters. Values are read only where an index refers to them.</remarks>
    /// <param name="filter">The filter.</param>
    /// <exception cref="BlittableException">A directory, a filter or an index is damaged.</exception>
    public IReadOnlyList<CollectionStripePruning> Prune(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        using var lease = Lease(out var snapshot);
        var plan = new QueryPlan(snapshot.Set, filter);
        plan.Seal();
        var cursor = new GroupCursor(plan);
        var stripes = new List<CollectionStripePruning>();
        for (var i = 0; i < snapshot.Stripes.Count; i++)
        {
            var stripe = snapshot.Stripes[i];
            var (skipped, passed) = (0, 0);
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                var match = cursor.Prune(i, group);
                skipped += match == Match.None ? 1 : 0;
                passed += match == Match.All ? 1 : 0;
            }

            stripes.Add(new CollectionStripePruning(stripe.FirstRow, stripe.Rows, stripe.GroupCount, skipped, passed));
        }

        return stripes;
    }
}
