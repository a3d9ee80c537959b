using System.CommandLine;
using System.CommandLine.Completions;
using System.Text;

namespace Blittable.Cli;

/// <summary>Completes a command line with the names of commands and options and the values of options. Where a file name belongs, it returns nothing, because
/// shells complete file names.</summary>
/// <remarks>The completions of System.CommandLine are not used: they contain options in place of file names, and end after an option that is a flag or can be
/// repeated.</remarks>
internal static class LineCompletion
{
    private const string Directive = "[suggest";

    /// <summary>Determines whether arguments come from a completion script: <c>[suggest]</c>, followed by the line up to the cursor, without the name of the
    /// command.</summary>
    public static bool IsRequest(IReadOnlyList<string> arguments) => arguments is [var first, ..] && first.StartsWith(Directive, StringComparison.Ordinal);

    /// <summary>Returns the completions of the last word of a line.</summary>
    /// <param name="root">The root command, with all commands.</param>
    /// <param name="arguments">The arguments from the script. A shell may omit an empty line.</param>
    public static IEnumerable<string> Of(RootCommand root, IReadOnlyList<string> arguments) => Complete(root, Split(arguments.Count > 1 ? arguments[1] : ""));

    private static IEnumerable<string> Complete(RootCommand root, List<string> words)
    {
        Command command = root;
        Option? open = null;
        var (isFile, isLiteral, position) = (false, false, 0);
        var used = new HashSet<Option>();
        foreach (var word in words.SkipLast(1))
        {
            if (open is not null || isFile)
            {
                // The word is the value of the option before it, or the file of 'collect'.
                isFile = open is FaultOption && FaultOption.RequiresFile(word);
                open = null;
            }
            else if (!isLiteral && word.StartsWith('-') && word.Length > 1)
            {
                isLiteral = word == "--";
                if (OptionsOf(root, command).FirstOrDefault(option => option.Name == word || option.Aliases.Contains(word)) is { } option)
                {
                    used.Add(option);
                    open = TakesValue(option) ? option : null;
                }
            }
            else if (command != root)
            {
                position++;
            }
            else if (root.Subcommands.FirstOrDefault(known => known.Name == word) is { } named)
            {
                command = named;
            }
            else
            {
                return [];
            }
        }

        var typed = words[^1];
        return isFile ? []
            : open is not null ? ValuesOf(open, typed)
            : !isLiteral && typed.StartsWith('-') ? Options(OptionsOf(root, command), used, typed)
            : command == root ? root.Subcommands.Select(known => known.Name).Where(name => name.StartsWith(typed, StringComparison.Ordinal))
            : position < command.Arguments.Count ? Values(command.Arguments[position].GetCompletions(CompletionContext.Empty), typed)
            : [];
    }

    /// <summary>Returns the options of a command, including those of all commands.</summary>
    private static IEnumerable<Option> OptionsOf(RootCommand root, Command command) =>
        command == root ? root.Options : command.Options.Concat(root.Options.Where(option => option.Recursive));

    /// <summary>Completes the name of an option or, after '=', its value.</summary>
    private static IEnumerable<string> Options(IEnumerable<Option> options, HashSet<Option> used, string typed)
    {
        var equals = typed.IndexOf('=', StringComparison.Ordinal);
        if (equals >= 0)
        {
            return options.FirstOrDefault(option => option.Name == typed[..equals]) is { } named && TakesValue(named)
                ? ValuesOf(named, typed[(equals + 1)..]).Select(value => $"{typed[..equals]}={value}")
                : [];
        }

        return options.Where(option => option.Arity.MaximumNumberOfValues > 1 || !used.Contains(option))
            .SelectMany(option => option.Aliases.Prepend(option.Name))
            .Where(name => name.StartsWith(typed, StringComparison.Ordinal) && name.All(character => character == '-' || char.IsAsciiLetter(character)))
            .Distinct().Order(StringComparer.Ordinal);
    }

    private static bool TakesValue(Option option) => option.Arity.MinimumNumberOfValues > 0;

    private static IEnumerable<string> ValuesOf(Option option, string typed) => Values(option.GetCompletions(CompletionContext.Empty), typed);

    private static IEnumerable<string> Values(IEnumerable<CompletionItem> items, string typed) =>
        items.Select(item => item.Label).Where(label => label.StartsWith(typed, StringComparison.OrdinalIgnoreCase)).Order(StringComparer.Ordinal);

    /// <summary>Splits a line into words, without quotes. The last word is incomplete, and may be empty.</summary>
    private static List<string> Split(string line)
    {
        List<string> words = [];
        var word = new StringBuilder();
        var (quote, isOpen) = ('\0', false);
        for (var i = 0; i < line.Length; i++)
        {
            var character = line[i];
            if (character == quote)
            {
                quote = '\0';
            }
            else if (quote == '\0' && character is '"' or '\'')
            {
                (quote, isOpen) = (character, true);
            }
            else if (quote == '\0' && char.IsWhiteSpace(character))
            {
                if (isOpen || word.Length > 0)
                {
                    words.Add(word.ToString());
                }

                isOpen = false;
                word.Clear();
            }
            else
            {
                // A backslash quotes the next character, except in single quotes. On Windows, it separates folders.
                i += character == '\\' && quote != '\'' && i + 1 < line.Length && !OperatingSystem.IsWindows() ? 1 : 0;
                word.Append(line[i]);
            }
        }

        words.Add(word.ToString());
        return words;
    }
}
