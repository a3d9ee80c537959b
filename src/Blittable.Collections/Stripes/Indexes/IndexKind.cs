namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Specifies how an index finds the rows with a value. The numeric values are part of the file format.</summary>
internal enum IndexKind : byte
{
    /// <summary>Binary search. The values are integers that never decrease from row to row.</summary>
    Sorted = 1,

    /// <summary>Lookup by hash.</summary>
    Hashed = 2,
}
