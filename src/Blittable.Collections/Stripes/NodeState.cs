namespace Blittable.Collections.Stripes;

/// <summary>Identifies the state of a node in a row. The numbers are stored.</summary>
internal enum NodeState : byte
{
    /// <summary>The document has nothing there.</summary>
    Missing = 0,

    /// <summary>The literal null.</summary>
    Null = 1,

    /// <summary>A number, in the node's numbers.</summary>
    Number = 2,

    /// <summary>A string that is not a date, in the node's strings.</summary>
    String = 3,

    /// <summary>A string that is a date, in the node's dates.</summary>
    Date = 4,

    /// <summary>True or false, in the node's booleans.</summary>
    Boolean = 5,

    /// <summary>An object: its properties are the node's children.</summary>
    Object = 6,

    /// <summary>An array: its elements are rows of the node's element.</summary>
    Array = 7,
}
