using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--output</c>: where the command writes its output.</summary>
internal sealed class OutputOption : Option<string?>
{
    public OutputOption(string description, string helpName = "path")
        : base("--output", "-o")
    {
        Description = description;
        HelpName = helpName;
        Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: "" }])
            {
                result.AddError("'--output' requires a path.");
            }
        });
    }
}
