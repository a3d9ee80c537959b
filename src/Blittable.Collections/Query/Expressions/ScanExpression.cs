using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Something computed from the scalars of a document: to filter, group, aggregate, order or select by. Immutable; can be shared by queries.</summary>
/// <remarks>
/// A string where an expression is expected is a path. Where a document lacks what is needed, or has a value of another kind, the result is null, as SQL has it.
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

    /// <summary>The scalar at a path.</summary>
    /// <exception cref="BlittableException">The path cannot be read.</exception>
    public static ScanExpression Path(string path) => new PathExpression(BlittablePath.Parse(path));

    /// <summary>The same value for all documents.</summary>
    public static ScanExpression Constant(QueryValue value) => new ConstantExpression(value);

    /// <summary>The first value that is not null.</summary>
    /// <exception cref="ArgumentException">There is no value to choose from.</exception>
    public static ScanExpression Coalesce(params ReadOnlySpan<ScanExpression> values) =>
        values.IsEmpty ? throw new ArgumentException("Expected at least one expression.", nameof(values)) : new CoalesceExpression(values.ToArray());

    /// <summary>A column of the row that a table has for a key; null where it has none. With <see cref="Filter.In(ScanExpression, CollectionLookup)"/> it
    /// is an inner join, without it a left one.</summary>
    /// <param name="table">The table.</param>
    /// <param name="key">The key.</param>
    /// <param name="column">The name of the column.</param>
    /// <exception cref="BlittableException">The table has no such column.</exception>
    public static ScanExpression Lookup(CollectionLookup table, ScanExpression key, string column)
    {
        ArgumentNullException.ThrowIfNull(table);
        ArgumentNullException.ThrowIfNull(key);
        return new LookupExpression(table, key, column);
    }

    /// <summary>The start of the second, minute, hour, day, week (Monday), month, quarter or year that an instant is in, in UTC: SQL's
    /// <c>date_trunc</c>.</summary>
    public ScanExpression Truncate(DatePart part) => new TruncateExpression(this, part);

    /// <summary>The start of the interval that an instant is in, where time is divided into intervals of one width: <c>time_bucket</c>.</summary>
    /// <param name="width">The width, positive.</param>
    /// <param name="origin">Where one of the intervals starts; midnight of 2000-01-03, a Monday, where it is left out.</param>
    /// <exception cref="ArgumentOutOfRangeException">The width is not positive.</exception>
    public ScanExpression Bucket(TimeSpan width, DateTimeOffset? origin = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(width, TimeSpan.Zero);
        return new BucketExpression(this, width, origin ?? new DateTimeOffset(2000, 1, 3, 0, 0, 0, TimeSpan.Zero));
    }

    /// <summary>The value as one of another kind: a number or date read from a string, the text of anything, 1 and 0 for booleans; null where that cannot
    /// be.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The kind is none that a value can be brought to.</exception>
    public ScanExpression Cast(QueryValueKind kind) => new CastExpression(this, kind);

    /// <summary>The same under another name, for the column of the result.</summary>
    /// <exception cref="ArgumentException">The name is empty.</exception>
    public ScanExpression As(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return new NamedExpression(this, name);
    }

    /// <summary>The scalar at a path.</summary>
    public static implicit operator ScanExpression(string path) => Path(path);

    /// <summary>A number.</summary>
    public static implicit operator ScanExpression(long value) => Constant(value);

    /// <summary>A number.</summary>
    public static implicit operator ScanExpression(decimal value) => Constant(value);

    /// <summary>A number.</summary>
    public static implicit operator ScanExpression(double value) => Constant(value);

    /// <summary>The sum of two numbers.</summary>
    public static ScanExpression operator +(ScanExpression left, ScanExpression right) => new ArithmeticExpression('+', left, right);

    /// <summary>The difference of two numbers.</summary>
    public static ScanExpression operator -(ScanExpression left, ScanExpression right) => new ArithmeticExpression('-', left, right);

    /// <summary>The product of two numbers.</summary>
    public static ScanExpression operator *(ScanExpression left, ScanExpression right) => new ArithmeticExpression('*', left, right);

    /// <summary>The quotient of two numbers; null where the divisor is zero.</summary>
    public static ScanExpression operator /(ScanExpression left, ScanExpression right) => new ArithmeticExpression('/', left, right);

    /// <summary>What is left of a number divided by another; null where the divisor is zero.</summary>
    public static ScanExpression operator %(ScanExpression left, ScanExpression right) => new ArithmeticExpression('%', left, right);

    /// <summary>The negative number.</summary>
    public static ScanExpression operator -(ScanExpression value) => new ArithmeticExpression('-', Constant(0), value);

    /// <summary>The expression as text, which names its column.</summary>
    public abstract override string ToString();

    /// <summary>The paths it needs.</summary>
    internal abstract IEnumerable<BlittablePath> Paths { get; }

    /// <summary>The expression whatever its name.</summary>
    internal virtual ScanExpression Unnamed => this;

    /// <summary>Looks paths up in a snapshot.</summary>
    internal abstract BoundExpression Bind(QueryPlan plan);
}
