namespace Blittable.Collections;

/// <summary>Selects how a filter compares the value at a path. Only values of the same kind compare; null is neither less nor greater than a value.</summary>
public enum FilterOperator
{
    /// <summary>Equal; with null: the literal null is there.</summary>
    Equal,

    /// <summary>There is a value other than null, and it is another one.</summary>
    NotEqual,

    /// <summary>Less.</summary>
    Less,

    /// <summary>Less or equal.</summary>
    LessOrEqual,

    /// <summary>Greater.</summary>
    Greater,

    /// <summary>Greater or equal.</summary>
    GreaterOrEqual,

    /// <summary>A string starts with another one, byte by byte.</summary>
    StartsWith,
}
