using System.CommandLine;
using System.Globalization;
using System.Text;

namespace Blittable.Cli;

/// <summary><c>blittable man</c>: prints the manual page, with the descriptions of the help.</summary>
internal sealed class ManCommand : Command
{
    /// <summary>Gets the exit codes and their meanings.</summary>
    private static readonly (ExitCode Code, string Meaning)[] s_codes =
    [
        (ExitCode.Done, "success"),
        (ExitCode.BadData, "invalid data; no value (get), no documents (bench, schema, train), differences (diff --exit-code), an incomplete recovery (recover)"),
        (ExitCode.Usage, "invalid usage"),
        (ExitCode.InputOutput, "I/O error"),
        (ExitCode.Internal, "a bug in the command; please report the message"),
        (ExitCode.Cancelled, "canceled"),
        (ExitCode.OutputClosed, "broken pipe"),
    ];

    /// <summary>Gets the environment variables and their meanings.</summary>
    private static readonly (string Name, string Meaning)[] s_variables =
    [
        ("PAGER", "The program that --pager starts."),
        ("LESS", "The options of the pager 'less'. If it is not set, the command sets it to FRX."),
        ("NO_COLOR", "If it is set and not empty, the output has no colors."),
        ("TERM", "If it is 'dumb', no progress is shown."),
    ];

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
        foreach (var (code, meaning) in s_codes)
        {
            Item(output, ((int)code).ToString(CultureInfo.InvariantCulture), meaning);
        }

        output.Write(".SH ENVIRONMENT\n");
        foreach (var (name, meaning) in s_variables)
        {
            Item(output, name, meaning);
        }
    }

    private static string NamesOf(Option option) => string.Join(", ", option.Aliases.Where(alias => alias.StartsWith('-')).Append(option.Name)) + (option.HelpName is { } value ? $" {value}" : "");

    private static void Item(TextWriter output, string name, string? description) => output.Write($".TP\n.B {Text(name)}\n{Text(description)}\n");

    /// <summary>Escapes text for troff: backslashes, characters that would be printed as others, and a leading period.</summary>
    private static string Text(string? text)
    {
        var escaped = new StringBuilder(text is ['.', ..] ? @"\&" : "");
        foreach (var character in text ?? "")
        {
            escaped.Append(character switch
            {
                '\\' => @"\e",
                '-' => @"\-",
                '\'' => @"\(aq",
                '`' => @"\(ga",
                '^' => @"\(ha",
                '~' => @"\(ti",
                _ => character.ToString(),
            });
        }

        return escaped.ToString();
    }
}
