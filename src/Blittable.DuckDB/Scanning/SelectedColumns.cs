using Blittable.Collections;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the columns of a query from a selection. A struct is read from the stored columns of its fields. Not thread-safe.</summary>
internal sealed class SelectedColumns
{
    private readonly TableColumn[] _columns;
    private readonly List<TableColumn> _fields = [];
    private readonly int[] _firstFields;
    private readonly long[]?[] _times;
    private readonly bool[] _hasTimes;
    private ScanBatch? _batch;

    /// <summary>Prepares the columns.</summary>
    public SelectedColumns(IEnumerable<TableColumn> columns)
    {
        _columns = [.. columns];
        _firstFields = new int[_columns.Length];
        for (var column = 0; column < _columns.Length; column++)
        {
            _firstFields[column] = _fields.Count;
            AddFields(_columns[column]);
        }

        _times = new long[]?[_fields.Count];
        _hasTimes = new bool[_fields.Count];
    }

    /// <summary>Gets the paths to select.</summary>
    public string[] Paths => [.. _fields.Select(column => column.Path)];

    /// <summary>Moves to a batch, and converts its dates to microseconds in bulk if every row has a date.</summary>
    public void MoveTo(ScanBatch batch)
    {
        _batch = batch;
        for (var field = 0; field < _fields.Count; field++)
        {
            if (_fields[field].Kind is TableColumnType.Day or TableColumnType.LocalTime or TableColumnType.Instant)
            {
                if (_times[field] is not { } times || times.Length < batch.Count)
                {
                    _times[field] = times = new long[batch.Count];
                }

                _hasTimes[field] = batch.Columns[field].TryCopyUnixMicroseconds(times);
            }
        }
    }

    /// <summary>Returns the number of rows of the batch that a chunk may contain.</summary>
    /// <param name="first">The first row of the chunk in the batch.</param>
    /// <param name="count">The maximum number of rows.</param>
    public int CountInChunk(int first, int count)
    {
        var columns = _fields.Count(field => field.Kind is TableColumnType.Text or TableColumnType.Json);
        for (var field = 0; field < _fields.Count; field++)
        {
            if (_fields[field].Kind is TableColumnType.Text or TableColumnType.Json)
            {
                count = CountWithin(_batch!.Columns[field], first, count, TableScan.ChunkBytes / columns);
            }
        }

        return count;
    }

    private static int CountWithin(ScanColumn column, int first, int count, long bytes)
    {
        var hasStrings = column.TryGetStrings(out var strings);
        for (var row = 0; row < count; row++)
        {
            bytes -= hasStrings ? strings!.Entry(strings.Codes[first + row]).Length
                : column[first + row] is { Kind: QueryValueKind.String } value ? value.GetString().Length : 0;
            if (bytes < 0)
            {
                return Math.Max(row, 1);
            }
        }

        return count;
    }

    /// <summary>Writes rows of the batch to a vector.</summary>
    /// <param name="column">The number of the column.</param>
    /// <param name="vector">The vector.</param>
    /// <param name="first">The first row of the batch to write.</param>
    /// <param name="count">The number of rows.</param>
    /// <exception cref="BlittableException">The type of the column cannot represent a value.</exception>
    public void Write(int column, nint vector, int first, int count)
    {
        var field = _firstFields[column];
        Write(_columns[column], ref field, vector, first, count);
    }

    private void Write(TableColumn column, ref int field, nint vector, int first, int count)
    {
        if (column.Kind != TableColumnType.Struct)
        {
            VectorKernel.Write(vector, column, _batch!.Columns[field], _hasTimes[field] ? _times[field] : default, first, count);
            field++;
            return;
        }

        for (var child = 0; child < column.Children.Count; child++)
        {
            Write(column.Children[child], ref field, NestedKernel.FieldOf(vector, child), first, count);
        }

        NestedKernel.WriteStructValidity(vector, column.Children.Count, count);
    }

    private void AddFields(TableColumn column)
    {
        if (column.Kind == TableColumnType.Struct)
        {
            foreach (var child in column.Children)
            {
                AddFields(child);
            }
        }
        else
        {
            _fields.Add(column);
        }
    }
}
