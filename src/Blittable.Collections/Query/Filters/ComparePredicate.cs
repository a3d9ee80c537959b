using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Filters;

/// <summary>Passes values that compare with a scalar as asked.</summary>
/// <remarks>
/// An object or array is not equal to any scalar. What is missing passes no comparison. Null is equal to null alone, and passes no other comparison.
/// </remarks>
internal sealed class ComparePredicate : ValuePredicate
{
    private readonly FilterOperator _comparison;
    private readonly QueryValue _value;

    /// <summary>The date that the value is the text of, if it is one.</summary>
    private readonly QueryValue _date;

    /// <exception cref="BlittableException">The operator has no meaning for the value.</exception>
    public ComparePredicate(FilterOperator comparison, QueryValue value)
    {
        ScalarComparison.Check(comparison, value);
        _comparison = comparison;
        _value = value;
        ScalarComparison.TryReadDate(value, out _date);
    }

    /// <summary>Gets how values are compared.</summary>
    public FilterOperator Comparison => _comparison;

    /// <summary>Gets what values are compared with.</summary>
    public QueryValue Value => _value;

    /// <summary>Gets the date that dates are compared with; null if the value is none.</summary>
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

    private bool PassesState(ValueState state) => _comparison switch
    {
        FilterOperator.NotEqual => state == ValueState.Container || (state == ValueState.Scalar && _value.Kind == QueryValueKind.Null),
        FilterOperator.Equal or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual =>
            state == ValueState.Null && _value.Kind == QueryValueKind.Null,
        _ => false,
    };
}
