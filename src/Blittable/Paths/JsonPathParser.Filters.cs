using System.Runtime.CompilerServices;
using Blittable.Reading;

namespace Blittable.Paths;

/// <content>Parses filter expressions and their functions.</content>
internal sealed partial class JsonPathParser
{
    private FilterExpression? ParseOr() => ParseJunction("||", isAny: true);

    /// <summary>Parses expressions separated by a logical operator.</summary>
    private FilterExpression? ParseJunction(string separator, bool isAny)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return Fail<FilterExpression>("a less deeply nested expression");
        }

        var parts = new List<FilterExpression>();
        while (true)
        {
            if ((isAny ? ParseJunction("&&", isAny: false) : ParseBasic()) is not { } part)
            {
                return null;
            }

            parts.Add(part);
            var end = _cursor.Position;
            _cursor.SkipBlanks();
            if (!_cursor.TryTake(separator))
            {
                _cursor.Position = end;
                return parts.Count == 1 ? part : new JunctionExpression([.. parts], isAny);
            }

            _cursor.SkipBlanks();
        }
    }

    private FilterExpression? ParseBasic()
    {
        var isNot = _cursor.TryTake('!');
        if (isNot)
        {
            _cursor.SkipBlanks();
        }

        FilterExpression? expression;
        if (_cursor.TryTake('('))
        {
            _cursor.SkipBlanks();
            expression = ParseOr();
            _cursor.SkipBlanks();
            if (expression is not null && !_cursor.TryTake(')'))
            {
                return Fail<FilterExpression>("')'");
            }
        }
        else
        {
            expression = ParseTestOrComparison(mayCompare: !isNot);
        }

        return isNot && expression is not null ? new NotExpression(expression) : expression;
    }

    private FilterExpression? ParseTestOrComparison(bool mayCompare)
    {
        if (!TryParsePrimary(out var left))
        {
            return null;
        }

        var end = _cursor.Position;
        _cursor.SkipBlanks();
        if (TryParseComparison(out var comparison))
        {
            if (!mayCompare || left.AsValue() is not { } leftValue)
            {
                _cursor.Position = end;
                return Fail<FilterExpression>(mayCompare ? "a value or a singular query before a comparison" : "no comparison after '!' without parentheses");
            }

            _cursor.SkipBlanks();
            return ParseValue("a literal, a singular query or a function that returns a value") is { } right
                ? new OperandComparison(leftValue, comparison, right)
                : null;
        }

        _cursor.Position = end;
        return left.Test ?? (left.Query is { } query ? new ExistenceExpression(query) : Fail<FilterExpression>("a comparison"));
    }

    private bool TryParseComparison(out FilterComparison comparison)
    {
        (string Text, FilterComparison Comparison)[] all =
        [
            ("==", FilterComparison.Equal), ("!=", FilterComparison.NotEqual), ("<=", FilterComparison.LessOrEqual),
            (">=", FilterComparison.GreaterOrEqual), ("<", FilterComparison.Less), (">", FilterComparison.Greater),
        ];
        foreach (var (text, value) in all)
        {
            if (_cursor.TryTake(text))
            {
                comparison = value;
                return true;
            }
        }

        comparison = default;
        return false;
    }

    /// <summary>Parses an operand that has at most one value.</summary>
    private FilterOperand? ParseValue(string expected)
    {
        var start = _cursor.Position;
        if (!TryParsePrimary(out var primary))
        {
            return null;
        }

        if (primary.AsValue() is { } value)
        {
            return value;
        }

        _cursor.Position = start;
        return Fail<FilterOperand>(expected);
    }

    private bool TryParsePrimary(out Primary primary)
    {
        primary = default;
        if (_cursor.Next is '@' or '$')
        {
            var isRelative = _cursor.Next == '@';
            _cursor.Position++;
            primary = new Primary(Query: ParseQuery(isRelative));
            return primary.Query is not null;
        }

        if (_cursor.Next is '\'' or '"')
        {
            return ParseString() is { } text && TryLiteral(text, out primary);
        }

        if (_cursor.Next == '-' || char.IsAsciiDigit(_cursor.Next))
        {
            return TryParseNumber(out primary);
        }

        var start = _cursor.Position;
        while (char.IsAsciiLetterLower(_cursor.Next) || (_cursor.Position > start && (_cursor.Next == '_' || char.IsAsciiDigit(_cursor.Next))))
        {
            _cursor.Position++;
        }

        var word = _cursor.Text[start.._cursor.Position];
        if (word.Length > 0 && _cursor.TryTake('('))
        {
            return TryParseFunction(word, start, out primary);
        }

        if (word is "true" or "false" or "null")
        {
            return TryLiteral(System.Text.Encoding.ASCII.GetBytes(word), out primary);
        }

        _cursor.Position = start;
        return Fail("a query, a literal, a function, '!' or '('");
    }

    private bool TryParseNumber(out Primary primary)
    {
        primary = default;
        var start = _cursor.Position;
        while (char.IsAsciiDigit(_cursor.Next) || _cursor.Next is '-' or '+' or '.' or 'e' or 'E')
        {
            _cursor.Position++;
        }

        var text = System.Text.Encoding.ASCII.GetBytes(_cursor.Text[start.._cursor.Position]);
        if (NumberText.TryParse(text, out _))
        {
            return TryLiteral(text, out primary);
        }

        _cursor.Position = start;
        return Fail("a JSON number");
    }

    private static bool TryLiteral(ReadOnlySpan<byte> json, out Primary primary)
    {
        primary = new Primary(Value: new LiteralOperand(BlittableDocument.Parse(json, BlittableOptions.Fastest)));
        return true;
    }

    private static bool TryLiteral(string text, out Primary primary)
    {
        using var builder = new BlittableBuilder();
        builder.WriteString(text);
        primary = new Primary(Value: new LiteralOperand(builder.ToDocument()));
        return true;
    }

    /// <summary>Parses the arguments of a function after its opening parenthesis.</summary>
    private bool TryParseFunction(string name, int start, out Primary primary)
    {
        primary = default;
        _cursor.SkipBlanks();
        switch (name)
        {
            case "length":
                primary = new Primary(Value: ParseArgument() is { } measured ? new LengthOperand(measured) : null);
                break;
            case "count" or "value":
                var argument = _cursor.Position;
                if (!TryParsePrimary(out var nodes))
                {
                    return false;
                }

                if (nodes.Query is not { } query)
                {
                    _cursor.Position = argument;
                    return Fail("a query");
                }

                primary = new Primary(Value: name == "count" ? new CountOperand(query) : new QueryOperand(query));
                break;
            case "match" or "search":
                var text = ParseArgument();
                _cursor.SkipBlanks();
                if (text is null || (!_cursor.TryTake(',') && !Fail("','")))
                {
                    return false;
                }

                _cursor.SkipBlanks();
                primary = new Primary(Test: ParseArgument() is { } pattern ? new MatchExpression(text, pattern, name == "match", _literalAnchors) : null);
                break;
            default:
                _cursor.Position = start;
                return Fail("length, count, value, match or search");
        }

        if (primary == default)
        {
            return false;
        }

        _cursor.SkipBlanks();
        return _cursor.TryTake(')') || Fail("')'");
    }

    private FilterOperand? ParseArgument() => ParseValue("a value or a singular query");

    /// <summary>Represents the start of an expression, of which exactly one part is set.</summary>
    /// <param name="Query">A query.</param>
    /// <param name="Value">A literal, or a function that returns a value.</param>
    /// <param name="Test">A function that returns a logical value.</param>
    private readonly record struct Primary(JsonPathQuery? Query = null, FilterOperand? Value = null, FilterExpression? Test = null)
    {
        public FilterOperand? AsValue() => Value ?? (Query is { IsSingular: true } query ? new QueryOperand(query) : null);
    }
}
