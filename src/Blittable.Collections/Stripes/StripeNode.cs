using System.Buffers;
using System.Text;
using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Collections.Stripes;

/// <summary>Represents a path of a stripe: the states of its rows, its columns, and the paths below it. Thread-safe.</summary>
internal sealed class StripeNode
{
    private readonly BlockSource _source;
    private readonly List<StripeNode> _children = [];
    private readonly NodeFlags _flags;
    private readonly ContentsReference _reference;
    private NodeContents? _contents;
    private int _objects;

    public StripeNode(int number, StripeNode? parent, byte[] name, NodeFlags flags, ContentsReference contents, BlockSource source)
    {
        Number = number;
        Parent = parent;
        Name = name;
        _flags = flags;
        _reference = contents;
        _source = source;
        if (IsElement)
        {
            parent!.Element = this;
        }
        else
        {
            parent?._children.Add(this);
        }
    }

    public int Number { get; }

    public StripeNode? Parent { get; }

    /// <summary>Gets the property name in UTF-8; empty for the root and for elements.</summary>
    public byte[] Name { get; }

    /// <summary>Gets a value that indicates whether the node represents the elements of its parent's arrays.</summary>
    public bool IsElement => (_flags & NodeFlags.Element) != 0;

    /// <summary>Gets a value that indicates whether the values are only in documents.</summary>
    public bool IsResidual => (_flags & NodeFlags.Residual) != 0;

    /// <summary>Gets a value that indicates whether documents that are stored whole may have values here that the columns lack.</summary>
    public bool IsOpen => (_flags & NodeFlags.Open) != 0;

    /// <summary>Gets the properties of the objects at the path, in order.</summary>
    public IReadOnlyList<StripeNode> Children => _children;

    /// <summary>Gets the elements of the arrays at the path.</summary>
    public StripeNode? Element { get; private set; }

    /// <summary>Gets the node that defines the rows of this one: the root, or the elements of an array.</summary>
    public StripeNode Space => IsElement || Parent is null ? this : Parent.Space;

    /// <summary>Returns the number of rows of the node's space in a chunk group: rows of the stripe, or elements of an array.</summary>
    public int SpaceRows(int group) =>
        Space.Parent is not { } array ? _reference.Stripe.GroupRows(group)

        // Ends increase, so the greatest is the last.
        : array.Ends?.Chunk(group) is { Format: not ChunkFormat.Absent } ends ? (int)ends.Max
        : 0;

    public StripeColumn? Numbers => Column(ColumnKind.Number);

    public StripeColumn? Strings => Column(ColumnKind.String);

    public StripeColumn? Dates => Column(ColumnKind.Date);

    public StripeColumn? Booleans => Column(ColumnKind.Boolean);

    /// <summary>Gets the column with the end of each row's array elements.</summary>
    public StripeColumn? Ends => Column(ColumnKind.Ends);

    /// <summary>Gets the path in the syntax of <see cref="BlittablePath"/>.</summary>
    public string Path => BlittablePath.Of(Steps).ToString();

    /// <summary>Gets the steps from the root to the node.</summary>
    public PathStep[] Steps => Parent is null ? [] : [.. Parent.Steps, IsElement ? PathStep.Wildcard : PathStep.OfName(Encoding.UTF8.GetString(Name))];

    /// <summary>Determines whether this node is the specified one or below it.</summary>
    public bool IsAtOrBelow(StripeNode node) => this == node || (Parent is not null && Parent.IsAtOrBelow(node));

    public StripeColumn? Column(ColumnKind kind) => (_flags & NodeFlagsOf.Kind(kind)) == 0 ? null : Contents.Column(kind);

    /// <summary>Calls an action for each block of the path, that is, of its columns and of the states of its rows.</summary>
    public void ForEachBlock(int groups, Action<BlockReference, CollectionSpaceUse> action)
    {
        for (var group = 0; group < groups && !IsResidual; group++)
        {
            action(Contents.States[group].Block, CollectionSpaceUse.States);
        }

        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            Column(kind)?.ForEachBlock(action);
        }
    }

    /// <summary>Reads the large membership filters of all columns, verifying their checksums.</summary>
    public void OpenFilters()
    {
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            Column(kind)?.OpenFilters();
        }
    }

    public StripeNode? Find(ReadOnlySpan<byte> name)
    {
        foreach (var child in _children)
        {
            if (name.SequenceEqual(child.Name))
            {
                return child;
            }
        }

        return null;
    }

    /// <summary>Gets the common state of all rows of a group, if any.</summary>
    public bool TryGetConstantState(int group, out NodeState state)
    {
        ref readonly var states = ref Contents.States[group];
        state = states.Constant;
        return !states.Block.Exists;
    }

    /// <summary>Reads the states of the rows of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="states">Receives a state for each row of the node's space.</param>
    /// <exception cref="BlittableException">The block is damaged, or has invalid states or another number of rows.</exception>
    public void ReadStates(int group, Span<NodeState> states)
    {
        if (TryGetConstantState(group, out var constant))
        {
            states.Fill(constant);
            return;
        }

        var reader = OpenStates(group);
        if (reader.Rows != states.Length)
        {
            ThrowHelper.InvalidData($"{states.Length} states at {Path}", $"{reader.Rows}");
        }

        var values = ArrayPool<int>.Shared.Rent(states.Length);
        reader.ReadBatch(values.AsSpan(0, states.Length));
        for (var row = 0; row < states.Length; row++)
        {
            states[row] = CheckState(values[row]);
        }

        ArrayPool<int>.Shared.Return(values);
    }

    /// <summary>Reads the states of the specified rows of a group.</summary>
    public void ReadStates(int group, ReadOnlySpan<int> rows, Span<NodeState> states)
    {
        var reader = OpenStates(group);
        if (!rows.IsEmpty && rows[^1] >= reader.Rows)
        {
            ThrowHelper.InvalidData($"a state for row {rows[^1]} at {Path}", $"{reader.Rows} states");
        }

        var values = ArrayPool<int>.Shared.Rent(rows.Length);
        reader.Gather(rows, values);
        for (var i = 0; i < rows.Length; i++)
        {
            states[i] = CheckState(values[i]);
        }

        ArrayPool<int>.Shared.Return(values);
    }

    /// <summary>Determines whether the values include objects. In stripes that store whole documents, objects may have no child nodes.</summary>
    public bool HasObjects(int groupCount)
    {
        // The result is a single word, so concurrent readers never see a partial result. It is 0 until computed.
        const int none = 1, some = 2;
        if (_objects == 0)
        {
            _objects = Has(NodeState.Object, groupCount) ? some : none;
        }

        return _objects == some;
    }

    /// <summary>Determines whether the values include arrays. Stripes that store whole documents may have arrays without element columns.</summary>
    public bool HasArrays(int groupCount) => Ends is not null || Has(NodeState.Array, groupCount);

    /// <summary>Prefetches the memory for reading a few rows of a group, for chunks that were opened before.</summary>
    public void Prefetch(int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            Column(kind)?.Prefetch(group, rows, spaceRows);
        }
    }

    /// <summary>Gets the contents, read on first use. If two threads read them at once, both use the same instance, because it caches opened blocks.</summary>
    private NodeContents Contents => Volatile.Read(ref _contents)
        ?? Interlocked.CompareExchange(ref _contents, NodeContents.Read(this, _flags, _reference, _source), null)
        ?? _contents;

    private ColumnReader<int> OpenStates(int group)
    {
        var contents = Contents;
        contents.OpenedStates.Count(contents.States[group].Block);
        if (!contents.OpenedStates.TryGet(group, out var chunk))
        {
            chunk = contents.OpenedStates.OpenChunk(group, contents.States[group].Block, $"states of {Path}, chunk group {group},", SpaceRows(group));
        }

        return new ColumnReader<int>(chunk.Span, verify: false);
    }

    private bool Has(NodeState state, int groupCount)
    {
        for (var group = 0; group < groupCount; group++)
        {
            if (TryGetConstantState(group, out var constant) ? constant == state : HasIn(state, group))
            {
                return true;
            }
        }

        return false;
    }

    private bool HasIn(NodeState state, int group)
    {
        var reader = OpenStates(group);
        var mask = new ulong[MaskKernel.Words(reader.Rows)];
        reader.Select((int)state, (int)state, mask);
        return mask.AsSpan().ContainsAnyExcept(0UL);
    }

    private NodeState CheckState(int value)
    {
        if ((uint)value > (uint)NodeState.Array)
        {
            ThrowHelper.InvalidData($"a state from 0 to {(int)NodeState.Array} at {Path}", $"{value}");
        }

        return (NodeState)value;
    }
}
