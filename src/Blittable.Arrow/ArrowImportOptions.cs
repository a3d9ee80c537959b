namespace Blittable.Arrow;

/// <summary>Sets how rows become documents. Immutable, so any number of threads may use it.</summary>
public sealed record ArrowImportOptions
{
    private readonly UnreadableColumns _unreadableColumns;

    /// <summary>Gets what to do with columns that cannot be read, such as encrypted ones; by default the import fails and names them.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public UnreadableColumns UnreadableColumns
    {
        get => _unreadableColumns;
        init
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)value, (uint)UnreadableColumns.Skip, nameof(value));
            _unreadableColumns = value;
        }
    }

    /// <summary>Gets the receiver of the share of the rows that are imported, from 0 to 1; null for no reports.</summary>
    public IProgress<double>? Progress { get; init; }
}
