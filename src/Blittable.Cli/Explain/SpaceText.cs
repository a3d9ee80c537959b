using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Describes the uses of the bytes of a collection.</summary>
internal static class SpaceText
{
    public static string Of(CollectionSpaceUse use) => use switch
    {
        CollectionSpaceUse.Superblocks => "superblocks",
        CollectionSpaceUse.Footers => "footers",
        CollectionSpaceUse.Directories => "stripe directories, bounds and membership filters",
        CollectionSpaceUse.DirectoryCopies => "directory copies",
        CollectionSpaceUse.Marks => "stripe marks",
        CollectionSpaceUse.Columns => "columns",
        CollectionSpaceUse.States => "value presence",
        CollectionSpaceUse.Strings => "string symbol tables and dictionaries",
        CollectionSpaceUse.Documents => "documents",
        CollectionSpaceUse.Indexes => "indexes and large membership filters",
        CollectionSpaceUse.Dictionaries => "document dictionaries",
        CollectionSpaceUse.DeletedRows => "deleted rows",
        CollectionSpaceUse.Padding => "padding",
        CollectionSpaceUse.Replaced => "replaced commits (use 'compact' to reclaim)",
        _ => "uncommitted data",
    };
}
