namespace Blittable.Collections.Query.Language;

/// <summary>Represents a token of query text.</summary>
/// <param name="Kind">The kind of token.</param>
/// <param name="Start">The start position, in characters.</param>
/// <param name="End">The end position.</param>
/// <param name="Text">The word, symbol, path, JSON or name. <c>==</c>, <c>!=</c>, <c>&amp;&amp;</c> and similar operators are replaced by their SQL
/// equivalents.</param>
/// <param name="Value">The value of a literal.</param>
internal readonly record struct QueryToken(QueryTokenKind Kind, int Start, int End, string Text, QueryValue Value = default)
{
    public bool IsSymbol(string symbol) => Kind == QueryTokenKind.Symbol && Text == symbol;

    public bool IsWord(string word) => Kind == QueryTokenKind.Word && Text.Equals(word, StringComparison.OrdinalIgnoreCase);
}
