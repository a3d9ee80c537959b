namespace Blittable.Collections;

/// <summary>Distinguishes the tokens of a query's text.</summary>
internal enum QueryTokenKind
{
    /// <summary>The end of the text.</summary>
    End,

    /// <summary>A path, from its <c>$</c> to the end of its last segment.</summary>
    Path,

    /// <summary>A number, string or date.</summary>
    Literal,

    /// <summary>An object or array of JSON.</summary>
    Json,

    /// <summary>A word: a keyword, a function, or a column of a result.</summary>
    Word,

    /// <summary>A column of a result between back quotes, which is never a keyword.</summary>
    Column,

    /// <summary>The name of a parameter, without its <c>@</c>.</summary>
    Parameter,

    /// <summary>An operator, a parenthesis or a comma.</summary>
    Symbol,
}

/// <summary>Holds a token of a query's text.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Start">Where it starts, in characters.</param>
/// <param name="End">Where it ends.</param>
/// <param name="Text">The word, symbol, path, JSON or name; <c>==</c>, <c>!=</c>, <c>&amp;&amp;</c> and the like are replaced by the words of SQL.</param>
/// <param name="Value">The value of a literal.</param>
internal readonly record struct QueryToken(QueryTokenKind Kind, int Start, int End, string Text, QueryValue Value = default)
{
    public bool IsSymbol(string symbol) => Kind == QueryTokenKind.Symbol && Text == symbol;

    public bool IsWord(string word) => Kind == QueryTokenKind.Word && Text.Equals(word, StringComparison.OrdinalIgnoreCase);
}
