namespace Blittable.Building;

/// <summary>Where values that are worth finding again were written: a bounded table from hash to address.</summary>
/// <remarks>
/// Buckets of four; in a full bucket a new value takes the place of an old one, so that neither time nor memory depends on what is
/// written, only how much is found again. The caller compares what it finds.
/// </remarks>
internal sealed class SharedValues
{
    public const int BucketSize = 4;

    private const int MinEntries = 16, MaxEntries = 1 << 20;

    /// <summary>Bytes of a text for one entry.</summary>
    private const int BytesPerEntry = 48;

    private Entry[] _entries = new Entry[MinEntries];
    private int _used;

    /// <summary>Forgets all, and makes room in proportion to the text that is to come.</summary>
    public void Clear(long expectedInput)
    {
        var wanted = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        if (_entries.Length < wanted)
        {
            _entries = new Entry[wanted];
        }

        _used = wanted;
        _entries.AsSpan(0, wanted).Clear();
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

    private Span<Entry> Places(ulong hash) => _entries.AsSpan((int)(hash >> 32) & (_used - BucketSize), BucketSize);

    public readonly record struct Entry(ulong Key, int Address, int Source);
}
