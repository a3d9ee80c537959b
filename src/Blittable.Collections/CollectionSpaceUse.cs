namespace Blittable.Collections;

/// <summary>Specifies the use of bytes in a collection's file.</summary>
public enum CollectionSpaceUse
{
    /// <summary>The two superblocks, which identify the last commit.</summary>
    Superblocks,

    /// <summary>The footers of the last commit, which list the stripes.</summary>
    Footers,

    /// <summary>The stripe directories: paths, value bounds, membership filters and block locations.</summary>
    Directories,

    /// <summary>Second copies of the directories of large stripes, for recovery.</summary>
    DirectoryCopies,

    /// <summary>The marks that follow stripes, for recovery.</summary>
    Marks,

    /// <summary>Values in columns.</summary>
    Columns,

    /// <summary>The kind of value of each row, if any.</summary>
    States,

    /// <summary>Symbol tables and dictionaries of string columns.</summary>
    Strings,

    /// <summary>Documents that are stored whole, and the residual parts of documents in columns.</summary>
    Documents,

    /// <summary>Key and path indexes, and large membership filters.</summary>
    Indexes,

    /// <summary>Dictionaries shared by documents.</summary>
    Dictionaries,

    /// <summary>Masks of deleted rows.</summary>
    DeletedRows,

    /// <summary>Zero padding between parts of the file.</summary>
    Padding,

    /// <summary>Footers, stripes and masks of earlier commits that the last commit does not use. Compaction releases these bytes.</summary>
    Replaced,

    /// <summary>Bytes after the end of the last commit, from a writer that is still active or was interrupted.</summary>
    Uncommitted,
}
