using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Paths;

/// <summary>Translates an RFC 9485 regular expression to a .NET regular expression that is matched in linear time.</summary>
/// <remarks>An invalid pattern matches nothing, as specified by RFC 9535.</remarks>
internal sealed class InterchangeableRegex
{
    private readonly Regex? _regex;

    /// <param name="pattern">The pattern.</param>
    /// <param name="isWhole">True if the pattern must match the whole text.</param>
    /// <param name="literalAnchors">True if <c>^</c> and <c>$</c> are literal characters.</param>
    public InterchangeableRegex(string pattern, bool isWhole, bool literalAnchors)
    {
        if (RegexTranslator.Translate(pattern, literalAnchors) is not { } translated)
        {
            return;
        }

        try
        {
            _regex = new Regex(isWhole ? $@"\A(?:{translated})\z" : translated, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);
        }
        catch (Exception fault) when (fault is RegexParseException or NotSupportedException)
        {
            // The repetition counts exceed the limits of .NET, or are in reverse order.
        }
    }

    /// <summary>Estimates the cost of preparing a pattern: its length multiplied by its repetition counts.</summary>
    public static long Cost(string pattern)
    {
        const long most = 1 << 20;
        const int category = 1 << 13;
        long cost = pattern.Length;
        for (var escape = pattern.IndexOf('\\'); escape >= 0 && escape + 1 < pattern.Length; escape = pattern.IndexOf('\\', escape + 2))
        {
            cost += pattern[escape + 1] is 'p' or 'P' ? category : 0;
            if (escape + 2 >= pattern.Length)
            {
                break;
            }
        }

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
}

/// <summary>Translates an RFC 9485 regular expression, which matches code points, to a .NET regular expression, which matches UTF-16 code units.</summary>
/// <remarks>A method returns false if it finds a character that the grammar does not allow.</remarks>
internal sealed class RegexTranslator
{
    /// <summary>Any code point except line breaks.</summary>
    private const string AnyCharacter = @"(?:[\ud800-\udbff][\udc00-\udfff]|[^\n\r\ud800-\udfff])";

    private const string EscapedCharacters = @"()*+-.?[\]^nrt{|}";

    /// <summary>The categories of the grammar: all Unicode categories except surrogates.</summary>
    private const string Categories = " L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps Z Zl Zp Zs S Sc Sk Sm So C Cc Cf Cn Co ";

    private readonly string _pattern;
    private readonly bool _literalAnchors;
    private readonly StringBuilder _output = new();
    private int _position;

    private RegexTranslator(string pattern, bool literalAnchors)
    {
        _pattern = pattern;
        _literalAnchors = literalAnchors;
    }

    /// <summary>Translates a pattern.</summary>
    /// <returns>The translated pattern; null for an invalid pattern.</returns>
    public static string? Translate(string pattern, bool literalAnchors)
    {
        var translator = new RegexTranslator(pattern, literalAnchors);
        return translator.TryTranslate() ? translator._output.ToString() : null;
    }

    private bool TryTranslate()
    {
        var mayRepeat = false;
        var open = 0;
        while (_position < _pattern.Length)
        {
            var character = _pattern[_position++];
            switch (character)
            {
                case '.':
                    _output.Append(AnyCharacter);
                    mayRepeat = true;
                    break;
                case '[':
                    if (!TryClass())
                    {
                        return false;
                    }

                    mayRepeat = true;
                    break;
                case '\\':
                    if (!TryEscape())
                    {
                        return false;
                    }

                    mayRepeat = true;
                    break;
                case '(':
                    open++;
                    _output.Append("(?:");
                    mayRepeat = false;
                    break;
                case ')':
                    if (--open < 0)
                    {
                        return false;
                    }

                    _output.Append(')');
                    mayRepeat = true;
                    break;
                case '|':
                    _output.Append('|');
                    mayRepeat = false;
                    break;
                case '*' or '+' or '?' or '{':
                    if (!mayRepeat || (character == '{' && !TryRange()))
                    {
                        return false;
                    }

                    _output.Append(character == '{' ? "" : character.ToString());
                    mayRepeat = false;
                    break;
                case ']' or '}':
                    return false;
                case '^' or '$' when !_literalAnchors:
                    _output.Append(character == '^' ? @"\A" : @"\z");
                    mayRepeat = false;
                    break;
                default:
                    _position--;
                    if (!TryCodePoint(out var literal))
                    {
                        return false;
                    }

                    AppendLiteral(literal);
                    mayRepeat = true;
                    break;
            }
        }

        return open == 0;
    }

    /// <summary>Appends a literal character. A surrogate pair is grouped, so a repetition applies to both halves.</summary>
    private void AppendLiteral(int codePoint)
    {
        var text = char.ConvertFromUtf32(codePoint);
        _output.Append(text.Length == 1 ? Regex.Escape(text) : $"(?:{text})");
    }

    private bool TryCodePoint(out int codePoint)
    {
        var isWhole = Rune.TryGetRuneAt(_pattern, _position, out var rune);
        codePoint = rune.Value;
        _position += rune.Utf16SequenceLength;
        return isWhole;
    }

    /// <summary>Translates the characters after a backslash outside of a class.</summary>
    private bool TryEscape()
    {
        if (_position < _pattern.Length && _pattern[_position] is 'p' or 'P')
        {
            var set = new CodePointClass();
            if (!TryCategory(set))
            {
                return false;
            }

            set.AppendTo(_output, isNegated: false);
            return true;
        }

        if (!TryEscaped(out var character))
        {
            return false;
        }

        AppendLiteral(character);
        return true;
    }

    private bool TryEscaped(out int character)
    {
        character = 0;
        if (_position == _pattern.Length || !EscapedCharacters.Contains(_pattern[_position], StringComparison.Ordinal))
        {
            return false;
        }

        character = _pattern[_position++] switch
        {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            var itself => itself,
        };
        return true;
    }

    /// <summary>Reads a category such as <c>p{Lu}</c> or its complement <c>P{Lu}</c>.</summary>
    private bool TryCategory(CodePointClass set)
    {
        var isNegated = _pattern[_position++] == 'P';
        var end = _pattern.IndexOf('}', _position);
        if (end < 0 || _pattern[_position] != '{' || end - _position is < 2 or > 3)
        {
            return false;
        }

        var category = _pattern[(_position + 1)..end];
        _position = end + 1;
        if (!Categories.Contains($" {category} ", StringComparison.Ordinal))
        {
            return false;
        }

        set.AddCategory(category, isNegated);
        return true;
    }

    /// <summary>Translates the rest of a class, such as <c>[a-z\p{Nd}]</c> or <c>[^-x]</c>. A hyphen at either end is a literal.</summary>
    private bool TryClass()
    {
        var isNegated = _position < _pattern.Length && _pattern[_position] == '^';
        _position += isNegated ? 1 : 0;
        var set = new CodePointClass();
        for (var isFirst = true; _position < _pattern.Length; isFirst = false)
        {
            if (_pattern[_position] == ']')
            {
                _position++;
                set.AppendTo(_output, isNegated);
                return !isFirst;
            }

            if (_pattern[_position] == '-')
            {
                _position++;
                if (!isFirst && !IsAt(']'))
                {
                    return false;
                }

                set.Add('-', '-');
                continue;
            }

            if (!TryClassItem(set))
            {
                return false;
            }
        }

        return false;
    }

    /// <summary>Reads a character, a range of characters or a category.</summary>
    private bool TryClassItem(CodePointClass set)
    {
        if (_pattern[_position] == '\\' && _position + 1 < _pattern.Length && _pattern[_position + 1] is 'p' or 'P')
        {
            _position++;
            return TryCategory(set);
        }

        if (!TryClassCharacter(out var first))
        {
            return false;
        }

        var last = first;
        if (IsAt('-') && _position + 1 < _pattern.Length && _pattern[_position + 1] != ']')
        {
            _position++;
            if (!TryClassCharacter(out last) || last < first)
            {
                return false;
            }
        }

        set.Add(first, last);
        return true;
    }

    private bool TryClassCharacter(out int character)
    {
        character = 0;
        switch (_pattern[_position])
        {
            case '[' or ']' or '-':
                return false;
            case '\\':
                _position++;
                return TryEscaped(out character);
            default:
                return TryCodePoint(out character);
        }
    }

    private bool IsAt(char character) => _position < _pattern.Length && _pattern[_position] == character;

    /// <summary>Translates the rest of <c>{n}</c>, <c>{n,}</c> or <c>{n,m}</c>.</summary>
    private bool TryRange()
    {
        var end = _pattern.IndexOf('}', _position);
        if (end < 0)
        {
            return false;
        }

        var parts = _pattern[_position..end].Split(',');
        var isRange = parts.Length <= 2 && IsNumber(parts[0]) && (parts.Length == 1 || parts[1].Length == 0 || IsNumber(parts[1]));
        _output.Append('{').Append(_pattern, _position, end + 1 - _position);
        _position = end + 1;
        return isRange;

        static bool IsNumber(string text) => text.All(char.IsAsciiDigit) && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out _);
    }
}
