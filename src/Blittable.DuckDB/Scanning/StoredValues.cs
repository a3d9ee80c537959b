using System.Runtime.InteropServices;
using Blittable.Collections.Stripes;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>
/// Reads the values of a column, or of a field or element within it, from the columns of a chunk group, without assembling documents. Not thread-safe.
/// </summary>
/// <param name="column">The column.</param>
internal abstract class StoredValues(TableColumn column)
{
    private const int WordBits = 64;

    private StripeNode? _node;
    private ulong[] _validity = [];

    /// <summary>Gets the column.</summary>
    protected TableColumn Column => column;

    /// <summary>Gets the values.</summary>
    protected NodeRows Rows { get; } = new();

    /// <summary>Gets a bit for each state that the rows have.</summary>
    protected int States { get; private set; }

    /// <summary>Creates a reader of a column. Returns null if only documents have its values: the JSON of objects and arrays.</summary>
    public static StoredValues? For(TableColumn column) => column.Kind switch
    {
        TableColumnType.Struct => StoredStruct.Create(column),
        TableColumnType.List => For(column.Children[0]) is { } elements ? new StoredList(column, elements) : null,
        TableColumnType.Json => column.HasContainers ? null : new StoredJson(column),
        TableColumnType.Text => new StoredStrings(column),
        TableColumnType.Boolean => new StoredFixed<bool>(column, NodeState.Boolean, StoredConversions.TryGetBooleans),
        TableColumnType.Double => new StoredFixed<double>(column, NodeState.Number, StoredConversions.TryGetDoubles),
        TableColumnType.Integer or TableColumnType.Decimal => new StoredFixed<long>(column, NodeState.Number, StoredConversions.TryGetDecimals),
        TableColumnType.WideDecimal => new StoredFixed<Int128>(column, NodeState.Number, StoredConversions.TryGetWideDecimals),
        TableColumnType.Day => new StoredFixed<int>(column, NodeState.Date, StoredConversions.TryGetDays),
        _ => new StoredFixed<long>(column, NodeState.Date, StoredConversions.TryGetTimes),
    };

    /// <summary>Moves to a chunk group.</summary>
    /// <param name="node">The path of the values in the stripe, or null if no document has a value.</param>
    /// <param name="group">The chunk group.</param>
    /// <param name="limit">The maximum number of rows of arrays, from which the rows of the column are subtracted.</param>
    /// <returns>false if only documents have some of the values.</returns>
    public bool TryMoveTo(StripeNode? node, int group, ref long limit)
    {
        _node = node;
        return node is null || (!node.IsResidual && !node.IsOpen && TryMoveContentsTo(node, group, ref limit));
    }

    /// <summary>Reads the values of rows of the chunk group.</summary>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">The rows of the space of the path, in ascending order.</param>
    /// <exception cref="BlittableException">A block is damaged.</exception>
    public void Load(int group, ReadOnlySpan<int> rows)
    {
        if (_node is { } node)
        {
            Rows.Load(node, group, rows, node.SpaceRows(group));
            States = Rows.FindStates();
            LoadContents(group, rows);
        }
    }

    /// <summary>Returns the approximate size in bytes of values in a vector.</summary>
    /// <param name="first">The first row of the range that was read.</param>
    /// <param name="count">The number of rows.</param>
    public long CountBytes(int first, int count) => _node is null ? 0 : CountContents(first, count);

    /// <summary>Writes values to a vector.</summary>
    /// <param name="vector">The vector, whose capacity is at least the number of rows.</param>
    /// <param name="first">The first row of the range that was read.</param>
    /// <param name="count">The number of rows.</param>
    /// <exception cref="BlittableException">The type of the column cannot represent a value.</exception>
    public void Write(nint vector, int first, int count)
    {
        if (count == 0)
        {
            WriteNothing(vector);
        }
        else if (_node is null)
        {
            WriteNulls(vector, count);
        }
        else
        {
            WriteValidity(vector, first, count);
            WriteContents(vector, first, count);
        }
    }

    /// <summary>Writes nulls to a vector.</summary>
    public virtual void WriteNulls(nint vector, int count) => NestedKernel.WriteValidity(vector, Validity(count), 0, count);

    protected virtual void WriteNothing(nint vector)
    {
    }

    protected virtual bool TryMoveContentsTo(StripeNode node, int group, ref long limit) => true;

    protected virtual void LoadContents(int group, ReadOnlySpan<int> rows)
    {
    }

    protected abstract long CountContents(int first, int count);

    protected abstract void WriteContents(nint vector, int first, int count);

    /// <summary>Determines whether all rows have a state.</summary>
    protected bool HasOnly(NodeState state) => States == 1 << (int)state;

    /// <summary>Requires that the rows have no other values than those of a type.</summary>
    /// <param name="states">A bit for each state that the type represents.</param>
    protected void RequireStates(int states)
    {
        if ((States & ~(states | 1 << (int)NodeState.Null | 1 << (int)NodeState.Missing)) != 0)
        {
            throw NestedBuffer.Mismatch(column);
        }
    }

    private void WriteValidity(nint vector, int first, int count)
    {
        if ((States & (1 << (int)NodeState.Null | 1 << (int)NodeState.Missing)) == 0)
        {
            return;
        }

        var states = MemoryMarshal.Cast<NodeState, byte>(Rows.States.Slice(first, count));
        if (states.IndexOfAnyInRange((byte)NodeState.Missing, (byte)NodeState.Null) < 0)
        {
            return;
        }

        var validity = Validity(count);
        for (var row = 0; row < states.Length; row++)
        {
            validity[row / WordBits] |= (states[row] > (byte)NodeState.Null ? 1UL : 0) << (row % WordBits);
        }

        NestedKernel.WriteValidity(vector, validity, 0, count);
    }

    /// <summary>Returns a bit of 0 for each row.</summary>
    private Span<ulong> Validity(int count)
    {
        var words = (count + WordBits - 1) / WordBits;
        if (_validity.Length < words)
        {
            _validity = new ulong[Math.Max(words, 2 * _validity.Length)];
        }

        var validity = _validity.AsSpan(0, words);
        validity.Clear();
        return validity;
    }
}
