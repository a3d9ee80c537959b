namespace Blittable.DuckDB.Tables;

/// <summary>Provides the table of a collection that the caller has opened.</summary>
internal sealed class OneTable(CollectionTable table) : ITableSource
{
    public bool HasPath => false;

    public CollectionTable Find(string path) => table;

    public void Dispose()
    {
        // The caller owns the reader.
    }
}
