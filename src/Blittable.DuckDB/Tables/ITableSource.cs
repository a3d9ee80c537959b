namespace Blittable.DuckDB.Tables;

/// <summary>Finds the table that a table function call refers to.</summary>
internal interface ITableSource : IDisposable
{
    /// <summary>Gets a value that indicates whether the function has a path argument.</summary>
    bool HasPath { get; }

    /// <summary>Finds the table.</summary>
    /// <param name="path">The path argument, or an empty string if the function has no such argument.</param>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    CollectionTable Find(string path);
}
