using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Reads the conditions and expressions of a command line; docs/EXPRESSIONS.md has their language.</summary>
internal static class ExpressionText
{
    /// <summary>Reads the expressions between the commas of each option.</summary>
    /// <exception cref="UsageException">One is a path that another tool has and this one does not, or a name without its '$.'.</exception>
    /// <exception cref="BlittableException">One cannot be read.</exception>
    public static ScanExpression[] ParseAll(IEnumerable<string>? texts) => [.. (texts ?? []).SelectMany(Parse)];

    /// <summary>Reads one expression.</summary>
    /// <exception cref="UsageException">It is a path that another tool has and this one does not, a name without its '$.', or a list.</exception>
    /// <exception cref="BlittableException">It cannot be read.</exception>
    public static ScanExpression ParseOne(string text) => Parse(text) is [var only] ? only : throw new UsageException($"'{text}' must be a single expression.");

    /// <summary>Reads the condition that all of some options make together; null without any.</summary>
    /// <exception cref="BlittableException">One cannot be read.</exception>
    public static Filter? ParseConditions(IEnumerable<string>? texts) =>
        (texts ?? []).Select(text => Filter.Parse(text)).ToArray() is { Length: > 0 } filters ? Filter.All(filters) : null;

    /// <summary>Reads an order: a column or an expression, with <c>asc</c> or <c>desc</c> after it, or a '-' before it.</summary>
    /// <param name="text">The order.</param>
    /// <param name="columns">The columns that can be named.</param>
    /// <returns>The name of the column, and the expression where it is none of these columns.</returns>
    /// <exception cref="BlittableException">It cannot be read.</exception>
    public static (string Column, ScanExpression? Hidden, bool IsDescending) ParseOrder(string text, IReadOnlyList<string> columns)
    {
        text = text.Trim();
        var isDescending = text.StartsWith('-');
        var name = isDescending ? text[1..].Trim() : text;
        foreach (var (word, turns) in ((string, bool)[])[(" desc", true), (" asc", false)])
        {
            if (name.EndsWith(word, StringComparison.OrdinalIgnoreCase))
            {
                (name, isDescending) = (name[..^word.Length].Trim(), isDescending != turns);
                break;
            }
        }

        name = name is ['`', .., '`'] ? name[1..^1] : name;
        if (columns.Contains(name))
        {
            return (name, null, isDescending);
        }

        // A path may omit its root, and expressions are matched by their text without spaces.
        if (BlittablePath.TryParse(PathText.Complete(name), out var path)
            && columns.FirstOrDefault(column => BlittablePath.TryParse(column, out var other) && path.Equals(other)) is { } found)
        {
            return (found, null, isDescending);
        }

        var expression = path is not null ? ScanExpression.Path(path.ToString()) : ScanExpression.Parse(name);
        return (expression.ToString(), columns.Contains(expression.ToString()) ? null : expression, isDescending);
    }

    private static ScanExpression[] Parse(string text)
    {
        if (!BlittablePath.TryParse(text, out _) && (BlittableJsonPath.TryParse(text, out _) || PathText.Complete(text) != text || text.StartsWith('.')))
        {
            throw new UsageException(PathText.Explain(text));
        }

        return ScanExpression.ParseList(text);
    }
}
