using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>Defines how two scalars compare, consistently for filters, lists, joins and conditions on groups.</summary>
/// <remarks>
/// Scalars of the same kind compare. In addition, a date compares with a given string (a literal, a value of a list, or the key of a table) if the string is
/// the text of a date. Other kinds do not compare with one another.
/// </remarks>
internal static class ScalarComparison
{
    /// <summary>Compares a scalar with a given one.</summary>
    /// <param name="value">The scalar.</param>
    /// <param name="given">The given scalar.</param>
    /// <param name="order">Less than, equal to or greater than 0, if <paramref name="value"/> is less than, equal to or greater than
    /// <paramref name="given"/>.</param>
    /// <returns><see langword="true"/> if their kinds compare; otherwise, <see langword="false"/>.</returns>
    public static bool TryCompare(in QueryValue value, in QueryValue given, out int order)
    {
        order = 0;
        if (value.Kind == given.Kind)
        {
            order = value.CompareTo(given);
            return true;
        }

        if (value.Kind != QueryValueKind.Date || !TryReadDate(given, out var date))
        {
            return false;
        }

        order = value.CompareTo(date);
        return true;
    }

    /// <summary>Parses a string as a date.</summary>
    public static bool TryReadDate(in QueryValue text, out QueryValue date)
    {
        date = QueryValue.Null;
        if (text.Kind != QueryValueKind.String || !Iso8601.TryParse(text.GetString(), out var timestamp, out _))
        {
            return false;
        }

        date = timestamp;
        return true;
    }

    /// <summary>Determines whether an order satisfies an operator.</summary>
    public static bool Passes(FilterOperator comparison, int order) => comparison switch
    {
        FilterOperator.Equal => order == 0,
        FilterOperator.NotEqual => order != 0,
        FilterOperator.Less => order < 0,
        FilterOperator.LessOrEqual => order <= 0,
        FilterOperator.Greater => order > 0,
        _ => order >= 0,
    };

    /// <summary>Throws if an operator does not apply to a value.</summary>
    public static void Check(FilterOperator comparison, in QueryValue value)
    {
        if (comparison == FilterOperator.StartsWith && value.Kind != QueryValueKind.String)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"A prefix must be a string, not {value.ToJson()}.");
        }

        if (value.Kind == QueryValueKind.Boolean && comparison is not (FilterOperator.Equal or FilterOperator.NotEqual))
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Booleans have no order; {value.ToJson()} can only be compared by {FilterOperator.Equal} and {FilterOperator.NotEqual}.");
        }
    }
}
