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

    /// <summary>Parses the comma-separated sort orders of each option.</summary>
    /// <param name="texts">The orders.</param>
    /// <param name="columns">The columns of the result.</param>
    /// <exception cref="BlittableException">An order is invalid.</exception>
    public static ResultOrder[] ParseOrders(IEnumerable<string>? texts, IReadOnlyList<string> columns) =>
        [.. (texts ?? []).SelectMany(text => ResultOrder.Parse(text, columns))];

    private static ScanExpression[] Parse(string text)
    {
        if (!BlittablePath.TryParse(text, out _) && (BlittableJsonPath.TryParse(text, out _) || PathText.Complete(text) != text || text.StartsWith('.')))
        {
            throw new UsageException(PathText.Explain(text));
        }

        return ScanExpression.ParseList(text);
    }
}
