using System.Buffers;
using System.Text;
using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Collections.Stripes;

/// <summary>A path of a stripe: what is there in each row, its columns, and the paths below it. Safe for any number of threads.</summary>
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

    /// <summary>The property's name in UTF-8; empty for the root and for elements.</summary>
    public byte[] Name { get; }

    /// <summary>Gets a value that indicates whether the node stands for the elements of its parent's arrays.</summary>
    public bool IsElement => (_flags & NodeFlags.Element) != 0;

    /// <summary>Gets a value that indicates whether what is there is only in documents.</summary>
    public bool IsResidual => (_flags & NodeFlags.Residual) != 0;

    /// <summary>Gets a value that indicates whether documents that are kept whole may have more there than the columns say.</summary>
    public bool IsOpen => (_flags & NodeFlags.Open) != 0;

    /// <summary>The properties of the objects there, in their order.</summary>
    public IReadOnlyList<StripeNode> Children => _children;

    /// <summary>The elements of the arrays there.</summary>
    public StripeNode? Element { get; private set; }

    /// <summary>The node whose rows this one has: the root, or the elements of an array.</summary>
    public StripeNode Space => IsElement || Parent is null ? this : Parent.Space;

    /// <summary>The rows of the node's space in a chunk group: those of the stripe, or the elements of an array.</summary>
    public int SpaceRows(int group) =>
        Space.Parent is not { } array ? _reference.Stripe.GroupRows(group)

        // Ends rise, so that the greatest is the last.
        : array.Ends?.Chunk(group) is { Format: not ChunkFormat.Absent } ends ? (int)ends.Max
        : 0;

    public StripeColumn? Numbers => Column(ColumnKind.Number);

    public StripeColumn? Strings => Column(ColumnKind.String);

    public StripeColumn? Dates => Column(ColumnKind.Date);

    public StripeColumn? Booleans => Column(ColumnKind.Boolean);

    /// <summary>For each row where the elements of its array end.</summary>
    public StripeColumn? Ends => Column(ColumnKind.Ends);

    /// <summary>The path, as <see cref="BlittablePath"/> has it.</summary>
    public string Path => BlittablePath.Of(Steps).ToString();

    /// <summary>The steps from the root to the node.</summary>
    public PathStep[] Steps => Parent is null ? [] : [.. Parent.Steps, IsElement ? PathStep.Wildcard : PathStep.OfName(Encoding.UTF8.GetString(Name))];

    /// <summary>Determines whether this is a node or one below it.</summary>
    public bool IsAtOrBelow(StripeNode node) => this == node || (Parent is not null && Parent.IsAtOrBelow(node));

    public StripeColumn? Column(ColumnKind kind) => (_flags & NodeFlagsOf.Kind(kind)) == 0 ? null : Contents.Column(kind);

    /// <summary>Calls an action for each block of the path: of its columns, and of the states of its rows.</summary>
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

    /// <summary>The state of all rows of a group, where they have one.</summary>
    public bool TryGetConstantState(int group, out NodeState state)
    {
        ref readonly var states = ref Contents.States[group];
        state = states.Constant;
        return !states.Block.Exists;
    }

    /// <summary>Reads the states of the rows of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="states">A state for each row of the node's space.</param>
    /// <exception cref="BlittableException">The block is damaged, or has other states or rows.</exception>
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
            ThrowHelper.InvalidData($"{states.Length} states of {Path}", $"{reader.Rows}");
        }

        var values = ArrayPool<int>.Shared.Rent(states.Length);
        reader.ReadBatch(values.AsSpan(0, states.Length));
        for (var row = 0; row < states.Length; row++)
        {
            states[row] = CheckState(values[row]);
        }

        ArrayPool<int>.Shared.Return(values);
    }

    /// <summary>The states of some rows, in their order.</summary>
    public void ReadStates(int group, ReadOnlySpan<int> rows, Span<NodeState> states)
    {
        var reader = OpenStates(group);
        if (!rows.IsEmpty && rows[^1] >= reader.Rows)
        {
            ThrowHelper.InvalidData($"a state of row {rows[^1]} at {Path}", $"{reader.Rows} states");
        }

        var values = ArrayPool<int>.Shared.Rent(rows.Length);
        reader.Gather(rows, values);
        for (var i = 0; i < rows.Length; i++)
        {
            states[i] = CheckState(values[i]);
        }

        ArrayPool<int>.Shared.Return(values);
    }

    /// <summary>Determines whether an object is among what is there. Where documents are kept, objects may be there and have no children.</summary>
    public bool HasObjects(int groupCount)
    {
        // One word, so that threads that read at the same time see one answer: 0 before the first answer.
        const int none = 1, some = 2;
        if (_objects == 0)
        {
            _objects = Has(NodeState.Object, groupCount) ? some : none;
        }

        return _objects == some;
    }

    /// <summary>Determines whether an array is among the values. A stripe that keeps documents may have arrays without columns of their elements.</summary>
    public bool HasArrays(int groupCount) => Ends is not null || Has(NodeState.Array, groupCount);

    /// <summary>Has the processor fetch what reading a few rows of a group will look at, of the chunks that were opened before.</summary>
    public void Prefetch(int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            Column(kind)?.Prefetch(group, rows, spaceRows);
        }
    }

    /// <summary>Read when first asked for. Of two threads that read at once one's is kept, for it remembers what was opened.</summary>
    private NodeContents Contents => Volatile.Read(ref _contents)
        ?? Interlocked.CompareExchange(ref _contents, NodeContents.Read(this, _flags, _reference, _source), null)
        ?? _contents;

    private ColumnReader<int> OpenStates(int group)
    {
        var contents = Contents;
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
            ThrowHelper.InvalidData($"a state of {Path} from 0 to {(int)NodeState.Array}", $"{value}");
        }

        return (NodeState)value;
    }
}
