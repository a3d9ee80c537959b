using Blittable.Collections.Query.Rows;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches values that are at least one scalar and at most another.</summary>
/// <exception cref="BlittableException">Values cannot be ordered relative to a bound.</exception>
internal sealed class RangePredicate(QueryValue least, QueryValue most) : ValuePredicate
{
    /// <summary>Gets the lower bound.</summary>
    public ComparePredicate Least { get; } = new(FilterOperator.GreaterOrEqual, least);

    /// <summary>Gets the upper bound.</summary>
    public ComparePredicate Most { get; } = new(FilterOperator.LessOrEqual, most);

    public override string ToString() => $"between {Least.Value.ToJson()} and {Most.Value.ToJson()}";

    public override bool NeedsStates => Least.NeedsStates || Most.NeedsStates;

    public override bool Passes(in QueryValue value) => Least.Passes(value) && Most.Passes(value);

    public override void Evaluate(PathValues values, GroupCursor cursor, Span<ulong> passed)
    {
        var words = MaskKernel.Words(cursor.Selection.Count);
        var rented = cursor.RentMask(words);
        Least.Evaluate(values, cursor, passed);
        Most.Evaluate(values, cursor, rented);
        for (var word = 0; word < words; word++)
        {
            passed[word] &= rented[word];
        }

        cursor.Return(rented);
    }
}
