namespace Blittable.Collections.Stripes;

/// <summary>Specifies the contents of a node in the directory.</summary>
[Flags]
internal enum NodeFlags : ushort
{
    None = 0,

    /// <summary>The node represents the elements of an array rather than a property.</summary>
    Element = 1,

    /// <summary>The values are in residual documents.</summary>
    Residual = 2,
    Numbers = 4,
    Strings = 8,
    Dates = 16,
    Booleans = 32,

    /// <summary>At least one row has an array.</summary>
    Ends = 64,

    /// <summary>Chunks of strings are compressed with a symbol table.</summary>
    Symbols = 128,

    /// <summary>Some documents have values here that the nodes do not describe. These documents are stored whole.</summary>
    Open = 256,

    /// <summary>Chunks of strings contain codes of strings in a dictionary of the stripe.</summary>
    Dictionary = 512,

    All = 1023,
}
