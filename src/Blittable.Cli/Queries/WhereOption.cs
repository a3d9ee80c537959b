using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>The option <c>--where</c>: selects documents.</summary>
internal sealed class WhereOption : Option<string[]>
{
    /// <param name="description">The purpose of the condition.</param>
    public WhereOption(
        string description = "Select matching documents, such as '$.amount >= 10 and $.country in (\"DE\", \"FR\")'. Can be repeated; all must match.")
        : base("--where")
    {
        Description = description;
        HelpName = "condition";
    }

    /// <summary>Returns the condition of a command line, or null if there is none.</summary>
    /// <exception cref="BlittableException">A condition is invalid.</exception>
    public Filter? Read(ParseResult parsed) => ExpressionText.ParseConditions(parsed.GetValue(this));
}
