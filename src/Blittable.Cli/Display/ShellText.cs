using System.Buffers;

namespace Blittable.Cli;

/// <summary>Quotes words for bash and zsh, and removes quotes that cmd.exe passes on.</summary>
internal static class ShellText
{
    private static readonly SearchValues<char> s_plain = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,_/:@%+-");

    /// <summary>Encloses a text in single quotes if a shell would otherwise change it.</summary>
    /// <remarks>A '$' is safe before a period and at the end. Before a bracket, bash evaluates the expression in the brackets.</remarks>
    public static string Quote(string text)
    {
        var rest = text.AsSpan();
        if (rest is ['$'] or ['$', '.', ..])
        {
            rest = rest[1..];
        }

        return !rest.ContainsAnyExcept(s_plain) && text.Length > 0 ? text : $"'{text.Replace("'", @"'\''", StringComparison.Ordinal)}'";
    }

    /// <summary>Removes single quotes that enclose arguments. cmd.exe passes them on, and splits a quoted text at its spaces.</summary>
    /// <remarks>A quoted text ends at the first argument that ends with a quote and has its pair: <c>'$.a</c>, <c>=</c>, <c>'x''</c>.</remarks>
    public static IReadOnlyList<string> JoinQuoted(IReadOnlyList<string> arguments)
    {
        var joined = new List<string>();
        for (var i = 0; i < arguments.Count; i++)
        {
            var count = QuotedCount(arguments, i);
            joined.Add(count > 1 ? string.Join(' ', arguments.Skip(i).Take(count))[1..^1] : WithoutQuotes(arguments[i]));
            i += Math.Max(count, 1) - 1;
        }

        return joined;
    }

    /// <summary>Removes the single quotes around an argument, unless there are more quotes inside, which may belong to them.</summary>
    private static string WithoutQuotes(string argument) =>
        argument is ['\'', .. var inside, '\''] && !inside.Contains('\'', StringComparison.Ordinal) ? inside : argument;

    /// <summary>Returns the number of arguments of the quoted text that starts with an argument, or 0 if none does.</summary>
    private static int QuotedCount(IReadOnlyList<string> arguments, int first)
    {
        if (arguments[first] is not ['\'', ..])
        {
            return 0;
        }

        var quotes = 0;
        for (var i = first; i < arguments.Count; i++)
        {
            quotes += arguments[i].Count(character => character == '\'');
            if (quotes > 1 && quotes % 2 == 0 && arguments[i].EndsWith('\''))
            {
                return i - first + 1;
            }
        }

        return 0;
    }
}
