using System.Globalization;
using System.Text;

namespace Blittable.Reading;

/// <summary>Reads the text of a path: the grammar of RFC 9535, section 2, for <c>$</c> and child segments of one selector.</summary>
internal ref struct PathParser
{
    /// <summary>RFC 9535 bounds indexes by the integers that a double holds; an array here has fewer elements than this anyway.</summary>
    private const int MaxIndexDigits = 16;

    private readonly string _text;
    private readonly List<PathStep> _steps;
    private int _position;
    private int _wildcards;

    private PathParser(string text)
    {
        _text = text;
        _steps = [];
    }

    /// <summary>Reads a path.</summary>
    /// <param name="text">The text.</param>
    /// <param name="steps">Its steps, on success.</param>
    /// <param name="expected">What should have stood at <paramref name="position"/>, on failure.</param>
    /// <param name="position">How many characters were read.</param>
    public static bool TryParse(string text, out PathStep[] steps, out string expected, out int position)
    {
        var parser = new PathParser(text);
        expected = parser.ParseQuery() ?? "";
        position = parser._position;
        steps = expected.Length == 0 ? [.. parser._steps] : [];
        return expected.Length == 0;
    }

    // The methods below return null, or what they expected where they stopped.
    private string? ParseQuery()
    {
        if (!TryTake('$'))
        {
            return "'$'";
        }

        while (_position < _text.Length)
        {
            SkipBlanks();
            var fault = TryTake('.') ? ParseShorthand() : TryTake('[') ? ParseBracket() : "'.' or '['";
            if (fault is not null)
            {
                return fault;
            }
        }

        return null;
    }

    private string? ParseShorthand()
    {
        if (TryTake('*'))
        {
            return AddWildcard();
        }

        var start = _position;
        while (_position < _text.Length && IsNameCharacter(_text[_position], isFirst: _position == start))
        {
            _position++;
        }

        return _position == start ? "a name or '*'" : AddName(_text[start.._position]);
    }

    private string? ParseBracket()
    {
        SkipBlanks();
        var fault = TryTake('*') ? AddWildcard()
            : TryTake('\'') ? ParseString('\'')
            : TryTake('"') ? ParseString('"')
            : ParseIndex();
        if (fault is not null)
        {
            return fault;
        }

        SkipBlanks();
        return TryTake(']') ? null : "']'";
    }

    private string? ParseIndex()
    {
        var start = _position;
        TryTake('-');
        var digits = _position;
        while (_position < _text.Length && char.IsAsciiDigit(_text[_position]))
        {
            _position++;
        }

        var count = _position - digits;
        var hasLeadingZero = count > 0 && _text[digits] == '0' && _position - start > 1;
        if (count is 0 or > MaxIndexDigits || hasLeadingZero)
        {
            _position = start;
            return "a quoted name, an index or '*'";
        }

        // No array reaches beyond this, so a larger index selects what the largest selects: nothing.
        var index = long.Parse(_text.AsSpan(start, _position - start), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        _steps.Add(PathStep.OfIndex((int)Math.Clamp(index, int.MinValue, int.MaxValue)));
        return null;
    }

    private string? ParseString(char quote)
    {
        var name = new StringBuilder();
        while (_position < _text.Length)
        {
            var character = _text[_position++];
            if (character == quote)
            {
                return AddName(name.ToString());
            }

            if (character < ' ')
            {
                _position--;
                return "no control character in a name";
            }

            if (character == '\\' && !TryTakeEscape(quote, out character))
            {
                return "an escape of JSON";
            }

            name.Append(character);
        }

        return $"the quote {quote}";
    }

    /// <summary>What stands behind a backslash. Halves of surrogate pairs come one by one; <see cref="AddName"/> sees whether they fit.</summary>
    private bool TryTakeEscape(char quote, out char character)
    {
        var escape = _position < _text.Length ? _text[_position] : '\0';
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
            _position++;
            return true;
        }

        const int escapeLength = 5;
        if (escape != 'u' || _position + escapeLength > _text.Length
            || !ushort.TryParse(_text.AsSpan(_position + 1, escapeLength - 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var unit))
        {
            return false;
        }

        _position += escapeLength;
        character = (char)unit;
        return true;
    }

    private readonly string? AddName(string name)
    {
        for (var i = 0; i < name.Length; i++)
        {
            if (char.IsSurrogate(name[i]) && (i + 1 == name.Length || !char.IsSurrogatePair(name[i], name[++i])))
            {
                return "both halves of a surrogate pair";
            }
        }

        _steps.Add(PathStep.OfName(name));
        return null;
    }

    private string? AddWildcard()
    {
        if (++_wildcards > BlittablePath.MaxWildcards)
        {
            return $"no more than {BlittablePath.MaxWildcards} wildcards";
        }

        _steps.Add(PathStep.Wildcard);
        return null;
    }

    private static bool IsNameCharacter(char character, bool isFirst) =>
        char.IsAsciiLetter(character) || character == '_' || character >= 0x80 || (!isFirst && char.IsAsciiDigit(character));

    private void SkipBlanks()
    {
        while (_position < _text.Length && _text[_position] is ' ' or '\t' or '\n' or '\r')
        {
            _position++;
        }
    }

    private bool TryTake(char character)
    {
        if (_position < _text.Length && _text[_position] == character)
        {
            _position++;
            return true;
        }

        return false;
    }
}
