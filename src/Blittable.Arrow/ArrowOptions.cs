using Apache.Arrow;

namespace Blittable.Arrow;

/// <summary>Specifies how documents are converted to record batches. Immutable and thread-safe.</summary>
public sealed record ArrowOptions
{
    /// <summary>The upper limit of <see cref="BatchRows"/>.</summary>
    public const int MaxBatchRows = 1 << 20;

    private readonly int _batchRows = 1 << 16;
    private readonly int _maxFields = 512;

    /// <summary>Gets the maximum number of rows in a record batch, and in a row group of a Parquet file.</summary>
    /// <remarks>
    /// Without an order, batches end where stripes of the collection end: stripes are joined while their rows fit in a batch, and larger stripes are divided
    /// evenly.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is below 1 or above <see cref="MaxBatchRows"/>.</exception>
    public int BatchRows
    {
        get => _batchRows;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MaxBatchRows);
            _batchRows = value;
        }
    }

    /// <summary>Gets the maximum number of distinct property names in the objects at a path. Above the limit, each object is stored as JSON text.</summary>
    /// <remarks>The limit prevents objects whose names are data, such as a word list, from creating a column for each word.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxFields
    {
        get => _maxFields;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            _maxFields = value;
        }
    }

    /// <summary>
    /// Gets a value that indicates whether null and absent values are distinguished. If true, a path that is null in some objects and absent in others becomes
    /// a column of JSON text. If false, which is the default, the column keeps its type, stores null for both, and both are restored as JSON nulls.
    /// </summary>
    public bool DistinguishNulls { get; init; }

    /// <summary>
    /// Gets the columns and their types, or null to infer them in a first pass over the documents. Properties that are not in the schema are omitted. If a
    /// column cannot store a value exactly, the export fails with an error that names the column and the row, unless <see cref="OnUnfitValue"/> is set.
    /// Floating-point columns store the nearest number.
    /// </summary>
    /// <remarks><see cref="ArrowSchema"/> creates the schema of a type, of a text or of a Parquet file. A selection defines its own types and does not accept a schema.</remarks>
    public Schema? Schema { get; init; }

    /// <summary>
    /// Gets the action that receives each value that its column in <see cref="Schema"/> cannot store exactly, and for which a null is exported. If the action is
    /// null, which is the default, such a value ends the export with an error.
    /// </summary>
    /// <remarks>
    /// The action may be called by another thread, but not concurrently. If the value is nested, only the innermost column that cannot store it is null. A
    /// missing value of a column that is not nullable, and a document that is not an object or repeats a property of the schema, still ends the export.
    /// </remarks>
    public Action<UnfitValue>? OnUnfitValue { get; init; }

    /// <summary>Gets the action that receives the parts of an <see cref="UnfitValue"/>, or null if such values end the export.</summary>
    internal Action<string, long, string>? ReportUnfitValue =>
        OnUnfitValue is { } onUnfitValue ? (column, row, message) => onUnfitValue(new UnfitValue(column, row, message)) : null;

    /// <summary>
    /// Gets the path to sort the rows by, without wildcards, or null for collection order. Each row group of sorted rows has a narrow range of values, which
    /// allows readers to skip row groups. Nulls are last. A Parquet file declares the column as sorted if its stored values have the order of the documents.
    /// </summary>
    /// <remarks>Sorting a large collection takes several passes, each of which holds up to four times <see cref="BatchRows"/> documents in memory.</remarks>
    public string? OrderBy { get; init; }

    /// <summary>Gets the receiver of the completed fraction of the work, from 0 to 1, or null to report no progress.</summary>
    public IProgress<double>? Progress { get; init; }
}
