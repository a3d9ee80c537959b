using Blittable.Collections.Storage;

namespace Blittable.Collections.Query.Rows;

/// <summary>Counts the rows and the chunk groups of a query whose statistics are wanted. Thread-safe.</summary>
internal sealed class QueryProfile
{
    private long _rows;
    private long _elements;
    private int _readGroups;

    /// <summary>Gets the meter of the bytes that the query reads and spills.</summary>
    public ReadMeter Meter { get; } = new();

    /// <summary>Gets the number of documents that the filter is expected to pass.</summary>
    public long EstimatedRows { get; private set; }

    /// <summary>Gets the number of chunk groups in all stripes.</summary>
    public int Groups { get; private set; }

    /// <summary>Gets the unnested path, or null if the rows are documents.</summary>
    public BlittablePath? Unnested { get; private set; }

    /// <summary>Gets the number of chunk groups that were not ruled out by their statistics or by the rows found before.</summary>
    public int ReadGroups => Volatile.Read(ref _readGroups);

    /// <summary>Gets the number of documents that passed the filter.</summary>
    public long Rows => Interlocked.Read(ref _rows);

    /// <summary>Gets the number of array elements that passed the filter of elements.</summary>
    public long Elements => Interlocked.Read(ref _elements);

    /// <summary>Estimates the rows of a sealed plan from the statistics of its chunk groups.</summary>
    public void Estimate(QueryPlan plan)
    {
        var cursor = new GroupCursor(plan);
        double rows = 0;
        for (var stripe = 0; stripe < plan.Snapshot.Stripes.Count; stripe++)
        {
            var read = plan.Snapshot.Stripes[stripe];
            var live = read.Rows == 0 ? 0 : (double)read.Reference.LiveRows / read.Rows;
            for (var group = 0; group < read.GroupCount; group++)
            {
                rows += cursor.EstimateFraction(stripe, group) * read.GroupRows(group) * live;
            }
        }

        (EstimatedRows, Groups, Unnested) = ((long)Math.Round(rows), plan.GroupCount, plan.Unnest?.Elements);
    }

    /// <summary>Counts from the beginning, because a query that exceeds its memory limit starts again.</summary>
    public void Restart()
    {
        Interlocked.Exchange(ref _rows, 0);
        Interlocked.Exchange(ref _elements, 0);
        Volatile.Write(ref _readGroups, 0);
    }

    /// <summary>Counts a chunk group and the documents in it that passed the filter.</summary>
    public void AddGroup(int rows)
    {
        Interlocked.Increment(ref _readGroups);
        Interlocked.Add(ref _rows, rows);
    }

    /// <summary>Counts array elements that passed the filter of elements.</summary>
    public void AddElements(int elements) => Interlocked.Add(ref _elements, elements);
}
