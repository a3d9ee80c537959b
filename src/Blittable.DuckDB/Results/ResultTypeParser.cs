namespace Blittable.DuckDB.Results;

/// <summary>Parses the types that <c>DESCRIBE</c> prints, such as <c>STRUCT(a JSON, "b c" MAP(VARCHAR, JSON[]))</c>.</summary>
internal ref struct ResultTypeParser
{
    private readonly ReadOnlySpan<char> _text;
    private int _at;

    private ResultTypeParser(ReadOnlySpan<char> text) => _text = text;

    /// <summary>Parses a type.</summary>
    public static ResultType Parse(ReadOnlySpan<char> text) => new ResultTypeParser(text).ParseType();

    private ResultType ParseType()
    {
        var type = StartsWith("STRUCT(") ? ParseFields("STRUCT") : StartsWith("UNION(") ? ParseFields("UNION") : StartsWith("MAP(") ? ParseMap() : ResultType.OfLeaf(ReadLeaf());
        while (_at < _text.Length && _text[_at] == '[')
        {
            var end = _at + _text[_at..].IndexOf(']') + 1;
            var brackets = _text[_at..end].ToString();
            _at = end;
            type = ResultType.OfNested([type], children => children[0].Cast + brackets);
        }

        return type;
    }

    private ResultType ParseMap()
    {
        _at += "MAP(".Length;
        var key = ParseType();
        SkipSeparator();
        var value = ParseType();
        _at++;
        return ResultType.OfNested([key, value], children => $"MAP({children[0].Cast}, {children[1].Cast})");
    }

    private ResultType ParseFields(string kind)
    {
        _at += kind.Length + 1;
        List<string> names = [];
        List<ResultType> types = [];
        while (_at < _text.Length && _text[_at] != ')')
        {
            names.Add(ReadName());
            types.Add(ParseType());
            SkipSeparator();
        }

        _at++;
        return ResultType.OfNested(types, children => $"{kind}({string.Join(", ", names.Select((name, index) => name + children[index].Cast))})");
    }

    /// <summary>Reads the name of a field and the space after it. A field of a struct without names has none.</summary>
    private string ReadName()
    {
        var start = _at;
        var end = _at;
        if (_text[end] == '"')
        {
            end = EndOfQuoted(end);
        }
        else
        {
            while (end < _text.Length && _text[end] is not (' ' or ',' or ')' or '(' or '['))
            {
                end++;
            }
        }

        var isType = end == _text.Length || _text[end] != ' ' || _text[end..].StartsWith(" WITH TIME ZONE", StringComparison.Ordinal);
        if (isType)
        {
            return "";
        }

        _at = end + 1;
        return _text[start.._at].ToString();
    }

    /// <summary>Reads the name of a type, including parameters such as <c>DECIMAL(18,3)</c> or the strings of an enumeration.</summary>
    private string ReadLeaf()
    {
        var start = _at;
        var depth = 0;
        while (_at < _text.Length && (depth > 0 || _text[_at] is not (',' or ')' or '[')))
        {
            depth += _text[_at] switch { '(' => 1, ')' => -1, _ => 0 };
            _at = _text[_at] is '"' or '\'' ? EndOfQuoted(_at) : _at + 1;
        }

        return _text[start.._at].ToString();
    }

    /// <summary>Returns the end of a quoted text, in which two quotes represent one.</summary>
    private readonly int EndOfQuoted(int start)
    {
        var at = start + 1;
        while (at < _text.Length)
        {
            if (_text[at] != _text[start])
            {
                at++;
            }
            else if (at + 1 < _text.Length && _text[at + 1] == _text[start])
            {
                at += 2;
            }
            else
            {
                return at + 1;
            }
        }

        return _text.Length;
    }

    private readonly bool StartsWith(string word) => _text[_at..].StartsWith(word, StringComparison.Ordinal);

    private void SkipSeparator() => _at += StartsWith(", ") ? 2 : StartsWith(",") ? 1 : 0;
}
