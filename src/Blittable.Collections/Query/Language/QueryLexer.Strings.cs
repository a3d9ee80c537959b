using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Blittable.Collections.Query.Language;

/// <content>Strings in single and double quotes.</content>
internal sealed partial class QueryLexer
{
    /// <summary>The number of digits of the escape \u.</summary>
    private const int HexDigits = 4;

    private QueryToken JsonString(int start)
    {
        for (_position++; _position < _text.Length && Current != '"'; _position++)
        {
            _position += Current == '\\' ? 1 : 0;
        }

        return _position >= _text.Length ? throw Unclosed(start, '"') : Parsed(start, ++_position);
    }

    private QueryToken SqlString(int start)
    {
        var value = new StringBuilder();
        for (_position++; _position < _text.Length; _position++)
        {
            if (Current == '\'')
            {
                _position++;
                if (Current != '\'')
                {
                    return new(QueryTokenKind.Literal, start, _position, value.ToString(), value.ToString());
                }
            }

            value.Append(Current);
        }

        throw Unclosed(start, '\'');
    }

    private BlittableException Unclosed(int start, char quote) => QueryFault.At(_text, start, $"The string that starts here has no closing {quote}.");

    private QueryToken Parsed(int start, int end)
    {
        try
        {
            using var document = JsonDocument.Parse(_text[start..end]);
            var value = document.RootElement.GetString();
            return new(QueryTokenKind.Literal, start, end, value!, value);
        }
        catch (Exception fault) when (fault is JsonException or InvalidOperationException or ArgumentException)
        {
            throw StringFault(start, end);
        }
    }

    /// <summary>Creates an error at the first character of a string in double quotes that is not valid JSON.</summary>
    private BlittableException StringFault(int start, int end)
    {
        for (var at = start + 1; at < end; at++)
        {
            if (_text[at] < ' ')
            {
                return QueryFault.At(_text, at, "A string in double quotes cannot contain a control character; write it as an escape, such as \\n or \\u0001.");
            }

            if (_text[at] == '\\')
            {
                var length = EscapeLength(at, end);
                if (length == 0)
                {
                    return QueryFault.At(
                        _text,
                        at,
                        "This is not a valid JSON string. Its escapes are \\\" \\\\ \\n \\t \\u0041 and so on; strings in single quotes have no escapes.");
                }

                at += length - 1;
            }
        }

        return QueryFault.At(_text, start, "This is not a valid JSON string.");
    }

    /// <summary>Returns the number of characters of an escape, which may be a surrogate pair, or 0 if it is not valid.</summary>
    private int EscapeLength(int at, int end)
    {
        const int unicode = 2 + HexDigits;
        return _text[at + 1] != 'u' ? ("\"\\/bfnrt".Contains(_text[at + 1], StringComparison.Ordinal) ? 2 : 0)
            : !TryGetUnit(at, end, out var unit) || char.IsLowSurrogate(unit) ? 0
            : !char.IsHighSurrogate(unit) ? unicode
            : TryGetUnit(at + unicode, end, out var low) && char.IsLowSurrogate(low) ? 2 * unicode
            : 0;
    }

    private bool TryGetUnit(int at, int end, out char unit)
    {
        unit = '\0';
        if (at + 2 + HexDigits >= end || _text[at] != '\\' || _text[at + 1] != 'u'
            || !ushort.TryParse(_text.AsSpan(at + 2, HexDigits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
        {
            return false;
        }

        unit = (char)value;
        return true;
    }
}
