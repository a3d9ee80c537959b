using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Compares the values of all selected rows with a scalar at once, if they are all numbers, dates or strings.</summary>
internal static class ValueSelection
{
    /// <summary>Selects the rows that match.</summary>
    /// <param name="values">The values.</param>
    /// <param name="predicate">The comparison.</param>
    /// <param name="cursor">The cursor with the selected rows.</param>
    /// <param name="passed">Receives one bit for each selected row.</param>
    /// <returns><see langword="false"/> if the rows must be compared one by one.</returns>
    public static bool TrySelect(PathValues values, ComparePredicate predicate, GroupCursor cursor, Span<ulong> passed) =>
        predicate.Value.Kind == QueryValueKind.Number ? values.HasOnlyNumbers && TrySelectNumbers(values.Numbers(), predicate, areAll: false, passed)
        : predicate.Text is { } text && values.HasOnlyStrings ? TrySelectStrings(values.Strings(), text, predicate, cursor, passed)
        : predicate.Date.Kind == QueryValueKind.Date && values.HasOnlyDates && TrySelectDates(values, predicate, passed);

    /// <summary>Selects dates.</summary>
    public static bool TrySelectDates(PathValues values, ComparePredicate predicate, Span<ulong> passed)
    {
        if (predicate.Date.Kind != QueryValueKind.Date || predicate.Comparison is FilterOperator.NotEqual or FilterOperator.StartsWith)
        {
            return false;
        }

        var dates = values.Dates(out var validity);
        var floor = DateCount.Floor(DateCount.ToNanoseconds(predicate.Date.GetTimestamp()), values.DateUnitRead, out var isExact);
        if (BoundsOf.Count(predicate.Comparison, floor, isExact, out var low, out var high))
        {
            MaskKernel.Between(dates, low, high, passed);
            Combine(passed, validity, isInverted: false);
        }
        else
        {
            passed[..MaskKernel.Words(dates.Length)].Clear();
        }

        return true;
    }

    /// <summary>Selects mantissas, and doubles that determine their numbers.</summary>
    /// <param name="numbers">The numbers.</param>
    /// <param name="predicate">The comparison.</param>
    /// <param name="areAll">True if rows without a number are null; false if they may have an object or array, which differs from any number.</param>
    /// <param name="passed">Receives one bit for each row.</param>
    public static bool TrySelectNumbers(NumberVector numbers, ComparePredicate predicate, bool areAll, Span<ulong> passed)
    {
        var isInverted = predicate.Comparison == FilterOperator.NotEqual;
        if (predicate.Comparison == FilterOperator.StartsWith || (isInverted && !areAll && numbers.HasNulls))
        {
            return false;
        }

        var comparison = isInverted ? FilterOperator.Equal : predicate.Comparison;
        var literal = new NumberLiteral(predicate.Value);
        if (numbers.AreMantissas)
        {
            if (literal.TryGetBounds(comparison, numbers.Scale, out var low, out var high))
            {
                MaskKernel.Between(numbers.Mantissas, low, high, passed);
            }
            else
            {
                passed[..numbers.Validity.Length].Clear();
            }
        }
        else if (numbers is { HasDoubles: true, HasTexts: false } && !double.IsNaN(literal.Nearest))
        {
            var (low, high) = literal.ShortestBounds(comparison);
            if (low <= high)
            {
                MaskKernel.Between(numbers.Doubles, low, high, passed);
            }
            else
            {
                passed[..numbers.Validity.Length].Clear();
            }
        }
        else
        {
            return false;
        }

        Combine(passed, numbers.Validity, isInverted);
        return true;
    }

    private static bool TrySelectStrings(StringBatch strings, TextLiteral text, ComparePredicate predicate, GroupCursor cursor, Span<ulong> passed)
    {
        // Rows without a string may have an object or array, which differs from any string.
        var isInverted = predicate.Comparison == FilterOperator.NotEqual;
        if (isInverted && strings.HasNulls)
        {
            return false;
        }

        CodeKernel.Select(strings.Codes, cursor.Matches(predicate, strings, text.MatchAll), passed);
        for (var row = 0; isInverted && row < strings.Count; row += MaskKernel.WordRows)
        {
            ref var word = ref passed[row >> 6];
            word = ~word & (strings.Count - row >= MaskKernel.WordRows ? ulong.MaxValue : MaskKernel.LowBits(strings.Count - row));
        }

        return true;
    }

    private static void Combine(Span<ulong> passed, ReadOnlySpan<ulong> validity, bool isInverted)
    {
        for (var word = 0; word < validity.Length; word++)
        {
            passed[word] = (isInverted ? ~passed[word] : passed[word]) & validity[word];
        }
    }
}
