using Blittable.Format;

namespace Blittable.Collections;

/// <summary>The directory of a stripe: its schema, and where the chunks, documents and indexes are.</summary>
/// <remarks>
/// <code>
/// u8      version, 1
/// u8      layout (<see cref="CollectionLayout"/>)
/// varint  rows; varint rows of a chunk group
/// varint  nodes; of each, parents before children, children in the order of their properties:
///   u8      flags (<see cref="NodeFlags"/>)
///   varint  number of the parent; 0 for the root itself
///   bytes   name; not of elements
///   ...     unless residual, for each chunk group: u8 state of all rows (<see cref="NodeState"/>), or 255 and the block of a column of states
///   ...     for each kind of column flagged, for each chunk group: the chunk (<see cref="ChunkInfo"/>)
///   block   the symbol table, if flagged
/// for each chunk group: varint pages; of each varint rows, block (<see cref="DocumentPage"/>)
/// varint  indexes, and each (<see cref="StripeIndex"/>)
/// </code>
/// Offsets of blocks are relative to the stripe's first. The documents are whole ones, or residual ones (<see cref="Shredder"/>) where the layout is Columns.
/// </remarks>
internal sealed class StripeDirectory
{
    public const byte Version = 1;

    /// <summary>Stands for states that a block has.</summary>
    public const byte StatesDiffer = 255;

    private StripeDirectory(CollectionLayout layout, int rows, int chunkRows)
    {
        Layout = layout;
        Rows = rows;
        ChunkRows = chunkRows;
    }

    public CollectionLayout Layout { get; }

    public int Rows { get; }

    public int ChunkRows { get; }

    public int GroupCount => (Rows + ChunkRows - 1) / ChunkRows;

    public IReadOnlyList<StripeNode> Nodes { get; private set; } = [];

    /// <summary>The pages of each chunk group.</summary>
    public IReadOnlyList<DocumentPage[]> Pages { get; private set; } = [];

    public IReadOnlyList<StripeIndex> Indexes { get; private set; } = [];

    /// <summary>Reads the directory that a stripe's reference points to.</summary>
    /// <exception cref="BlittableException">It is damaged.</exception>
    public static StripeDirectory Read(BlockSource source, StripeReference stripe)
    {
        var bytes = source.Read(stripe.Directory, "the directory of a stripe").Span;
        var fields = new DirectoryFields(bytes);
        var version = fields.TakeByte("the directory's version");
        if (version != Version)
        {
            ThrowHelper.Throw(BlittableErrorCode.UnsupportedVersion, $"Expected the directory of a stripe of version {Version}, found version {version}.", stripe.Directory.Offset);
        }

        var layout = (CollectionLayout)fields.TakeByte("the layout");
        var rows = (int)fields.TakeCount("the rows of a stripe", CollectionOptions.MaxStripeRows);
        var chunkRows = (int)fields.TakeCount("the rows of a chunk", CollectionOptions.MaxChunkRows);
        if (rows != stripe.Rows || rows == 0 || chunkRows == 0 || (rows - 1) / chunkRows >= bytes.Length)
        {
            ThrowHelper.InvalidData($"a stripe of {stripe.Rows} rows", $"one of {rows} in groups of {chunkRows}", stripe.Directory.Offset);
        }

        var directory = new StripeDirectory(layout, rows, chunkRows);
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

    private void ReadNodes(ref DirectoryFields fields, BlockSource source, long origin)
    {
        var nodes = new StripeNode[fields.TakeLength("the number of paths")];
        if (nodes.Length == 0)
        {
            ThrowHelper.InvalidData("at least one path", "none");
        }

        for (var i = 0; i < nodes.Length; i++)
        {
            var flags = (NodeFlags)fields.TakeByte("a path's flags");
            var isElement = (flags & NodeFlags.Element) != 0;
            var parent = (int)fields.TakeCount("a path's parent", Math.Max(0, i - 1));
            if (isElement && (i == 0 || nodes[parent].Element is not null))
            {
                ThrowHelper.InvalidData("one element of an array", "another one");
            }

            var name = isElement ? [] : fields.TakeBytes("a path's name").ToArray();
            nodes[i] = new StripeNode(i, i == 0 ? null : nodes[parent], name, isElement, (flags & NodeFlags.Residual) != 0, source);
            if (!nodes[i].IsResidual)
            {
                nodes[i].SetStates(ReadStates(ref fields, origin));
            }

            ReadColumns(ref fields, source, origin, nodes[i], flags);
        }

        Nodes = nodes;
    }

    private (NodeState, BlockReference)[] ReadStates(ref DirectoryFields fields, long origin)
    {
        var states = new (NodeState, BlockReference)[GroupCount];
        for (var group = 0; group < states.Length; group++)
        {
            var state = fields.TakeByte("a path's state");
            if (state != StatesDiffer && state > (byte)NodeState.Array)
            {
                ThrowHelper.InvalidData($"a state of a path from 0 to {(int)NodeState.Array}", $"{state}");
            }

            states[group] = state == StatesDiffer ? (default, BlockReference.Read(ref fields, origin)) : ((NodeState)state, default);
        }

        return states;
    }

    private void ReadColumns(ref DirectoryFields fields, BlockSource source, long origin, StripeNode node, NodeFlags flags)
    {
        var chunks = new ChunkInfo[(int)ColumnKind.Ends + 1][];
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            if ((flags & NodeFlagsOf.Kind(kind)) != 0)
            {
                var read = chunks[(int)kind] = new ChunkInfo[GroupCount];
                for (var group = 0; group < read.Length; group++)
                {
                    read[group] = ChunkInfo.Read(ref fields, origin);
                    CheckFormat(node, kind, read[group].Format);
                }
            }
        }

        var table = (flags & NodeFlags.Symbols) != 0 ? BlockReference.Read(ref fields, origin) : default;
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            if (chunks[(int)kind] is { } read)
            {
                node.SetColumn(new StripeColumn(node, kind, source, read, table));
            }
        }
    }

    private static void CheckFormat(StripeNode node, ColumnKind kind, ChunkFormat format)
    {
        var fits = format == ChunkFormat.Absent || kind switch
        {
            ColumnKind.Number => format is ChunkFormat.Int64 or ChunkFormat.Decimal or ChunkFormat.Double,
            ColumnKind.String => format is ChunkFormat.String or ChunkFormat.Symbols,
            ColumnKind.Date => format == ChunkFormat.Date,
            ColumnKind.Boolean => format == ChunkFormat.Boolean,
            _ => format == ChunkFormat.Int64,
        };
        if (!fits)
        {
            ThrowHelper.InvalidData($"a format of {kind} at {node.Path}", $"{format}");
        }
    }

    private void ReadPages(ref DirectoryFields fields, long origin)
    {
        var groups = new DocumentPage[GroupCount][];
        for (var group = 0; group < groups.Length; group++)
        {
            var rows = Math.Min(ChunkRows, Rows - (group * ChunkRows));
            var pages = new DocumentPage[fields.TakeLength("the pages of a chunk group")];
            var first = 0;
            for (var page = 0; page < pages.Length; page++)
            {
                var count = (int)fields.TakeCount("the rows of a page", rows - first);
                pages[page] = new DocumentPage(first, count, BlockReference.Read(ref fields, origin));
                first += count;
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
