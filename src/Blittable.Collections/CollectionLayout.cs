namespace Blittable.Collections;

/// <summary>How a collection stores its documents. The numbers are stored.</summary>
public enum CollectionLayout : byte
{
    /// <summary>Whole documents: the cheapest to fetch.</summary>
    Rows = 1,

    /// <summary>
    /// Every scalar that is regular enough in a typed column, the rest in residual documents; whole documents are put together again
    /// exactly.
    /// </summary>
    Columns = 2,

    /// <summary>Whole documents, and columns of chosen paths beside them.</summary>
    Hybrid = 3,

    /// <summary>
    /// <see cref="Rows"/> or <see cref="Columns"/>, stripe by stripe: whichever a sample of the stripe's documents takes fewer bytes in.
    /// <see cref="CollectionReader.GetStripes"/> says what was chosen, and by which figures.
    /// </summary>
    Auto = 4,
}
