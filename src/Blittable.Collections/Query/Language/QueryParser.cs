namespace Blittable.Collections.Query.Language;

/// <summary>Parses conditions and values by recursive descent, with one method for each rule of the grammar in docs/EXPRESSIONS.md.</summary>
internal sealed partial class QueryParser
{
    /// <summary>The maximum nesting depth of parentheses, which prevents stack overflow.</summary>
    private const int MaxDepth = 200;

    /// <summary>The maximum number of levels of a tree. Printed text has at most one pair of parentheses for each level, so it can be parsed.</summary>
    private const int MaxLevels = 190;

    private static readonly string[] s_comparisons = ["=", "<>", "<", "<=", ">", ">="];
    private static readonly string[] s_matches = ["like", "ilike", "matches", "starts-with", "ends-with", "has-text"];
    private static readonly string[] s_kinds = ["number", "string", "date", "boolean"];
    private static readonly string[] s_infixes = ["and", "or", "in", "between", "is", "contains", "exists", "not", "as", .. s_matches];

    private readonly string _text;
    private readonly List<QueryToken> _tokens;
    private int _next;
    private int _depth;

    private QueryParser(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        _text = text;
        _tokens = QueryLexer.Read(text);
    }

    private QueryToken Current => _tokens[_next];

    /// <summary>Parses a condition, such as <c>$.price &gt; 10 and $.country in ("DE", "FR")</c>.</summary>
    /// <exception cref="BlittableException">The text is not a valid condition.</exception>
    public static QuerySyntax ParseCondition(string text)
    {
        var parser = new QueryParser(text);
        var read = parser.Or();
        return parser.Current.Kind != QueryTokenKind.End ? throw parser.Unexpected()
            : read.IsCondition ? read
            : throw parser.NoCondition(read);
    }

    /// <summary>Parses values with or without names, such as <c>$.id, $.price * $.quantity as total</c>.</summary>
    /// <exception cref="BlittableException">The text is not a valid list of values.</exception>
    public static List<(QuerySyntax Value, string? Name)> ParseValues(string text)
    {
        var parser = new QueryParser(text);
        var values = new List<(QuerySyntax Value, string? Name)>();
        do
        {
            var value = parser.RequireValue(parser.Or());
            values.Add((value, parser.TryTakeWord("as") ? parser.Name() : null));
        }
        while (parser.TryTakeSymbol(","));
        return parser.Current.Kind == QueryTokenKind.End ? values : throw parser.Unexpected();
    }

    /// <summary>Parses a value with or without a name.</summary>
    /// <exception cref="BlittableException">The text is not a valid value.</exception>
    public static (QuerySyntax Value, string? Name) ParseValue(string text)
    {
        var parser = new QueryParser(text);
        var value = parser.RequireValue(parser.Or());
        var name = parser.TryTakeWord("as") ? parser.Name() : null;
        return parser.Current.Kind == QueryTokenKind.End ? (value, name) : throw parser.Unexpected();
    }

    private QuerySyntax Or() => Joined("or", QuerySyntaxKind.Or, And);

    private QuerySyntax And() => Joined("and", QuerySyntaxKind.And, Not);

    private QuerySyntax Joined(string word, QuerySyntaxKind kind, Func<QuerySyntax> rule)
    {
        var first = rule();
        if (!Current.IsWord(word))
        {
            return first;
        }

        var parts = new List<QuerySyntax> { RequireCondition(first) };
        while (TryTakeWord(word))
        {
            parts.Add(RequireCondition(rule()));
        }

        return new(kind, first.Position, "", [.. parts]);
    }

    private QuerySyntax Not()
    {
        var starts = Repeated(() => TryTakeWord("not"));
        return starts.Aggregate(Predicate(), (read, start) => Limited(new(QuerySyntaxKind.Not, start, "", RequireCondition(read))));
    }

    private QuerySyntax Predicate()
    {
        var left = Sum();
        var read = Suffix(left);
        return s_comparisons.Any(Current.IsSymbol)
            ? throw At(Current.Start, "A comparison has two operands; join two comparisons with 'and'.")
            : read;
    }

    private QuerySyntax Suffix(QuerySyntax left)
    {
        var start = Current.Start;
        if (Array.Find(s_comparisons, Current.IsSymbol) is { } comparison)
        {
            _next++;
            return new(QuerySyntaxKind.Comparison, start, comparison, RequireValue(left), RequireValue(Sum()));
        }

        if (Current.IsWord("is"))
        {
            return Is(left);
        }

        var isNegated = Current.IsWord("not") && _next++ >= 0;
        var test = Test(left, start)
            ?? (isNegated ? throw At(Current.Start, "'not' must precede a condition, or an operator such as in, between or like.") : left);
        return isNegated ? new(QuerySyntaxKind.Not, start, "", test) : test;
    }

    private QuerySyntax? Test(QuerySyntax left, int start)
    {
        if (Array.Find(s_matches, Current.IsWord) is { } match)
        {
            _next++;
            return new(QuerySyntaxKind.Match, start, match, RequireValue(left), Pattern(match));
        }

        if (TryTakeWord("in"))
        {
            return In(left, start);
        }

        if (TryTakeWord("between"))
        {
            var least = RequireValue(Sum());
            Expect(TryTakeWord("and"), "'and': between 1 and 10");
            return new(QuerySyntaxKind.Between, start, "", RequireValue(left), least, RequireValue(Sum()));
        }

        if (TryTakeWord("contains"))
        {
            return new(QuerySyntaxKind.Contains, start, "", RequirePath(left, "contains"), Contained());
        }

        return TryTakeWord("exists") ? new(QuerySyntaxKind.Exists, start, "", RequirePath(left, "exists")) : null;
    }

    /// <summary>Parses a test for null or missing values. A null value exists; a missing value does not.</summary>
    private QuerySyntax Is(QuerySyntax left)
    {
        var start = Current.Start;
        _next++;
        var isNegated = TryTakeWord("not");
        if (TryTakeWord("null"))
        {
            return new(QuerySyntaxKind.Comparison, start, isNegated ? "<>" : "=", RequireValue(left), QuerySyntax.Literal(start, QueryValue.Null));
        }

        Expect(TryTakeWord("missing"), "null or missing after 'is'");
        var exists = new QuerySyntax(QuerySyntaxKind.Exists, start, "", RequirePath(left, "is missing"));
        return isNegated ? exists : new(QuerySyntaxKind.Not, start, "", exists);
    }

    private QuerySyntax In(QuerySyntax left, int start)
    {
        var items = new List<QuerySyntax> { RequireValue(left) };
        Expect(TryTakeSymbol("("), "a list in parentheses: in (1, 2, 3)");
        do
        {
            var item = RequireValue(Sum());
            items.Add(item.Kind is QuerySyntaxKind.Path or QuerySyntaxKind.Column
                ? throw At(item.Position, "A list may contain only literals and parameters; compare paths with '=' and 'or'.")
                : item);
        }
        while (TryTakeSymbol(","));
        Expect(TryTakeSymbol(")"), "',' or ')'");
        return new(QuerySyntaxKind.In, start, "", [.. items]);
    }

    private QuerySyntax Pattern(string match)
    {
        var token = Current;
        Expect(
            token is { Kind: QueryTokenKind.Literal, Value.Kind: QueryValueKind.String } or { Kind: QueryTokenKind.Parameter },
            $"a quoted string after '{match}'");
        return Primary();
    }

    private QuerySyntax Contained()
    {
        var token = Current;
        if (token.Kind == QueryTokenKind.Json)
        {
            _next++;
            return new(QuerySyntaxKind.Json, token.Start, token.Text);
        }

        var value = Sum();
        return value.Kind is QuerySyntaxKind.Literal or QuerySyntaxKind.Parameter
            ? value
            : throw At(value.Position, "'contains' requires JSON: a scalar, {\"a\": 1} or [1, 2].");
    }

    private QuerySyntax Sum() => Operators(["+", "-"], Product);

    private QuerySyntax Product() => Operators(["*", "/", "%"], Factor);

    private QuerySyntax Operators(string[] symbols, Func<QuerySyntax> rule)
    {
        var left = rule();
        while (Array.Find(symbols, Current.IsSymbol) is { } symbol)
        {
            var operation = _tokens[_next++].Start;
            left = Limited(new(QuerySyntaxKind.Arithmetic, left.Position, symbol, RequireValue(left), RequireValue(rule())), operation);
        }

        return left;
    }

    private QuerySyntax Factor()
    {
        var starts = Repeated(() => TryTakeSymbol("-"));
        if (starts.Count == 0)
        {
            return Primary();
        }

        // The sign is part of a number, so -0.10 keeps its text.
        var isNumber = Current is { Kind: QueryTokenKind.Literal, Value.Kind: QueryValueKind.Number };
        var operand = isNumber ? QuerySyntax.Literal(starts.Pop(), QueryValue.ParseNumber($"-{_tokens[_next++].Text}")) : Primary();
        return starts.Aggregate(operand, (read, start) => Limited(new(QuerySyntaxKind.Negate, start, "", RequireValue(read))));
    }

    /// <summary>Takes tokens without recursion, because there can be any number of them.</summary>
    /// <returns>The positions of the tokens, the last one first.</returns>
    private Stack<int> Repeated(Func<bool> tryTake)
    {
        var starts = new Stack<int>();
        for (var start = Current.Start; tryTake(); start = Current.Start)
        {
            starts.Push(start);
        }

        return starts;
    }

    private QuerySyntax Limited(QuerySyntax read, int? position = null) =>
        read.Depth <= MaxLevels ? read : throw At(position ?? read.Position, $"The query is nested more than {MaxLevels} levels deep.");

    private QuerySyntax Primary()
    {
        var token = Current;
        switch (token.Kind)
        {
            case QueryTokenKind.Literal:
                _next++;
                return QuerySyntax.Literal(token.Start, token.Value);
            case QueryTokenKind.Path:
                _next++;
                return new(QuerySyntaxKind.Path, token.Start, token.Text);
            case QueryTokenKind.Column:
                _next++;
                return new(QuerySyntaxKind.Column, token.Start, token.Text);
            case QueryTokenKind.Parameter:
                _next++;
                return new(QuerySyntaxKind.Parameter, token.Start, token.Text);
            case QueryTokenKind.Word:
                return Word(token);
            case QueryTokenKind.Symbol when token.Text == "(":
                _next++;
                var inner = Nested(Or);
                Expect(TryTakeSymbol(")"), "')'");
                return inner;
            default:
                throw Unexpected();
        }
    }

    private QuerySyntax Word(QueryToken token)
    {
        if (token.IsWord("case") && _tokens[_next + 1].IsWord("when"))
        {
            return Nested(Case);
        }

        var isCall = _tokens[_next + 1].IsSymbol("(");
        if (!isCall && token.Text.ToLowerInvariant() is "true" or "false" or "null")
        {
            _next++;
            return QuerySyntax.Literal(token.Start, token.Text.ToLowerInvariant() switch { "true" => true, "false" => false, _ => QueryValue.Null });
        }

        if (s_infixes.Any(token.IsWord))
        {
            throw Unexpected();
        }

        _next++;
        return isCall ? Nested(() => Call(token)) : new(QuerySyntaxKind.Column, token.Start, token.Text);
    }

    private QuerySyntax Case()
    {
        var start = Current.Start;
        _next++;
        var parts = new List<QuerySyntax>();
        while (TryTakeWord("when"))
        {
            parts.Add(RequireCondition(Or()));
            Expect(TryTakeWord("then"), "'then': case when $.a > 1 then 2 else 3 end");
            parts.Add(RequireValue(Or()));
        }

        if (TryTakeWord("else"))
        {
            parts.Add(RequireValue(Or()));
        }

        Expect(TryTakeWord("end"), "'when', 'else' or 'end'");
        return new(QuerySyntaxKind.Case, start, "", [.. parts]);
    }

    private QuerySyntax Call(QueryToken name)
    {
        _next++;
        if (name.IsWord("cast"))
        {
            var value = RequireValue(Or());
            Expect(TryTakeWord("as"), "'as' and a kind: cast($.a as number)");
            var kind = Array.Find(s_kinds, Current.IsWord);
            Expect(kind is not null, $"one of {string.Join(", ", s_kinds)}");
            _next++;
            Expect(TryTakeSymbol(")"), "')'");
            return new(QuerySyntaxKind.Cast, name.Start, kind!, value);
        }

        var arguments = new List<QuerySyntax>();
        if (!TryTakeSymbol(")"))
        {
            do
            {
                arguments.Add(Current.IsSymbol("*") && _next++ >= 0 ? new(QuerySyntaxKind.Column, name.End, "*") : RequireValue(Or()));
            }
            while (TryTakeSymbol(","));
            Expect(TryTakeSymbol(")"), "',' or ')'");
        }

        return new(QuerySyntaxKind.Call, name.Start, name.Text.ToLowerInvariant(), [.. arguments]);
    }

    private string Name()
    {
        var token = Current;
        Expect(
            token.Kind is QueryTokenKind.Word or QueryTokenKind.Column || token is { Kind: QueryTokenKind.Literal, Value.Kind: QueryValueKind.String },
            "a name after 'as'");
        _next++;
        return token.Text.Length > 0 ? token.Text : throw At(token.Start, "A name must not be empty.");
    }

    private QuerySyntax Nested(Func<QuerySyntax> rule)
    {
        if (++_depth > MaxDepth)
        {
            throw At(Current.Start, $"The query is nested more than {MaxDepth} levels deep.");
        }

        var read = rule();
        _depth--;
        return Limited(read);
    }

    private bool TryTakeWord(string word) => Current.IsWord(word) && _next++ >= 0;

    private bool TryTakeSymbol(string symbol) => Current.IsSymbol(symbol) && _next++ >= 0;
}
