using System.Text;

namespace Blittable.Cli;

/// <summary>Escapes text for people, so that characters from documents and file names cannot control the terminal.</summary>
/// <remarks>
/// Documents may come from untrusted sources. Their control characters could change colors and titles, overwrite earlier output or, on some terminals,
/// type commands. Characters that change the writing direction could make a text look like a different one. They are written as in JSON: <c>\u001b</c>.
/// </remarks>
internal static class TerminalText
{
    /// <summary>Escapes the characters that a message line or a table cell must not contain, including line breaks.</summary>
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

    /// <summary>Truncates a text that is too long to a number of UTF-16 units, without splitting a surrogate pair, and appends an ellipsis.</summary>
    public static string Truncate(string text, int length) =>
        text.Length <= length ? text : $"{text[..(char.IsHighSurrogate(text[length - 1]) ? length - 1 : length)]}…";

    /// <summary>Determines whether a terminal may interpret a character: C0, DEL, C1, line breaks and changes of the writing direction.</summary>
    public static bool IsCommand(Rune rune) =>
        Rune.IsControl(rune) || rune.Value is 0x061C or 0x200E or 0x200F or (>= 0x2028 and <= 0x202E) or (>= 0x2066 and <= 0x2069);

    /// <summary>Returns a character as an escape sequence of a JSON string.</summary>
    public static string Escaped(Rune rune) => rune.Value switch
    {
        '\n' => @"\n",
        '\r' => @"\r",
        '\t' => @"\t",
        _ => $@"\u{rune.Value:x4}",
    };
}
