using Blittable.Collections;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>Compares values in the same way as filters.</summary>
internal static class Comparison
{
    /// <summary>Determines whether a value passes a comparison with a literal.</summary>
    /// <param name="found">The value. A missing value never passes; a container equals no scalar.</param>
    /// <param name="comparison">The operator.</param>
    /// <param name="literal">The literal. A string that is a date also compares with dates.</param>
    public static bool Passes(Value found, FilterOperator comparison, Value literal)
    {
        if (found.Kind == Kind.Missing)
        {
            return false;
        }

        if (literal.Kind == Kind.Null)
        {
            return comparison switch
            {
                FilterOperator.Equal or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual => found.Kind == Kind.Null,
                FilterOperator.NotEqual => found.Kind != Kind.Null,
                _ => false,
            };
        }

        if (found.Kind == Kind.Null)
        {
            return false;
        }

        if (comparison == FilterOperator.StartsWith)
        {
            return found.Kind is Kind.String or Kind.Date && found.Text is { } text && text.StartsWith(literal.Text!, StringComparison.Ordinal);
        }

        var operand = found.Kind == Kind.Date ? AsDate(literal) : literal;
        if (found.Kind != operand.Kind)
        {
            return comparison == FilterOperator.NotEqual;
        }

        var order = found.CompareTo(operand);
        return comparison switch
        {
            FilterOperator.Equal => order == 0,
            FilterOperator.NotEqual => order != 0,
            FilterOperator.Less => order < 0,
            FilterOperator.LessOrEqual => order <= 0,
            FilterOperator.Greater => order > 0,
            _ => order >= 0,
        };
    }

    /// <summary>Determines whether a value is one of the literals. Null never is.</summary>
    public static bool IsIn(Value found, IEnumerable<Value> literals) =>
        found.Scalar.Kind != Kind.Null && literals.Any(literal => Passes(found, FilterOperator.Equal, literal));

    private static Value AsDate(Value literal) => literal.Kind == Kind.String && DateText.TryParse(literal.Text!, out var instant) ? Value.OfInstant(instant) : literal;
}
