namespace Blittable.Collections.Query.Language;

/// <summary>Distinguishes the parts of a query's text.</summary>
internal enum QuerySyntaxKind
{
    /// <summary>A scalar.</summary>
    Literal,

    /// <summary>A value that the caller gives by name.</summary>
    Parameter,

    /// <summary>A path.</summary>
    Path,

    /// <summary>A column of a result.</summary>
    Column,

    /// <summary>An object or array of JSON, on the right side of <c>contains</c> alone.</summary>
    Json,

    /// <summary>A number with the other sign.</summary>
    Negate,

    /// <summary><c>+ - * / %</c>.</summary>
    Arithmetic,

    /// <summary>A function and its arguments.</summary>
    Call,

    /// <summary>A value as another kind, which is the text.</summary>
    Cast,

    /// <summary>Conditions and their values in turn, and at the end the value if none passes, unless that is null.</summary>
    Case,

    /// <summary><c>= &lt;&gt; &lt; &lt;= &gt; &gt;=</c>.</summary>
    Comparison,

    /// <summary>A test of a string, named by the text, by a pattern.</summary>
    Match,

    /// <summary>The first operand contains the second.</summary>
    Contains,

    /// <summary>The first operand is one of the others.</summary>
    In,

    /// <summary>The first operand is from the second to the third.</summary>
    Between,

    /// <summary>There is a value at a path.</summary>
    Exists,

    /// <summary>What the operand does not pass.</summary>
    Not,

    /// <summary>All of the operands.</summary>
    And,

    /// <summary>Any of the operands.</summary>
    Or,
}
