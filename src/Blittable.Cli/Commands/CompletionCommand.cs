using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable completion SHELL</c>: prints a completion script for a shell.</summary>
internal sealed class CompletionCommand : Command
{
    public CompletionCommand()
        : base("completion", "Print a shell completion script. Usage: 'source <(blittable completion bash)'.")
    {
        var shell = new Argument<string>("shell") { Description = "The shell to print the script for." };
        shell.AcceptOnlyFromAmong([.. CompletionScripts.OfShells.Keys]);
        Arguments.Add(shell);
        SetAction(parsed => parsed.InvocationConfiguration.Output.Write(CompletionScripts.OfShells[parsed.GetRequiredValue(shell)]));
    }
}
