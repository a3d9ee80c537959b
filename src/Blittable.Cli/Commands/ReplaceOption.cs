using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--replace</c>, which allows existing output files to be overwritten.</summary>
internal sealed class ReplaceOption : Option<bool>
{
    public ReplaceOption()
        : base("--replace") => Description = "Overwrite existing output files.";

    /// <summary>Prevents a file from being overwritten by mistake.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="target">The output file.</param>
    /// <param name="other">Another way to proceed, to continue the sentence.</param>
    /// <exception cref="UsageException">The file exists, and the option is not set.</exception>
    public void RequireNone(ParseResult parsed, string target, string other = "")
    {
        if (File.Exists(target) && !parsed.GetValue(this))
        {
            throw Refusal(target, other);
        }
    }

    /// <summary>Creates the error for an output file that exists.</summary>
    public static UsageException Refusal(string target, string other = "") => new($"'{target}' already exists; use '--replace' to overwrite it{other}.");
}
