using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable man</c>: prints the manual page, with the descriptions of the help.</summary>
internal sealed class ManCommand : Command
{
    public ManCommand(Func<RootCommand> createRoot)
        : base("man", "Print the manual page. Usage: 'blittable man | man -l -'.") =>
        SetAction(parsed => Write(parsed.InvocationConfiguration.Output, createRoot()));

    private static void Write(TextWriter output, RootCommand root)
    {
        output.Write(".TH BLITTABLE 1\n.SH NAME\nblittable \\- convert JSON to documents and collections, and read, query and edit them\n");
        output.Write($".SH SYNOPSIS\n.B blittable\n.I command\n[options]\n.SH DESCRIPTION\n{Text(root.Description)}\n.SH COMMANDS\n");
        foreach (var command in root.Subcommands)
        {
            var arguments = string.Concat(command.Arguments.Select(argument => $" {argument.Name.ToUpperInvariant()}{(argument.Arity.MaximumNumberOfValues > 1 ? "..." : "")}"));
            output.Write($".SS blittable {Text(command.Name)}{Text(arguments)}\n{Text(command.Description)}\n");
            foreach (var argument in command.Arguments)
            {
                Item(output, argument.Name.ToUpperInvariant(), argument.Description);
            }

            foreach (var option in command.Options)
            {
                Item(output, NamesOf(option), option.Description);
            }

            foreach (var example in CommandExamples.Of(command))
            {
                output.Write($".PP\n.RS\n.nf\n{Text(example)}\n.fi\n.RE\n");
            }
        }

        output.Write(".SH COMMON OPTIONS\nThese options apply to all commands.\n");
        foreach (var option in root.Options)
        {
            Item(output, NamesOf(option), option.Description);
        }

        output.Write(".SH EXIT STATUS\n");
        (string Code, string Meaning)[] codes =
        [
            ("0", "success"), ("1", "invalid data"), ("2", "invalid usage"), ("3", "I/O error"), ("130", "canceled"), ("141", "broken pipe"),
        ];
        foreach (var (code, meaning) in codes)
        {
            Item(output, code, meaning);
        }
    }

    private static string NamesOf(Option option) => string.Join(", ", option.Aliases.Append(option.Name)) + (option.HelpName is { } value ? $" {value}" : "");

    private static void Item(TextWriter output, string name, string? description) => output.Write($".TP\n.B {Text(name)}\n{Text(description)}\n");

    /// <summary>Escapes text for troff: backslashes, hyphens, single quotes and a leading period.</summary>
    private static string Text(string? text)
    {
        var escaped = (text ?? "").Replace(@"\", @"\e", StringComparison.Ordinal).Replace("-", @"\-", StringComparison.Ordinal).Replace("'", @"\(aq", StringComparison.Ordinal);
        return escaped.StartsWith('.') ? @"\&" + escaped : escaped;
    }
}
