using System.Buffers;
using Blittable.Columns;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>A path of a stripe: what is there in each row, its columns, and the paths below it. Safe for any number of threads.</summary>
internal sealed class StripeNode
{
    private readonly BlockSource _source;
    private readonly List<StripeNode> _children = [];
    private readonly StripeColumn?[] _columns = new StripeColumn?[(int)ColumnKind.Ends + 1];
    private (NodeState Constant, BlockReference Block)[] _states = [];
    private OpenedBlocks? _opened;

    public StripeNode(int number, StripeNode? parent, byte[] name, bool isElement, bool isResidual, BlockSource source)
    {
        Number = number;
        Parent = parent;
        Name = name;
        IsElement = isElement;
        IsResidual = isResidual;
        _source = source;
        if (isElement)
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

    /// <summary>Whether the node stands for the elements of its parent's arrays.</summary>
    public bool IsElement { get; }

    /// <summary>Whether what is there is only in documents.</summary>
    public bool IsResidual { get; }

    /// <summary>The properties of the objects there, in their order.</summary>
    public IReadOnlyList<StripeNode> Children => _children;

    /// <summary>The elements of the arrays there.</summary>
    public StripeNode? Element { get; private set; }

    /// <summary>The node whose rows this one has: the root, or the elements of an array.</summary>
    public StripeNode Space => IsElement || Parent is null ? this : Parent.Space;

    public StripeColumn? Numbers => _columns[(int)ColumnKind.Number];

    public StripeColumn? Strings => _columns[(int)ColumnKind.String];

    public StripeColumn? Dates => _columns[(int)ColumnKind.Date];

    public StripeColumn? Booleans => _columns[(int)ColumnKind.Boolean];

    /// <summary>For each row where the elements of its array end.</summary>
    public StripeColumn? Ends => _columns[(int)ColumnKind.Ends];

    /// <summary>The path, as <see cref="BlittablePath"/> has it.</summary>
    public string Path => Parent is null ? "$" : IsElement ? $"{Parent.Path}[*]" : Parent.Path + PathText.Property(Name);

    public StripeColumn? Column(ColumnKind kind) => _columns[(int)kind];

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
        state = _states[group].Constant;
        return !_states[group].Block.Exists;
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

    /// <summary>The states of some rows.</summary>
    public void ReadStates(int group, ReadOnlySpan<int> rows, Span<NodeState> states)
    {
        var reader = OpenStates(group);
        for (var i = 0; i < rows.Length; i++)
        {
            if (rows[i] >= reader.Rows)
            {
                ThrowHelper.InvalidData($"a state of row {rows[i]} at {Path}", $"{reader.Rows} states");
            }

            reader.TryGet(rows[i], out var state);
            states[i] = CheckState(state);
        }
    }

    internal void SetStates((NodeState Constant, BlockReference Block)[] states)
    {
        _states = states;
        _opened = new OpenedBlocks(_source, states.Length);
    }

    internal void SetColumn(StripeColumn column) => _columns[(int)column.Kind] = column;

    private ColumnReader<int> OpenStates(int group)
    {
        if (!_opened!.TryGet(group, out var chunk))
        {
            chunk = _opened.Open(group, _states[group].Block, $"states of {Path}, chunk group {group},");
        }

        return new ColumnReader<int>(chunk.Span, verify: false);
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
