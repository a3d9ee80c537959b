namespace Blittable.Arrow.Schemas;

/// <summary>The kinds of values that were seen at one path.</summary>
[Flags]
internal enum ValueKinds
{
    /// <summary>No value but null.</summary>
    None = 0,

    /// <summary>True or false.</summary>
    Boolean = 1,

    /// <summary>A number.</summary>
    Number = 2,

    /// <summary>A string that is not a date.</summary>
    String = 4,

    /// <summary>A date.</summary>
    Date = 8,

    /// <summary>Bytes.</summary>
    Binary = 16,

    /// <summary>An object.</summary>
    Object = 32,

    /// <summary>An array.</summary>
    Array = 64,
}
