using System.Collections;
using System.Runtime.CompilerServices;
using Blittable.Collections.Query.Execution;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <summary>Selects the values of paths or expressions in each document of a query. Immutable; each method returns a new selection.</summary>
/// <remarks>Enumeration yields batches in collection order, on the caller's thread.</remarks>
public sealed class ScanSelection : IEnumerable<ScanBatch>
{
    private readonly CollectionScan _scan;
    private readonly ScanExpression[] _columns;
    private readonly RowOrder _order;
    private readonly long _limit;
    private readonly long _offset;

    internal ScanSelection(CollectionScan scan, ScanExpression[] columns)
        : this(scan, columns, new RowOrder([]), long.MaxValue, 0)
    {
    }

    private ScanSelection(CollectionScan scan, ScanExpression[] columns, RowOrder order, long limit, long offset)
    {
        _scan = scan;
        _columns = columns;
        _order = order;
        _limit = limit;
        _offset = offset;
    }

    /// <summary>Gets the number of rows to read, including skipped ones.</summary>
    private long Wanted => _limit > long.MaxValue - _offset ? long.MaxValue : _limit + _offset;

    internal IReadOnlyList<string> Names => [.. _columns.Select(column => column.ToString())];

    internal long MemoryLimit => _scan.MemoryLimit;

    /// <summary>Orders <see cref="ToTable"/> by one of the paths. Further calls add paths that break ties.</summary>
    public ScanSelection OrderBy(string path, bool descending = false) => new(_scan, _columns, _order.Then(path, descending), _limit, _offset);

    /// <summary>Limits the number of rows in <see cref="ToTable"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows"/> is negative.</exception>
    public ScanSelection Limit(long rows)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(rows);
        return new(_scan, _columns, _order, rows, _offset);
    }

    /// <summary>Skips the first rows of <see cref="ToTable"/>. <see cref="Limit"/> counts the rows after them.</summary>
    /// <remarks>Skipped rows are still read. To page through many rows, filter by the last value of the previous page instead.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows"/> is negative.</exception>
    public ScanSelection Offset(long rows)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(rows);
        return new(_scan, _columns, _order, _limit, rows);
    }

    /// <summary>Enumerates the batches in collection order.</summary>
    /// <exception cref="InvalidOperationException">The selection has an order, a limit or an offset, which only <see cref="ToTable"/> supports.</exception>
    /// <exception cref="BlittableException">The file is damaged, or a required path does not exist. Thrown during enumeration.</exception>
    public IEnumerator<ScanBatch> GetEnumerator()
    {
        RequireUnordered();
        return Read([]).GetEnumerator();
    }

    private void RequireUnordered()
    {
        if (!_order.IsEmpty || _limit != long.MaxValue || _offset != 0)
        {
            throw new InvalidOperationException(
                $"Batches contain all rows in collection order. Use {nameof(ToTable)} for {nameof(OrderBy)}, {nameof(Limit)} and {nameof(Offset)}.");
        }
    }

    /// <summary>Reads the batches in collection order.</summary>
    /// <param name="warnings">Receives the warnings.</param>
    /// <param name="profile">The profile of the query, if its statistics are wanted.</param>
    /// <param name="isReviewed">True if the warnings were already reported.</param>
    private IEnumerable<ScanBatch> Read(List<QueryWarning> warnings, QueryProfile? profile = null, bool isReviewed = false)
    {
        using var lease = _scan.Lease();
        var plan = _scan.Plan(lease.Stripes, _columns);
        plan.Profile = profile;
        using var measure = QueryMeasure.Start(plan);
        var worker = new SelectionWorker(plan, Bind(plan, _columns), null);
        if (isReviewed)
        {
            plan.Seal();
        }
        else
        {
            warnings.AddRange(_scan.Review(plan, _columns));
        }

        profile?.Estimate(plan);
        var cancellation = _scan.Sharing.Cancellation;
        for (var stripe = 0; stripe < plan.Snapshot.Stripes.Count; stripe++)
        {
            for (var group = 0; group < plan.Snapshot.Stripes[stripe].GroupCount; group++)
            {
                cancellation.ThrowIfCancellationRequested();
                if (worker.Cursor.MoveTo(stripe, group))
                {
                    worker.Add();

                    // A caller that needs no further batch disposes the enumerator here.
                    measure.IsDone = true;
                    yield return worker.Batch;
                    measure.IsDone = false;
                }

                _scan.Sharing.Progress?.Report((plan.GroupsBefore(stripe, group) + 1.0) / plan.GroupCount);
            }
        }

        measure.IsDone = true;
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Passes each batch to a callback, in any order and concurrently on all workers of the query.</summary>
    /// <exception cref="InvalidOperationException">The selection has an order, a limit or an offset, which only <see cref="ToTable"/> supports.</exception>
    /// <exception cref="BlittableException">The file is damaged, or a required path does not exist.</exception>
    public void ForEach(Action<ScanBatch> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        RequireUnordered();
        _scan.Run(Steps, profile =>
        {
            using var lease = _scan.Lease();
            var plan = _scan.Plan(lease.Stripes, _columns);
            var columns = Bind(plan, _columns);
            _scan.Review(plan, _columns);
            plan.Profile = profile;
            profile?.Estimate(plan);
            QueryExecutor<SelectionWorker>.Run(plan, _scan.Sharing, () => new SelectionWorker(plan, columns, action));
            return null;
        });
    }

    /// <summary>Returns all rows with order, limit and offset applied. Without an order, rows are in collection order.</summary>
    /// <exception cref="BlittableException">The file is damaged, or a required path does not exist.</exception>
    public QueryTable ToTable()
    {
        return _scan.Run(Steps, profile =>
        {
            var warnings = new List<QueryWarning>();
            return new QueryTable(Names, [.. Rows(warnings, profile)], warnings);
        })!;
    }

    /// <summary>Returns the steps of the plan after the scan, the last one first.</summary>
    private IEnumerable<string> Steps() => [.. PlanText.Steps(_order, _limit, _offset), $"select {string.Join(", ", _columns.Select(PlanText.TextOf))}"];

    /// <summary>Enumerates the rows of <see cref="ToTable"/> as objects.</summary>
    /// <remarks>
    /// <para>Each row is deserialized like an object with one property per column, by the source-generated code of <typeparamref name="T"/>
    /// (<see cref="BlittableSerializer"/>). Conversions, naming and required members work as for documents. The property name for a path is the last name in
    /// the path, for example <c>name</c> for <c>$.customer.name</c>. The property name for any other column is the name of the column, which
    /// <see cref="ScanExpression.As"/> sets. A column without a value is null.</para>
    /// <para>Rows are read on the thread pool, a few hundred at a time. Without an order, memory use does not grow with the number of rows. With an order, the
    /// method uses as much memory as <see cref="ToTable"/>.</para>
    /// </remarks>
    /// <typeparam name="T">A type with source-generated code, for example a record.</typeparam>
    /// <param name="cancellationToken">Cancels the query.</param>
    /// <exception cref="BlittableException">Two columns have the same name, a value cannot be converted to the type of its property, or the file is damaged.
    /// Thrown during the enumeration.</exception>
    /// <exception cref="NotSupportedException">The type has no source-generated code.</exception>
    public async IAsyncEnumerable<T?> GetRowsAsync<T>([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var reader = new RowDeserializer<T>(_columns, []);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(_scan.Sharing.Cancellation, cancellationToken);
        var selection = new ScanSelection(_scan.WithCancellation(linked.Token), _columns, _order, _limit, _offset);
        await foreach (var row in DocumentBatches.FlattenAsync(reader.Read(selection.Rows(), DocumentBatches.Rows), linked.Token).ConfigureAwait(false))
        {
            yield return row;
        }
    }

    /// <summary>Enumerates the rows of <see cref="ToTable"/>. Without an order, rows are streamed.</summary>
    internal IEnumerable<QueryValue[]> Rows() => Rows([]);

    private IEnumerable<QueryValue[]> Rows(List<QueryWarning> warnings, QueryProfile? profile = null)
    {
        if (_order.IsEmpty)
        {
            return ReadFirst(Read(warnings, profile));
        }

        var isLimited = _limit is > 0 and < long.MaxValue;
        var rows = isLimited && TryReadTop(warnings, profile) is { } top ? top : ReadOrdered(Read(warnings, profile, isLimited), _order.First(Names, Wanted));
        return _offset == 0 ? rows : rows.Where((_, row) => row >= _offset);
    }

    private IEnumerable<QueryValue[]> ReadFirst(IEnumerable<ScanBatch> batches)
    {
        var (skipped, rows) = (0L, 0L);
        foreach (var batch in batches)
        {
            var first = (int)Math.Min(batch.Count, _offset - skipped);
            skipped += first;
            for (var row = first; row < batch.Count && rows < _limit; row++, rows++)
            {
                yield return Fill(new QueryValue[_columns.Length], batch, row);
            }

            if (rows >= _limit)
            {
                yield break;
            }
        }
    }

    /// <summary>Reads the first rows of the order without reading all rows completely. Returns null if they exceed the memory limit.</summary>
    private List<QueryValue[]>? TryReadTop(List<QueryWarning> warnings, QueryProfile? profile)
    {
        using var lease = _scan.Lease();
        var plan = _scan.Plan(lease.Stripes, _columns);
        plan.Profile = profile;
        using var measure = QueryMeasure.Start(plan);
        var columns = Bind(plan, _columns);
        warnings.AddRange(_scan.Review(plan, _columns));
        profile?.Estimate(plan);
        var first = _order.First(Names, Wanted);
        if (!new TopRows(plan, columns, _order.Columns(Names)).TryRead(first, Wanted, MemoryLimit, _scan.Sharing))
        {
            measure.IsDone = true;
            return null;
        }

        var sorted = first.ToSorted();
        measure.IsDone = true;
        return sorted;
    }

    private IEnumerable<QueryValue[]> ReadOrdered(IEnumerable<ScanBatch> batches, FirstRows first)
    {
        RowRuns? runs = null;
        try
        {
            ReadOrdered(batches, first, ref runs);
        }
        catch
        {
            runs?.Dispose();
            throw;
        }

        return runs is null ? first.ToSorted() : ReadRuns(runs);
    }

    /// <summary>Reads the first rows of the order, or, if they exceed the memory limit, all rows into temporary files.</summary>
    private void ReadOrdered(IEnumerable<ScanBatch> batches, FirstRows first, ref RowRuns? runs)
    {
        // Reuse the array of a rejected row, and fill in only the order columns until the row is accepted. For exact numbers, comparing mantissas rejects
        // most rows.
        var values = new QueryValue[_columns.Length];
        foreach (var batch in batches)
        {
            ReadOnlySpan<long> mantissas = [];
            var scale = 0;
            var areMantissas = first.Columns.Length > 0 && batch.Columns[first.Columns[0]].TryGetMantissas(out mantissas, out scale);
            var (least, most) = first.FirstKeys(scale);
            ReadOnlySpan<double> doubles = [];
            var areDoubles = first.Columns.Length > 0 && batch.Columns[first.Columns[0]].TryGetDoubles(out doubles);
            var (low, high) = first.FirstKeys();
            for (var row = 0; row < batch.Count; row++)
            {
                if (runs is not null)
                {
                    runs.Add(Fill(new QueryValue[_columns.Length], batch, row));
                    continue;
                }

                if (areMantissas && (mantissas[row] < least || mantissas[row] > most))
                {
                    continue;
                }

                // Comparisons with NaN are false, so NaN is not skipped.
                if (areDoubles && (doubles[row] < low || doubles[row] > high))
                {
                    continue;
                }

                foreach (var column in first.Columns)
                {
                    values[column] = batch[row, column];
                }

                if (first.MayTake(values) && first.TryTake(Fill(values, batch, row)))
                {
                    values = new QueryValue[_columns.Length];
                    (least, most) = first.FirstKeys(scale);
                    (low, high) = first.FirstKeys();
                    if (first.EstimatedBytes > MemoryLimit)
                    {
                        runs = new RowRuns(_columns.Length, MemoryLimit, first.Compare);
                        first.ToSorted().ForEach(runs.Add);
                        first.Clear();
                    }
                }
            }
        }
    }

    private IEnumerable<QueryValue[]> ReadRuns(RowRuns runs)
    {
        using (runs)
        {
            long rows = 0;
            foreach (var row in runs.Read())
            {
                if (rows++ == Wanted)
                {
                    yield break;
                }

                yield return row;
            }
        }
    }

    private static QueryValue[] Fill(QueryValue[] values, ScanBatch batch, int row)
    {
        for (var column = 0; column < values.Length; column++)
        {
            values[column] = batch[row, column];
        }

        return values;
    }

    /// <summary>Binds columns to a query plan.</summary>
    /// <param name="plan">The plan, which must not be sealed.</param>
    /// <param name="columns">The columns.</param>
    /// <param name="purpose">The purpose of the columns, for the error message.</param>
    /// <exception cref="BlittableException">A column has several values for each row.</exception>
    internal static (PathPlan Path, string Name)[] Bind(QueryPlan plan, ScanExpression[] columns, string purpose = "to select")
    {
        return Array.ConvertAll(columns, column =>
        {
            var bound = plan.Add(column);
            bound.RequireSingle(purpose);
            bound.ExpectFound();
            bound.FindContainers(plan.Snapshot);
            if (plan.Unnest is not null && bound.Expression is null && bound.MayHaveContainers(plan.Snapshot))
            {
                bound = plan.AddReader(bound.Path, QueryValue.FromValue);
            }

            return (bound, column.ToString());
        });
    }
}
