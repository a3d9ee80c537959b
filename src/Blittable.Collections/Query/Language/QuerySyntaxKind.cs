namespace Blittable.Collections.Query.Language;

/// <summary>Specifies the kind of a syntax node.</summary>
internal enum QuerySyntaxKind
{
    /// <summary>A scalar.</summary>
    Literal,

    /// <summary>A named value supplied by the caller.</summary>
    Parameter,

    /// <summary>A path.</summary>
    Path,

    /// <summary>A result column.</summary>
    Column,

    /// <summary>A JSON object or array, only on the right side of <c>contains</c>.</summary>
    Json,

    /// <summary>A negated number.</summary>
    Negate,

    /// <summary><c>+ - * / %</c>.</summary>
    Arithmetic,

    /// <summary>A function and its arguments.</summary>
    Call,

    /// <summary>A conversion to another kind, which the text names.</summary>
    Cast,

    /// <summary>Alternating conditions and values, followed by the value if no condition holds, unless that is null.</summary>
    Case,

    /// <summary><c>= &lt;&gt; &lt; &lt;= &gt; &gt;=</c>.</summary>
    Comparison,

    /// <summary>A pattern match of a string. The text names the kind of pattern.</summary>
    Match,

    /// <summary>The first operand contains the second.</summary>
    Contains,

    /// <summary>The first operand is one of the others.</summary>
    In,

    /// <summary>The first operand is between the second and the third, inclusive.</summary>
    Between,

    /// <summary>A path has a value.</summary>
    Exists,

    /// <summary>The negation of the operand.</summary>
    Not,

    /// <summary>All of the operands hold.</summary>
    And,

    /// <summary>Any of the operands holds.</summary>
    Or,
}
