namespace Blittable.Collections.Stripes;

/// <summary>Specifies the kind of values in a column of a node. The numeric values are part of the file format.</summary>
internal enum ColumnKind : byte
{
    Number = 0,
    String = 1,
    Date = 2,
    Boolean = 3,

    /// <summary>For each row, the end of its array's elements among all elements of the chunk group.</summary>
    Ends = 4,
}
