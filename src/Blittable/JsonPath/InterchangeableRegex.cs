using System.Globalization;
using System.Text.RegularExpressions;
using System.Text;

namespace Blittable.JsonPath;

/// <summary>A regular expression of RFC 9485, translated to one of .NET that is matched in linear time.</summary>
/// <remarks>A pattern that breaks the grammar matches nothing, as RFC 9535 has it. A class holds no characters beyond U+FFFF.</remarks>
internal sealed class InterchangeableRegex
{
    /// <summary>Any character but line ends: a pair of surrogates is one.</summary>
    private const string AnyCharacter = @"(?:[\ud800-\udbff][\udc00-\udfff]|[^\n\r])";

    private const string EscapedCharacters = @"()*+-.?[\]^nrt{|}";

    private readonly Regex? _regex;

    public InterchangeableRegex(string pattern, bool isWhole)
    {
        if (!TryTranslate(pattern, out var translated))
        {
            return;
        }

        try
        {
            _regex = new Regex(isWhole ? $@"\A(?:{translated})\z" : translated, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);
        }
        catch (Exception fault) when (fault is RegexParseException or NotSupportedException)
        {
            // What the translation lets pass and .NET refuses: ranges that run backwards, or repetitions beyond its limits.
        }
    }

    /// <summary>Estimates the work of preparing a pattern: its characters, as often as its repetitions say.</summary>
    public static long Cost(string pattern)
    {
        const long most = 1 << 20;
        long cost = pattern.Length;
        for (var open = pattern.IndexOf('{'); open >= 0 && cost < most; open = pattern.IndexOf('{', open + 1))
        {
            var end = pattern.IndexOf('}', open);
            if (end > open && int.TryParse(pattern[(pattern.AsSpan(open, end - open).LastIndexOfAny('{', ',') + open + 1)..end], out var times))
            {
                cost *= Math.Max(times, 1);
            }
        }

        return Math.Min(cost, most);
    }

    public bool IsMatch(string text) => _regex is not null && _regex.IsMatch(text);

    private static bool TryTranslate(string pattern, out string translated)
    {
        var output = new StringBuilder();
        translated = "";
        var position = 0;
        var mayRepeat = false;
        var open = 0;
        while (position < pattern.Length)
        {
            var character = pattern[position++];
            switch (character)
            {
                case '\\':
                    if (!TryEscape(pattern, ref position, output))
                    {
                        return false;
                    }

                    mayRepeat = true;
                    break;
                case '.':
                    output.Append(AnyCharacter);
                    mayRepeat = true;
                    break;
                case '[':
                    if (!TryClass(pattern, ref position, output))
                    {
                        return false;
                    }

                    mayRepeat = true;
                    break;
                case '(':
                    open++;
                    output.Append("(?:");
                    mayRepeat = false;
                    break;
                case ')':
                    if (--open < 0)
                    {
                        return false;
                    }

                    output.Append(')');
                    mayRepeat = true;
                    break;
                case '|':
                    output.Append('|');
                    mayRepeat = false;
                    break;
                case '*' or '+' or '?' or '{':
                    if (!mayRepeat || (character == '{' && !TryRange(pattern, ref position, output)))
                    {
                        return false;
                    }

                    output.Append(character == '{' ? "" : character.ToString());
                    mayRepeat = false;
                    break;
                case ']' or '}':
                    return false;
                default:
                    AppendLiteral(pattern, ref position, output, character);
                    mayRepeat = true;
                    break;
            }
        }

        translated = output.ToString();
        return open == 0;
    }

    /// <summary>Appends a character that stands for itself; a pair of surrogates as one, so that what repeats it repeats both.</summary>
    private static void AppendLiteral(string pattern, ref int position, StringBuilder output, char character)
    {
        if (char.IsHighSurrogate(character) && position < pattern.Length)
        {
            output.Append("(?:").Append(character).Append(pattern[position++]).Append(')');
            return;
        }

        output.Append(Regex.Escape(character.ToString()));
    }

    /// <summary>Translates the characters after a backslash: a character of the syntax, or a category such as <c>\p{Lu}</c>.</summary>
    private static bool TryEscape(string pattern, ref int position, StringBuilder output)
    {
        if (position == pattern.Length)
        {
            return false;
        }

        var escape = pattern[position++];
        if (escape is 'p' or 'P')
        {
            var end = pattern.IndexOf('}', position);
            if (end < 0 || pattern[position] != '{' || end - position is < 2 or > 3)
            {
                return false;
            }

            output.Append('\\').Append(escape).Append(pattern, position, end + 1 - position);
            position = end + 1;
            return true;
        }

        if (!EscapedCharacters.Contains(escape, StringComparison.Ordinal))
        {
            return false;
        }

        output.Append('\\').Append(escape);
        return true;
    }

    private static bool TryClass(string pattern, ref int position, StringBuilder output)
    {
        output.Append('[');
        if (position < pattern.Length && pattern[position] == '^')
        {
            output.Append('^');
            position++;
        }

        for (var isFirst = true; position < pattern.Length; isFirst = false)
        {
            var character = pattern[position++];
            switch (character)
            {
                case ']':
                    output.Append(']');
                    return !isFirst;
                case '[':
                    return false;
                case '\\':
                    if (!TryEscape(pattern, ref position, output))
                    {
                        return false;
                    }

                    break;
                case '-':
                    // At either end it stands for itself; elsewhere it makes a range.
                    output.Append(isFirst || (position < pattern.Length && pattern[position] == ']') ? @"\-" : "-");
                    break;
                case '^':
                    output.Append(@"\^");
                    break;
                default:
                    output.Append(character);
                    break;
            }
        }

        return false;
    }

    /// <summary>Translates the rest of <c>{n}</c>, <c>{n,}</c> or <c>{n,m}</c>.</summary>
    private static bool TryRange(string pattern, ref int position, StringBuilder output)
    {
        var end = pattern.IndexOf('}', position);
        if (end < 0)
        {
            return false;
        }

        var parts = pattern[position..end].Split(',');
        var isRange = parts.Length <= 2 && IsNumber(parts[0]) && (parts.Length == 1 || parts[1].Length == 0 || IsNumber(parts[1]));
        output.Append('{').Append(pattern, position, end + 1 - position);
        position = end + 1;
        return isRange;

        static bool IsNumber(string text) => text.All(char.IsAsciiDigit) && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out _);
    }
}
