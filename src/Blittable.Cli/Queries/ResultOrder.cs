using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Represents one sort order of <c>--order-by</c>: a column or an expression, in ascending or descending order. Immutable.</summary>
/// <param name="Column">The name of the column.</param>
/// <param name="Hidden">The expression to sort by if it is not one of the columns; otherwise, null.</param>
/// <param name="IsDescending">Whether the greatest value comes first.</param>
internal sealed record ResultOrder(string Column, ScanExpression? Hidden, bool IsDescending)
{
    private static readonly (string Word, bool IsDescending)[] s_directions = [("desc", true), ("asc", false)];

    /// <summary>Parses comma-separated orders, each followed by <c>asc</c> or <c>desc</c>, or with '-' in front.</summary>
    /// <param name="text">The orders.</param>
    /// <param name="columns">The columns of the result.</param>
    /// <exception cref="BlittableException">An order is invalid. Its offset counts characters of the text.</exception>
    public static List<ResultOrder> Parse(string text, IReadOnlyList<string> columns)
    {
        var orders = new List<ResultOrder>();
        foreach (var item in Items(text))
        {
            var (name, isDescending) = Direction(text, item);
            orders.Add(Of(text, name, isDescending, columns));
        }

        return orders;
    }

    /// <summary>Returns text that parses to an equal order.</summary>
    public override string ToString() => $"{(Hidden is null ? $"`{Column}`" : $"({Column})")} {(IsDescending ? "desc" : "asc")}";

    private static ResultOrder Of(string text, Range range, bool isDescending, IReadOnlyList<string> columns)
    {
        var name = text[range];
        if (columns.Contains(name))
        {
            return new(name, null, isDescending);
        }

        if (name is ['`', .. var inner, '`'] && (columns.Contains(inner) || !inner.Contains('`', StringComparison.Ordinal)))
        {
            name = inner;
            if (columns.Contains(name))
            {
                return new(name, null, isDescending);
            }
        }

        // A path may omit its root. Expressions are compared by their text without spaces.
        if (BlittablePath.TryParse(PathText.Complete(name), out var path)
            && columns.FirstOrDefault(column => BlittablePath.TryParse(column, out var other) && path.Equals(other)) is { } found)
        {
            return new(found, null, isDescending);
        }

        var expression = path is not null ? ScanExpression.Path(path.ToString()) : Expression(text, range);
        return new(expression.ToString(), columns.Contains(expression.ToString()) ? null : expression, isDescending);
    }

    private static ScanExpression Expression(string text, Range range)
    {
        // Spaces in front of the expression keep its positions.
        var (start, length) = range.GetOffsetAndLength(text.Length);
        var padded = text.Substring(start, length).PadLeft(start + length);
        var expression = ScanExpression.Parse(padded);
        if (IsNamed(padded))
        {
            throw new BlittableException(
                BlittableErrorCode.InvalidQuery, $"A sort order cannot have a name; remove 'as' and the name from '{padded.TrimStart()}'.", start);
        }

        ExpressionText.RequireVariable(expression);
        return expression;
    }

    /// <summary>Determines whether an expression already has a name, because then it cannot get another one.</summary>
    private static bool IsNamed(string expression)
    {
        try
        {
            ScanExpression.Parse($"{expression} as name");
            return false;
        }
        catch (BlittableException)
        {
            return true;
        }
    }

    /// <summary>Separates an order into its expression and its direction. A sign in front applies to the whole expression.</summary>
    private static (Range Name, bool IsDescending) Direction(string text, Range item)
    {
        var (start, length) = Trimmed(text, item).GetOffsetAndLength(text.Length);
        var isDescending = length > 0 && text[start] == '-';
        var end = start + length;
        start += isDescending ? 1 : 0;
        foreach (var (word, turns) in s_directions)
        {
            var before = end - word.Length;
            if (before > start && char.IsWhiteSpace(text[before - 1]) && text.AsSpan(before, word.Length).Equals(word, StringComparison.OrdinalIgnoreCase))
            {
                return (Trimmed(text, start..before), isDescending != turns);
            }
        }

        return (Trimmed(text, start..end), isDescending);
    }

    private static Range Trimmed(string text, Range range)
    {
        var (start, end) = (range.Start.GetOffset(text.Length), range.End.GetOffset(text.Length));
        while (start < end && char.IsWhiteSpace(text[start]))
        {
            start++;
        }

        while (end > start && char.IsWhiteSpace(text[end - 1]))
        {
            end--;
        }

        return start..end;
    }

    /// <summary>Splits text at the commas that are not in quotes, parentheses or brackets.</summary>
    public static IEnumerable<Range> Items(string text)
    {
        var (first, depth, brackets, quote) = (0, 0, 0, '\0');
        for (var i = 0; i < text.Length; i++)
        {
            var character = text[i];
            if (quote != '\0')
            {
                // Single quotes have escapes only in paths.
                i += character == '\\' && (quote == '"' || (quote == '\'' && brackets > 0)) ? 1 : 0;
                quote = character == quote ? '\0' : quote;
                continue;
            }

            quote = character is '"' or '\'' or '`' ? character : '\0';
            depth += character is '(' or '[' ? 1 : character is ')' or ']' ? -1 : 0;
            brackets += character == '[' ? 1 : character == ']' ? -1 : 0;
            if (character == ',' && depth == 0)
            {
                yield return first..i;
                first = i + 1;
            }
        }

        yield return first..text.Length;
    }
}
