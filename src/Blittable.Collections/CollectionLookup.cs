using System.Diagnostics.CodeAnalysis;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Values;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Represents a table of rows by key, for joins in queries. Thread-safe.</summary>
/// <remarks>The table is held in memory, unless it exceeds the memory limit of the query it was created from. It is then stored in a temporary file.</remarks>
public sealed class CollectionLookup : IDisposable
{
    /// <summary>Estimated bytes per row in the hash table, excluding its values.</summary>
    private const int RowBytes = 64;

    private readonly ScalarMap<QueryValue[]> _rows = new();

    /// <summary>The rows of a table with a composite key.</summary>
    private readonly TupleMap _tuples = new();
    private readonly LookupFile? _file;

    private CollectionLookup(IReadOnlyList<string> names, int keys, IEnumerable<QueryValue[]> rows, long limit, bool isSet)
    {
        if (keys < 1 || keys > Math.Min(names.Count, LookupKey.MostValues))
        {
            throw new ArgumentOutOfRangeException(
                nameof(keys), keys, $"The number of key columns must be between 1 and {Math.Min(names.Count, LookupKey.MostValues)}.");
        }

        KeyCount = keys;
        Columns = [.. names.Skip(keys)];
        long bytes = 0;
        using var rest = rows.Where(row => !new LookupKey(row[..keys], 0).HasNull).GetEnumerator();
        while (rest.MoveNext())
        {
            var row = rest.Current;
            if (!TryAdd(row, isSet))
            {
                if (!isSet)
                {
                    RefuseSecond(row.AsSpan(0, keys));
                }

                continue;
            }

            bytes += RowBytes + QueryValueCodec.EstimateBytes(row);
            if (bytes > limit)
            {
                var earlier = keys > 1 ? _tuples.Rows : _rows.Rows.Select(pair => (QueryValue[])[pair.Key, .. pair.Value]);
                (_rows, _tuples) = (new ScalarMap<QueryValue[]>(), new TupleMap());
                _file = LookupFile.Create(earlier.Concat(Rest(rest)), keys, names.Count, limit, isSet);
                return;
            }
        }
    }

    /// <summary>Gets the names of the columns, without the key columns.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>Gets the number of key columns.</summary>
    public int KeyCount { get; }

    /// <summary>Gets the number of rows. Keys are unique.</summary>
    public int Count => _file?.Count ?? (KeyCount > 1 ? _tuples.Count : _rows.Count);

    /// <summary>Gets a value that indicates whether the rows are in a temporary file.</summary>
    internal bool IsInFile => _file is not null;

    /// <summary>Gets the keys of an in-memory table.</summary>
    internal IReadOnlyCollection<QueryValue> Keys => _rows.Keys;

    /// <summary>Creates a table from a selection, with the first column as the key. Rows with a null key are omitted.</summary>
    /// <exception cref="BlittableException">Two rows have the same key, or the selection cannot be read.</exception>
    public static CollectionLookup From(ScanSelection selection) => From(selection, keys: 1);

    /// <summary>Creates a table from a selection, with the first columns as a composite key. Rows with a null in the key are omitted.</summary>
    /// <param name="selection">The key columns, followed by the other columns.</param>
    /// <param name="keys">The number of key columns, from 1 to 8.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are fewer columns than keys, or <paramref name="keys"/> is not from 1 to 8.</exception>
    /// <exception cref="BlittableException">Two rows have the same key, or the selection cannot be read.</exception>
    public static CollectionLookup From(ScanSelection selection, int keys)
    {
        ArgumentNullException.ThrowIfNull(selection);
        return new(selection.Names, keys, selection.Rows(), selection.MemoryLimit, isSet: false);
    }

    /// <summary>Creates a table from a query result, with the first column as the key. Rows with a null key are omitted.</summary>
    /// <exception cref="BlittableException">Two rows have the same key.</exception>
    public static CollectionLookup From(QueryTable rows) => From(rows, keys: 1);

    /// <summary>Creates a table from a query result, with the first columns as a composite key. Rows with a null in the key are omitted.</summary>
    /// <param name="rows">The key columns, followed by the other columns.</param>
    /// <param name="keys">The number of key columns, from 1 to 8.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are fewer columns than keys, or <paramref name="keys"/> is not from 1 to 8.</exception>
    /// <exception cref="BlittableException">Two rows have the same key.</exception>
    public static CollectionLookup From(QueryTable rows, int keys)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new(rows.Columns, keys, Enumerable.Range(0, rows.Count).Select(row => rows.GetRow(row).ToArray()), long.MaxValue, isSet: false);
    }

    /// <summary>Releases the temporary file, if any. All queries that use the table must have completed.</summary>
    public void Dispose() => _file?.Dispose();

    /// <summary>Creates a table of the distinct keys of a selection.</summary>
    internal static CollectionLookup FromKeys(ScanSelection selection) => new(selection.Names, 1, selection.Rows(), selection.MemoryLimit, isSet: true);

    /// <summary>Gets a value from the row with the specified key.</summary>
    /// <returns><see langword="true"/> if the key exists; otherwise, <see langword="false"/>.</returns>
    internal bool TryGet(in QueryValue key, int column, out QueryValue value)
    {
        var row = key.Kind == QueryValueKind.Null ? null
            : _file is not null ? _file.Find([key])
            : _rows.TryGet(key, out var found) ? found
            : null;
        value = row is not null && column < row.Length ? row[column] : QueryValue.Null;
        return row is not null;
    }

    /// <summary>Gets a value from the row with the specified composite key.</summary>
    /// <returns><see langword="true"/> if the row exists; otherwise, <see langword="false"/>.</returns>
    internal bool TryGet(QueryValue[] keys, int column, out QueryValue value)
    {
        var row = new LookupKey(keys, 0).HasNull ? null : _file is not null ? _file.Find(keys) : _tuples.Find(keys);
        value = row is not null && column < row.Length ? row[column] : QueryValue.Null;
        return row is not null;
    }

    /// <summary>Throws if the number of key columns differs.</summary>
    internal void RequireKeys(int keys)
    {
        if (keys != KeyCount)
        {
            throw new ArgumentException(
                $"The table has {KeyCount} key column{(KeyCount == 1 ? "" : "s")}, but {keys} key{(keys == 1 ? " was" : "s were")} specified.", nameof(keys));
        }
    }

    internal int IndexOf(string column) => ColumnNames.IndexOf(Columns, column);

    [DoesNotReturn]
    internal static void RefuseSecond(ReadOnlySpan<QueryValue> keys) => ThrowHelper.Throw(
        BlittableErrorCode.InvalidOperation,
        $"The joined table has two rows with the key {string.Join(", ", keys.ToArray().Select(key => key.ToJson()))}.");

    private bool TryAdd(QueryValue[] row, bool isSet) =>
        KeyCount > 1 ? _tuples.TryAdd(row[..KeyCount], row[KeyCount..])
        : isSet ? _rows.TryAdd(row[0], row[1..])
        : !_rows.HasKeyOf(row[0]) && _rows.TryAdd(row[0], row[1..]);

    private static IEnumerable<QueryValue[]> Rest(IEnumerator<QueryValue[]> rows)
    {
        while (rows.MoveNext())
        {
            yield return rows.Current;
        }
    }
}
