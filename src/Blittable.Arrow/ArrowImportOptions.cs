namespace Blittable.Arrow;

/// <summary>Specifies how rows are converted to documents. Immutable and thread-safe.</summary>
public sealed record ArrowImportOptions
{
    private readonly UnreadableColumns _unreadableColumns;

    /// <summary>Gets a value that specifies how to handle unreadable columns, such as encrypted columns. By default, the import fails and names them.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public UnreadableColumns UnreadableColumns
    {
        get => _unreadableColumns;
        init
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)value, (uint)UnreadableColumns.Skip, nameof(value));
            _unreadableColumns = value;
        }
    }

    /// <summary>Gets the receiver of the fraction of rows imported so far, from 0 to 1, or null to report no progress.</summary>
    public IProgress<double>? Progress { get; init; }
}
