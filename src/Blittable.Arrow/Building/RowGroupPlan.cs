using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Determines which rows of a collection start a batch, so that the statistics of a row group cover the rows of few stripes.</summary>
/// <remarks>
/// Stripes are joined while their rows fit in a batch. A larger stripe is divided into batches of equal size, because a short last batch would cost as much
/// metadata as a full batch.
/// </remarks>
internal sealed class RowGroupPlan
{
    private readonly List<long> _starts = [];
    private int _next;

    /// <summary>Creates the plan of a collection.</summary>
    /// <param name="stripes">The stripes, in the order of their rows.</param>
    /// <param name="batchRows">The maximum number of rows in a batch.</param>
    public RowGroupPlan(IReadOnlyList<CollectionStripe> stripes, int batchRows)
    {
        long rows = 0;
        foreach (var stripe in stripes)
        {
            if (rows > 0 && rows + stripe.Rows > batchRows)
            {
                _starts.Add(stripe.FirstRow);
                rows = 0;
            }

            rows += stripe.Rows;
            var parts = (rows + batchRows - 1) / batchRows;
            for (long part = 1; part < parts; part++)
            {
                _starts.Add(stripe.FirstRow + (part * rows / parts));
            }

            // The rows of a divided stripe are not joined with the next stripe.
            rows = parts > 1 ? batchRows : rows;
        }
    }

    /// <summary>Determines whether a batch must end before a row. Rows must be passed in ascending order.</summary>
    public bool StartsBatch(long row)
    {
        var isStart = false;
        for (; _next < _starts.Count && row >= _starts[_next]; _next++)
        {
            isStart = true;
        }

        return isStart;
    }
}
