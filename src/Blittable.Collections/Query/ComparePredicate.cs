namespace Blittable.Collections;

/// <summary>Scalars that compare with one as asked.</summary>
internal sealed class ComparePredicate : ValuePredicate
{
    private readonly FilterOperator _comparison;
    private readonly QueryValue _value;
    private readonly QueryValue _date;

    public ComparePredicate(FilterOperator comparison, QueryValue value)
    {
        _comparison = comparison;
        _value = value;
        if (value.Kind == QueryValueKind.String && Dates.Iso8601.TryParse(value.GetString(), out var date, out _))
        {
            _date = date;
        }
    }

    public override bool Passes(in QueryValue value)
    {
        if (value.Kind == QueryValueKind.Date && _value.Kind == QueryValueKind.String)
        {
            // The literal is a string: it compares with dates as the date that it is.
            return _comparison == FilterOperator.StartsWith ? value.ToString().StartsWith(_value.GetString(), StringComparison.Ordinal)
                : _date.Kind == QueryValueKind.Date ? Passes(value.CompareTo(_date))
                : _comparison == FilterOperator.NotEqual;
        }

        if (value.Kind != _value.Kind)
        {
            return _comparison == FilterOperator.NotEqual && value.Kind != QueryValueKind.Null;
        }

        return _comparison == FilterOperator.StartsWith
            ? value.GetString().StartsWith(_value.GetString(), StringComparison.Ordinal)
            : Passes(value.CompareTo(_value));
    }

    private bool Passes(int order) => _comparison switch
    {
        FilterOperator.Equal => order == 0,
        FilterOperator.NotEqual => order != 0,
        FilterOperator.Less => order < 0,
        FilterOperator.LessOrEqual => order <= 0,
        FilterOperator.Greater => order > 0,
        _ => order >= 0,
    };
}
