namespace Blittable.Collections.Stripes;

/// <summary>How the texts of a chunk's numbers or dates are told from their values. The numbers are stored.</summary>
internal enum TextForm : byte
{
    /// <summary>Every number has all the fraction digits of the chunk's scale.</summary>
    Fixed = 0,

    /// <summary>No number has a zero at the end of its fraction.</summary>
    Trimmed = 1,

    /// <summary>Likewise, but an integer has a fraction of one zero.</summary>
    TrimmedToOne = 2,

    /// <summary>A column of the fraction digits of each number.</summary>
    Digits = 3,

    /// <summary>Every number is the shortest text of its double.</summary>
    Shortest = 4,

    /// <summary>A column of the texts that are not.</summary>
    Texts = 5,

    /// <summary>All dates have one form and offset.</summary>
    Same = 6,

    /// <summary>A column of the forms and offsets of each date.</summary>
    Each = 7,
}
