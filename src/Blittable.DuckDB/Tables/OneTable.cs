namespace Blittable.DuckDB.Tables;

/// <summary>Provides the table of a collection that the caller has opened. The columns are determined again after a refresh. Thread-safe.</summary>
/// <param name="table">The table.</param>
internal sealed class OneTable(CollectionTable table) : ITableSource
{
    private readonly Lock _lock = new();
    private CollectionTable _table = table;

    public bool HasPath => false;

    public CollectionTable Find(string path)
    {
        lock (_lock)
        {
            return _table = _table.IsCurrent ? _table : CollectionTable.Of(_table.Reader);
        }
    }

    public void Dispose()
    {
        // The caller owns the reader.
    }
}
