using Blittable.Format;

namespace Blittable.Collections;

/// <summary>A query over the documents of a collection, as they were when its reader was opened. Immutable; each call gives another one.</summary>
/// <remarks>
/// <para>Statistics of stripes and chunks decide first; only the chunks of the columns that matter are read, and of these only the blocks that may
/// hold an answer. What is not in columns is answered from documents.</para>
/// <code>
/// reader.Scan()
///     .Where("$.created", FilterOperator.GreaterOrEqual, new DateOnly(2024, 3, 1))
///     .GroupBy("$.country")
///     .OrderBy("total", descending: true)
///     .Limit(10)
///     .Aggregate(Aggregate.Sum("$.price", "$.quantity").As("total"), Aggregate.Count());
/// </code>
/// </remarks>
public sealed class CollectionScan
{
    private readonly CollectionSnapshot _snapshot;
    private readonly Filter? _filter;

    internal CollectionScan(CollectionSnapshot snapshot)
        : this(snapshot, null, new WorkSharing(1, WorkSharing.DefaultWorthwhile, CancellationToken.None))
    {
    }

    private CollectionScan(CollectionSnapshot snapshot, Filter? filter, WorkSharing sharing)
    {
        _snapshot = snapshot;
        _filter = filter;
        Sharing = sharing;
    }

    internal WorkSharing Sharing { get; }

    /// <summary>Goes on with those documents only where what is at a path compares with a value as asked.</summary>
    /// <exception cref="BlittableException">The path cannot be read, or strings are to start with what is none.</exception>
    public CollectionScan Where(string path, FilterOperator comparison, QueryValue value) => Where(Filter.Where(path, comparison, value));

    /// <summary>Goes on with those documents only that pass a filter.</summary>
    public CollectionScan Where(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return new(_snapshot, _filter is null ? filter : Filter.All(_filter, filter), Sharing);
    }

    /// <summary>Lets up to so many workers share the chunk groups: the caller, and others of the thread pool once enough is left to do; 1, the caller
    /// alone, by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There are to be no workers.</exception>
    public CollectionScan WithWorkers(int workers) => WithWorkers(workers, WorkSharing.DefaultWorthwhile);

    /// <summary>The same, with other workers called once so much work is expected.</summary>
    internal CollectionScan WithWorkers(int workers, TimeSpan worthwhile)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(workers, 1);
        return new(_snapshot, _filter, Sharing with { Workers = workers, Worthwhile = worthwhile });
    }

    /// <summary>Stops with an <see cref="OperationCanceledException"/> when asked to.</summary>
    public CollectionScan WithCancellation(CancellationToken cancellationToken) => new(_snapshot, _filter, Sharing with { Cancellation = cancellationToken });

    /// <summary>Puts documents with the same scalars at some paths together.</summary>
    /// <exception cref="BlittableException">A path cannot be read.</exception>
    public GroupedScan GroupBy(params ReadOnlySpan<string> paths)
    {
        if (paths.IsEmpty)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, "Expected at least one path to group by, found none.");
        }

        return new(this, Parse(paths));
    }

    /// <summary>Takes what is at some paths out of each document.</summary>
    /// <exception cref="BlittableException">A path cannot be read.</exception>
    public ScanSelection Select(params ReadOnlySpan<string> paths) => new(this, Parse(paths));

    /// <summary>The documents; where statistics can tell, nothing is read.</summary>
    /// <exception cref="BlittableException">A path is not there or has values of another kind, or the file is damaged.</exception>
    public long Count() => Aggregate(Collections.Aggregate.Count())[0, 0].GetInt64();

    /// <summary>Runs the query.</summary>
    /// <returns>One row of what the aggregates come to.</returns>
    /// <exception cref="BlittableException">A path is not there or has values of another kind, or the file is damaged.</exception>
    public QueryTable Aggregate(params ReadOnlySpan<Aggregate> aggregates) => Aggregate([], [.. aggregates], new RowOrder([]), long.MaxValue);

    internal QueryTable Aggregate(BlittablePath[] keys, Aggregate[] aggregates, RowOrder order, long limit)
    {
        using var lease = Lease();
        var plan = Plan();
        var boundKeys = new PathPlan[keys.Length];
        for (var i = 0; i < keys.Length; i++)
        {
            boundKeys[i] = plan.Add(keys[i]);
            boundKeys[i].RequireSingle("to group by");
            boundKeys[i].RequireScalars();
        }

        var bound = Array.ConvertAll(aggregates, aggregate => aggregate.Bind(plan));
        var workers = QueryExecutor<AggregateWorker>.Run(plan, Sharing, () => new AggregateWorker(plan, boundKeys, bound));
        foreach (var other in workers.Skip(1))
        {
            workers[0].Merge(other);
        }

        string[] names = [.. keys.Select(key => key.ToString()), .. aggregates.Select(aggregate => aggregate.Name)];
        var first = order.First(names, limit);
        workers[0].AddRows(first);
        return new QueryTable(names, first.ToSorted());
    }

    /// <summary>Keeps the file while the query runs.</summary>
    /// <exception cref="ObjectDisposedException">The reader was disposed of.</exception>
    internal SourceLease Lease() => _snapshot.Lease();

    internal QueryPlan Plan() => new(_snapshot, _filter);

    private static BlittablePath[] Parse(ReadOnlySpan<string> paths)
    {
        var parsed = new BlittablePath[paths.Length];
        for (var i = 0; i < paths.Length; i++)
        {
            parsed[i] = BlittablePath.Parse(paths[i]);
        }

        return parsed;
    }
}
