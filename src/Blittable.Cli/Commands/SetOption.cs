using System.CommandLine;
using System.Text;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>The option <c>--set</c>: assigns values to paths.</summary>
internal sealed class SetOption : Option<string[]>
{
    public SetOption()
        : base("--set")
    {
        Description = "Set a path to an expression over the original document, or to a JSON object or array: '$.total = $.price * $.quantity'. "
            + "Can be repeated.";
        HelpName = "path = value";
    }

    /// <summary>Returns the assignments of a command line, in their order.</summary>
    /// <exception cref="UsageException">A text is not an assignment, or its value is not valid JSON.</exception>
    /// <exception cref="BlittableException">An expression is invalid.</exception>
    public List<Assignment> Read(ParseResult parsed) => [.. (parsed.GetValue(this) ?? []).Select(Parse)];

    /// <summary>Parses an assignment.</summary>
    public static Assignment Parse(string text)
    {
        var (path, value) = PathAssignment.Parse(text, "a value");
        return value.StartsWith('{') || value.StartsWith('[')
            ? new Assignment(path, ScanExpression.Constant(QueryValue.Null), Json(value))
            : new Assignment(path, ScanExpression.Parse(value), null);
    }

    private static byte[] Json(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return Encoding.UTF8.GetBytes(text);
        }
        catch (JsonException fault)
        {
            throw new UsageException($"'{text}' is not valid JSON: {fault.Message}");
        }
    }

    /// <param name="Path">The path to set.</param>
    /// <param name="Value">The value, if <paramref name="Json"/> is null.</param>
    /// <param name="Json">A JSON object or array, or null if the value is an expression.</param>
    internal sealed record Assignment(BlittablePath Path, ScanExpression Value, byte[]? Json);
}
