using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Parses the text of a path: the grammar of RFC 9535, section 2, restricted to <c>$</c> and child segments with one selector.</summary>
internal sealed class PathParser
{
    private readonly PathCursor _cursor;
    private readonly List<PathStep> _steps = [];
    private int _wildcards;

    private PathParser(string text) => _cursor = new PathCursor(text);

    /// <summary>Parses a path.</summary>
    /// <param name="text">The text.</param>
    /// <param name="steps">The steps of the path, on success.</param>
    /// <param name="expected">The expected token at <paramref name="position"/>, on failure.</param>
    /// <param name="position">The number of characters read.</param>
    public static bool TryParse(string text, out PathStep[] steps, out string expected, out int position)
    {
        var parser = new PathParser(text);
        expected = parser.ParseQuery() ?? "";
        position = parser._cursor.Position;
        steps = expected.Length == 0 ? [.. parser._steps] : [];
        return expected.Length == 0;
    }

    // The methods below return null on success, or the expected token at the current position.
    private string? ParseQuery()
    {
        if (!_cursor.TryTake('$'))
        {
            return "'$'";
        }

        while (!_cursor.IsAtEnd)
        {
            _cursor.SkipBlanks();
            var fault = _cursor.TryTake('.') ? ParseShorthand() : _cursor.TryTake('[') ? ParseBracket() : "'.' or '['";
            if (fault is not null)
            {
                return fault;
            }
        }

        return null;
    }

    private string? ParseShorthand() => _cursor.TryTake('*') ? AddWildcard() : _cursor.ReadName() is { } name ? AddName(name) : "a name or '*'";

    private string? ParseBracket()
    {
        _cursor.SkipBlanks();
        var fault = _cursor.TryTake('*') ? AddWildcard()
            : _cursor.TryTake('\'') ? ParseString('\'')
            : _cursor.TryTake('"') ? ParseString('"')
            : ParseIndex();
        if (fault is not null)
        {
            return fault;
        }

        _cursor.SkipBlanks();
        return _cursor.TryTake(']') ? null : "']'";
    }

    private string? ParseIndex()
    {
        if (!_cursor.TryReadInteger(out var index))
        {
            return "a quoted name, an index or '*'";
        }

        _steps.Add(PathStep.OfIndex(index));
        return null;
    }

    private string? ParseString(char quote) => _cursor.ReadString(quote, out var name) ?? AddName(name);

    private string? AddName(string name)
    {
        if (!Utf8Text.HasWholePairs(name))
        {
            return "both halves of a surrogate pair";
        }

        _steps.Add(PathStep.OfName(name));
        return null;
    }

    private string? AddWildcard()
    {
        if (++_wildcards > BlittablePath.MaxWildcards)
        {
            return $"at most {BlittablePath.MaxWildcards} wildcards";
        }

        _steps.Add(PathStep.Wildcard);
        return null;
    }
}
