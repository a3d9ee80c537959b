namespace Blittable.Collections.Query.Language;

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
