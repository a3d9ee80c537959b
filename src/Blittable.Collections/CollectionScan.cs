using System.Diagnostics;
using System.Runtime.CompilerServices;
using Blittable.Collections.Query.Execution;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Queries the documents of a collection.</summary>
/// <remarks>
/// <para>Each query reads the commit that its reader has when the query starts, even if the reader is refreshed or disposed while the query runs.</para>
/// <para>Immutable and thread-safe. Each method returns a new scan.</para>
/// <para>A query first prunes stripes and chunks by their statistics. It then reads only the chunks of the columns it needs, and within them only the blocks
/// that may contain matches. Values that are not in columns are read from documents.</para>
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
    private readonly Func<StripeLease> _open;
    private Filter? _filter;
    private BlittablePath? _unnest;
    private Filter? _rowFilter;
    private Action<QueryWarning>? _warn;
    private bool _isStrict;

    /// <param name="open">Leases the stripes of the current commit when a query starts.</param>
    internal CollectionScan(Func<StripeLease> open)
    {
        _open = open;
        Sharing = new WorkSharing(1, WorkSharing.DefaultWorthwhile, CancellationToken.None);
    }

    private CollectionScan(CollectionScan other)
    {
        (_open, _filter, _unnest, _rowFilter, Sharing) = (other._open, other._filter, other._unnest, other._rowFilter, other.Sharing);
        (_warn, _isStrict, MemoryLimit) = (other._warn, other._isStrict, other.MemoryLimit);
        Report = other.Report;
    }

    /// <summary>Gets the receiver of the query's statistics, or null if they are not wanted.</summary>
    internal Action<QueryStatistics>? Report { get; private init; }

    internal WorkSharing Sharing { get; private init; }

    internal long MemoryLimit { get; private init; } = long.MaxValue;

    /// <summary>Restricts the query to documents whose value at a path satisfies a comparison.</summary>
    /// <exception cref="BlittableException">The path is invalid, or the operand of <see cref="FilterOperator.StartsWith"/> is not a string.</exception>
    public CollectionScan Where(string path, FilterOperator comparison, QueryValue value) => Where(Filter.Where(path, comparison, value));

    /// <summary>Restricts the query to documents for which an expression satisfies a comparison.</summary>
    public CollectionScan Where(ScanExpression expression, FilterOperator comparison, QueryValue value) =>
        Where(Filter.Where(expression, comparison, value));

    /// <summary>Restricts the query to documents that match a filter. After <see cref="Unnest"/>, restricts it to elements that match.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is null.</exception>
    public CollectionScan Where(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return _unnest is null
            ? new(this) { _filter = _filter is null ? filter : Filter.All(_filter, filter) }
            : new(this) { _rowFilter = _rowFilter is null ? filter : Filter.All(_rowFilter, filter) };
    }

    /// <summary>Returns one row for each element of an array, like <c>UNNEST</c> in SQL. A document without elements produces no row, and values of the
    /// document itself repeat in each of its rows.</summary>
    /// <param name="path">The path of the elements, such as <c>$.tags[*]</c>, or <c>$.orders[*].items[*]</c> for nested arrays.</param>
    /// <remarks>Filters before this call select documents in which any value matches. Filters after it select elements.</remarks>
    /// <exception cref="BlittableException">The path is invalid, or does not end with a wildcard.</exception>
    /// <exception cref="InvalidOperationException">The scan already unnests an array.</exception>
    public CollectionScan Unnest(string path)
    {
        if (_unnest is not null)
        {
            throw new InvalidOperationException($"The elements at '{_unnest}' are already unnested; use a single path to unnest nested arrays.");
        }

        var elements = BlittablePath.Parse(path);
        _ = new UnnestPlan(elements);
        return new(this) { _unnest = elements };
    }

    /// <summary>Sets the maximum number of workers: the caller, plus thread pool threads if enough work remains. The default is 1, the caller alone.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="workers"/> is less than 1.</exception>
    public CollectionScan WithWorkers(int workers) => WithWorkers(workers, WorkSharing.DefaultWorthwhile);

    /// <summary>Sets the maximum number of workers, and the expected remaining work from which thread pool threads are used.</summary>
    internal CollectionScan WithWorkers(int workers, TimeSpan worthwhile)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(workers, 1);
        return new(this) { Sharing = Sharing with { Workers = workers, Worthwhile = worthwhile } };
    }

    /// <summary>Sets the approximate memory limit, in bytes, for groups, distinct values, percentiles and lookup tables created from the query. Data beyond the
    /// limit is spilled to temporary files. The result itself does not count.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The limit is less than 1 MB.</exception>
    public CollectionScan WithMemoryLimit(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bytes, 1 << 20);
        return WithAnyMemoryLimit(bytes);
    }

    /// <summary>Sets a memory limit that may be lower than useful in practice, to test spilling.</summary>
    internal CollectionScan WithAnyMemoryLimit(long bytes) => new(this) { MemoryLimit = bytes };

    /// <summary>Sets the token that cancels the query with an <see cref="OperationCanceledException"/>.</summary>
    public CollectionScan WithCancellation(CancellationToken cancellationToken) =>
        new(this) { Sharing = Sharing with { Cancellation = cancellationToken } };

    /// <summary>Reports the completed fraction of the chunk groups, from 0 to 1, after each group. With several workers, reports come from several
    /// threads.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="progress"/> is null.</exception>
    public CollectionScan WithProgress(IProgress<double> progress)
    {
        ArgumentNullException.ThrowIfNull(progress);
        return new(this) { Sharing = Sharing with { Progress = progress } };
    }

    /// <summary>Reports probable mistakes when the query runs: each path that no document has, and each comparison or function that requires a kind of value
    /// that its path never has. <see cref="QueryTable.Warnings"/> also lists them.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="report"/> is null.</exception>
    public CollectionScan WithWarnings(Action<QueryWarning> report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return new(this) { _warn = report };
    }

    /// <summary>Reports the statistics of the query when it is complete, like <c>EXPLAIN ANALYZE</c> in SQL: the plan, the estimated and the actual rows, the
    /// skipped chunk groups, and the bytes read and spilled.</summary>
    /// <remarks>They are reported by <see cref="Count"/>, <see cref="Aggregate"/>, <see cref="GroupedScan.Aggregate"/>, <see cref="ScanSelection.ToTable"/> and
    /// <see cref="ScanSelection.ForEach"/>, on the thread of the query. Enumerations of a selection or of documents, which the caller may end at any row, do not
    /// report statistics. A query that throws does not either.</remarks>
    /// <param name="report">Receives the statistics.</param>
    /// <exception cref="ArgumentNullException"><paramref name="report"/> is null.</exception>
    public CollectionScan WithStatistics(Action<QueryStatistics> report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return new(this) { Report = report };
    }

    /// <summary>Turns warnings into exceptions. The query throws a <see cref="BlittableException"/> when it runs: with
    /// <see cref="BlittableErrorCode.NotFound"/> if it contains a path that no document has, and with <see cref="BlittableErrorCode.WrongKind"/> if it requires
    /// a kind of value that a path never has.</summary>
    /// <remarks>If documents are stored whole, this may require reading all of them.</remarks>
    public CollectionScan WithStrictPaths() => new(this) { _isStrict = true };

    /// <summary>Returns the warnings of the scan's filters, and of expressions over its rows, without running a query.</summary>
    /// <param name="expressions">The expressions.</param>
    /// <exception cref="BlittableException">There is a warning and the scan is strict (<see cref="WithStrictPaths"/>), or the file is damaged.</exception>
    public IReadOnlyList<QueryWarning> GetWarnings(params ReadOnlySpan<ScanExpression> expressions)
    {
        using var lease = Lease();
        var columns = expressions.ToArray();
        var plan = Plan(lease.Stripes, columns);
        Array.ForEach(columns, column => plan.Add(column).ExpectFound());
        return Review(plan, columns);
    }

    /// <summary>Groups documents by the scalars at the specified paths. A path with a wildcard first produces one row for each element, like
    /// <see cref="Unnest"/>.</summary>
    /// <exception cref="BlittableException">A path is invalid.</exception>
    public GroupedScan GroupBy(params ReadOnlySpan<string> paths) => GroupBy(Parse(paths));

    /// <summary>Groups documents by the specified expressions.</summary>
    /// <exception cref="BlittableException"><paramref name="keys"/> is empty.</exception>
    public GroupedScan GroupBy(params ReadOnlySpan<ScanExpression> keys)
    {
        if (keys.IsEmpty)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, "Grouping requires at least one path.");
        }

        return new(this, keys.ToArray());
    }

    /// <summary>Selects the values at the specified paths of each document.</summary>
    /// <exception cref="BlittableException">A path is invalid.</exception>
    public ScanSelection Select(params ReadOnlySpan<string> paths) => Select(Parse(paths));

    /// <summary>Selects the results of the specified expressions for each document.</summary>
    public ScanSelection Select(params ReadOnlySpan<ScanExpression> columns) => new(this, columns.ToArray());

    /// <summary>Enumerates the documents that match the filters, in row order.</summary>
    /// <remarks>Documents are read on the thread pool, a few hundred at a time, so memory does not grow with their number. Each document owns its
    /// bytes.</remarks>
    /// <param name="cancellationToken">Cancels the enumeration between two documents.</param>
    /// <exception cref="InvalidOperationException">The query uses <see cref="Unnest"/>, so its rows are not documents.</exception>
    /// <exception cref="BlittableException">The file is damaged; thrown during the enumeration.</exception>
    public IAsyncEnumerable<BlittableDocument> GetDocumentsAsync(CancellationToken cancellationToken = default) =>
        _unnest is null
            ? ReadDocumentsAsync(cancellationToken)
            : throw new InvalidOperationException($"The rows of the query are the elements at '{_unnest}', not documents.");

    /// <summary>Counts the documents, or the elements after <see cref="Unnest"/>. Uses only statistics if they suffice.</summary>
    /// <exception cref="BlittableException">The file is damaged, or a required path does not exist.</exception>
    public long Count() => Aggregate(Collections.Aggregate.Count())[0, 0].GetInt64();

    /// <summary>Runs the query and aggregates all of its rows.</summary>
    /// <returns>One row with the results of the aggregates.</returns>
    /// <exception cref="BlittableException">The file is damaged, or a required path does not exist.</exception>
    public QueryTable Aggregate(params ReadOnlySpan<Aggregate> aggregates) => new GroupedScan(this, []).Aggregate(aggregates);

    /// <summary>Runs a query on this thread, and reports its statistics if they are wanted.</summary>
    /// <param name="steps">Returns the steps of the plan after the scan, the last one first.</param>
    /// <param name="query">Runs the query with a profile, or without one if no statistics are wanted. Returns its result, or null if its rows were passed to a
    /// callback.</param>
    internal QueryTable? Run(Func<IEnumerable<string>> steps, Func<QueryProfile?, QueryTable?> query)
    {
        if (Report is not { } report)
        {
            return query(null);
        }

        var profile = new QueryProfile();
        var start = Stopwatch.GetTimestamp();
        var outer = ReadMeter.Exchange(profile.Meter);
        QueryTable? result;
        try
        {
            result = query(profile);
        }
        finally
        {
            ReadMeter.Exchange(outer);
        }

        report(new QueryStatistics(profile, [.. steps(), Describe()], result?.Count, Stopwatch.GetElapsedTime(start)));
        return result;
    }

    /// <summary>Returns the scan as a step of a plan: <c>scan where $.price &gt; 10</c>.</summary>
    private string Describe() =>
        $"scan{(_filter is null ? "" : $" where {_filter}")}{(_unnest is null ? "" : $" unnest {_unnest}")}{(_rowFilter is null ? "" : $" where {_rowFilter}")}";

    /// <summary>Leases the stripes of the reader's current commit, so the file stays open while the query runs.</summary>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    internal StripeLease Lease() => _open();

    /// <summary>Creates a plan and binds the filters to it. Rows are the elements specified by <see cref="Unnest"/>, or else the elements with the longest path
    /// in the expressions.</summary>
    /// <param name="stripes">The stripes that the query reads.</param>
    /// <param name="expressions">The expressions that the query computes.</param>
    internal QueryPlan Plan(StripeSet stripes, IEnumerable<ScanExpression> expressions)
    {
        var elements = _unnest;
        foreach (var path in expressions.SelectMany(expression => expression.Paths))
        {
            if (_unnest is null && path.HasWildcard && UnnestPlan.ElementsOf(path) is var found && (elements is null || found.Steps.Length > elements.Steps.Length))
            {
                elements = found;
            }
        }

        return new(stripes, _filter, elements, _rowFilter);
    }

    /// <summary>Reports paths that no document has, and kinds that a path never has, after all paths of the query are bound.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="expressions">The expressions that the query computes.</param>
    /// <param name="keys">The expressions that the query groups by.</param>
    /// <param name="filters">Additional filters of the query, besides the filters of the scan.</param>
    /// <exception cref="BlittableException">There is a warning and the query is strict.</exception>
    internal IReadOnlyList<QueryWarning> Review(
        QueryPlan plan, IEnumerable<ScanExpression> expressions, IEnumerable<ScanExpression>? keys = null, params IEnumerable<Filter?> filters)
    {
        plan.Seal();
        var kinds = new KindReview(plan.Snapshot, _isStrict);
        foreach (var filter in filters.Prepend(_rowFilter).Prepend(_filter).OfType<Filter>())
        {
            kinds.Add(filter);
        }

        foreach (var key in keys ?? [])
        {
            kinds.AddKey(key);
        }

        foreach (var expression in expressions)
        {
            kinds.Add(expression);
        }

        QueryWarning[] warnings = [.. PathReview.Find(plan, _isStrict), .. kinds.Warnings];
        foreach (var warning in warnings)
        {
            if (_isStrict)
            {
                ThrowHelper.Throw(warning.Kind == QueryWarningKind.MissingPath ? BlittableErrorCode.NotFound : BlittableErrorCode.WrongKind, warning.Message);
            }

            _warn?.Invoke(warning);
        }

        return warnings;
    }

    private async IAsyncEnumerable<BlittableDocument> ReadDocumentsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(Sharing.Cancellation, cancellationToken);
        using var lease = Lease();
        await foreach (var document in DocumentBatches.FlattenAsync(ReadDocuments(lease.Stripes), linked.Token).ConfigureAwait(false))
        {
            yield return document;
        }
    }

    private IEnumerable<IReadOnlyList<BlittableDocument>> ReadDocuments(StripeSet stripes)
    {
        var plan = new QueryPlan(stripes, _filter);
        Review(plan, []);
        var cursor = new GroupCursor(plan);
        for (var stripe = 0; stripe < stripes.Stripes.Count; stripe++)
        {
            for (var group = 0; group < stripes.Stripes[stripe].GroupCount; group++)
            {
                foreach (var batch in cursor.MoveTo(stripe, group) ? DocumentBatches.Read(cursor.Stripe, group, cursor.Selection.Mask.ToArray()) : [])
                {
                    yield return batch;
                }
            }
        }
    }

    private static ScanExpression[] Parse(ReadOnlySpan<string> paths)
    {
        var parsed = new ScanExpression[paths.Length];
        for (var i = 0; i < paths.Length; i++)
        {
            parsed[i] = paths[i];
        }

        return parsed;
    }
}
