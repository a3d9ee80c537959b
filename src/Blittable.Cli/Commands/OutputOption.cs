using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--output</c>: where the command writes its output.</summary>
internal sealed class OutputOption : Option<string?>
{
    public const string OptionName = "--output";

    public OutputOption(string description, string helpName = "path")
        : base(OptionName, "-o")
    {
        Description = description;
        HelpName = helpName;
    }
}
