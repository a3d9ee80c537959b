namespace Blittable.Collections;

/// <summary>Specifies what bytes of a collection's file are used for.</summary>
public enum CollectionSpaceUse
{
    /// <summary>The two superblocks, which say which commit is the last.</summary>
    Superblocks,

    /// <summary>The footers of the last commit: which stripes there are.</summary>
    Footers,

    /// <summary>The directories of stripes: paths, bounds of values, membership filters, and where the blocks are.</summary>
    Directories,

    /// <summary>Second copies of the directories of large stripes, for recovery.</summary>
    DirectoryCopies,

    /// <summary>The marks that follow stripes, for recovery.</summary>
    Marks,

    /// <summary>Values in columns.</summary>
    Columns,

    /// <summary>Which rows have a value, and of which kind.</summary>
    States,

    /// <summary>Symbol tables and dictionaries of the strings of a column.</summary>
    Strings,

    /// <summary>Documents that are stored whole, or what no column has of documents in columns.</summary>
    Documents,

    /// <summary>Indexes of keys and of paths.</summary>
    Indexes,

    /// <summary>Dictionaries that documents share.</summary>
    Dictionaries,

    /// <summary>Which rows are deleted.</summary>
    DeletedRows,

    /// <summary>Zeros that keep parts of the file apart.</summary>
    Padding,

    /// <summary>Footers, stripes and masks of earlier commits, which the last commit does not use. Compaction releases these bytes.</summary>
    Replaced,

    /// <summary>Bytes after the end of the last commit: a writer is adding them, or was interrupted.</summary>
    Uncommitted,
}
