using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Names what bytes of a collection are used for, in words for people.</summary>
internal static class SpaceText
{
    public static string Of(CollectionSpaceUse use) => use switch
    {
        CollectionSpaceUse.Superblocks => "superblocks",
        CollectionSpaceUse.Footers => "footers",
        CollectionSpaceUse.Directories => "directories, bounds and filters",
        CollectionSpaceUse.DirectoryCopies => "copies of directories",
        CollectionSpaceUse.Marks => "marks of stripes",
        CollectionSpaceUse.Columns => "columns",
        CollectionSpaceUse.States => "which rows have values",
        CollectionSpaceUse.Strings => "symbol tables and dictionaries of strings",
        CollectionSpaceUse.Documents => "documents",
        CollectionSpaceUse.Indexes => "indexes",
        CollectionSpaceUse.Dictionaries => "dictionaries of documents",
        CollectionSpaceUse.DeletedRows => "which rows are deleted",
        CollectionSpaceUse.Padding => "padding",
        CollectionSpaceUse.Replaced => "earlier commits ('compact' releases them)",
        _ => "not committed",
    };
}
