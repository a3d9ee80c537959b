using System.CommandLine;
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
    /// <exception cref="UsageException">A text is not an assignment, its value is not valid JSON, or a path is set twice.</exception>
    /// <exception cref="BlittableException">An expression is invalid.</exception>
    public List<CollectionAssignment> Read(ParseResult parsed)
    {
        List<CollectionAssignment> assignments = [.. (parsed.GetValue(this) ?? []).Select(Parse)];
        return assignments.GroupBy(assignment => assignment.Path).FirstOrDefault(same => same.Count() > 1) is { Key: var path }
            ? throw new UsageException($"'{path}' is set twice; remove one of the assignments.")
            : assignments;
    }

    /// <summary>Parses an assignment.</summary>
    public static CollectionAssignment Parse(string text)
    {
        var assignment = PathAssignment.Parse(text, "a value");
        return assignment.Value.StartsWith('{') || assignment.Value.StartsWith('[')
            ? CollectionAssignment.FromJson(assignment.Path, assignment.Json())
            : new CollectionAssignment(assignment.Path, ScanExpression.Parse(assignment.Value));
    }
}
