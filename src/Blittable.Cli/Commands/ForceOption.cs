using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--force</c>: writes binary data to standard output even if it is a terminal.</summary>
internal sealed class ForceOption : Option<bool>
{
    public ForceOption()
        : base("--force", "-f") => Description = "Write binary data even if standard output is a terminal.";

    /// <summary>Prevents binary data from reaching a terminal by mistake.</summary>
    /// <exception cref="UsageException">Standard output is a terminal, and the option is not set.</exception>
    public void RequireNoTerminal(ParseResult parsed, CommandStreams streams, string what)
    {
        if (streams.OutputIsTerminal && !parsed.GetValue(this))
        {
            throw new UsageException($"{what} and standard output is a terminal; use '--output' to write to a file or '--force' to write to the terminal.");
        }
    }
}
