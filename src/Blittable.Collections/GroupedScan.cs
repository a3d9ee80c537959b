using System.Runtime.CompilerServices;
using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Execution;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <summary>Groups documents by the scalars at one or more paths. Immutable and thread-safe. Each method returns a new scan.</summary>
/// <remarks>Documents without a value, or with null, an object or an array at a path, are in the group of null.</remarks>
public sealed class GroupedScan
{
    private readonly CollectionScan _scan;
    private readonly ScanExpression[] _keys;

    internal GroupedScan(CollectionScan scan, ScanExpression[] keys)
    {
        _scan = scan;
        _keys = keys;
        MemoryLimit = scan.MemoryLimit;
    }

    private GroupedScan(GroupedScan other, CollectionScan? scan = null)
    {
        _scan = scan ?? other._scan;
        (_keys, Order, Rows, Conditions) = (other._keys, other.Order, other.Rows, other.Conditions);
        Skipped = other.Skipped;
        MemoryLimit = other.MemoryLimit;
    }

    private RowOrder Order { get; init; } = new([]);

    private long Rows { get; init; } = long.MaxValue;

    private long Skipped { get; init; }

    /// <summary>Gets the conditions, which are bound to the result columns when the query runs.</summary>
    private IReadOnlyList<GroupCondition> Conditions { get; init; } = [];

    private long MemoryLimit { get; init; }

    /// <summary>Orders the result by a column: a path of the groups, or an aggregate's name. Further calls add columns that break ties.</summary>
    /// <remarks>Without an order, groups are ordered by their keys.</remarks>
    public GroupedScan OrderBy(string column, bool descending = false) => new(this) { Order = Order.Then(column, descending) };

    /// <summary>Limits the number of result rows.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows"/> is negative.</exception>
    public GroupedScan Limit(long rows)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(rows);
        return new(this) { Rows = rows };
    }

    /// <summary>Skips the first rows of the result. <see cref="Limit"/> counts the rows after them.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows"/> is negative.</exception>
    public GroupedScan Offset(long rows)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(rows);
        return new(this) { Skipped = rows };
    }

    /// <summary>Restricts the result to groups for which a result column satisfies a comparison, like <c>HAVING</c> in SQL. Several conditions must all
    /// hold.</summary>
    /// <param name="column">A path of the groups, or an aggregate's name.</param>
    /// <param name="comparison">The comparison operator.</param>
    /// <param name="value">The value to compare with.</param>
    /// <exception cref="ArgumentNullException"><paramref name="column"/> is null.</exception>
    public GroupedScan Having(string column, FilterOperator comparison, QueryValue value)
    {
        ArgumentNullException.ThrowIfNull(column);
        return new(this) { Conditions = [.. Conditions, new GroupCondition.OfColumn(column, comparison, value)] };
    }

    /// <summary>Restricts the result to groups that satisfy a condition given as text: <c>total &gt; 100 and sum($.price) &lt;&gt; null</c>.</summary>
    /// <param name="condition">A condition over the result columns, in the language described in docs/EXPRESSIONS.md.</param>
    /// <param name="parameters">The values of parameters such as <c>@least</c>.</param>
    /// <exception cref="BlittableException">The text is not a valid condition (<see cref="BlittableErrorCode.InvalidQuery"/>).
    /// <see cref="BlittableException.Offset"/> counts characters. Columns that the result does not have are reported when the query runs.</exception>
    public GroupedScan Having(string condition, params ReadOnlySpan<(string Name, QueryValue Value)> parameters)
    {
        return new(this) { Conditions = [.. Conditions, new GroupCondition.OfText(condition, parameters.ToArray())] };
    }

    /// <summary>Sets the approximate memory limit for groups, in bytes. See <see cref="CollectionScan.WithMemoryLimit"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The limit is less than 1 MB.</exception>
    public GroupedScan WithMemoryLimit(long bytes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bytes, 1 << 20);
        return WithAnyMemoryLimit(bytes);
    }

    /// <summary>Sets a memory limit that may be lower than useful in practice, to test spilling.</summary>
    internal GroupedScan WithAnyMemoryLimit(long bytes) => new(this) { MemoryLimit = bytes };

    /// <summary>Runs the query.</summary>
    /// <returns>One row for each group, with its keys followed by the results of the aggregates.</returns>
    /// <exception cref="BlittableException">The file is damaged, or a required path does not exist.</exception>
    public QueryTable Aggregate(params ReadOnlySpan<Aggregate> aggregates)
    {
        var asked = aggregates.ToArray();
        return _scan.Run(() => Steps(asked), profile => Compute(asked, profile))!;
    }

    private QueryTable Compute(Aggregate[] asked, QueryProfile? profile)
    {
        using var lease = _scan.Lease();
        string[] names = [.. _keys.Select(key => key.ToString()), .. asked.Select(aggregate => aggregate.Name)];
        var first = Order.First(names, Rows > long.MaxValue - Skipped ? long.MaxValue : Rows + Skipped);
        var conditions = Conditions.Select(condition => condition.Bind(names)).ToArray();
        var query = Bind(lease.Stripes, asked);
        ScanExpression[] results = [.. _keys, .. asked.Select(aggregate => new AggregateExpression(aggregate))];
        var filters = asked.Select(aggregate => aggregate.Filter).Concat(Conditions.Select(condition => condition.Review(names, results)));
        var warnings = _scan.Review(query.Plan, asked.SelectMany(aggregate => aggregate.Inputs), _keys, filters);
        query.Plan.Profile = profile;
        profile?.Estimate(query.Plan);
        if (TryGroup(query) is { } worker)
        {
            using (worker)
            {
                worker.AddRows(first, conditions);
            }
        }
        else
        {
            using var spilled = new SpilledGroups(query.OverGivenRows(), MemoryLimit, level: 0, _scan.Sharing.Cancellation);
            QueryExecutor<SpillingWorker>.Run(query.Plan, _scan.Sharing, () => new SpillingWorker(query, spilled));
            spilled.Finish(part => part.AddRows(first, conditions));
        }

        var rows = first.ToSorted();
        rows.RemoveRange(0, (int)Math.Min(rows.Count, Skipped));
        return new QueryTable(names, rows, warnings);
    }

    /// <summary>Returns the steps of the plan after the scan, the last one first.</summary>
    private IEnumerable<string> Steps(Aggregate[] aggregates)
    {
        return
        [
            .. PlanText.Steps(Order, Rows, Skipped),
            .. Conditions.Count == 0 ? [] : new[] { $"having {string.Join(" and ", Conditions)}" },
            .. _keys.Length == 0 ? [] : new[] { $"group by {string.Join(", ", _keys.Select(PlanText.TextOf))}" },
            .. aggregates.Length == 0 ? [] : new[] { $"aggregate {string.Join(", ", aggregates.Select(TextOf))}" },
        ];
    }

    private static string TextOf(Aggregate aggregate)
    {
        var condition = aggregate.Filter is null ? "" : $" where {aggregate.Filter}";
        var name = aggregate.Name == aggregate.Text ? "" : $" as {aggregate.Name}";
        return aggregate.Text + condition + name;
    }

    /// <summary>Runs the query and enumerates its rows as objects.</summary>
    /// <remarks>
    /// <para>Each row is deserialized like an object with one property per column, by the source-generated code of <typeparamref name="T"/>
    /// (<see cref="BlittableSerializer"/>). The property name for a path is the last name in the path, for example <c>country</c> for <c>$.address.country</c>.
    /// The property name for an aggregate is the name of the aggregate, which <see cref="Collections.Aggregate.As"/> sets.</para>
    /// <para>The query runs on the thread pool when the enumeration starts, and its result is held in memory. Objects are created a few hundred at a
    /// time.</para>
    /// </remarks>
    /// <typeparam name="T">A type with source-generated code, for example a record.</typeparam>
    /// <param name="aggregates">The aggregates to compute for each group.</param>
    /// <param name="cancellationToken">Cancels the query.</param>
    /// <exception cref="ArgumentNullException"><paramref name="aggregates"/> is null.</exception>
    /// <exception cref="BlittableException">Two columns have the same name, a value cannot be converted to the type of its property, or the file is damaged.
    /// Thrown during the enumeration.</exception>
    /// <exception cref="NotSupportedException">The type has no source-generated code.</exception>
    public IAsyncEnumerable<T?> GetRowsAsync<T>(IEnumerable<Aggregate> aggregates, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(aggregates);
        return ReadRowsAsync<T>([.. aggregates], cancellationToken);
    }

    private async IAsyncEnumerable<T?> ReadRowsAsync<T>(Aggregate[] aggregates, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var reader = new RowDeserializer<T>(_keys, aggregates.Select(aggregate => aggregate.Name));
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(_scan.Sharing.Cancellation, cancellationToken);
        var query = new GroupedScan(this, _scan.WithCancellation(linked.Token));
        var table = await Task.Run(() => query.Aggregate(aggregates), linked.Token).ConfigureAwait(false);
        var rows = Enumerable.Range(0, table.Count).Select(row => table.GetRow(row).ToArray());
        await foreach (var row in DocumentBatches.FlattenAsync(reader.Read(rows, DocumentBatches.Rows), linked.Token).ConfigureAwait(false))
        {
            yield return row;
        }
    }

    /// <summary>Groups in memory. Returns null if the groups exceed the memory limit.</summary>
    private AggregateWorker? TryGroup(GroupedQuery query)
    {
        try
        {
            var limit = MemoryLimit == long.MaxValue ? MemoryLimit : MemoryLimit / _scan.Sharing.Workers;
            return Merge(QueryExecutor<AggregateWorker>.Run(query.Plan, _scan.Sharing, () => query.CreateWorker(limit, maySplit: true)));
        }
        catch (MemoryExceededException)
        {
            return null;
        }
    }

    private static AggregateWorker Merge(IReadOnlyList<AggregateWorker> workers)
    {
        var merged = workers[0];
        try
        {
            foreach (var other in workers.Skip(1))
            {
                merged.Merge(other);
            }

            return merged;
        }
        catch
        {
            merged.Dispose();
            throw;
        }
        finally
        {
            foreach (var other in workers.Skip(1))
            {
                other.Dispose();
            }
        }
    }

    private GroupedQuery Bind(StripeSet stripes, Aggregate[] aggregates)
    {
        var plan = _scan.Plan(stripes, _keys.Concat(aggregates.SelectMany(aggregate => aggregate.Inputs)));
        var keys = Array.ConvertAll(_keys, key =>
        {
            var bound = plan.Add(key);
            bound.RequireSingle("to group by");
            bound.ExpectFound();
            return bound;
        });
        return new GroupedQuery(plan, keys, Array.ConvertAll(aggregates, aggregate => aggregate.Bind(plan)));
    }
}
