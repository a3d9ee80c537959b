using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Stores rows by key in a temporary file, ordered by key hash, in blocks whose first hashes are kept in memory. Thread-safe.</summary>
internal sealed class LookupFile : IDisposable
{
    /// <summary>The number of values before the keys: their hash, and a mask of keys that are dates converted from strings.</summary>
    private const int Header = 2;

    private const int BlockRows = 64;

    /// <summary>The estimated bytes of a row in memory.</summary>
    private const int RowBytes = 256;

    private readonly SafeFileHandle _file;
    private readonly int _keys;
    private readonly int _width;
    private readonly List<int> _hashes = [];
    private readonly List<(long Start, int Length)> _blocks = [];

    /// <summary>The cached blocks, indexed by block number modulo the cache size. Concurrent replacement is harmless.</summary>
    private readonly CachedBlock?[] _cache;

    /// <param name="rows">The rows with their headers, ordered by hash.</param>
    /// <param name="keys">The number of keys in a row.</param>
    /// <param name="width">The number of values in a row, including its keys.</param>
    /// <param name="limit">The memory limit for cached blocks, in bytes.</param>
    private LookupFile(IEnumerable<QueryValue[]> rows, int keys, int width, long limit)
    {
        (_keys, _width) = (keys, Header + width);
        _file = TemporaryFile.Open();
        var block = new MemoryStream();
        var writer = new BinaryWriter(block, Encoding.UTF8);
        var count = 0;
        long position = 0;
        foreach (var row in rows)
        {
            if (count++ % BlockRows == 0)
            {
                Flush();
                _hashes.Add(Hash(row));
            }

            foreach (var value in row)
            {
                QueryValueCodec.Write(writer, value);
            }
        }

        Flush();
        _cache = new CachedBlock?[Math.Clamp(limit / (BlockRows * RowBytes), 1, Math.Max(1, _blocks.Count))];

        void Flush()
        {
            writer.Flush();
            if (block.Length > 0)
            {
                RandomAccess.Write(_file, block.GetBuffer().AsSpan(0, (int)block.Length), position);
                _blocks.Add((position, (int)block.Length));
                position += block.Length;
                block.SetLength(0);
            }
        }
    }

    /// <summary>Gets the number of keys.</summary>
    public int Count { get; private set; }

    /// <summary>Stores rows with unique keys.</summary>
    /// <param name="rows">The rows, keys first.</param>
    /// <param name="keys">The number of keys in a row.</param>
    /// <param name="width">The number of values in a row, including its keys.</param>
    /// <param name="limit">The memory limit, in bytes.</param>
    /// <param name="isSet">True to ignore rows with existing keys instead of throwing.</param>
    public static LookupFile Create(IEnumerable<QueryValue[]> rows, int keys, int width, long limit, bool isSet)
    {
        using var runs = new RowRuns(Header + width, limit, (left, right) => Hash(left).CompareTo(Hash(right)));
        foreach (var row in rows)
        {
            foreach (var key in LookupKey.OfRow(row[..keys]))
            {
                runs.Add([key.GetHashCode(), key.Written, .. key.Values, .. row[keys..]]);
            }
        }

        var count = 0;
        return new LookupFile(Unique(runs.Read(), keys, isSet, () => count++), keys, width, limit) { Count = count };
    }

    /// <summary>Finds the row whose keys equal the specified scalars.</summary>
    /// <returns>The values of the row without its keys, or null if there is none.</returns>
    public QueryValue[]? Find(QueryValue[] scalars) => LookupKey.OfScalars(scalars).Select(Find).FirstOrDefault(row => row is not null);

    public void Dispose() => _file.Dispose();

    private static int Hash(QueryValue[] row) => (int)row[0].GetInt64();

    private static int Written(QueryValue[] row) => (int)row[1].GetInt64();

    /// <summary>Skips or rejects rows with existing keys.</summary>
    private static IEnumerable<QueryValue[]> Unique(IEnumerable<QueryValue[]> rows, int keys, bool isSet, Action count)
    {
        var same = new List<QueryValue[]>();
        foreach (var row in rows)
        {
            if (same.Count > 0 && Hash(same[0]) != Hash(row))
            {
                same.Clear();
            }

            // A date and the string with its text are the same key; two texts of the same date are different keys.
            if (same.Find(other => AreEqual(other, row, keys) && (Written(other) & Written(row)) == 0) is { } equal)
            {
                if (!isSet)
                {
                    CollectionLookup.RefuseSecond(row.AsSpan(Header, keys));
                }

                if (Written(equal) == Written(row))
                {
                    continue;
                }
            }

            same.Add(row);
            if (Written(row) == 0)
            {
                count();
            }

            yield return row;
        }
    }

    private QueryValue[]? Find(LookupKey key)
    {
        // Rows with the same hash may begin in the block before the first one that starts with it.
        var hash = key.GetHashCode();
        var block = Math.Max(0, FirstWith(hash) - 1);
        for (; block < _blocks.Count && _hashes[block] <= hash; block++)
        {
            foreach (var row in Read(block))
            {
                if (Hash(row) == hash && Written(row) == key.Written && row.AsSpan(Header, _keys).SequenceEqual(key.Values))
                {
                    return row[(Header + _keys)..];
                }
            }
        }

        return null;
    }

    private static bool AreEqual(QueryValue[] left, QueryValue[] right, int keys) => left.AsSpan(Header, keys).SequenceEqual(right.AsSpan(Header, keys));

    /// <summary>Returns the first block whose first hash is greater than or equal to the specified one.</summary>
    private int FirstWith(int hash)
    {
        var (low, high) = (0, _hashes.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _hashes[middle] < hash ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    private QueryValue[][] Read(int number)
    {
        ref var cached = ref _cache[number % _cache.Length];
        if (Volatile.Read(ref cached) is { } found && found.Number == number)
        {
            return found.Rows;
        }

        var (start, length) = _blocks[number];
        var bytes = new byte[length];
        for (var read = 0; read < length;)
        {
            var more = RandomAccess.Read(_file, bytes.AsSpan(read), start + read);
            read += more > 0 ? more : throw new EndOfStreamException();
        }

        using var reader = new BinaryReader(new MemoryStream(bytes), Encoding.UTF8);
        var rows = new List<QueryValue[]>();
        while (reader.BaseStream.Position < length)
        {
            var row = new QueryValue[_width];
            foreach (ref var value in row.AsSpan())
            {
                value = QueryValueCodec.Read(reader);
            }

            rows.Add(row);
        }

        QueryValue[][] block = [.. rows];
        Volatile.Write(ref cached, new CachedBlock(number, block));
        return block;
    }

    private sealed record CachedBlock(int Number, QueryValue[][] Rows);
}
