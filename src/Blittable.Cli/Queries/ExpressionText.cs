using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Parses the conditions and expressions of a command line; docs/EXPRESSIONS.md describes the language.</summary>
internal static class ExpressionText
{
    /// <summary>Parses the comma-separated expressions of each option.</summary>
    /// <exception cref="UsageException">A text is a path in a syntax of other tools that is not supported, or a name without '$.'.</exception>
    /// <exception cref="BlittableException">An expression is invalid.</exception>
    public static ScanExpression[] ParseAll(IEnumerable<string>? texts) => [.. (texts ?? []).SelectMany(Parse)];

    /// <summary>Parses one expression.</summary>
    /// <exception cref="UsageException">The text is a path in a syntax of other tools, a name without '$.', or a list.</exception>
    /// <exception cref="BlittableException">The expression is invalid.</exception>
    public static ScanExpression ParseOne(string text) => Parse(text) is [var only] ? only : throw new UsageException($"'{text}' must be a single expression.");

    /// <summary>Parses conditions and combines them with <c>and</c>. Returns null if there are none.</summary>
    /// <exception cref="BlittableException">A condition is invalid.</exception>
    public static Filter? ParseConditions(IEnumerable<string>? texts) =>
        (texts ?? []).Select(text => Filter.Parse(text)).ToArray() is { Length: > 0 } filters ? Filter.All(filters) : null;

    /// <summary>Parses a sort order: a column or an expression, followed by <c>asc</c> or <c>desc</c>, or with '-' in front.</summary>
    /// <param name="text">The order.</param>
    /// <param name="columns">The columns of the result.</param>
    /// <returns>The name of the column, and its expression if it is not one of the columns.</returns>
    /// <exception cref="BlittableException">The order is invalid.</exception>
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

        // A path may omit its root. Expressions are compared by their text without spaces.
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
