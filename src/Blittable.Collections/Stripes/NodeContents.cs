using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the directory entry of a path: the states of its rows, and its columns.</summary>
/// <remarks>
/// <code>
/// empty if the path is residual; else
/// ...     for each chunk group: u8 state of all rows (<see cref="NodeState"/>), or 255 and the block of a column of states
/// ...     for each flagged kind of column and each chunk group: the chunk (<see cref="ChunkInfo"/>)
/// block   the symbol table, if flagged
/// block   the dictionary, if flagged
/// ...     to the end: u8 kind of a column (<see cref="ColumnKind"/>), and the block of its large membership filters (<see cref="LargeFilters"/>)
/// </code>
/// A stripe has many paths and a query uses only a few of them, so each entry is read on first use.
/// </remarks>
internal sealed class NodeContents
{
    /// <summary>The value that indicates that the states are in a block.</summary>
    public const byte StatesDiffer = 255;

    private readonly StripeColumn?[] _columns = new StripeColumn?[(int)ColumnKind.Ends + 1];

    private NodeContents((NodeState Constant, BlockReference Block)[] states, BlockSource source)
    {
        States = states;
        OpenedStates = new OpenedBlocks(source, states.Length);
    }

    /// <summary>Gets, for each chunk group, the common state of all rows, or the block of their states.</summary>
    public (NodeState Constant, BlockReference Block)[] States { get; }

    public OpenedBlocks OpenedStates { get; }

    public StripeColumn? Column(ColumnKind kind) => _columns[(int)kind];

    /// <summary>Reads the entry of a path.</summary>
    /// <param name="node">The path.</param>
    /// <param name="flags">The kinds of columns that the path has.</param>
    /// <param name="reference">The location of the entry.</param>
    /// <param name="source">The source of the blocks.</param>
    /// <exception cref="BlittableException">The directory is damaged.</exception>
    public static NodeContents Read(StripeNode node, NodeFlags flags, in ContentsReference reference, BlockSource source)
    {
        var fields = new DirectoryFields(reference.Bytes);
        var contents = new NodeContents(node.IsResidual ? [] : ReadStates(ref fields, reference), source);
        var chunks = new ChunkInfo[contents._columns.Length][];
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            if ((flags & NodeFlagsOf.Kind(kind)) != 0)
            {
                chunks[(int)kind] = ReadChunks(ref fields, reference, node, kind);
            }
        }

        var table = (flags & NodeFlags.Symbols) != 0 ? BlockReference.Read(ref fields, reference.Origin) : default;
        var dictionary = (flags & NodeFlags.Dictionary) != 0 ? BlockReference.Read(ref fields, reference.Origin) : default;
        var filters = new BlockReference[chunks.Length];
        while (!fields.IsAtEnd)
        {
            var kind = fields.TakeByte("the column of membership filters", (byte)ColumnKind.Ends);
            filters[kind] = BlockReference.Read(ref fields, reference.Origin);
        }

        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            if (chunks[(int)kind] is { } read)
            {
                contents._columns[(int)kind] = new StripeColumn(node, kind, source, read, table, dictionary, filters[(int)kind]);
            }
        }

        return contents;
    }

    private static (NodeState, BlockReference)[] ReadStates(ref DirectoryFields fields, in ContentsReference reference)
    {
        var states = new (NodeState, BlockReference)[reference.Stripe.GroupCount];
        for (var group = 0; group < states.Length; group++)
        {
            var state = fields.TakeByte("a path state");
            if (state != StatesDiffer && state > (byte)NodeState.Array)
            {
                ThrowHelper.InvalidData($"a path state from 0 to {(int)NodeState.Array}", $"{state}");
            }

            states[group] = state == StatesDiffer ? (default, BlockReference.Read(ref fields, reference.Origin)) : ((NodeState)state, default);
        }

        return states;
    }

    private static ChunkInfo[] ReadChunks(ref DirectoryFields fields, in ContentsReference reference, StripeNode node, ColumnKind kind)
    {
        var chunks = new ChunkInfo[reference.Stripe.GroupCount];
        for (var group = 0; group < chunks.Length; group++)
        {
            chunks[group] = ChunkInfo.Read(ref fields, reference.Origin);
            CheckFormat(node, kind, chunks[group].Format);
            if (kind == ColumnKind.Ends && chunks[group].Max is < 0 or > ColumnHeader.MaxRows)
            {
                ThrowHelper.InvalidData($"at most {ColumnHeader.MaxRows} array elements at {node.Path}", $"{chunks[group].Max}");
            }
        }

        return chunks;
    }

    private static void CheckFormat(StripeNode node, ColumnKind kind, ChunkFormat format)
    {
        var fits = format == ChunkFormat.Absent || kind switch
        {
            ColumnKind.Number => format is ChunkFormat.Int64 or ChunkFormat.Decimal or ChunkFormat.Double,
            ColumnKind.String => format is ChunkFormat.String or ChunkFormat.Symbols or ChunkFormat.Codes,
            ColumnKind.Date => format == ChunkFormat.Date,
            ColumnKind.Boolean => format == ChunkFormat.Boolean,
            _ => format == ChunkFormat.Int64,
        };
        if (!fits)
        {
            ThrowHelper.InvalidData($"a format of {kind} at {node.Path}", $"{format}");
        }
    }
}
