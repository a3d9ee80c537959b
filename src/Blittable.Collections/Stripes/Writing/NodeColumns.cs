using Blittable.Collections.Numbers;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the columns of a node while its stripe is written: the values of the current chunk group, and the directory entries of previous
/// groups.</summary>
internal sealed class NodeColumns
{
    private static readonly int Kinds = Enum.GetValues<ColumnKind>().Length;

    private readonly List<ChunkInfo>?[] _chunks = new List<ChunkInfo>?[Kinds];
    private readonly ValueRows<bool> _booleans = new();
    private readonly NumberCollector _numbers = new();
    private readonly DateCollector _dates = new();
    private readonly StringCollector _strings = new();
    private NodeState[] _states = [];
    private long[] _ends = [];
    private int _endRows;
    private int _groups;

    /// <summary>Gets, for each group written, the common state of all rows, or the block of their states.</summary>
    public List<(NodeState Constant, BlockReference Block)> States { get; } = [];

    /// <summary>Gets the dictionary of the strings, if chunks contain codes.</summary>
    public BlockReference Dictionary { get; private set; }

    /// <summary>Gets the columns with large membership filters, and the blocks of the filters.</summary>
    public List<(ColumnKind Kind, BlockReference Block)> Filters { get; } = [];

    /// <summary>Gets or sets the index builder, if the path has an index.</summary>
    public IndexBuilder? Index { get; set; }

    /// <summary>Gets the symbol table, if any strings were compressed.</summary>
    public ReadOnlySpan<byte> Symbols => _strings.Symbols is { } symbols ? symbols.Bytes : default;

    /// <summary>Determines whether a column restores a scalar. Columns have neither time zones nor values that JSON lacks.</summary>
    /// <param name="value">A value that is neither an object nor an array.</param>
    /// <param name="isKept">True if its document is stored whole.</param>
    public static bool IsRestored(in BlittableValue value, bool isKept) => value.Kind switch
    {
        BlittableValueKind.Null or BlittableValueKind.True or BlittableValueKind.False => true,
        BlittableValueKind.Number => NumberValue.IsJson(value),
        BlittableValueKind.String => !value.TryReadDate(out var date, out var form, out _) || (Iso8601.HasText(date, form) && (date.ZoneIndex == 0 || isKept)),
        _ => false,
    };

    /// <summary>Returns the chunks of a kind for all groups, or null if no row has that kind.</summary>
    public IReadOnlyList<ChunkInfo>? Chunks(ColumnKind kind) => _chunks[(int)kind];

    public void Set(int row, NodeState state)
    {
        if (row >= _states.Length)
        {
            Array.Resize(ref _states, Math.Max(row + 1, Math.Max(256, 2 * _states.Length)));
        }

        _states[row] = state;
    }

    /// <summary>Adds a scalar.</summary>
    public void Add(int row, in BlittableValue value)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Number:
                _numbers.Add(row, value);
                Set(row, NodeState.Number);
                break;
            case BlittableValueKind.True or BlittableValueKind.False:
                _booleans.Add(row, value.Kind == BlittableValueKind.True);
                Set(row, NodeState.Boolean);
                break;
            case BlittableValueKind.String when value.TryReadDate(out var date, out var form, out _) && date.IsNormalized:
                _dates.Add(row, date, form);
                Set(row, NodeState.Date);
                break;
            case BlittableValueKind.String:
                _strings.Add(row, value);
                Set(row, NodeState.String);
                break;
            default:
                Set(row, NodeState.Null);
                break;
        }
    }

    /// <summary>Adds values that were loaded from another stripe.</summary>
    /// <param name="values">The loaded values.</param>
    /// <param name="first">The index of the first value to add.</param>
    /// <param name="count">The number of values to add.</param>
    /// <param name="row">The row of the first value in the chunk group.</param>
    /// <param name="elements">The number of elements that previous rows of the chunk group have.</param>
    /// <returns>The number of rows that have a value.</returns>
    /// <exception cref="BlittableException">The loaded values are inconsistent.</exception>
    public int Add(NodeRows values, int first, int count, int row, int elements)
    {
        if (count == 0)
        {
            return 0;
        }

        var states = values.States.Slice(first, count);
        Set(row + count - 1, NodeState.Missing);
        states.CopyTo(_states.AsSpan(row));
        for (var i = 0; i < count; i++)
        {
            switch (states[i])
            {
                case NodeState.Number:
                    _numbers.Add(row + i, values, first + i);
                    break;
                case NodeState.String:
                    _strings.Add(row + i, values.Texts[first + i]);
                    break;
                case NodeState.Date:
                    AddDate(values, first + i, row + i);
                    break;
                case NodeState.Boolean:
                    _booleans.Add(row + i, values.Boolean(first + i));
                    break;
                case NodeState.Array when values.ElementStarts.Count > 0:
                    AddEnd(row + i, elements + values.ElementStarts[first + i + 1] - values.ElementStarts[first]);
                    break;
                default:
                    break;
            }
        }

        return count - states.Count(NodeState.Missing);
    }

    private void AddDate(NodeRows values, int index, int row)
    {
        var form = values.DateForm(index);
        if (!DateUnit.TryUnpackForm(form, out var text))
        {
            ThrowHelper.InvalidData($"a date form at {values.Node.Path}", $"{form:x}");
        }

        _dates.Add(row, DateUnit.ToTimestamp(values.Date(index), values.DateChunk.Scale, form), text);
    }

    /// <summary>Adds the end of an array's elements.</summary>
    public void AddEnd(int row, int end)
    {
        FillEnds(row);
        _ends[row] = end;
        _endRows = row + 1;
        Set(row, NodeState.Array);
    }

    /// <summary>Writes the chunks of a group and starts the next group.</summary>
    public void FinishGroup(int rows, ChunkContext context)
    {
        Set(rows, NodeState.Missing);
        States.Add(FinishStates(_states.AsSpan(0, rows), context));
        Append(ColumnKind.Number, _numbers.Finish(rows, context, Index));
        Append(ColumnKind.String, _strings.Finish(rows, context, Index));
        Append(ColumnKind.Date, _dates.Finish(rows, context));
        Append(ColumnKind.Boolean, FinishBooleans(rows, context));
        Append(ColumnKind.Ends, FinishEnds(rows, context));
        _groups++;
    }

    /// <summary>Writes the chunks that were deferred to the end of the stripe, and the large filters.</summary>
    public void FinishStripe(ChunkContext context)
    {
        var written = _strings.FinishStripe(context, out var dictionary);
        Dictionary = dictionary;
        foreach (var (group, chunk) in written)
        {
            _chunks[(int)ColumnKind.String]![group] = chunk;
        }

        // An index finds values anyway.
        for (var kind = ColumnKind.Number; Index is null && kind <= ColumnKind.Ends; kind++)
        {
            if (LargeFilters.Write((Chunks(kind) ?? []).Select(chunk => (chunk.Filter, chunk.Block.StoredLength)), context.Sink) is { Exists: true } block)
            {
                Filters.Add((kind, block));
            }
        }
    }

    private static (NodeState Constant, BlockReference Block) FinishStates(Span<NodeState> states, ChunkContext context)
    {
        var bytes = System.Runtime.InteropServices.MemoryMarshal.AsBytes(states);
        var first = bytes.IsEmpty ? (byte)0 : bytes[0];
        if (bytes.IndexOfAnyExcept(first) < 0)
        {
            bytes.Clear();
            return ((NodeState)first, default);
        }

        var values = new int[bytes.Length];
        for (var i = 0; i < bytes.Length; i++)
        {
            values[i] = bytes[i];
        }

        bytes.Clear();
        return (default, context.Sink.Write(context.Small.Encode(values).Span));
    }

    private ChunkInfo FinishBooleans(int rows, ChunkContext context)
    {
        if (_booleans.Count == 0)
        {
            return ChunkInfo.Absent;
        }

        var trueRows = _booleans.Values.Count(true);
        var falseRows = _booleans.Count - trueRows;
        var chunk = new ChunkInfo
        {
            Format = ChunkFormat.Boolean,
            Values = _booleans.Count,
            JsonBytes = ((long)trueRows * JsonLength.True) + ((long)falseRows * JsonLength.False),
            Min = falseRows > 0 ? 0 : 1,
            Max = trueRows > 0 ? 1 : 0,
            Block = context.Sink.Write(context.Booleans.Encode(_booleans.Spread(_booleans.Values, rows, out var validity), validity).Span),
        };
        _booleans.Clear();
        return chunk;
    }

    private ChunkInfo FinishEnds(int rows, ChunkContext context)
    {
        if (_endRows == 0)
        {
            return ChunkInfo.Absent;
        }

        FillEnds(rows);
        var chunk = new ChunkInfo
        {
            Format = ChunkFormat.Int64,
            Values = rows,
            Min = _ends[0],
            Max = _ends[rows - 1],
            Block = context.Sink.Write(context.Integers.Encode(_ends.AsSpan(0, rows)).Span),
        };
        _endRows = 0;
        return chunk;
    }

    /// <summary>Sets the end of each row without an array to the end of the previous row.</summary>
    private void FillEnds(int row)
    {
        if (row >= _ends.Length)
        {
            Array.Resize(ref _ends, Math.Max(row + 1, Math.Max(256, 2 * _ends.Length)));
        }

        _ends.AsSpan(_endRows, row - _endRows).Fill(_endRows == 0 ? 0 : _ends[_endRows - 1]);
        _endRows = row;
    }

    private void Append(ColumnKind kind, ChunkInfo chunk)
    {
        ref var chunks = ref _chunks[(int)kind];
        if (chunks is null && chunk.Format != ChunkFormat.Absent)
        {
            chunks = [.. Enumerable.Repeat(ChunkInfo.Absent, _groups)];
        }

        chunks?.Add(chunk);
    }
}
