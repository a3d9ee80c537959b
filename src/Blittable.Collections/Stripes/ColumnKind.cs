namespace Blittable.Collections.Stripes;

/// <summary>The kinds of values that a node keeps apart, each in a column of its own. The numbers are stored.</summary>
internal enum ColumnKind : byte
{
    Number = 0,
    String = 1,
    Date = 2,
    Boolean = 3,

    /// <summary>Where the elements of each row's array end among those of the chunk group.</summary>
    Ends = 4,
}
