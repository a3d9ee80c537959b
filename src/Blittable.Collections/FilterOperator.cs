namespace Blittable.Collections;

/// <summary>Specifies how a filter compares a value. Only values of the same kind compare; null is neither less nor greater than any value.</summary>
public enum FilterOperator
{
    /// <summary>The value equals the operand. If the operand is null, the value is a literal null.</summary>
    Equal,

    /// <summary>The value is not null and differs from the operand.</summary>
    NotEqual,

    /// <summary>The value is less than the operand.</summary>
    Less,

    /// <summary>The value is less than or equal to the operand.</summary>
    LessOrEqual,

    /// <summary>The value is greater than the operand.</summary>
    Greater,

    /// <summary>The value is greater than or equal to the operand.</summary>
    GreaterOrEqual,

    /// <summary>The value is a string that starts with the operand, compared byte by byte.</summary>
    StartsWith,
}
