using System.Text;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Compares expressions for all selected rows of a chunk group at once. Rows that estimates do not decide are compared exactly.</summary>
internal static class ExpressionSelection
{
    /// <summary>Selects the rows that match, if the expression supports it.</summary>
    /// <param name="path">The expression.</param>
    /// <param name="predicate">The condition on its values.</param>
    /// <param name="cursor">Has selected the rows.</param>
    /// <param name="passed">Takes a bit for each row that passes.</param>
    public static bool TrySelect(PathPlan path, ValuePredicate predicate, GroupCursor cursor, Span<ulong> passed) =>
        (predicate is ComparePredicate compare && TryCompare(path, compare, cursor, passed))
        || (predicate is RangePredicate range && TrySelectRange(path, range, cursor, passed))
        || TrySelectComputedStrings(path, predicate, cursor, passed)
        || TrySelectStrings(path.Expression!, predicate, cursor, passed);

    private static bool TrySelectRange(PathPlan path, RangePredicate predicate, GroupCursor cursor, Span<ulong> passed)
    {
        var words = MaskKernel.Words(cursor.Selection.Count);
        var rented = cursor.RentMask(words);
        var expression = path.Expression!;
        var numbers = cursor.RentNumbers();
        var isSelected =
            predicate.Least.Value.Kind == QueryValueKind.Number && predicate.Most.Value.Kind == QueryValueKind.Number
            && expression.ExpectsMantissas(cursor) && expression.TryNumbers(cursor, numbers) && numbers.AreMantissas
                ? ValueSelection.TrySelectNumbers(numbers, predicate.Least, areAll: true, passed) && ValueSelection.TrySelectNumbers(numbers, predicate.Most, areAll: true, rented)
                : TryCompare(path, predicate.Least, cursor, passed) && TryCompare(path, predicate.Most, cursor, rented);
        for (var word = 0; isSelected && word < words; word++)
        {
            passed[word] &= rented[word];
        }

        cursor.Return(numbers);
        cursor.Return(rented);
        return isSelected;
    }

    /// <summary>Evaluates the condition on strings that were computed for all rows at once. Strings shared by chunks are left to <see cref="TrySelectStrings"/>,
    /// which computes them only once.</summary>
    private static bool TrySelectComputedStrings(PathPlan path, ValuePredicate predicate, GroupCursor cursor, Span<ulong> passed)
    {
        var expression = path.Expression!;
        if (!expression.MayBeStrings
            || (expression.OnlyPath is { } only && cursor.Values(only) is { HasOnlyStrings: true } source && source.Strings().Shared is not null)
            || cursor.Values(path) is not { HasOnlyStrings: true } values)
        {
            return false;
        }

        predicate.Evaluate(values, cursor, passed);
        return true;
    }

    private static bool TryCompare(PathPlan path, ComparePredicate predicate, GroupCursor cursor, Span<ulong> passed)
    {
        if (path.AreInstants)
        {
            return ValueSelection.TrySelectDates(cursor.Values(path), predicate, passed);
        }

        var expression = path.Expression!;
        if (predicate.Value.Kind == QueryValueKind.Number)
        {
            return TrySelectMantissas(expression, predicate, cursor, passed)
                || TrySelectEstimates(expression, new ConstantExpression(predicate.Value).Bind(), predicate.Comparison, expression, predicate, cursor, passed);
        }

        return predicate is { Comparison: FilterOperator.Equal, Value: { Kind: QueryValueKind.Boolean } value } && value.GetBoolean()
            && expression.Comparison is { Operator: not FilterOperator.StartsWith } comparison
            && (TryCompareDates(comparison, cursor, passed)
                || TryCompareStrings(comparison, cursor, passed)
                || TryCompareMantissas(comparison, cursor, passed)
                || TrySelectEstimates(comparison.Left, comparison.Right, comparison.Operator, expression, predicate, cursor, passed));
    }

    /// <summary>Evaluates the expression and the condition once for each distinct string, and for all chunks that share their strings once.</summary>
    private static bool TrySelectStrings(BoundExpression expression, ValuePredicate predicate, GroupCursor cursor, Span<ulong> passed)
    {
        if (expression.OnlyPath is not { } path || cursor.Values(path) is not { HasOnlyStrings: true } values || values.Strings() is not { } strings
            || (strings.Shared is null && strings.EntryCount > strings.Codes.Length) || predicate.Passes(expression.OfScalar(QueryValue.Null)))
        {
            return false;
        }

        var matches = cursor.Matches((expression, predicate), strings, (entries, found) =>
        {
            for (var code = 0; code < entries.EntryCount; code++)
            {
                found[code] = predicate.Passes(expression.OfScalar(QueryValue.FromText(Encoding.UTF8.GetString(entries.Entry(code))))) ? (byte)1 : (byte)0;
            }
        });
        CodeKernel.Select(strings.Codes, matches, passed);
        return true;
    }

    private static bool TrySelectMantissas(BoundExpression expression, ComparePredicate predicate, GroupCursor cursor, Span<ulong> passed)
    {
        var numbers = cursor.RentNumbers();
        var isSelected = expression.ExpectsMantissas(cursor) && expression.TryNumbers(cursor, numbers) && numbers.AreMantissas
            && ValueSelection.TrySelectNumbers(numbers, predicate, areAll: true, passed);
        cursor.Return(numbers);
        return isSelected;
    }

    /// <summary>Compares the dates of two columns.</summary>
    private static bool TryCompareDates(BoundComparisonOf comparison, GroupCursor cursor, Span<ulong> passed)
    {
        if (comparison.Left.Path is not { } leftPath || comparison.Right.Path is not { } rightPath
            || cursor.Values(leftPath) is not { HasOnlyDates: true } left || cursor.Values(rightPath) is not { HasOnlyDates: true } right
            || left.DateUnitRead != right.DateUnitRead)
        {
            return false;
        }

        var ones = left.Dates(out var validity);
        var others = right.Dates(out var otherValidity);
        Compare(comparison.Operator, ones, others, validity, otherValidity, passed);
        return true;
    }

    /// <summary>Compares the strings of two columns, or strings that were computed for all rows at once.</summary>
    private static bool TryCompareStrings(BoundComparisonOf comparison, GroupCursor cursor, Span<ulong> passed)
    {
        if (!comparison.Left.MayBeStrings || !comparison.Right.MayBeStrings
            || StringFunctions.Read(comparison.Left, cursor) is not { } left || StringFunctions.Read(comparison.Right, cursor) is not { } right)
        {
            return false;
        }

        StringPairs.Compare(comparison.Operator, left, right, passed);
        return true;
    }

    /// <summary>Compares numbers that fit in 64 bits at a common scale.</summary>
    private static bool TryCompareMantissas(BoundComparisonOf comparison, GroupCursor cursor, Span<ulong> passed)
    {
        var (left, right) = (cursor.RentNumbers(), cursor.RentNumbers());
        var areCompared = comparison.Left.ExpectsMantissas(cursor) && comparison.Right.ExpectsMantissas(cursor)
            && comparison.Left.TryNumbers(cursor, left) && comparison.Right.TryNumbers(cursor, right) && left.TryAlign(right);
        if (areCompared)
        {
            Compare(comparison.Operator, left.Mantissas, right.Mantissas, left.Validity, right.Validity, passed);
        }

        cursor.Return(left);
        cursor.Return(right);
        return areCompared;
    }

    /// <summary>Compares two values in each row. Rows without one of them do not pass.</summary>
    private static void Compare(
        FilterOperator comparison, ReadOnlySpan<long> left, ReadOnlySpan<long> right, ReadOnlySpan<ulong> validity, ReadOnlySpan<ulong> otherValidity, Span<ulong> passed)
    {
        var isInverted = comparison is FilterOperator.NotEqual or FilterOperator.LessOrEqual or FilterOperator.GreaterOrEqual;
        if (comparison is FilterOperator.Equal or FilterOperator.NotEqual)
        {
            MaskKernel.Equal(left, right, passed);
        }
        else if (comparison is FilterOperator.Less or FilterOperator.GreaterOrEqual)
        {
            MaskKernel.Less(left, right, passed);
        }
        else
        {
            MaskKernel.Less(right, left, passed);
        }

        for (var word = 0; word < validity.Length; word++)
        {
            passed[word] = (isInverted ? ~passed[word] : passed[word]) & validity[word] & otherValidity[word];
        }
    }

    private static bool TrySelectEstimates(
        BoundExpression left,
        BoundExpression right,
        FilterOperator comparison,
        BoundExpression expression,
        ComparePredicate predicate,
        GroupCursor cursor,
        Span<ulong> passed)
    {
        const double rounding = 1.0 / (1L << 50);
        var (ones, others) = (cursor.RentEstimates(), cursor.RentEstimates());
        if (comparison == FilterOperator.StartsWith || !left.TryEstimate(cursor, ones) || !right.TryEstimate(cursor, others))
        {
            return false;
        }

        var (passesLess, passesEqual, passesGreater) =
            (ScalarComparison.Passes(comparison, -1), ScalarComparison.Passes(comparison, 0), ScalarComparison.Passes(comparison, 1));
        var values = ones.Values;
        var errors = ones.Errors[..values.Length];
        var otherValues = others.Values[..values.Length];
        var otherErrors = others.Errors[..values.Length];
        passed[..MaskKernel.Words(values.Length)].Clear();
        for (var row = 0; row < values.Length; row++)
        {
            var difference = values[row] - otherValues[row];
            var error = errors[row] + otherErrors[row];
            var margin = error + ((error > 0 ? Math.Abs(values[row]) + Math.Abs(otherValues[row]) : 0) * rounding);
            bool passes;
            if (difference > margin)
            {
                passes = passesGreater;
            }
            else if (difference < -margin)
            {
                passes = passesLess;
            }
            else if (difference == 0 && margin == 0)
            {
                passes = passesEqual;
            }
            else if (double.IsNaN(difference))
            {
                passes = false;
            }
            else
            {
                passes = predicate.Passes(expression.At(cursor, row));
            }

            passed[row >> 6] |= (passes ? 1UL : 0) << row;
        }

        cursor.Return(ones);
        cursor.Return(others);
        return true;
    }
}
