using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable help COMMAND</c>: equivalent to <c>blittable COMMAND --help</c>.</summary>
internal sealed class HelpCommand : Command
{
    public HelpCommand(RootCommand root)
        : base("help", "Show the help of a command.")
    {
        var command = new Argument<string?>("command")
        {
            Description = "The name of a command. Without a name, all commands are listed.", Arity = ArgumentArity.ZeroOrOne, HelpName = "command",
        };
        command.CompletionSources.Add(_ => root.Subcommands.Select(known => new System.CommandLine.Completions.CompletionItem(known.Name)));
        command.Validators.Add(result =>
        {
            var known = root.Subcommands.Select(subcommand => subcommand.Name).ToArray();
            if (result.Tokens is [var name] && !known.Contains(name.Value))
            {
                result.AddError($"Unknown command '{name.Value}'{Suggestion.Question(name.Value, known)}");
            }
        });
        Arguments.Add(command);
        SetAction(parsed => Show(root, parsed.GetValue(command) is { } name ? [name] : [], parsed.InvocationConfiguration));
    }

    /// <summary>Prints the help of a command.</summary>
    /// <param name="root">The root command.</param>
    /// <param name="command">The name of the command, or an empty array for the help of the root command.</param>
    /// <param name="configuration">The configuration with the output.</param>
    public static int Show(RootCommand root, string[] command, InvocationConfiguration configuration) =>
        root.Parse([.. command, "--help"]).Invoke(configuration);
}
