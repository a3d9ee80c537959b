using Blittable.Collections.Query.Rows;
using Blittable.Columns;

namespace Blittable.Collections.Query.Execution;

/// <summary>Reads the first rows of an ordered selection: chunk groups in the order of their bounds, until no other group can have any of the first rows, and
/// in each group only the rows whose keys may be among the first.</summary>
/// <param name="plan">The query plan.</param>
/// <param name="columns">The columns of the selection.</param>
/// <param name="order">The columns to order by, and whether each is descending.</param>
internal sealed class TopRows(QueryPlan plan, (PathPlan Path, string Name)[] columns, (int Column, bool IsDescending)[] order)
{
    private readonly ScanBatch _batch = new(Array.ConvertAll(columns, column => new ScanColumn(column.Path, column.Name)));
    private readonly GroupCursor _cursor = new(plan);

    /// <summary>Reads the rows.</summary>
    /// <param name="first">Receives the rows.</param>
    /// <param name="wanted">The maximum number of rows; at least one.</param>
    /// <param name="memoryLimit">The memory limit for rows, in estimated bytes.</param>
    /// <param name="sharing">The progress and the cancellation token of the query.</param>
    /// <returns><see langword="false"/> if the rows exceed the memory limit.</returns>
    public bool TryRead(FirstRows first, long wanted, long memoryLimit, WorkSharing sharing)
    {
        // Ties in the columns of the order are broken by all columns.
        var all = Enumerable.Range(0, columns.Length).Select(column => (Column: column, IsDescending: false));
        var keys = order.Concat(all).DistinctBy(key => key.Column).ToArray();
        var bound = Array.ConvertAll(keys, key => (columns[key.Column].Path, key.IsDescending, HasKeys(columns[key.Column].Path)));
        var candidates = new OrderCandidates(bound);
        var groups = OrderedGroup.All(plan, bound);
        for (var i = 0; i < groups.Count; i++)
        {
            sharing.Cancellation.ThrowIfCancellationRequested();
            sharing.Progress?.Report((double)i / groups.Count);
            QueryValue[] last = first.LastRow(wanted) is { } row ? Array.ConvertAll(keys, key => row[key.Column]) : [];
            if (last.Length > 0 && groups[i].IsAfter(last, bound))
            {
                // The same is true of all following groups.
                break;
            }

            if (_cursor.MoveTo(groups[i].Stripe, groups[i].Group))
            {
                Take(first, candidates.Find(_cursor, wanted, last), (long)groups[i].Number << 32);
                if (first.EstimatedBytes > memoryLimit)
                {
                    return false;
                }
            }
        }

        sharing.Progress?.Report(1);
        return true;
    }

    /// <summary>Determines whether columns contain the values that the selection returns. Objects and arrays are returned as JSON.</summary>
    private static bool HasKeys(PathPlan path) => path.Reader is null && (path.Expression is not null || !path.HasContainers);

    /// <summary>Adds the candidates of a chunk group, reading only their values.</summary>
    private void Take(FirstRows first, ReadOnlySpan<ulong> candidates, long firstNumber)
    {
        var count = MaskKernel.Count(candidates);
        if (count == 0)
        {
            return;
        }

        var isWhole = _cursor.IsUnnested || count == _cursor.Selection.Count;
        _batch.MoveTo(isWhole ? _cursor : _cursor.NarrowSelected(candidates));
        var values = new QueryValue[columns.Length];
        for (var row = 0; row < _batch.Count; row++)
        {
            if (isWhole && !MaskKernel.IsSet(candidates, row))
            {
                continue;
            }

            foreach (var column in first.Columns)
            {
                values[column] = _batch[row, column];
            }

            if (!first.MayTake(values))
            {
                continue;
            }

            for (var column = 0; column < values.Length; column++)
            {
                values[column] = _batch[row, column];
            }

            if (first.TryTake(values, firstNumber + row))
            {
                values = new QueryValue[columns.Length];
            }
        }
    }
}
