namespace Blittable.Collections;

/// <summary>Specifies how a collection stores its documents. The numeric values are part of the file format.</summary>
public enum CollectionLayout : byte
{
    /// <summary>Stores whole documents. The fastest layout for fetching documents.</summary>
    Rows = 1,

    /// <summary>Stores sufficiently regular scalars in typed columns and the rest in residual documents. Documents are reassembled exactly.</summary>
    Columns = 2,

    /// <summary>Stores whole documents, plus columns for selected paths.</summary>
    Hybrid = 3,

    /// <summary>Chooses <see cref="Rows"/> or <see cref="Columns"/> for each stripe: the layout that stores a sample of its documents in fewer bytes.
    /// <see cref="CollectionReader.GetStripes"/> returns the choices and the estimates behind them.</summary>
    Auto = 4,
}
