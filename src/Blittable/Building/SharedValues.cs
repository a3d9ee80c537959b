using System.Numerics;

namespace Blittable.Building;

/// <summary>Where values that are worth finding again were written: a bounded table from hash to address.</summary>
/// <remarks>
/// Buckets of four; in a full bucket a new value takes the place of an old one, so that neither time nor memory depends on what is
/// written, only how much is found again. The caller compares what it finds. The table starts small and doubles as it fills, because most of
/// what is looked up was written before, and a table that a cache holds answers several times as fast.
/// </remarks>
internal sealed class SharedValues
{
    public const int BucketSize = 4;

    private const int MinEntries = 16, MaxEntries = 1 << 20;

    /// <summary>Bytes of a text for one entry, at first and at most.</summary>
    private const int BytesPerFirstEntry = 1024, BytesPerEntry = 48;

    private Entry[] _entries = new Entry[MinEntries];
    private int _used;
    private int _most;
    private int _added;

    /// <summary>Forgets all, and sets how far the table may grow: in proportion to the text that is to come.</summary>
    public void Clear(long expectedInput)
    {
        _most = EntriesFor(expectedInput / BytesPerEntry);
        _used = EntriesFor(expectedInput / BytesPerFirstEntry);
        _added = 0;
        if (_entries.Length < _used)
        {
            _entries = new Entry[_used];
        }

        _entries.AsSpan(0, _used).Clear();
    }

    /// <summary>The bucket of a hash: entries of an equal key may be the value; one of key 0 is empty.</summary>
    public ReadOnlySpan<Entry> Bucket(ulong hash) => Places(hash);

    /// <summary>What an entry keeps of a hash, never 0.</summary>
    public static ulong Key(ulong hash) => hash | 1;

    /// <summary>
    /// Remembers a value in its bucket: in the place of one with its hash, which was too far away or not worth a reference, or in an
    /// empty one, or where the hash happens to point.
    /// </summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="address">Where it is in the document.</param>
    /// <param name="source">Where it is in the text that is converted; -1 if nowhere.</param>
    public void Add(ulong hash, int address, int source = -1)
    {
        // At three eighths few buckets are full yet.
        if (++_added > _used / 8 * 3 && _used < _most)
        {
            Grow();
        }

        var bucket = Places(hash);
        var place = (int)(hash >> 60) & (BucketSize - 1);
        for (var i = 0; i < bucket.Length; i++)
        {
            if (bucket[i].Key == 0 || bucket[i].Key == Key(hash))
            {
                place = i;
                break;
            }
        }

        bucket[place] = new Entry(Key(hash), address, source);
    }

    private static int EntriesFor(long count) =>
        (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(count, MinEntries, MaxEntries));

    /// <summary>Doubles the table: each bucket shares its entries with the one as far behind it as the table was long.</summary>
    private void Grow()
    {
        var before = _used;
        _used *= 2;
        if (_entries.Length < _used)
        {
            Array.Resize(ref _entries, _used);
        }

        var lower = _entries.AsSpan(0, before);
        var upper = _entries.AsSpan(before, before);
        upper.Clear();
        for (var i = 0; i < lower.Length; i++)
        {
            if (((int)(lower[i].Key >> 32) & before) != 0)
            {
                upper[i] = lower[i];
                lower[i] = default;
            }
        }
    }

    private Span<Entry> Places(ulong hash) => _entries.AsSpan((int)(hash >> 32) & (_used - BucketSize), BucketSize);

    public readonly record struct Entry(ulong Key, int Address, int Source);
}
