using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>Defines how two scalars compare, for filters, lists, joins and conditions on groups alike.</summary>
/// <remarks>
/// Scalars of one kind compare. A date also compares with a string that was given, as a literal, a value of a list or the key of a table, if that is the text of
/// a date. No other kinds compare with one another.
/// </remarks>
internal static class ScalarComparison
{
    /// <summary>Compares a scalar with one that was given.</summary>
    /// <param name="value">The scalar.</param>
    /// <param name="given">The scalar that was given.</param>
    /// <param name="order">Less than, equal to or greater than 0, as <paramref name="value"/> is before, at or after <paramref name="given"/>.</param>
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

    /// <summary>Reads the date that a string is the text of.</summary>
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

    /// <summary>Determines whether an order is the one that an operator asks for.</summary>
    public static bool Passes(FilterOperator comparison, int order) => comparison switch
    {
        FilterOperator.Equal => order == 0,
        FilterOperator.NotEqual => order != 0,
        FilterOperator.Less => order < 0,
        FilterOperator.LessOrEqual => order <= 0,
        FilterOperator.Greater => order > 0,
        _ => order >= 0,
    };

    /// <summary>Refuses an operator that a value has no meaning for.</summary>
    public static void Check(FilterOperator comparison, in QueryValue value)
    {
        if (comparison == FilterOperator.StartsWith && value.Kind != QueryValueKind.String)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"A string can only start with a string, not with {value.ToJson()}.");
        }

        if (value.Kind == QueryValueKind.Boolean && comparison is not (FilterOperator.Equal or FilterOperator.NotEqual))
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Booleans have no order; {value.ToJson()} can only be compared by {FilterOperator.Equal} and {FilterOperator.NotEqual}.");
        }
    }
}
