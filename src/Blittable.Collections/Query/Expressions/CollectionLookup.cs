using System.Diagnostics.CodeAnalysis;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>A table with a row for each key, to join queries with. Safe for any number of threads.</summary>
/// <remarks>It is in memory, unless the query that it is made of has a memory limit that it goes beyond: then it is in a temporary file.</remarks>
public sealed class CollectionLookup : IDisposable
{
    /// <summary>Estimated bytes per row in the hash table, without its values.</summary>
    private const int RowBytes = 64;

    private readonly ScalarMap<QueryValue[]> _rows = new();
    private readonly LookupFile? _file;

    private CollectionLookup(IReadOnlyList<string> columns, IEnumerable<QueryValue[]> rows, long limit, bool isSet)
    {
        Columns = columns;
        long bytes = 0;
        using var rest = rows.Where(row => row[0].Kind != QueryValueKind.Null).GetEnumerator();
        while (rest.MoveNext())
        {
            var row = rest.Current;
            if (isSet ? !_rows.TryAdd(row[0], row[1..]) : _rows.HasKeyOf(row[0]) || !_rows.TryAdd(row[0], row[1..]))
            {
                if (!isSet)
                {
                    RefuseSecond(row[0]);
                }

                continue;
            }

            bytes += RowBytes + QueryValueCodec.EstimateBytes(row);
            if (bytes > limit)
            {
                var earlier = _rows;
                _rows = new ScalarMap<QueryValue[]>();
                _file = LookupFile.Create(earlier.Rows.Select(pair => (QueryValue[])[pair.Key, .. pair.Value]).Concat(Rest(rest)), columns.Count + 1, limit, isSet);
                return;
            }
        }
    }

    /// <summary>The names of the columns, without the key.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>The keys.</summary>
    public int Count => _file?.Count ?? _rows.Count;

    /// <summary>Gets a value that indicates whether the rows are in a file.</summary>
    internal bool IsInFile => _file is not null;

    /// <summary>The keys of a table in memory.</summary>
    internal IReadOnlyCollection<QueryValue> Keys => _rows.Keys;

    /// <summary>Makes a table of what a query selects: its first column is the key. Rows whose key is null have no place in it.</summary>
    /// <exception cref="BlittableException">Two rows have one key, or what is selected cannot be read.</exception>
    public static CollectionLookup From(ScanSelection selection)
    {
        ArgumentNullException.ThrowIfNull(selection);
        return new([.. selection.Names.Skip(1)], selection.Rows(), selection.MemoryLimit, isSet: false);
    }

    /// <summary>Makes a table of a result: its first column is the key.</summary>
    /// <exception cref="BlittableException">Two rows have one key.</exception>
    public static CollectionLookup From(QueryTable rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new([.. rows.Columns.Skip(1)], Enumerable.Range(0, rows.Count).Select(row => rows.GetRow(row).ToArray()), long.MaxValue, isSet: false);
    }

    /// <summary>Releases the temporary file, if there is one. Queries with the table must be over.</summary>
    public void Dispose() => _file?.Dispose();

    /// <summary>Makes a table of the different keys that a query selects.</summary>
    internal static CollectionLookup FromKeys(ScanSelection selection) => new([], selection.Rows(), selection.MemoryLimit, isSet: true);

    /// <summary>Finds a value of a key's row.</summary>
    /// <returns><see langword="false"/> if there is no such key.</returns>
    internal bool TryGet(in QueryValue key, int column, out QueryValue value)
    {
        var row = _file is not null ? _file.Find(key) : _rows.TryGet(key, out var found) ? found : null;
        value = row is not null && column < row.Length ? row[column] : QueryValue.Null;
        return row is not null;
    }

    internal int IndexOf(string column) => ColumnNames.IndexOf(Columns, column);

    [DoesNotReturn]
    internal static void RefuseSecond(in QueryValue key) =>
        ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, $"The table to join with has two rows with the key {key.ToJson()}.");

    private static IEnumerable<QueryValue[]> Rest(IEnumerator<QueryValue[]> rows)
    {
        while (rows.MoveNext())
        {
            yield return rows.Current;
        }
    }
}
