using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>Groups more rows than fit into the memory limit: keys and values of rows are written to temporary files, partitioned by key hash, and each
/// partition is read back and grouped separately.</summary>
/// <remarks>
/// A partition has all rows of its groups, so partitions need not be merged. A partition with too many groups is partitioned again. Each worker writes separate
/// files in collection order, which are merged in that order when they are read.
/// </remarks>
internal sealed class SpilledGroups : IDisposable
{
    private const int Parts = 16;

    /// <summary>The maximum number of partition levels. Beyond it, hashes do not distinguish keys.</summary>
    private const int MostLevels = 6;

    private const int BatchRows = 4096;

    private readonly GroupedQuery _query;
    private readonly long _limit;
    private readonly CancellationToken _cancellation;
    private readonly List<QueryValueFile?[]> _writers = [];
    private readonly int _level;

    /// <param name="query">The query for given rows.</param>
    /// <param name="limit">The memory limit for groups, in bytes.</param>
    /// <param name="level">The number of times the rows have already been partitioned.</param>
    /// <param name="cancellation">The cancellation token of the query.</param>
    public SpilledGroups(GroupedQuery query, long limit, int level, CancellationToken cancellation) =>
        (_query, _limit, _level, _cancellation) = (query, limit, level, cancellation);

    /// <summary>Returns the files for another worker, to be passed to <see cref="Add"/>.</summary>
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
    /// <param name="row">The values of all paths of the query, keys first, followed by the position of the row in the collection.</param>
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

    /// <summary>Groups the partitions one at a time.</summary>
    /// <param name="finish">Receives the groups of each partition.</param>
    public void Finish(Action<AggregateWorker> finish)
    {
        for (var part = 0; part < Parts; part++)
        {
            if (!_writers.Exists(files => files[part] is not null))
            {
                continue;
            }

            using (var worker = Group(part))
            {
                if (worker is not null)
                {
                    finish(worker);
                    continue;
                }
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

    /// <summary>Groups the rows of a partition.</summary>
    /// <returns>The groups, or null if there are too many.</returns>
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
        catch
        {
            worker.Dispose();
            throw;
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

    /// <summary>Reads the rows of a partition in collection order.</summary>
    private IEnumerable<QueryValue[]> Read(int part)
    {
        var width = _query.Plan.Paths.Count + 1;
        QueryValueFile[] files = [.. _writers.Select(writer => writer[part]).OfType<QueryValueFile>()];
        return files.Length == 1 ? files[0].Read(width) : QueryValueFile.Merge(files, width, (left, right) => left[^1].CompareTo(right[^1]));
    }
}
