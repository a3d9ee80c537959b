namespace Blittable.Collections.Stripes;

/// <summary>Specifies how the texts of a chunk's numbers or dates are restored from their values. The numeric values are part of the file format.</summary>
internal enum TextForm : byte
{
    /// <summary>Every number has as many fraction digits as the chunk's scale.</summary>
    Fixed = 0,

    /// <summary>No number has trailing zeros in its fraction.</summary>
    Trimmed = 1,

    /// <summary>No number has trailing zeros in its fraction, but integers have one zero as their fraction.</summary>
    TrimmedToOne = 2,

    /// <summary>A column has the number of fraction digits of each number.</summary>
    Digits = 3,

    /// <summary>Every number is the shortest text of its double.</summary>
    Shortest = 4,

    /// <summary>A column has the texts that are not the shortest texts of their doubles.</summary>
    Texts = 5,

    /// <summary>All dates share one form and offset.</summary>
    Same = 6,

    /// <summary>A column has the form and offset of each date.</summary>
    Each = 7,
}
