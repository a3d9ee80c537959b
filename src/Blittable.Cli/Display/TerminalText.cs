using System.Text;

namespace Blittable.Cli;

/// <summary>Text for people, in which no character of the data or of a file's name can command a terminal.</summary>
/// <remarks>
/// A document may have been written by a stranger. Its control characters could change colours and titles, overwrite what was said before or, in some
/// terminals, type commands; characters that change the direction of writing could make a text look like another one. They are written as JSON writes them:
/// <c>\u001b</c>.
/// </remarks>
internal static class TerminalText
{
    /// <summary>Escapes what a line of a message or a cell of a table may not contain, line breaks included.</summary>
    public static string Escape(string text)
    {
        if (!text.EnumerateRunes().Any(rune => IsCommand(rune)))
        {
            return text;
        }

        var escaped = new StringBuilder(text.Length + 16);
        foreach (var rune in text.EnumerateRunes())
        {
            if (IsCommand(rune))
            {
                escaped.Append(Escaped(rune));
            }
            else
            {
                escaped.Append(rune.ToString());
            }
        }

        return escaped.ToString();
    }

    /// <summary>Determines whether a terminal may take a character for a command: C0, DEL, C1, breaks of lines, and changes of the direction of writing.</summary>
    public static bool IsCommand(Rune rune) =>
        Rune.IsControl(rune) || rune.Value is 0x061C or 0x200E or 0x200F or (>= 0x2028 and <= 0x202E) or (>= 0x2066 and <= 0x2069);

    /// <summary>A character as a JSON string may contain it.</summary>
    public static string Escaped(Rune rune) => rune.Value switch
    {
        '\n' => @"\n",
        '\r' => @"\r",
        '\t' => @"\t",
        _ => $@"\u{rune.Value:x4}",
    };
}
