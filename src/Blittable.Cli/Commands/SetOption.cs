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
    public List<CollectionAssignment> Read(ParseResult parsed) => [.. (parsed.GetValue(this) ?? []).Select(Parse)];

    /// <summary>Parses an assignment.</summary>
    public static CollectionAssignment Parse(string text)
    {
        var (path, value) = PathAssignment.Parse(text, "a value");
        return value.StartsWith('{') || value.StartsWith('[')
            ? CollectionAssignment.FromJson(path, Json(value))
            : new CollectionAssignment(path, ScanExpression.Parse(value));
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
}
