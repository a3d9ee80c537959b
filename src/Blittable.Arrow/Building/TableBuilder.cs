using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds record batches from rows. Not thread-safe.</summary>
internal sealed class TableBuilder
{
    /// <summary>The size at which a batch ends, far below the 2 GiB that 4-byte offsets can address.</summary>
    public const long MaxBytes = 64 << 20;

    private readonly BatchContext _context;
    private readonly ColumnBuilder? _rows;
    private readonly ColumnBuilder[] _columns;
    private readonly Schema _schema;
    private readonly int _batchRows;
    private int _count;

    /// <summary>Creates a table of documents.</summary>
    /// <param name="plan">The columns.</param>
    /// <param name="batchRows">The maximum number of rows in a batch.</param>
    /// <param name="onUnfitValue">Receives values that a column of a given schema cannot store. Null if such values end the export.</param>
    public TableBuilder(TablePlan plan, int batchRows, Action<string, long, string>? onUnfitValue)
    {
        _context = new BatchContext(onUnfitValue);
        _schema = plan.ToSchema();
        _batchRows = batchRows;
        _rows = plan.IsWhole ? null : ColumnBuilder.For(RootOf(plan), _context);
        _columns = _rows is null ? [ColumnBuilder.For(plan.Columns[0], _context)] : [];
    }

    /// <summary>Creates a table of the rows of a selection.</summary>
    public TableBuilder(IReadOnlyList<FieldPlan> columns, int batchRows)
    {
        _context = new BatchContext(onUnfitValue: null);
        _schema = new TablePlan(columns, IsWhole: false).ToSchema();
        _batchRows = batchRows;
        _columns = [.. columns.Select(column => ColumnBuilder.For(column, _context))];
    }

    /// <summary>Gets the approximate size in bytes of the rows in the current batch.</summary>
    public long ByteCount => _context.Bytes;

    /// <summary>Adds a document.</summary>
    /// <param name="row">The row number of the document in its collection, for messages.</param>
    /// <param name="document">The document.</param>
    /// <returns>true if the batch is full and must be taken; otherwise, false.</returns>
    public bool Add(long row, in BlittableValue document)
    {
        _context.Row = row;
        (_rows ?? _columns[0]).Add(document);
        return IsFull();
    }

    /// <summary>Adds a row of a selection.</summary>
    /// <returns>true if the batch is full and must be taken; otherwise, false.</returns>
    public bool Add(ScanBatch batch, int row)
    {
        for (var column = 0; column < _columns.Length; column++)
        {
            _columns[column].Add(batch[row, column]);
        }

        return IsFull();
    }

    /// <summary>Returns the current batch and starts the next one.</summary>
    /// <returns>The batch, or null if it contains no rows.</returns>
    public RecordBatch? Take()
    {
        if (_count == 0)
        {
            return null;
        }

        var arrays = _rows is null ? [.. _columns.Select(column => column.Build())] : _rows.Build().Children;
        var batch = new RecordBatch(_schema, arrays.Select(ArrowArrayFactory.BuildArray), _count);
        _count = 0;
        _context.Bytes = 0;
        return batch;
    }

    private static FieldPlan RootOf(TablePlan plan) => new("document", FieldKind.Struct, false, plan.Columns)
    {
        Given = plan.Given is null ? null : new GivenField(new Field("document", new StructType([.. plan.Given.FieldsList]), nullable: false), "document"),
    };

    private bool IsFull() => ++_count == _batchRows || _context.Bytes > MaxBytes;
}
