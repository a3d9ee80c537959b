using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--replace</c>, which allows existing output files to be overwritten.</summary>
internal sealed class ReplaceOption : Option<bool>
{
    public ReplaceOption()
        : base("--replace") => Description = "Overwrite existing output files.";

    /// <summary>Creates the error for an output file that exists.</summary>
    public static UsageException Refusal(string target, string other = "") => new($"'{target}' already exists; use '--replace' to overwrite it{other}.");
}
