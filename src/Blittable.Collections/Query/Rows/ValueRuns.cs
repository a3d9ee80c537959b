namespace Blittable.Collections.Query.Rows;

/// <summary>Stores spilled values of groups in temporary files, and reads them in ascending order.</summary>
internal sealed class ValueRuns : IDisposable
{
    private readonly RowRuns _runs = new(columns: 2, long.MaxValue, (left, right) => left[0].CompareTo(right[0]));

    /// <summary>Stores sorted values.</summary>
    public void Add(IEnumerable<(QueryValue Value, int Group)> sorted) => _runs.AddRun(sorted.Select(entry => (QueryValue[])[entry.Value, entry.Group]));

    /// <summary>Stores the values of another worker.</summary>
    /// <param name="other">The values.</param>
    /// <param name="groups">For each of its groups, the number here.</param>
    public void Add(ValueRuns other, ReadOnlySpan<int> groups)
    {
        var map = groups.ToArray();
        Add(other.Read().Select(entry => (entry.Value, map[entry.Group])));
    }

    /// <summary>Reads all values in ascending order.</summary>
    public IEnumerable<(QueryValue Value, int Group)> Read() => _runs.Read().Select(row => (row[0], (int)row[1].GetInt64()));

    public void Dispose() => _runs.Dispose();
}
