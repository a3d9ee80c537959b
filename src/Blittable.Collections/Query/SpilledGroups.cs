namespace Blittable.Collections;

/// <summary>Groups that are too many for the memory that a query may take: its rows are written to temporary files by the hashes of their keys, and each
/// file is read back and grouped by itself.</summary>
/// <remarks>A file has all rows of its groups, so nothing of it is merged with another one. A file with too many groups is taken apart again.</remarks>
internal sealed class SpilledGroups : IDisposable
{
    private const int Parts = 16;

    /// <summary>Beyond so many levels of parts hashes do not tell keys apart.</summary>
    private const int MostLevels = 6;

    private const int BatchRows = 4096;

    private readonly GroupedQuery _query;
    private readonly long _limit;
    private readonly CancellationToken _cancellation;
    private readonly QueryValueFile[] _files = new QueryValueFile[Parts];
    private readonly int _level;

    /// <param name="query">The query, all of whose paths have values that are given.</param>
    /// <param name="limit">The bytes that groups may take.</param>
    /// <param name="level">How often the rows were taken apart before.</param>
    /// <param name="cancellation">What stops the query.</param>
    public SpilledGroups(GroupedQuery query, long limit, int level, CancellationToken cancellation)
    {
        (_query, _limit, _level, _cancellation) = (query, limit, level, cancellation);
        for (var part = 0; part < Parts; part++)
        {
            _files[part] = new QueryValueFile();
        }
    }

    /// <summary>Stores a row. Safe for any number of threads.</summary>
    /// <param name="keys">What it is grouped by.</param>
    /// <param name="row">The values of all paths.</param>
    public void Add(ReadOnlySpan<QueryValue> keys, ReadOnlySpan<QueryValue> row)
    {
        var hash = new HashCode();
        hash.Add(_level);
        foreach (var key in keys)
        {
            hash.Add(key);
        }

        var file = _files[(uint)hash.ToHashCode() % Parts];
        lock (file)
        {
            file.Write(row);
        }
    }

    /// <summary>Groups part after part.</summary>
    /// <param name="finish">Takes the groups of each.</param>
    public void Finish(Action<AggregateWorker> finish)
    {
        foreach (var file in _files)
        {
            if (Group(file) is { } worker)
            {
                finish(worker);
                continue;
            }

            using var parts = new SpilledGroups(_query, _limit, _level + 1, _cancellation);
            Give(file, worker: null, parts);
            parts.Finish(finish);
        }
    }

    public void Dispose() => Array.ForEach(_files, file => file.Dispose());

    /// <returns>Null where there are too many groups.</returns>
    private AggregateWorker? Group(QueryValueFile file)
    {
        var worker = _query.CreateWorker();
        return Give(file, worker, parts: null) ? worker : null;
    }

    /// <summary>Hands a file's rows on, to be grouped or to be taken apart.</summary>
    private bool Give(QueryValueFile file, AggregateWorker? worker, SpilledGroups? parts)
    {
        var cursor = worker?.Cursor ?? new GroupCursor(_query.Plan);
        var columns = _query.Plan.Paths.Select(_ => new List<QueryValue>()).ToArray();
        var rows = 0;
        foreach (var row in file.Read(columns.Length))
        {
            for (var i = 0; i < columns.Length; i++)
            {
                columns[i].Add(row[i]);
            }

            if (++rows == BatchRows && !Flush())
            {
                return false;
            }
        }

        return rows == 0 || Flush();

        bool Flush()
        {
            _cancellation.ThrowIfCancellationRequested();
            cursor.Give(columns, rows);
            worker?.Add();
            if (parts is not null)
            {
                StoreRows(cursor, _query, parts);
            }

            Array.ForEach(columns, column => column.Clear());
            rows = 0;
            return worker is null || worker.EstimatedBytes <= _limit || _level == MostLevels;
        }
    }

    /// <summary>Stores the rows that a cursor has selected.</summary>
    public static void StoreRows(GroupCursor cursor, GroupedQuery query, SpilledGroups parts)
    {
        var keys = new QueryValue[query.Keys.Length];
        var row = new QueryValue[query.Plan.Paths.Count];
        var columns = query.Plan.Paths.Select(path => path.Expression is null && path.Level >= 0 ? cursor.Values(path) : null).ToArray();
        for (var i = 0; i < cursor.Selection.Count; i++)
        {
            for (var key = 0; key < keys.Length; key++)
            {
                keys[key] = cursor.Values(query.Keys[key])[i];
            }

            for (var column = 0; column < row.Length; column++)
            {
                row[column] = columns[column] is { } values ? values[i] : QueryValue.Null;
            }

            parts.Add(keys, row);
        }
    }
}
