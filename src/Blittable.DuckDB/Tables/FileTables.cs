using Blittable.Collections;

namespace Blittable.DuckDB.Tables;

/// <summary>Provides the tables of files. Each file is opened once, and again when it has changed. Thread-safe.</summary>
internal sealed class FileTables : ITableSource
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, (long Length, DateTime Time, CollectionTable Table)> _tables = new(StringComparer.Ordinal);

    public bool HasPath => true;

    public CollectionTable Find(string path)
    {
        var file = new FileInfo(path);
        lock (_lock)
        {
            if (_tables.TryGetValue(file.FullName, out var known))
            {
                if (known.Length == file.Length && known.Time == file.LastWriteTimeUtc)
                {
                    return known.Table;
                }

                // Running scans hold a lease on the file.
                known.Table.Reader.Dispose();
                _tables.Remove(file.FullName);
            }

            var reader = CollectionReader.Open(file.FullName);
            try
            {
                var table = CollectionTable.Of(reader);
                _tables.Add(file.FullName, (file.Length, file.LastWriteTimeUtc, table));
                return table;
            }
            catch
            {
                reader.Dispose();
                throw;
            }
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            foreach (var (_, _, table) in _tables.Values)
            {
                table.Reader.Dispose();
            }

            _tables.Clear();
        }
    }
}
