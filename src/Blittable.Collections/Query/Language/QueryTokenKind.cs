namespace Blittable.Collections.Query.Language;

/// <summary>Specifies the kind of a token.</summary>
internal enum QueryTokenKind
{
    /// <summary>The end of the text.</summary>
    End,

    /// <summary>A path, from its <c>$</c> to the end of its last segment.</summary>
    Path,

    /// <summary>A number, string or date.</summary>
    Literal,

    /// <summary>A JSON object or array.</summary>
    Json,

    /// <summary>A word: a keyword, a function, or a result column.</summary>
    Word,

    /// <summary>A result column in backquotes, which is never a keyword.</summary>
    Column,

    /// <summary>The name of a parameter, without the <c>@</c>.</summary>
    Parameter,

    /// <summary>An operator, a parenthesis or a comma.</summary>
    Symbol,
}
