using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>Groups that are too many for the memory that a query may take: the values that its rows are grouped and aggregated by are written to temporary
/// files by the hashes of the keys, and the rows of each hash are read back and grouped by themselves.</summary>
/// <remarks>
/// A part has all rows of its groups, so nothing of it is merged with another one. A part with too many groups is taken apart again. Each worker writes files of
/// its own, in the order of the collection, and they are read back as one in that order.
/// </remarks>
internal sealed class SpilledGroups : IDisposable
{
    private const int Parts = 16;

    /// <summary>Beyond so many levels of parts hashes do not tell keys apart.</summary>
    private const int MostLevels = 6;

    private const int BatchRows = 4096;

    private readonly GroupedQuery _query;
    private readonly long _limit;
    private readonly CancellationToken _cancellation;
    private readonly List<QueryValueFile?[]> _writers = [];
    private readonly int _level;

    /// <param name="query">The query over rows that are given.</param>
    /// <param name="limit">The bytes that groups may take.</param>
    /// <param name="level">How often the rows were taken apart before.</param>
    /// <param name="cancellation">What stops the query.</param>
    public SpilledGroups(GroupedQuery query, long limit, int level, CancellationToken cancellation) =>
        (_query, _limit, _level, _cancellation) = (query, limit, level, cancellation);

    /// <summary>Returns the files of another worker, which <see cref="Add"/> writes to.</summary>
    public QueryValueFile?[] AddWriter()
    {
        var files = new QueryValueFile?[Parts];
        lock (_writers)
        {
            _writers.Add(files);
        }

        return files;
    }

    /// <summary>Stores a row.</summary>
    /// <param name="files">The worker's files.</param>
    /// <param name="row">The values of all paths of the query, its keys first, and then the place of the row in the collection.</param>
    public void Add(QueryValueFile?[] files, ReadOnlySpan<QueryValue> row)
    {
        var hash = new HashCode();
        hash.Add(_level);
        foreach (var key in row[.._query.Keys.Length])
        {
            hash.Add(key);
        }

        (files[(uint)hash.ToHashCode() % Parts] ??= new QueryValueFile()).Write(row);
    }

    /// <summary>Groups part after part.</summary>
    /// <param name="finish">Takes the groups of each.</param>
    public void Finish(Action<AggregateWorker> finish)
    {
        for (var part = 0; part < Parts; part++)
        {
            if (!_writers.Exists(files => files[part] is not null))
            {
                continue;
            }

            if (Group(part) is { } worker)
            {
                finish(worker);
                worker.Dispose();
                continue;
            }

            using var parts = new SpilledGroups(_query, _limit, _level + 1, _cancellation);
            var writer = parts.AddWriter();
            foreach (var row in Read(part))
            {
                _cancellation.ThrowIfCancellationRequested();
                parts.Add(writer, row);
            }

            parts.Finish(finish);
        }
    }

    public void Dispose() => _writers.ForEach(files => Array.ForEach(files, file => file?.Dispose()));

    /// <summary>Groups the rows of a part.</summary>
    /// <returns>The groups; null if there are too many.</returns>
    private AggregateWorker? Group(int part)
    {
        var worker = _query.CreateWorker(_limit, maySplit: _level < MostLevels);
        var columns = _query.Plan.Paths.Select(_ => new List<QueryValue>()).ToArray();
        var rows = 0;
        try
        {
            foreach (var row in Read(part))
            {
                for (var i = 0; i < columns.Length; i++)
                {
                    columns[i].Add(row[i]);
                }

                if (++rows == BatchRows)
                {
                    Flush();
                }
            }

            Flush();
            return worker;
        }
        catch (MemoryExceededException)
        {
            worker.Dispose();
            return null;
        }

        void Flush()
        {
            _cancellation.ThrowIfCancellationRequested();
            worker.Cursor.Give(columns, rows);
            worker.Add();
            Array.ForEach(columns, column => column.Clear());
            rows = 0;
        }
    }

    /// <summary>The rows of a part, in the order of the collection.</summary>
    private IEnumerable<QueryValue[]> Read(int part)
    {
        var width = _query.Plan.Paths.Count + 1;
        QueryValueFile[] files = [.. _writers.Select(writer => writer[part]).OfType<QueryValueFile>()];
        return files.Length == 1 ? files[0].Read(width) : QueryValueFile.Merge(files, width, (left, right) => left[^1].CompareTo(right[^1]));
    }
}
