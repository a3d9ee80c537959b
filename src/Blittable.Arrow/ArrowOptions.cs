using Apache.Arrow;

namespace Blittable.Arrow;

/// <summary>Says how documents become record batches. Immutable, so any number of threads may use it.</summary>
public sealed record ArrowOptions
{
    /// <summary>The most rows that a record batch may have.</summary>
    public const int MaxBatchRows = 1 << 20;

    private readonly int _batchRows = 1 << 16;
    private readonly int _maxFields = 512;

    /// <summary>Gets the most rows of a record batch, and of a row group in a Parquet file.</summary>
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

    /// <summary>Gets the most names that the objects at one path may have together: above it, each object becomes one JSON text.</summary>
    /// <remarks>Objects whose names are data, such as a word list, would otherwise make a column for each word.</remarks>
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
    /// Gets a value that indicates whether a path that is null in some objects and absent in others becomes a column of JSON texts, which tells the two apart. The
    /// default is false: the column keeps its type, has nulls for both, and they come back as JSON nulls.
    /// </summary>
    public bool DistinguishNulls { get; init; }

    /// <summary>
    /// Gets the columns and their types; null to infer them by a first pass over the documents. Properties that the schema lacks are left out. A value that its column
    /// cannot store exactly ends the export with an error that names the column; floating-point columns store the nearest number.
    /// </summary>
    /// <remarks><see cref="ArrowSchema.Of{T}"/> makes the schema of a type. A selection has types of its own, and does not accept a schema.</remarks>
    public Schema? Schema { get; init; }

    /// <summary>
    /// Gets the path whose values order the rows, so that each row group has a narrow range of them and readers skip the other groups; null for the order of the
    /// collection. Nulls are last.
    /// </summary>
    /// <remarks>A pass over the collection takes up to four times <see cref="BatchRows"/> documents into memory.</remarks>
    public string? OrderBy { get; init; }

    /// <summary>Gets the receiver of the share of the work that is done, from 0 to 1; null for no reports.</summary>
    public IProgress<double>? Progress { get; init; }
}
