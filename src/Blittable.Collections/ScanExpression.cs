using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections;

/// <summary>Computes a value from the scalars of a document, to filter, group, aggregate, order or select by. Immutable; any thread may use it.</summary>
/// <remarks>
/// A string where an expression is expected is a path. Where a document lacks an operand, or has a value of another kind, the result is null, as in SQL.
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

    /// <summary>Reads an expression as people write it: <c>$.price * $.quantity as total</c>.</summary>
    /// <param name="text">A value of the language that docs/EXPRESSIONS.md describes, with or without a name after <c>as</c>.</param>
    /// <param name="parameters">The values of names such as <c>@rate</c>.</param>
    /// <exception cref="BlittableException">
    /// The text is no value (<see cref="BlittableErrorCode.InvalidQuery"/>); its <see cref="BlittableException.Offset"/> counts characters.
    /// </exception>
    public static ScanExpression Parse(string text, params ReadOnlySpan<(string Name, QueryValue Value)> parameters) =>
        new QueryBinder(text, parameters.ToArray()).Expression(QueryParser.ParseValue(text));

    /// <summary>Reads expressions between commas: <c>$.id, lower($.name) as name</c>.</summary>
    /// <param name="text">Values of the language that docs/EXPRESSIONS.md describes, with or without names.</param>
    /// <param name="parameters">The values of names such as <c>@rate</c>.</param>
    /// <exception cref="BlittableException">The text is no list of values.</exception>
    public static ScanExpression[] ParseList(string text, params ReadOnlySpan<(string Name, QueryValue Value)> parameters)
    {
        var binder = new QueryBinder(text, parameters.ToArray());
        return [.. QueryParser.ParseValues(text).Select(binder.Expression)];
    }

    /// <summary>Computes a function by its name in the language of queries, such as <c>lower</c>, <c>round</c> or <c>month</c>.</summary>
    /// <exception cref="ArgumentException">There is no such function, or it takes another number of arguments.</exception>
    public static ScanExpression Call(string function, params ReadOnlySpan<ScanExpression> arguments)
    {
        ArgumentNullException.ThrowIfNull(function);
        if (!ScalarFunction.All.TryGetValue(function, out var known) || arguments.Length < known.Least || arguments.Length > known.Most)
        {
            throw new ArgumentException($"There is no function '{function}' of {arguments.Length} arguments.", nameof(function));
        }

        return new FunctionExpression(known, arguments.ToArray());
    }

    /// <summary>Reads the scalar at a path.</summary>
    /// <exception cref="BlittableException">The path cannot be read.</exception>
    public static ScanExpression Path(string path) => new PathExpression(BlittablePath.Parse(path));

    /// <summary>Returns the same value for all documents.</summary>
    public static ScanExpression Constant(QueryValue value) => new ConstantExpression(value);

    /// <summary>Returns the first value that is not null.</summary>
    /// <exception cref="ArgumentException">There is no value to choose from.</exception>
    public static ScanExpression Coalesce(params ReadOnlySpan<ScanExpression> values) =>
        values.IsEmpty ? throw new ArgumentException("Expected at least one expression.", nameof(values)) : new CoalesceExpression(values.ToArray());

    /// <summary>Returns the value of the first branch whose condition passes: SQL's <c>CASE WHEN</c>.</summary>
    /// <param name="branches">The conditions and their values.</param>
    /// <param name="otherwise">The value if no condition passes; null by default.</param>
    /// <exception cref="ArgumentException">There is no branch, or a part of one is null.</exception>
    public static ScanExpression Case(ReadOnlySpan<(Filter When, ScanExpression Then)> branches, ScanExpression? otherwise = null)
    {
        if (branches.IsEmpty || Array.Exists(branches.ToArray(), branch => branch.When is null || branch.Then is null))
        {
            throw new ArgumentException("Expected at least one branch, each with a condition and a value.", nameof(branches));
        }

        return new CaseExpression(branches.ToArray(), otherwise ?? Constant(QueryValue.Null));
    }

    /// <summary>Looks up a column of a table by a key; null without such a row. With <see cref="Filter.In(ScanExpression, CollectionLookup)"/> it
    /// is an inner join, without it a left one.</summary>
    /// <param name="table">The table.</param>
    /// <param name="key">The key.</param>
    /// <param name="column">The name of the column.</param>
    /// <exception cref="BlittableException">The table has no such column.</exception>
    public static ScanExpression Lookup(CollectionLookup table, ScanExpression key, string column)
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(key);
        table.RequireKeys(1);
        return new LookupExpression(table, key, column);
    }

    /// <summary>Looks up a column of a table by several keys; null without such a row, or if a key is null.</summary>
    /// <param name="table">The table, of as many keys.</param>
    /// <param name="keys">The keys, in the order of the table's columns.</param>
    /// <param name="column">The name of the column.</param>
    /// <exception cref="ArgumentException">The table has another number of keys.</exception>
    /// <exception cref="BlittableException">The table has no such column.</exception>
    public static ScanExpression Lookup(CollectionLookup table, ReadOnlySpan<ScanExpression> keys, string column)
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(column);
        table.RequireKeys(keys.Length);
        return keys.Length == 1 ? Lookup(table, keys[0], column) : new TupleExpression(table, keys.ToArray(), column);
    }

    /// <summary>Truncates an instant to the start of the second, minute, hour, day, week (Monday), month, quarter or year in UTC: SQL's
    /// <c>date_trunc</c>.</summary>
    public ScanExpression Truncate(DatePart part) => new TruncateExpression(this, part);

    /// <summary>Truncates an instant to the start of its interval, where time is divided into intervals of one width: <c>time_bucket</c>.</summary>
    /// <param name="width">The width, positive.</param>
    /// <param name="origin">Where one of the intervals starts; midnight of 2000-01-03, a Monday, by default.</param>
    /// <exception cref="ArgumentOutOfRangeException">The width is not positive.</exception>
    public ScanExpression Bucket(TimeSpan width, DateTimeOffset? origin = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(width, TimeSpan.Zero);
        return new BucketExpression(this, width, origin ?? new DateTimeOffset(2000, 1, 3, 0, 0, 0, TimeSpan.Zero));
    }

    /// <summary>Converts the value to another kind: a number or date read from a string, the text of any value, 1 and 0 for booleans; null if that
    /// is impossible.</summary>
    /// <exception cref="ArgumentOutOfRangeException">No value can be converted to the kind.</exception>
    public ScanExpression Cast(QueryValueKind kind) => new CastExpression(this, kind);

    /// <summary>Returns the same expression under another name, for the column of the result.</summary>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    public ScanExpression As(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
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

    /// <summary>Divides two numbers; null where the divisor is zero.</summary>
    public static ScanExpression operator /(ScanExpression left, ScanExpression right) => new ArithmeticExpression('/', left, right);

    /// <summary>Computes the remainder of a division; null where the divisor is zero.</summary>
    public static ScanExpression operator %(ScanExpression left, ScanExpression right) => new ArithmeticExpression('%', left, right);

    /// <summary>Negates a number.</summary>
    public static ScanExpression operator -(ScanExpression value) => new ArithmeticExpression('-', Constant(0), value);

    /// <summary>Returns the expression as text, which names its column.</summary>
    public abstract override string ToString();

    /// <summary>The paths it needs.</summary>
    internal abstract IEnumerable<BlittablePath> Paths { get; }

    /// <summary>The expression whatever its name.</summary>
    internal virtual ScanExpression Unnamed => this;

    /// <summary>The path whose value it is; null where it computes.</summary>
    internal virtual BlittablePath? ValuePath => null;

    /// <summary>Looks paths up in a snapshot.</summary>
    internal abstract BoundExpression Bind(QueryPlan plan);
}
