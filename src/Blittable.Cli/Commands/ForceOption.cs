using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--force</c>: binary data goes to the standard output even where that is a terminal, which it may confuse.</summary>
internal sealed class ForceOption : Option<bool>
{
    public ForceOption()
        : base("--force", "-f") => Description = "Write binary data even if standard output is a terminal.";

    /// <summary>Makes sure that binary data does not reach a terminal by mistake.</summary>
    /// <exception cref="UsageException">It would.</exception>
    public void RequireNoTerminal(ParseResult parsed, CommandStreams streams, string what)
    {
        if (streams.OutputIsTerminal && !parsed.GetValue(this))
        {
            throw new UsageException($"{what} and standard output is a terminal; use '--output' to write to a file or '--force' to write to the terminal.");
        }
    }
}
