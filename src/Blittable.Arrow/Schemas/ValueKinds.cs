namespace Blittable.Arrow.Schemas;

/// <summary>Specifies the kinds of values that were observed at a path.</summary>
[Flags]
internal enum ValueKinds
{
    /// <summary>No values, or only nulls.</summary>
    None = 0,

    /// <summary>A boolean.</summary>
    Boolean = 1,

    /// <summary>A number.</summary>
    Number = 2,

    /// <summary>A string that is not a date.</summary>
    String = 4,

    /// <summary>A date.</summary>
    Date = 8,

    /// <summary>A binary value.</summary>
    Binary = 16,

    /// <summary>An object.</summary>
    Object = 32,

    /// <summary>An array.</summary>
    Array = 64,
}
