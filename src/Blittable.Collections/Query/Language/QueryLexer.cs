using System.Text;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Language;

/// <summary>Splits query text into tokens.</summary>
/// <remarks>
/// Double-quoted strings have JSON escapes; single-quoted strings have none, except that <c>''</c> represents a quote, as in SQL. A path ends with its last
/// segment: <c>$.a-1</c> is a subtraction, because names with hyphens require brackets.
/// </remarks>
internal sealed partial class QueryLexer
{
    private static readonly string[] s_symbols = ["<=", ">=", "<>", "!=", "==", "&&", "||", "<", ">", "=", "!", "(", ")", ",", "+", "-", "*", "/", "%"];

    /// <summary>Operators of other languages, and their equivalents.</summary>
    private static readonly (string Symbol, string Meant)[] s_strangers = [("===", "="), ("=>", ">="), ("=<", "<="), ("=~", "matches"), ("~", "matches"), ("&", "and"), ("|", "or"), (";", "and")];

    private readonly string _text;
    private int _position;

    private QueryLexer(string text) => _text = text;

    /// <summary>Reads all tokens. The last one is the end of the text.</summary>
    /// <exception cref="BlittableException">The text has an unexpected character, an unterminated string or an unpaired surrogate.</exception>
    public static List<QueryToken> Read(string text)
    {
        RequirePairs(text);
        var lexer = new QueryLexer(text);
        var tokens = new List<QueryToken>();
        do
        {
            tokens.Add(lexer.Next());
        }
        while (tokens[^1].Kind != QueryTokenKind.End);
        return tokens;
    }

    /// <summary>Rejects unpaired surrogates, which no document contains and UTF-8 cannot represent.</summary>
    private static void RequirePairs(string text)
    {
        for (var i = 0; i < text.Length; i++)
        {
            if (char.IsSurrogatePair(text, i))
            {
                i++;
            }
            else if (char.IsSurrogate(text[i]))
            {
                throw QueryFault.At(text, i, "This character is half of a surrogate pair.");
            }
        }
    }

    private char Current => _position < _text.Length ? _text[_position] : '\0';

    private QueryToken Next()
    {
        while (_position < _text.Length && char.IsWhiteSpace(_text[_position]))
        {
            _position++;
        }

        var start = _position;
        return _position == _text.Length ? new(QueryTokenKind.End, start, start, "")
            : Current switch
            {
                '$' => Path(start),
                '"' => JsonString(start),
                '\'' => SqlString(start),
                '`' => Column(start),
                '@' => Parameter(start),
                '{' or '[' => Json(start),
                '“' or '”' or '‘' or '’' => throw QueryFault.At(_text, start, "Write strings in straight quotes: \"text\"."),
                >= '0' and <= '9' => IsDate() ? Date(start) : Number(start),
                var character when IsNameStart(character) => Word(start),
                _ => Symbol(start),
            };
    }

    private QueryToken Path(int start)
    {
        _position++;
        for (var end = _position; ; end = _position)
        {
            while (char.IsWhiteSpace(Current))
            {
                _position++;
            }

            // A number may start with a point; a point in a path is followed by a name.
            if (!(Current == '.' ? PathName() : Current == '[' && Bracket()))
            {
                _position = end;
                break;
            }
        }

        if (Current == '-' && _position + 1 < _text.Length && IsNameStart(_text[_position + 1]))
        {
            var last = _text.LastIndexOf('.', _position - 1, _position - start);
            var end = _position + 1;
            for (; end < _text.Length && (IsNamePart(_text[end]) || _text[end] == '-'); end++)
            {
            }

            throw QueryFault.At(
                _text, _position, $"Write a name with a hyphen in brackets: [\"{_text[(last + 1)..end]}\"]; to subtract, put spaces around the minus sign.");
        }

        var path = _text[start.._position];
        try
        {
            return new(QueryTokenKind.Path, start, _position, BlittablePath.Parse(path).ToString());
        }
        catch (BlittableException fault)
        {
            throw QueryFault.At(_text, start + (int)Math.Clamp(fault.Offset, 0, path.Length), $"'{path}' is not a path: {Reason(fault)}");
        }
    }

    private static string Reason(BlittableException fault) => fault.Message.ReplaceLineEndings(" ");

    private bool PathName()
    {
        _position++;
        if (Current == '*')
        {
            _position++;
            return true;
        }

        if (Current == '.')
        {
            throw QueryFault.At(_text, _position - 1, "Paths in queries do not support '..'; `blittable get` does.");
        }

        var start = _position;
        while (IsNamePart(Current))
        {
            _position++;
        }

        return _position > start ? true
            : throw QueryFault.At(
                _text, _position, "A name is missing after '.'; write names with characters other than letters, digits and '_' as $[\"name\"].");
    }

    private bool Bracket()
    {
        var start = _position;
        var quote = '\0';
        for (_position++; _position < _text.Length; _position++)
        {
            if (quote != '\0')
            {
                if (Current == '\\')
                {
                    _position++;
                }
                else if (Current == quote)
                {
                    quote = '\0';
                }
            }
            else if (Current is '\'' or '"')
            {
                quote = Current;
            }
            else if (Current == ']')
            {
                _position++;
                return true;
            }
        }

        throw QueryFault.At(_text, start, "This '[' has no matching ']'.");
    }

    private QueryToken Column(int start)
    {
        var end = _text.IndexOf('`', start + 1);
        _position = end < 0 ? throw Unclosed(start, '`') : end + 1;
        return end > start + 1
            ? new(QueryTokenKind.Column, start, _position, _text[(start + 1)..end])
            : throw QueryFault.At(_text, start, "The column name is missing.");
    }

    private QueryToken Parameter(int start)
    {
        _position++;
        while (IsNamePart(Current))
        {
            _position++;
        }

        return _position > start + 1
            ? new(QueryTokenKind.Parameter, start, _position, _text[(start + 1).._position])
            : throw QueryFault.At(_text, start, "The parameter name is missing; write @name.");
    }

    private QueryToken Json(int start)
    {
        _position = JsonEnd(start);
        var utf8 = Encoding.UTF8.GetBytes(_text[start.._position]);
        try
        {
            BlittableDocument.Parse(utf8).Dispose();
        }
        catch (BlittableException fault)
        {
            var at = start + Encoding.UTF8.GetCharCount(utf8, 0, (int)Math.Clamp(fault.Offset, 0, utf8.Length));
            throw QueryFault.At(_text, at, $"This is not valid JSON: {Reason(fault)}");
        }

        return new(QueryTokenKind.Json, start, _position, _text[start.._position]);
    }

    /// <summary>Returns the position after the closing bracket, or the end of the text if there is none.</summary>
    private int JsonEnd(int start)
    {
        var (depth, isQuoted) = (0, false);
        for (var i = start; i < _text.Length; i++)
        {
            switch (_text[i])
            {
                case '\\' when isQuoted:
                    i++;
                    break;
                case '"':
                    isQuoted = !isQuoted;
                    break;
                case '{' or '[' when !isQuoted:
                    depth++;
                    break;
                case '}' or ']' when !isQuoted && --depth == 0:
                    return i + 1;
            }
        }

        return _text.Length;
    }

    private QueryToken Number(int start)
    {
        if (DateSpelling.TryRead(_text.AsSpan(start), out var typed, out var meant))
        {
            throw QueryFault.At(
                _text, start, $"'{typed}' is not a date; write it as {meant}. To {(typed.Contains('-', StringComparison.Ordinal) ? "subtract, put spaces around the minus sign" : "divide, put spaces around the slash")}.");
        }

        while (char.IsAsciiDigit(Current) || Current == '.' || (Current is '+' or '-' && _text[_position - 1] is 'e' or 'E') || IsNamePart(Current))
        {
            _position++;
        }

        var text = _text[start.._position];
        try
        {
            return new(QueryTokenKind.Literal, start, _position, text, QueryValue.ParseNumber(text));
        }
        catch (FormatException)
        {
            throw QueryFault.At(_text, start, $"'{text}' is not a number; write a string in quotes: \"{text}\".");
        }
    }

    private bool IsDate() =>
        _text.Length - _position >= 10 && _text[_position + 4] == '-' && _text[_position + 7] == '-'
        && _text.AsSpan(_position, 4).IndexOfAnyExceptInRange('0', '9') < 0 && char.IsAsciiDigit(_text[_position + 5]);

    /// <summary>Reads a date as a string literal, which compares with dates as a date and with strings as a string.</summary>
    private QueryToken Date(int start)
    {
        while (char.IsAsciiLetterOrDigit(Current) || Current is '-' or ':' or '.' or '+')
        {
            _position++;
        }

        var text = _text[start.._position];
        return ScalarComparison.TryReadDate(text, out _)
            ? new(QueryTokenKind.Literal, start, _position, text, text)
            : throw QueryFault.At(_text, start, $"'{text}' is not a date such as 2024-03-01 or 2024-03-01T12:30:00Z. Write a string in quotes.");
    }

    /// <summary>Reads a word, which may contain hyphens between letters: starts-with.</summary>
    private QueryToken Word(int start)
    {
        while (IsNamePart(Current) || (Current == '-' && _position + 1 < _text.Length && IsNameStart(_text[_position + 1])))
        {
            _position++;
        }

        return new(QueryTokenKind.Word, start, _position, _text[start.._position]);
    }

    private QueryToken Symbol(int start)
    {
        foreach (var (stranger, meant) in s_strangers)
        {
            if (IsAt(stranger) && !IsAt("&&") && !IsAt("||"))
            {
                throw QueryFault.At(_text, start, $"'{stranger}' is not an operator; write '{meant}'.");
            }
        }

        var symbol = Array.Find(s_symbols, IsAt)
            ?? throw QueryFault.At(_text, start, $"Unexpected character '{_text[start]}'; write strings in quotes.");
        _position += symbol.Length;
        return symbol switch
        {
            "&&" => new(QueryTokenKind.Word, start, _position, "and"),
            "||" => new(QueryTokenKind.Word, start, _position, "or"),
            "!" => new(QueryTokenKind.Word, start, _position, "not"),
            "==" => new(QueryTokenKind.Symbol, start, _position, "="),
            "!=" => new(QueryTokenKind.Symbol, start, _position, "<>"),
            _ => new(QueryTokenKind.Symbol, start, _position, symbol),
        };
    }

    private bool IsAt(string symbol) => string.CompareOrdinal(_text, _position, symbol, 0, symbol.Length) == 0;

    private static bool IsNameStart(char character) => char.IsAsciiLetter(character) || character is '_' or > '\x7F';

    private static bool IsNamePart(char character) => IsNameStart(character) || char.IsAsciiDigit(character);
}
