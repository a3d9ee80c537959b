namespace Blittable.Building;

/// <summary>Where values that are worth finding again were written: a bounded table from hash to address.</summary>
/// <remarks>
/// Buckets of four; in a full bucket a new value takes the place of an old one, so that neither time nor memory depends on what is
/// written, only how much is found again. The caller compares what it finds.
/// </remarks>
internal sealed class SharedValues
{
    public const int BucketSize = 4;

    private const int MinEntries = 64, MaxEntries = 1 << 20;

    /// <summary>Bytes of a text for one entry.</summary>
    private const int BytesPerEntry = 96;

    private (uint Hash, int Address)[] _entries = new (uint, int)[MinEntries];
    private int _used;

    /// <summary>Forgets all, and makes room in proportion to the text that is to come.</summary>
    public void Clear(long expectedInput)
    {
        var wanted = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        if (_entries.Length < wanted)
        {
            _entries = new (uint, int)[wanted];
        }

        _used = wanted;
        _entries.AsSpan(0, wanted).Clear();
    }

    /// <summary>The bucket of a hash: entries whose hash is equal may be the value; one of hash 0 is empty.</summary>
    public Span<(uint Hash, int Address)> Bucket(ulong hash) =>
        _entries.AsSpan((int)(hash >> 32) & (_used - BucketSize), BucketSize);

    /// <summary>The part of a hash that an entry keeps, never 0.</summary>
    public static uint Key(ulong hash) => (uint)hash | 1;

    /// <summary>
    /// Remembers a value in its bucket: in the place of one with its hash, which was too far away or not worth a reference, or in an
    /// empty one, or where the hash happens to point.
    /// </summary>
    public void Add(ulong hash, int address)
    {
        var bucket = Bucket(hash);
        var place = (int)(hash >> 60) & (BucketSize - 1);
        for (var i = 0; i < bucket.Length; i++)
        {
            if (bucket[i].Hash == 0 || bucket[i].Hash == Key(hash))
            {
                place = i;
                break;
            }
        }

        bucket[place] = (Key(hash), address);
    }
}
