namespace Blittable.Collections.Stripes.Indexes;

/// <summary>How the rows of a value are found. The numbers are stored.</summary>
internal enum IndexKind : byte
{
    /// <summary>By bisection: the values are integers that never fall from one row to the next.</summary>
    Sorted = 1,

    /// <summary>By their hash.</summary>
    Hashed = 2,
}
