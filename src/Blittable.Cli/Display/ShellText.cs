using System.Buffers;

namespace Blittable.Cli;

/// <summary>Text that can be pasted into bash and zsh as one word.</summary>
internal static class ShellText
{
    private static readonly SearchValues<char> s_plain = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,_/:@%+-");

    /// <summary>Puts a text between single quotes if a shell would otherwise change it.</summary>
    /// <remarks>A '$' stays one before a full stop and at the end; before a bracket bash computes what is in the brackets.</remarks>
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
