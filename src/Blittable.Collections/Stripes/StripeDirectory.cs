using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Collections.Stripes.Writing;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the directory of a stripe: its schema, and the locations of chunks, documents and indexes.</summary>
/// <remarks>
/// <code>
/// u8      version, 2
/// u8      layout (<see cref="CollectionLayout"/>); varint estimated size in rows, varint in columns, both 0 if not estimated
/// varint  rows; varint rows per chunk group
/// varint  nodes; for each, parents before children, children in property order:
///   varint  flags (<see cref="NodeFlags"/>)
///   varint  number of the parent; 0 for the root
///   bytes   name; absent for elements
///   bytes   states, columns and symbol table (<see cref="NodeContents"/>), read on first use
/// for each chunk group: varint pages; for each, varint rows, block (<see cref="DocumentPage"/>)
/// varint  indexes, and for each: <see cref="StripeIndex"/>
/// </code>
/// Block offsets are relative to the first block of the stripe. The documents are whole, or residual (<see cref="Shredder"/>) if the layout is Columns.
/// </remarks>
internal sealed class StripeDirectory
{
    public const byte Version = 2;

    private StripeDirectory(CollectionLayout layout, int rows, int chunkRows)
    {
        Layout = layout;
        Rows = rows;
        ChunkRows = chunkRows;
    }

    public CollectionLayout Layout { get; }

    /// <summary>Gets the estimated size of the stripe in each layout, if the writer chose between them.</summary>
    public (long Rows, long Columns) Expected { get; private init; }

    public int Rows { get; }

    public int ChunkRows { get; }

    public int GroupCount => (Rows + ChunkRows - 1) / ChunkRows;

    /// <summary>Returns the number of rows in a chunk group. Only the last group may have fewer than the others.</summary>
    public int GroupRows(int group) => Math.Min(ChunkRows, Rows - (group * ChunkRows));

    public IReadOnlyList<StripeNode> Nodes { get; private set; } = [];

    /// <summary>Gets the pages of each chunk group.</summary>
    public IReadOnlyList<DocumentPage[]> Pages { get; private set; } = [];

    public IReadOnlyList<StripeIndex> Indexes { get; private set; } = [];

    /// <summary>Reads the directory of a stripe.</summary>
    /// <exception cref="BlittableException">The directory is damaged.</exception>
    public static StripeDirectory Read(BlockSource source, StripeReference stripe)
    {
        var bytes = source.ReadChecked(stripe.Directory, "a stripe directory");
        var fields = new DirectoryFields(bytes);
        var version = fields.TakeByte("the directory version");
        if (version != Version)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion,
                $"The stripe has version {version}; this library supports version {Version}.",
                stripe.Directory.Offset);
        }

        var layout = (CollectionLayout)fields.TakeByte("the layout");
        var expected = (fields.TakeCount("the size of the rows", long.MaxValue), fields.TakeCount("the size of the columns", long.MaxValue));
        var rows = (int)fields.TakeCount("the number of rows in a stripe", CollectionOptions.MaxStripeRows);
        var chunkRows = (int)fields.TakeCount("the number of rows per chunk", CollectionOptions.MaxChunkRows);
        if (rows != stripe.Rows || rows == 0 || chunkRows == 0 || (rows - 1) / chunkRows >= bytes.Length)
        {
            ThrowHelper.InvalidData($"a stripe of {stripe.Rows} rows", $"{rows} rows in groups of {chunkRows}", stripe.Directory.Offset);
        }

        var directory = new StripeDirectory(layout, rows, chunkRows) { Expected = expected };
        directory.ReadNodes(ref fields, source, stripe.Origin);
        directory.ReadPages(ref fields, stripe.Origin);
        var indexes = new StripeIndex[fields.TakeLength("the number of indexes")];
        for (var i = 0; i < indexes.Length; i++)
        {
            indexes[i] = StripeIndex.Read(ref fields, stripe.Origin, directory.Nodes.Count);
        }

        directory.Indexes = indexes;
        return directory;
    }

    /// <summary>Calls an action for each block of the stripe except this directory, with its use and its path.</summary>
    public void ForEachBlock(Action<BlockReference, CollectionSpaceUse, string> action)
    {
        foreach (var node in Nodes)
        {
            node.ForEachBlock(GroupCount, (block, use) => action(block, use, node.Path));
        }

        foreach (var page in Pages.SelectMany(pages => pages))
        {
            action(page.Block, CollectionSpaceUse.Documents, "");
        }

        foreach (var index in Indexes)
        {
            action(index.Block, CollectionSpaceUse.Indexes, Nodes[index.Node].Path);
        }
    }

    private void ReadNodes(ref DirectoryFields fields, BlockSource source, long origin)
    {
        var nodes = new StripeNode[fields.TakeLength("the number of paths")];
        if (nodes.Length == 0)
        {
            ThrowHelper.InvalidData("at least one path", "no paths");
        }

        for (var i = 0; i < nodes.Length; i++)
        {
            var flags = (NodeFlags)fields.TakeCount("path flags", (long)NodeFlags.All);
            var isElement = (flags & NodeFlags.Element) != 0;
            var parent = (int)fields.TakeCount("a parent path", Math.Max(0, i - 1));
            if (isElement && (i == 0 || nodes[parent].Element is not null))
            {
                ThrowHelper.InvalidData("a single element path for an array", "a second element path");
            }

            var name = isElement ? [] : fields.TakeBytes("a path name").ToArray();
            var contents = new ContentsReference(fields.TakeMemory("the columns of a path"), origin, this);
            nodes[i] = new StripeNode(i, i == 0 ? null : nodes[parent], name, flags, contents, source);
        }

        Nodes = nodes;
    }

    private void ReadPages(ref DirectoryFields fields, long origin)
    {
        var groups = new DocumentPage[GroupCount][];
        for (var group = 0; group < groups.Length; group++)
        {
            var rows = GroupRows(group);
            var count = fields.TakeLength("the number of pages in a chunk group");
            var pages = count == 0 ? [] : new DocumentPage[count];
            var first = 0;
            for (var page = 0; page < pages.Length; page++)
            {
                var taken = (int)fields.TakeCount("the number of rows in a page", rows - first);
                pages[page] = new DocumentPage(first, taken, BlockReference.Read(ref fields, origin));
                first += taken;
            }

            if (pages.Length > 0 && first != rows)
            {
                ThrowHelper.InvalidData($"pages of {rows} rows", $"{first}");
            }

            groups[group] = pages;
        }

        Pages = groups;
    }
}
