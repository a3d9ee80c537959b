namespace Blittable.Collections.Query.Language;

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
