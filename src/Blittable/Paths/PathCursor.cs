using System.Buffers;
using System.Globalization;
using System.Text;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Represents a position in the text of a path, and reads the tokens common to both kinds of paths: names, quoted strings, integers.</summary>
/// <remarks>Methods that return a description return null on success, or the expected token at the current position.</remarks>
internal sealed class PathCursor(string text)
{
    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789ABCDEFabcdef");

    /// <summary>The maximum magnitude of an integer, which RFC 9535 limits to the integers that a double represents exactly.</summary>
    private const long MaxInteger = (1L << 53) - 1;

    private const int MaxIntegerDigits = 16;

    /// <summary>Gets the text.</summary>
    public string Text => text;

    /// <summary>Gets or sets the number of characters read.</summary>
    public int Position { get; set; }

    public bool IsAtEnd => Position == text.Length;

    /// <summary>Gets the next character; zero at the end.</summary>
    public char Next => Position < text.Length ? text[Position] : '\0';

    public bool TryTake(char character)
    {
        if (Position < text.Length && text[Position] == character)
        {
            Position++;
            return true;
        }

        return false;
    }

    public bool TryTake(string word)
    {
        if (text.AsSpan(Position).StartsWith(word, StringComparison.Ordinal))
        {
            Position += word.Length;
            return true;
        }

        return false;
    }

    public void SkipBlanks()
    {
        while (Position < text.Length && text[Position] is ' ' or '\t' or '\n' or '\r')
        {
            Position++;
        }
    }

    /// <summary>Reads an unquoted name. Returns null if there is none.</summary>
    public string? ReadName()
    {
        var start = Position;
        while (Position < text.Length && IsNameCharacter(text[Position], isFirst: Position == start))
        {
            Position++;
        }

        return Position == start ? null : text[start..Position];
    }

    /// <summary>Reads an integer. Returns false without reading anything if there is none.</summary>
    public bool TryReadInteger(out long value)
    {
        var start = Position;
        TryTake('-');
        var digits = Position;
        while (char.IsAsciiDigit(Next))
        {
            Position++;
        }

        var count = Position - digits;
        var hasLeadingZero = count > 0 && text[digits] == '0' && Position - start > 1;
        value = 0;
        if (count is 0 or > MaxIntegerDigits || hasLeadingZero)
        {
            Position = start;
            return false;
        }

        value = long.Parse(text.AsSpan(start, Position - start), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        if (value is >= -MaxInteger and <= MaxInteger)
        {
            return true;
        }

        Position = start;
        return false;
    }

    /// <summary>Reads the rest of a string after its opening quotation mark.</summary>
    public string? ReadString(char quote, out string value)
    {
        var content = new StringBuilder();
        value = "";
        while (Position < text.Length)
        {
            var character = text[Position++];
            if (character == quote)
            {
                value = content.ToString();
                return Utf8Text.HasWholePairs(value) ? null : "both halves of a surrogate pair";
            }

            if (character < ' ')
            {
                Position--;
                return "an escaped control character";
            }

            if (character == '\\' && !TryTakeEscape(quote, out character))
            {
                return "a JSON escape sequence";
            }

            content.Append(character);
        }

        return $"a closing {quote}";
    }

    /// <summary>Reads the characters after a backslash. The halves of a surrogate pair are read separately.</summary>
    private bool TryTakeEscape(char quote, out char character)
    {
        var escape = Next;
        character = escape switch
        {
            'b' => '\b',
            'f' => '\f',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '/' or '\\' => escape,
            _ when escape == quote => quote,
            _ => '\0',
        };
        if (character != '\0')
        {
            Position++;
            return true;
        }

        const int escapeLength = 5;
        if (escape != 'u' || Position + escapeLength > text.Length
            // The parser of numbers ignores U+0000 at the end.
            || text.AsSpan(Position + 1, escapeLength - 1).ContainsAnyExcept(HexDigits)
            || !ushort.TryParse(text.AsSpan(Position + 1, escapeLength - 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var unit))
        {
            return false;
        }

        Position += escapeLength;
        character = (char)unit;
        return true;
    }

    private static bool IsNameCharacter(char character, bool isFirst) =>
        char.IsAsciiLetter(character) || character == '_' || character >= 0x80 || (!isFirst && char.IsAsciiDigit(character));
}

/// <summary>Parses and escapes JSON Pointers (RFC 6901).</summary>
internal static class JsonPointer
{
    /// <summary>Determines whether a text is a valid pointer: empty, or tokens after slashes in which each tilde is escaped.</summary>
    public static bool IsValid(string pointer)
    {
        if (pointer.Length > 0 && pointer[0] != '/')
        {
            return false;
        }

        for (var at = pointer.IndexOf('~', StringComparison.Ordinal); at >= 0; at = pointer.IndexOf('~', at + 1))
        {
            if (at + 1 == pointer.Length || pointer[at + 1] is not ('0' or '1'))
            {
                return false;
            }
        }

        return Utf8Text.HasWholePairs(pointer);
    }

    /// <summary>Splits a valid, nonempty pointer into unescaped tokens.</summary>
    public static string[] Tokens(string pointer)
    {
        var tokens = pointer[1..].Split('/');
        for (var i = 0; i < tokens.Length; i++)
        {
            tokens[i] = tokens[i].Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
        }

        return tokens;
    }

    /// <summary>Escapes a token.</summary>
    public static string Escape(string token) => token.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal);

    /// <summary>Determines whether a token is an index: digits without a leading zero.</summary>
    public static bool IsIndex(string token, out int index)
    {
        // TryParse ignores characters U+0000 at the end.
        index = 0;
        return !token.AsSpan().ContainsAnyExceptInRange('0', '9')
            && int.TryParse(token, NumberStyles.None, CultureInfo.InvariantCulture, out index) && (token.Length == 1 || token[0] != '0');
    }
}
