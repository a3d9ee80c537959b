namespace Blittable.DuckDB.Tables;

/// <summary>Finds the table that a call of a table function names.</summary>
internal interface ITableSource : IDisposable
{
    /// <summary>Gets a value that indicates whether the function has a path as its argument.</summary>
    bool HasPath { get; }

    /// <summary>Finds the table.</summary>
    /// <param name="path">The argument; empty if the function has none.</param>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    CollectionTable Find(string path);
}
