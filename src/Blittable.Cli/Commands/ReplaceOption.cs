using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--replace</c>, which permits overwriting an existing collection.</summary>
internal sealed class ReplaceOption : Option<bool>
{
    public ReplaceOption()
        : base("--replace") => Description = "Overwrite an existing collection.";

    /// <summary>Makes sure that no collection is written over by mistake.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="target">What is written.</param>
    /// <param name="other">What else could be done, as a part of a sentence.</param>
    /// <exception cref="UsageException">It would be.</exception>
    public void RequireNone(ParseResult parsed, string target, string other = "")
    {
        if (File.Exists(target) && !parsed.GetValue(this))
        {
            throw new UsageException($"'{target}' already exists; use '--replace' to overwrite it{other}.");
        }
    }
}
