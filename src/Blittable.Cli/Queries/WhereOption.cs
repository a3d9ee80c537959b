using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>The option <c>--where</c>: which documents.</summary>
internal sealed class WhereOption : Option<string[]>
{
    /// <param name="description">What the condition is for.</param>
    public WhereOption(
        string description = "Select matching documents, such as '$.amount >= 10 and $.country in (\"DE\", \"FR\")'. Can be repeated; all must match.")
        : base("--where")
    {
        Description = description;
        HelpName = "condition";
    }

    /// <summary>The condition of a command line; null without one.</summary>
    /// <exception cref="BlittableException">It cannot be read.</exception>
    public Filter? Read(ParseResult parsed) => ExpressionText.ParseConditions(parsed.GetValue(this));
}
