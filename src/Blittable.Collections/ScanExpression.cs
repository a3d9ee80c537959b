using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Query.Rows;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Computes a value from the scalars of a document, for filters, groups, aggregates, orders and selections. Immutable and thread-safe.</summary>
/// <remarks>
/// Strings convert implicitly to path expressions. If a document lacks an operand, or the operand has another kind, the result is null, as in SQL.
/// <code>
/// var total = ScanExpression.Path("$.price") * "$.quantity" - ScanExpression.Coalesce("$.discount", 0);
/// reader.Scan().GroupBy(ScanExpression.Path("$.created").Truncate(DatePart.Month)).Aggregate(Aggregate.Sum(total));
/// </code>
/// </remarks>
public abstract class ScanExpression
{
    private protected ScanExpression()
    {
    }

    /// <summary>Parses an expression from text: <c>$.price * $.quantity as total</c>.</summary>
    /// <param name="text">A value in the language described in docs/EXPRESSIONS.md, optionally followed by <c>as</c> and a name.</param>
    /// <param name="parameters">The values of parameters such as <c>@rate</c>.</param>
    /// <exception cref="BlittableException">The text is not a valid expression (<see cref="BlittableErrorCode.InvalidQuery"/>).
    /// <see cref="BlittableException.Offset"/> counts characters.</exception>
    public static ScanExpression Parse(string text, params ReadOnlySpan<(string Name, QueryValue Value)> parameters) =>
        new QueryBinder(text, parameters.ToArray()).Expression(QueryParser.ParseValue(text));

    /// <summary>Parses a comma-separated list of expressions: <c>$.id, lower($.name) as name</c>.</summary>
    /// <param name="text">Values in the language described in docs/EXPRESSIONS.md, with or without names.</param>
    /// <param name="parameters">The values of parameters such as <c>@rate</c>.</param>
    /// <exception cref="BlittableException">The text is not a valid list of expressions.</exception>
    public static ScanExpression[] ParseList(string text, params ReadOnlySpan<(string Name, QueryValue Value)> parameters)
    {
        var binder = new QueryBinder(text, parameters.ToArray());
        return [.. QueryParser.ParseValues(text).Select(binder.Expression)];
    }

    /// <summary>Calls a function of the query language by name, such as <c>lower</c>, <c>round</c> or <c>month</c>.</summary>
    /// <exception cref="ArgumentException">The function does not exist, or takes a different number of arguments.</exception>
    public static ScanExpression Call(string function, params ReadOnlySpan<ScanExpression> arguments)
    {
        ArgumentNullException.ThrowIfNull(function);
        if (!ScalarFunction.All.TryGetValue(function, out var known) || arguments.Length < known.Least || arguments.Length > known.Most)
        {
            throw new ArgumentException($"No function '{function}' takes {arguments.Length} arguments.", nameof(function));
        }

        return new FunctionExpression(known, arguments.ToArray());
    }

    /// <summary>Reads the scalar at a path.</summary>
    /// <exception cref="BlittableException">The path is invalid.</exception>
    public static ScanExpression Path(string path) => new PathExpression(BlittablePath.Parse(path));

    /// <summary>Returns the same value for all documents.</summary>
    public static ScanExpression Constant(QueryValue value) => new ConstantExpression(value);

    /// <summary>Returns the first value that is not null.</summary>
    /// <exception cref="ArgumentException"><paramref name="values"/> is empty.</exception>
    public static ScanExpression Coalesce(params ReadOnlySpan<ScanExpression> values) =>
        values.IsEmpty ? throw new ArgumentException("At least one expression is required.", nameof(values)) : new CoalesceExpression(values.ToArray());

    /// <summary>Returns the value of the first branch whose condition holds, like <c>CASE WHEN</c> in SQL.</summary>
    /// <param name="branches">The conditions and their values.</param>
    /// <param name="otherwise">The value if no condition holds. The default is null.</param>
    /// <exception cref="ArgumentException">There are no branches, or a condition or value is null.</exception>
    public static ScanExpression Case(ReadOnlySpan<(Filter When, ScanExpression Then)> branches, ScanExpression? otherwise = null)
    {
        if (branches.IsEmpty || Array.Exists(branches.ToArray(), branch => branch.When is null || branch.Then is null))
        {
            throw new ArgumentException("At least one branch is required, each with a condition and a value.", nameof(branches));
        }

        return new CaseExpression(branches.ToArray(), otherwise ?? Constant(QueryValue.Null));
    }

    /// <summary>Looks up a column of a table by key; null if the key does not exist (left join). Add <see cref="Filter.In(ScanExpression, CollectionLookup)"/>
    /// for an inner join.</summary>
    /// <param name="table">The table.</param>
    /// <param name="key">The key.</param>
    /// <param name="column">The column name.</param>
    /// <exception cref="BlittableException">The table has no such column.</exception>
    public static ScanExpression Lookup(CollectionLookup table, ScanExpression key, string column)
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(key);
        table.RequireKeys(1);
        return new LookupExpression(table, key, column);
    }

    /// <summary>Looks up a column of a table by a composite key; null if the row does not exist or a part of the key is null.</summary>
    /// <param name="table">The table. It must have the same number of key columns.</param>
    /// <param name="keys">The key expressions, in the order of the table's key columns.</param>
    /// <param name="column">The column name.</param>
    /// <exception cref="ArgumentException">The table has a different number of key columns.</exception>
    /// <exception cref="BlittableException">The table has no such column.</exception>
    public static ScanExpression Lookup(CollectionLookup table, ReadOnlySpan<ScanExpression> keys, string column)
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(column);
        table.RequireKeys(keys.Length);
        return keys.Length == 1 ? Lookup(table, keys[0], column) : new TupleExpression(table, keys.ToArray(), column);
    }

    /// <summary>Truncates an instant to the start of its second, minute, hour, day, week (Monday), month, quarter or year in UTC, like <c>date_trunc</c> in
    /// SQL.</summary>
    public ScanExpression Truncate(DatePart part) => new TruncateExpression(this, part);

    /// <summary>Truncates an instant to the start of its interval, with intervals of equal width, like <c>time_bucket</c> in SQL.</summary>
    /// <param name="width">The interval width.</param>
    /// <param name="origin">The start of one of the intervals. The default is midnight of Monday, 2000-01-03 UTC.</param>
    /// <exception cref="ArgumentOutOfRangeException">The width is not positive.</exception>
    public ScanExpression Bucket(TimeSpan width, DateTimeOffset? origin = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(width, TimeSpan.Zero);
        return new BucketExpression(this, width, origin ?? BucketExpression.DefaultOrigin);
    }

    /// <summary>Converts the value to another kind: strings to numbers or dates, any value to its text, booleans to 1 and 0. The result is null if the
    /// conversion is impossible.</summary>
    /// <exception cref="ArgumentOutOfRangeException">No value can be converted to the kind.</exception>
    public ScanExpression Cast(QueryValueKind kind) => new CastExpression(this, kind);

    /// <summary>Returns the expression with another name for its result column.</summary>
    /// <exception cref="ArgumentException">The name is empty or contains a lone surrogate.</exception>
    public ScanExpression As(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Utf8Text.RequireWholePairs(name, nameof(name));
        return new NamedExpression(this, name);
    }

    /// <summary>Reads the scalar at a path.</summary>
    public static implicit operator ScanExpression(string path) => Path(path);

    /// <summary>Converts a number.</summary>
    public static implicit operator ScanExpression(long value) => Constant(value);

    /// <summary>Converts a number.</summary>
    public static implicit operator ScanExpression(decimal value) => Constant(value);

    /// <summary>Converts a number.</summary>
    public static implicit operator ScanExpression(double value) => Constant(value);

    /// <summary>Adds two numbers.</summary>
    public static ScanExpression operator +(ScanExpression left, ScanExpression right) => new ArithmeticExpression('+', left, right);

    /// <summary>Subtracts two numbers.</summary>
    public static ScanExpression operator -(ScanExpression left, ScanExpression right) => new ArithmeticExpression('-', left, right);

    /// <summary>Multiplies two numbers.</summary>
    public static ScanExpression operator *(ScanExpression left, ScanExpression right) => new ArithmeticExpression('*', left, right);

    /// <summary>Divides two numbers. The result is null if the divisor is zero.</summary>
    public static ScanExpression operator /(ScanExpression left, ScanExpression right) => new ArithmeticExpression('/', left, right);

    /// <summary>Computes the remainder of a division. The result is null if the divisor is zero.</summary>
    public static ScanExpression operator %(ScanExpression left, ScanExpression right) => new ArithmeticExpression('%', left, right);

    /// <summary>Negates a number.</summary>
    public static ScanExpression operator -(ScanExpression value) => new ArithmeticExpression('-', Constant(0), value);

    /// <summary>Returns the expression as text, which names its column.</summary>
    public abstract override string ToString();

    /// <summary>Gets the paths that the expression reads.</summary>
    internal abstract IEnumerable<BlittablePath> Paths { get; }

    /// <summary>Gets the expression without its name.</summary>
    internal virtual ScanExpression Unnamed => this;

    /// <summary>Gets the path if the expression is a path; null if it computes a value.</summary>
    internal virtual BlittablePath? ValuePath => null;

    /// <summary>Binds the paths to a query plan.</summary>
    internal abstract BoundExpression Bind(QueryPlan plan);

    /// <summary>Determines whether another expression is known to have the same values, so they are computed only once.</summary>
    internal virtual bool IsSame(ScanExpression other) => ReferenceEquals(this, other);
}
