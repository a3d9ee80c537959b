using System.Text;
using System.Text.Json;
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

    /// <summary>Returns those of comma-separated expressions that are paths, with or without a name.</summary>
    public static IEnumerable<BlittablePath> PathsOf(string text) => ResultOrder.Items(text).Select(item => PathOf(text[item])).OfType<BlittablePath>();

    private static BlittablePath? PathOf(string expression)
    {
        for (var end = expression.Length; end > 0; end = expression.LastIndexOf(" as ", end - 1, StringComparison.OrdinalIgnoreCase))
        {
            if (BlittablePath.TryParse(expression[..end].Trim(), out var path))
            {
                return path;
            }
        }

        return null;
    }

    private static ScanExpression[] Parse(string text)
    {
        if (!BlittablePath.TryParse(text, out _) && (BlittableJsonPath.TryParse(text, out _) || PathText.Complete(text) != text || text.StartsWith('.')))
        {
            throw new UsageException(PathText.Explain(text));
        }

        var expressions = ScanExpression.ParseList(text);
        Array.ForEach(expressions, RequireVariable);
        return expressions;
    }

    /// <summary>Refuses a constant, such as a path in double quotes: all documents would have the same value.</summary>
    /// <exception cref="UsageException">The expression is a constant without a name.</exception>
    public static void RequireVariable(ScanExpression expression)
    {
        // A constant is printed as JSON, and a constant with a name as its name.
        var text = expression.ToString();
        if (IsScalar(text))
        {
            throw new UsageException($"{text} is a constant, the same for each document; write a path as {Path(text.Trim('"'))}, or give the constant a name with 'as'.");
        }
    }

    private static string Path(string name) => PathText.Complete(name) is ['$', '.', ..] path && BlittablePath.TryParse(path, out _) ? path : "$.name";

    private static bool IsScalar(string text)
    {
        try
        {
            var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(text));
            return reader.Read() && reader.TokenType is not (JsonTokenType.StartObject or JsonTokenType.StartArray) && !reader.Read();
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
