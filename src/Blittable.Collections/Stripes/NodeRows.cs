using System.Buffers;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the values of a node in selected rows of a chunk group. They are read column by column and then accessed row by row. Reusable.</summary>
/// <remarks>Rows are accessed by their index among the selected rows.</remarks>
internal sealed partial class NodeRows
{
    /// <summary>If fewer than one row in this many is selected, only their blocks are read. Decoding a whole chunk takes as long as reading one sixteenth of
    /// its rows individually.</summary>
    private const int SparseRows = 16;

    /// <summary>The states without a value in a column.</summary>
    private const int WithoutColumn = 1 << (int)NodeState.Null | 1 << (int)NodeState.Object | 1 << (int)NodeState.Array;

    private int _count;
    private int _loaded;

    /// <summary>A bit for each state whose values are unreadable; all bits if the states are unreadable.</summary>
    private int _lost;
    private NodeState[] _states = [];
    private NodeState[] _allStates = [];
    private long[] _numbers = [];
    private long[] _numberForms = [];
    private double[] _doubles = [];
    private long[] _dates = [];
    private long[] _dateForms = [];
    private bool[] _booleans = [];
    private long[] _ends = [];
    private readonly TextBatch _texts = new();
    private readonly TextBatch _exact = new();

    public StripeNode Node { get; private set; } = null!;

    /// <summary>Gets the fault of the first unreadable block, or null if all blocks were readable.</summary>
    public string? Fault { get; private set; }

    /// <summary>Gets the directory entry of the numbers.</summary>
    public ChunkInfo NumberChunk { get; private set; } = ChunkInfo.Absent;

    /// <summary>Gets the directory entry of the dates.</summary>
    public ChunkInfo DateChunk { get; private set; } = ChunkInfo.Absent;

    /// <summary>Gets the strings. Undefined if they were left out.</summary>
    public TextBatch Texts => _texts;

    /// <summary>Gets the number texts that are not the shortest texts of their doubles.</summary>
    public TextBatch ExactNumbers => _exact;

    /// <summary>Gets, for each selected row, the index of its first element among the selected elements.</summary>
    public List<int> ElementStarts { get; } = [];

    /// <summary>Gets the elements of the selected rows, as rows of the element's space.</summary>
    public List<int> ElementRows { get; } = [];

    /// <summary>Determines whether so few rows are selected that only their blocks are read.</summary>
    public static bool AreFew(int rows, int spaceRows) => (long)rows * SparseRows < spaceRows;

    /// <summary>Gets the states of the selected rows; empty if the values are only in documents.</summary>
    public ReadOnlySpan<NodeState> States => _states.AsSpan(0, _count);

    /// <summary>Gets the numbers of the selected rows. Undefined for rows with another state, and if <see cref="NumberChunk"/> contains doubles.</summary>
    public ReadOnlySpan<long> Numbers => _numbers;

    /// <summary>Gets the numbers of the selected rows. Undefined for rows with another state, and unless <see cref="NumberChunk"/> contains doubles.</summary>
    public ReadOnlySpan<double> Doubles => _doubles;

    /// <summary>Gets the dates of the selected rows in the unit of <see cref="DateChunk"/>. Undefined for rows with another state.</summary>
    public ReadOnlySpan<long> Dates => _dates;

    /// <summary>Gets the booleans of the selected rows. Undefined for rows with another state.</summary>
    public ReadOnlySpan<bool> Booleans => _booleans;

    public NodeState State(int index) => index < _count ? _states[index] : NodeState.Missing;

    /// <summary>Determines whether the block with a row's value or state is unreadable.</summary>
    public bool IsLost(int index) => _lost != 0 && (_lost >> (int)State(index) & 1) != 0;

    /// <summary>Determines whether values for a state were read. In a damaged file, rows can have the state of a number although there are no
    /// numbers.</summary>
    public bool Has(NodeState state) => (_loaded >> (int)state & 1) != 0;

    public long Number(int index) => _numbers[index];

    public int FractionDigits(int index) => (int)_numberForms[index];

    public double Double(int index) => _doubles[index];

    public long Date(int index) => _dates[index];

    public long DateForm(int index) => DateChunk.Form == TextForm.Each ? _dateForms[index] : DateChunk.CommonForm;

    public bool Boolean(int index) => _booleans[index];

    /// <summary>Determines the states of the selected rows.</summary>
    /// <returns>A bit for each state that occurs.</returns>
    /// <exception cref="BlittableException">A row has the state of a column that the chunk group does not have.</exception>
    public int FindStates()
    {
        var found = 0;
        foreach (var state in States)
        {
            found |= 1 << (int)state;
        }

        if ((found & ~(_loaded | 1 << (int)NodeState.Missing)) != 0)
        {
            ThrowHelper.InvalidData($"a value at {Node.Path}", "no value");
        }

        return found;
    }

    /// <summary>Reads the values of a node.</summary>
    /// <param name="node">The node.</param>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">The selected rows of its space, in ascending order.</param>
    /// <param name="spaceRows">The number of rows of its space in the group.</param>
    /// <param name="isTolerant">True to record unreadable blocks instead of throwing.</param>
    /// <param name="withTexts">False to leave out the strings, which most of the time is spent on.</param>
    /// <exception cref="BlittableException">A block is damaged.</exception>
    public void Load(StripeNode node, int group, ReadOnlySpan<int> rows, int spaceRows, bool isTolerant = false, bool withTexts = true)
    {
        Node = node;
        NumberChunk = DateChunk = ChunkInfo.Absent;
        ElementRows.Clear();
        ElementStarts.Clear();
        (_count, _loaded, _lost, Fault) = (0, WithoutColumn, 0, null);
        if (node.IsResidual)
        {
            return;
        }

        _count = rows.Length;
        try
        {
            LoadStates(group, rows, spaceRows);
        }
        catch (BlittableException fault) when (isTolerant)
        {
            Lose(-1, fault);
        }

        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            try
            {
                if (node.Column(kind) is { } column && column.Chunk(group).Format != ChunkFormat.Absent)
                {
                    LoadColumn(column, group, rows, spaceRows, withTexts);
                }
            }
            catch (BlittableException fault) when (isTolerant)
            {
                Lose(1 << (int)StateOf(kind), fault);
            }
        }
    }

    private static NodeState StateOf(ColumnKind kind) => kind switch
    {
        ColumnKind.Number => NodeState.Number,
        ColumnKind.String => NodeState.String,
        ColumnKind.Date => NodeState.Date,
        ColumnKind.Boolean => NodeState.Boolean,
        _ => NodeState.Array,
    };

    private void Lose(int states, BlittableException fault)
    {
        _lost |= states;
        Fault ??= fault.Message;
        if ((states & 1 << (int)NodeState.Array) != 0)
        {
            ElementStarts.Clear();
            ElementRows.Clear();
        }
    }

    private void LoadColumn(StripeColumn column, int group, ReadOnlySpan<int> rows, int spaceRows, bool withTexts)
    {
        switch (column.Kind)
        {
            case ColumnKind.Number:
                NumberChunk = column.Chunk(group);
                LoadNumbers(column, group, rows, spaceRows);
                break;
            case ColumnKind.Date:
                DateChunk = column.Chunk(group);
                Gather(column.Open(group), rows, spaceRows, ref _dates);
                if (DateChunk.Form == TextForm.Each)
                {
                    Gather(column.OpenForms(group), rows, spaceRows, ref _dateForms);
                }

                break;
            case ColumnKind.String when !withTexts:
                break;
            case ColumnKind.String:
                _texts.Load(column, group, rows, spaceRows);
                break;
            case ColumnKind.Boolean:
                Gather(column.Open(group), rows, spaceRows, ref _booleans);
                break;
            default:
                LoadEnds(column, group, rows, spaceRows);
                break;
        }

        _loaded |= 1 << (int)StateOf(column.Kind);
    }

    private void LoadStates(int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        if (_states.Length < rows.Length)
        {
            _states = new NodeState[rows.Length];
        }

        if (Node.TryGetConstantState(group, out var constant))
        {
            _states.AsSpan(0, rows.Length).Fill(constant);
        }
        else if (AreFew(rows.Length, spaceRows))
        {
            Node.ReadStates(group, rows, _states);
        }
        else
        {
            if (_allStates.Length < spaceRows)
            {
                _allStates = new NodeState[spaceRows];
            }

            Node.ReadStates(group, _allStates.AsSpan(0, spaceRows));
            for (var i = 0; i < rows.Length; i++)
            {
                _states[i] = _allStates[rows[i]];
            }
        }
    }

    private void LoadNumbers(StripeColumn numbers, int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        if (NumberChunk.Format == ChunkFormat.Double)
        {
            Gather(numbers.Open(group), rows, spaceRows, ref _doubles);
            if (NumberChunk.Form == TextForm.Texts)
            {
                _exact.Load(numbers.OpenForms(group).Span, rows, spaceRows, null);
            }

            return;
        }

        Gather(numbers.Open(group), rows, spaceRows, ref _numbers);
        if (NumberChunk.Form == TextForm.Digits)
        {
            Gather(numbers.OpenForms(group), rows, spaceRows, ref _numberForms);
        }
    }

    private void LoadEnds(StripeColumn ends, int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        // An array starts at the end of the previous one.
        var reader = new ColumnReader<long>(ends.Open(group).Span, verify: false);
        var most = ends.Chunk(group).Max;
        if (reader.Rows != spaceRows || reader.NullCount > 0)
        {
            ThrowHelper.InvalidData($"the ends of {spaceRows} arrays at {Node.Path}", $"{reader.Rows}");
        }

        var isSparse = AreFew(rows.Length, spaceRows);
        if (!isSparse)
        {
            if (_ends.Length < spaceRows)
            {
                _ends = new long[spaceRows];
            }

            reader.ReadBatch(_ends.AsSpan(0, spaceRows));
        }

        foreach (var row in rows)
        {
            long start = 0, end;
            if (isSparse)
            {
                if (row > 0)
                {
                    reader.TryGet(row - 1, out start);
                }

                reader.TryGet(row, out end);
            }
            else
            {
                start = row == 0 ? 0 : _ends[row - 1];
                end = _ends[row];
            }

            if (start < 0 || end < start || end > most)
            {
                ThrowHelper.InvalidData($"an array at {Node.Path} within {most} elements", $"elements {start} to {end}");
            }

            ElementStarts.Add(ElementRows.Count);
            for (var element = start; element < end; element++)
            {
                ElementRows.Add((int)element);
            }
        }

        ElementStarts.Add(ElementRows.Count);
    }

    private void Gather<T>(ReadOnlyMemory<byte> chunk, ReadOnlySpan<int> rows, int spaceRows, ref T[] values)
        where T : unmanaged
    {
        if (values.Length < rows.Length)
        {
            values = new T[rows.Length];
        }

        var reader = new ColumnReader<T>(chunk.Span, verify: false);
        if (reader.Rows != spaceRows)
        {
            ThrowHelper.InvalidData($"a chunk of {spaceRows} rows at {Node.Path}", $"{reader.Rows} rows");
        }

        if (rows.Length == spaceRows)
        {
            reader.ReadBatch(values.AsSpan(0, rows.Length));
        }
        else if (AreFew(rows.Length, spaceRows))
        {
            reader.Gather(rows, values);
        }
        else
        {
            var all = ArrayPool<T>.Shared.Rent(spaceRows);
            reader.ReadBatch(all.AsSpan(0, spaceRows));
            for (var i = 0; i < rows.Length; i++)
            {
                values[i] = all[rows[i]];
            }

            ArrayPool<T>.Shared.Return(all);
        }
    }
}
