namespace Blittable.Collections.Stripes;

/// <summary>Specifies the state of a node in a row. The numeric values are part of the file format.</summary>
internal enum NodeState : byte
{
    /// <summary>The document has no value at the path.</summary>
    Missing = 0,

    /// <summary>The literal null.</summary>
    Null = 1,

    /// <summary>A number, stored in the node's numbers.</summary>
    Number = 2,

    /// <summary>A string that is not a date, stored in the node's strings.</summary>
    String = 3,

    /// <summary>A string that is a date, stored in the node's dates.</summary>
    Date = 4,

    /// <summary>A boolean, stored in the node's booleans.</summary>
    Boolean = 5,

    /// <summary>An object. Its properties are the node's children.</summary>
    Object = 6,

    /// <summary>An array. Its elements are rows of the node's element.</summary>
    Array = 7,
}
