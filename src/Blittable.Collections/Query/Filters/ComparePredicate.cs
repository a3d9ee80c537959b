using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches values that satisfy a comparison with a scalar.</summary>
/// <remarks>
/// Objects and arrays are not equal to any scalar. Missing values match no comparison. Null equals only null, and matches no other comparison.
/// </remarks>
internal sealed class ComparePredicate : ValuePredicate
{
    private readonly FilterOperator _comparison;
    private readonly QueryValue _value;

    /// <summary>The date that the value represents, if it is a string with a date.</summary>
    private readonly QueryValue _date;

    /// <exception cref="BlittableException">The operator does not apply to the value.</exception>
    public ComparePredicate(FilterOperator comparison, QueryValue value)
    {
        ScalarComparison.Check(comparison, value);
        _comparison = comparison;
        _value = value;
        ScalarComparison.TryReadDate(value, out _date);
        Text = value.Kind == QueryValueKind.String ? new TextLiteral(comparison, value.GetString()) : null;
    }

    /// <summary>Gets the comparison operator.</summary>
    public FilterOperator Comparison => _comparison;

    /// <summary>Gets the value to compare with.</summary>
    public QueryValue Value => _value;

    /// <summary>Gets the text that strings are compared with, or null if the value is not a string.</summary>
    public TextLiteral? Text { get; }

    /// <summary>Gets the date that dates are compared with, or null if the value is not a date.</summary>
    public QueryValue Date => _value.Kind == QueryValueKind.Date ? _value : _date;

    public override string ToString() => $"{ComparisonExpression.Symbol(_comparison)} {_value.ToJson()}";

    public override bool NeedsStates => _comparison == FilterOperator.NotEqual || _value.Kind == QueryValueKind.Null;

    public override bool Passes(in QueryValue value)
    {
        if (_value.Kind == QueryValueKind.Null || value.Kind == QueryValueKind.Null)
        {
            return PassesState(value.State);
        }

        if (_comparison == FilterOperator.StartsWith)
        {
            return value.Kind is QueryValueKind.String or QueryValueKind.Date
                && value.ToString().StartsWith(_value.GetString(), StringComparison.Ordinal);
        }

        var literal = value.Kind == QueryValueKind.Date && _date.Kind == QueryValueKind.Date ? _date : _value;
        return ScalarComparison.TryCompare(value, literal, out var order)
            ? ScalarComparison.Passes(_comparison, order)
            : _comparison == FilterOperator.NotEqual;
    }

    public override void Evaluate(PathValues values, GroupCursor cursor, Span<ulong> passed)
    {
        if (values.AreDocuments || !ValueSelection.TrySelect(values, this, cursor, passed))
        {
            base.Evaluate(values, cursor, passed);
        }
    }

    private bool PassesState(ValueState state) => _comparison switch
    {
        FilterOperator.NotEqual => state == ValueState.Container || (state == ValueState.Scalar && _value.Kind == QueryValueKind.Null),
        FilterOperator.Equal or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual =>
            state == ValueState.Null && _value.Kind == QueryValueKind.Null,
        _ => false,
    };
}
