using System.Buffers;

namespace Blittable.Cli;

/// <summary>Formats text that can be pasted into bash and zsh as one word.</summary>
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
}
