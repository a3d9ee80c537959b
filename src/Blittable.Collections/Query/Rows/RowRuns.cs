using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>Sorts rows that may not fit into memory: sorted runs are written to temporary files, which are merged when they are read. The sort is
/// stable.</summary>
/// <param name="columns">The number of values per row.</param>
/// <param name="limit">The memory limit for rows, in estimated bytes.</param>
/// <param name="order">The order.</param>
internal sealed class RowRuns(int columns, long limit, Comparison<QueryValue[]> order) : IDisposable
{
    /// <summary>The number of runs of a level that are merged into one, which limits the number of open files.</summary>
    private const int MostRuns = 16;

    private readonly List<(QueryValueFile File, int Level)> _runs = [];
    private readonly List<QueryValue[]> _rows = [];
    private long _bytes;

    public void Add(QueryValue[] row)
    {
        _rows.Add(row);
        _bytes += QueryValueCodec.EstimateBytes(row);
        if (_bytes > limit)
        {
            Flush();
        }
    }

    /// <summary>Sorts rows in memory and adds them as a separate run.</summary>
    public void AddSorted(IEnumerable<QueryValue[]> rows) => AddRun(rows.Order(Comparer<QueryValue[]>.Create(order)));

    /// <summary>Adds sorted rows.</summary>
    public void AddRun(IEnumerable<QueryValue[]> sorted) => Store(sorted, level: 0);

    /// <summary>Reads all rows in order.</summary>
    public IEnumerable<QueryValue[]> Read()
    {
        Sort();
        return _runs.Count == 0 ? _rows : QueryValueFile.Merge([.. _runs.Select(run => run.File)], columns, order, _rows);
    }

    public void Dispose() => _runs.ForEach(run => run.File.Dispose());

    private void Sort()
    {
        QueryValue[][] sorted = [.. _rows.Order(Comparer<QueryValue[]>.Create(order))];
        _rows.Clear();
        _rows.AddRange(sorted);
    }

    private void Flush()
    {
        Sort();
        Store(_rows, level: 0);
        _rows.Clear();
        _bytes = 0;
    }

    private void Store(IEnumerable<QueryValue[]> rows, int level)
    {
        // Add the file first, so it is closed even if a write fails.
        var file = new QueryValueFile();
        _runs.Add((file, level));
        foreach (var row in rows)
        {
            file.Write(row);
        }

        var same = _runs.FindAll(run => run.Level == level);
        if (same.Count == MostRuns)
        {
            // These runs are the last ones, because each level is merged as soon as it is full.
            Store(QueryValueFile.Merge([.. same.Select(run => run.File)], columns, order), level + 1);
            _runs.RemoveAll(run => run.Level == level);
            same.ForEach(run => run.File.Dispose());
        }
    }
}
