using System.Runtime.CompilerServices;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Parses the text of a query according to the grammar of RFC 9535.</summary>
/// <remarks>A method that fails records the expected token at the current position, and returns null or false.</remarks>
internal sealed partial class JsonPathParser
{
    private readonly PathCursor _cursor;
    private readonly bool _literalAnchors;
    private string? _expected;

    private JsonPathParser(string text, bool literalAnchors)
    {
        _cursor = new PathCursor(text);
        _literalAnchors = literalAnchors;
    }

    /// <summary>Parses a query.</summary>
    /// <param name="text">The text.</param>
    /// <param name="literalAnchors">True if <c>^</c> and <c>$</c> in patterns are literal characters.</param>
    /// <param name="expected">The expected token at <paramref name="position"/>, on failure.</param>
    /// <param name="position">The number of characters read.</param>
    /// <returns>The query; null if the text is invalid.</returns>
    public static JsonPathQuery? Parse(string text, bool literalAnchors, out string expected, out int position)
    {
        var parser = new JsonPathParser(text, literalAnchors);
        var query = parser._cursor.TryTake('$') ? parser.ParseQuery(isRelative: false) : parser.Fail<JsonPathQuery>("'$'");
        if (query is not null && !parser._cursor.IsAtEnd)
        {
            query = parser.Fail<JsonPathQuery>("'.', '[' or the end");
        }

        expected = parser._expected ?? "";
        position = parser._cursor.Position;
        return query;
    }

    private T? Fail<T>(string expected)
        where T : class
    {
        _expected ??= expected;
        return null;
    }

    private bool Fail(string expected)
    {
        _expected ??= expected;
        return false;
    }

    /// <summary>Parses the segments after <c>$</c> or <c>@</c>.</summary>
    private JsonPathQuery? ParseQuery(bool isRelative)
    {
        // Queries are nested in filters, and filters in queries.
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return Fail<JsonPathQuery>("a less deeply nested query");
        }

        var segments = new List<QuerySegment>();
        while (true)
        {
            var end = _cursor.Position;
            _cursor.SkipBlanks();
            var isDescendant = _cursor.TryTake("..");
            QuerySelector[]? selectors;
            if (isDescendant || _cursor.TryTake('.'))
            {
                selectors = isDescendant && _cursor.TryTake('[') ? ParseBracket() : ParseShorthand();
            }
            else if (_cursor.TryTake('['))
            {
                selectors = ParseBracket();
            }
            else
            {
                _cursor.Position = end;
                return new JsonPathQuery(isRelative, [.. segments]);
            }

            if (selectors is null)
            {
                return null;
            }

            segments.Add(new QuerySegment(selectors, isDescendant));
        }
    }

    private QuerySelector[]? ParseShorthand()
    {
        if (_cursor.TryTake('*'))
        {
            return [new WildcardSelector()];
        }

        var selector = _cursor.ReadName() is { } name ? OfName(name) : Fail<QuerySelector>("a name or '*'");
        return selector is null ? null : [selector];
    }

    private QuerySelector[]? ParseBracket()
    {
        var selectors = new List<QuerySelector>();
        do
        {
            _cursor.SkipBlanks();
            if (ParseSelector() is not { } selector)
            {
                return null;
            }

            selectors.Add(selector);
            _cursor.SkipBlanks();
        }
        while (_cursor.TryTake(','));
        return _cursor.TryTake(']') ? [.. selectors] : Fail<QuerySelector[]>("',' or ']'");
    }

    private QuerySelector? ParseSelector()
    {
        if (_cursor.TryTake('*'))
        {
            return new WildcardSelector();
        }

        if (_cursor.Next is '\'' or '"')
        {
            return ParseString() is { } name ? OfName(name) : null;
        }

        if (_cursor.TryTake('?'))
        {
            _cursor.SkipBlanks();
            return ParseOr() is { } expression ? new FilterSelector(expression) : null;
        }

        return ParseIndexOrSlice();
    }

    private QuerySelector? ParseIndexOrSlice()
    {
        long? start = null;
        if (_cursor.TryReadInteger(out var index))
        {
            start = index;
            var end = _cursor.Position;
            _cursor.SkipBlanks();
            if (_cursor.Next != ':')
            {
                _cursor.Position = end;
                return new ChildSelector(PathStep.OfIndex(index));
            }
        }

        if (!_cursor.TryTake(':'))
        {
            return Fail<QuerySelector>("a quoted name, an index, a slice, '*' or '?'");
        }

        _cursor.SkipBlanks();
        long? stop = _cursor.TryReadInteger(out var last) ? last : null;
        _cursor.SkipBlanks();
        var step = 1L;
        if (_cursor.TryTake(':'))
        {
            _cursor.SkipBlanks();
            step = _cursor.TryReadInteger(out var given) ? given : 1;
        }

        return new SliceSelector(start, stop, step);
    }

    private QuerySelector? OfName(string name) =>
        Utf8Text.HasWholePairs(name) ? new ChildSelector(PathStep.OfName(name)) : Fail<QuerySelector>("both halves of a surrogate pair");

    private string? ParseString()
    {
        var quote = _cursor.Next;
        _cursor.Position++;
        return _cursor.ReadString(quote, out var value) is { } expected ? Fail<string>(expected) : value;
    }
}
