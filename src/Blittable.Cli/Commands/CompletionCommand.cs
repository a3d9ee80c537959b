using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable completion SHELL</c>: prints a completion script for a shell.</summary>
internal sealed class CompletionCommand : Command
{
    public CompletionCommand()
        : base("completion", "Print a completion script for a shell. Run it in the start-up file of the shell, as the examples show.")
    {
        var shell = new Argument<string>("shell") { Description = "The shell to print the script for." };
        shell.AcceptOnlyFromAmong([.. CompletionScripts.OfShells.Keys]);
        Arguments.Add(shell);
        SetAction(parsed => parsed.InvocationConfiguration.Output.Write(CompletionScripts.OfShells[parsed.GetRequiredValue(shell)]));
    }
}
