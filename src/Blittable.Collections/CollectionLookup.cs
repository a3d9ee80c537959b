using System.Diagnostics.CodeAnalysis;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Values;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>A table with a row for each key, to join queries with. Safe for any number of threads.</summary>
/// <remarks>It is in memory, unless the query that it is made of has a memory limit that it goes beyond: then it is in a temporary file.</remarks>
public sealed class CollectionLookup : IDisposable
{
    /// <summary>Estimated bytes per row in the hash table, without its values.</summary>
    private const int RowBytes = 64;

    private readonly ScalarMap<QueryValue[]> _rows = new();

    /// <summary>The rows of a table with several keys.</summary>
    private readonly TupleMap _tuples = new();
    private readonly LookupFile? _file;

    private CollectionLookup(IReadOnlyList<string> names, int keys, IEnumerable<QueryValue[]> rows, long limit, bool isSet)
    {
        if (keys < 1 || keys > Math.Min(names.Count, LookupKey.MostValues))
        {
            throw new ArgumentOutOfRangeException(nameof(keys), keys, $"The keys are the first of the columns, at most {LookupKey.MostValues}.");
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

    /// <summary>The names of the columns, without the keys.</summary>
    public IReadOnlyList<string> Columns { get; }

    /// <summary>Gets the number of columns that a row is found by.</summary>
    public int KeyCount { get; }

    /// <summary>Gets the number of rows, each of which has other keys.</summary>
    public int Count => _file?.Count ?? (KeyCount > 1 ? _tuples.Count : _rows.Count);

    /// <summary>Gets a value that indicates whether the rows are in a file.</summary>
    internal bool IsInFile => _file is not null;

    /// <summary>The keys of a table in memory.</summary>
    internal IReadOnlyCollection<QueryValue> Keys => _rows.Keys;

    /// <summary>Makes a table of what a query selects: its first column is the key. Rows whose key is null have no place in it.</summary>
    /// <exception cref="BlittableException">Two rows have one key, or what is selected cannot be read.</exception>
    public static CollectionLookup From(ScanSelection selection) => From(selection, keys: 1);

    /// <summary>Makes a table of what a query selects: its first columns are the keys, which find a row together. Rows with a key that is null have no place in
    /// it.</summary>
    /// <param name="selection">The keys, and the other columns.</param>
    /// <param name="keys">The number of keys, from 1 to 8.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are fewer columns than keys, or the number of keys is not from 1 to 8.</exception>
    /// <exception cref="BlittableException">Two rows have the same keys, or what is selected cannot be read.</exception>
    public static CollectionLookup From(ScanSelection selection, int keys)
    {
        ArgumentNullException.ThrowIfNull(selection);
        return new(selection.Names, keys, selection.Rows(), selection.MemoryLimit, isSet: false);
    }

    /// <summary>Makes a table of a result: its first column is the key.</summary>
    /// <exception cref="BlittableException">Two rows have one key.</exception>
    public static CollectionLookup From(QueryTable rows) => From(rows, keys: 1);

    /// <summary>Makes a table of a result: its first columns are the keys, which find a row together.</summary>
    /// <param name="rows">The keys, and the other columns.</param>
    /// <param name="keys">The number of keys, from 1 to 8.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are fewer columns than keys, or the number of keys is not from 1 to 8.</exception>
    /// <exception cref="BlittableException">Two rows have the same keys.</exception>
    public static CollectionLookup From(QueryTable rows, int keys)
    {
        ArgumentNullException.ThrowIfNull(rows);
        return new(rows.Columns, keys, Enumerable.Range(0, rows.Count).Select(row => rows.GetRow(row).ToArray()), long.MaxValue, isSet: false);
    }

    /// <summary>Releases the temporary file, if there is one. Queries with the table must be over.</summary>
    public void Dispose() => _file?.Dispose();

    /// <summary>Makes a table of the different keys that a query selects.</summary>
    internal static CollectionLookup FromKeys(ScanSelection selection) => new(selection.Names, 1, selection.Rows(), selection.MemoryLimit, isSet: true);

    /// <summary>Finds a value of a key's row.</summary>
    /// <returns><see langword="false"/> if there is no such key.</returns>
    internal bool TryGet(in QueryValue key, int column, out QueryValue value)
    {
        var row = key.Kind == QueryValueKind.Null ? null
            : _file is not null ? _file.Find([key])
            : _rows.TryGet(key, out var found) ? found
            : null;
        value = row is not null && column < row.Length ? row[column] : QueryValue.Null;
        return row is not null;
    }

    /// <summary>Finds a value of the row that has several keys.</summary>
    /// <returns><see langword="false"/> if there is no such row.</returns>
    internal bool TryGet(QueryValue[] keys, int column, out QueryValue value)
    {
        var row = new LookupKey(keys, 0).HasNull ? null : _file is not null ? _file.Find(keys) : _tuples.Find(keys);
        value = row is not null && column < row.Length ? row[column] : QueryValue.Null;
        return row is not null;
    }

    /// <summary>Refuses another number of keys than the table has.</summary>
    internal void RequireKeys(int keys)
    {
        if (keys != KeyCount)
        {
            throw new ArgumentException($"A row of the table is found by {KeyCount} key{(KeyCount == 1 ? "" : "s")}, not by {keys}.", nameof(keys));
        }
    }

    internal int IndexOf(string column) => ColumnNames.IndexOf(Columns, column);

    [DoesNotReturn]
    internal static void RefuseSecond(ReadOnlySpan<QueryValue> keys) => ThrowHelper.Throw(
        BlittableErrorCode.InvalidOperation,
        $"The table to join with has two rows with the key {string.Join(", ", keys.ToArray().Select(key => key.ToJson()))}.");

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
