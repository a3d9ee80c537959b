using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Rows;

/// <summary>Stores spilled numbers of groups in temporary files, and reads them in ascending order.</summary>
internal sealed class NumberRuns : IDisposable
{
    private readonly RowRuns _runs = new(columns: 3, long.MaxValue, (left, right) => left[0].CompareTo(right[0]));

    /// <summary>Stores sorted numbers, each with its group and its count in the group.</summary>
    public void Add(IEnumerable<(ExactNumber Number, int Group, long Count)> sorted) =>
        _runs.AddRun(sorted.Select(entry => (QueryValue[])[QueryValue.FromNumber(entry.Number), entry.Group, entry.Count]));

    /// <summary>Stores the numbers of another worker.</summary>
    /// <param name="other">The numbers.</param>
    /// <param name="groups">For each of its groups, the number here.</param>
    public void Add(NumberRuns other, ReadOnlySpan<int> groups)
    {
        var map = groups.ToArray();
        Add(other.Read().Select(entry => (entry.Number, map[entry.Group], entry.Count)));
    }

    /// <summary>Reads all numbers in ascending order.</summary>
    public IEnumerable<(ExactNumber Number, int Group, long Count)> Read() => _runs.Read().Select(row => (row[0].Number, (int)row[1].GetInt64(), row[2].GetInt64()));

    public void Dispose() => _runs.Dispose();
}
