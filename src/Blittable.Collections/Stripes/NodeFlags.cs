namespace Blittable.Collections.Stripes;

/// <summary>What the directory has of a node.</summary>
[Flags]
internal enum NodeFlags : ushort
{
    None = 0,

    /// <summary>The elements of an array rather than a property.</summary>
    Element = 1,

    /// <summary>What is there is in residual documents.</summary>
    Residual = 2,
    Numbers = 4,
    Strings = 8,
    Dates = 16,
    Booleans = 32,

    /// <summary>Some row has an array.</summary>
    Ends = 64,

    /// <summary>Chunks of strings are compressed with a symbol table.</summary>
    Symbols = 128,

    /// <summary>Some documents have more there than the nodes say; these are kept whole.</summary>
    Open = 256,

    /// <summary>Chunks of strings have numbers of strings in a dictionary of the stripe.</summary>
    Dictionary = 512,

    All = 1023,
}
