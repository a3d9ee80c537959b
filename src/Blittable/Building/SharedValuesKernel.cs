using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Building;

/// <summary>Where values that are worth finding again were written: a bounded table from hash to address.</summary>
/// <remarks>
/// Buckets of four, each a cache line of its own:
/// <code>
/// 0    four hashes, with their lowest bit set; 0 where there is no value
/// 32   four addresses in the document
/// 48   four offsets in the text that is converted; -1 where the value does not stand there as it is
/// </code>
/// In a full bucket a new value takes the place of an old one, and one with an old one's hash takes its place, so that neither time nor memory depends on
/// what is written, only how much is found again. The caller compares what it finds. The table starts small and doubles as it fills, because most of
/// what is looked up was written before, and a table that a cache holds answers several times as fast.
/// </remarks>
internal sealed unsafe class SharedValuesKernel
{
    public const int BucketSize = 4;

    private const int MinBuckets = 4, MaxBuckets = 1 << 18, Alignment = 64;

    /// <summary>Bytes of a text for a bucket, at first and at most.</summary>
    private const int BytesPerFirstBucket = 4096, BytesPerBucket = 192;

    private byte[] _memory = [];
    private Bucket* _buckets;
    private int _capacity;
    private int _used;
    private int _most;
    private int _added;

    /// <summary>Forgets all, and sets how far the table may grow: in proportion to the text that is to come.</summary>
    public void Clear(long expectedInput)
    {
        _most = BucketsFor(expectedInput / BytesPerBucket);
        _used = BucketsFor(expectedInput / BytesPerFirstBucket);
        _added = 0;
        if (_capacity < _used)
        {
            Allocate(_used);
        }

        new Span<Bucket>(_buckets, _used).Clear();
    }

    /// <summary>The bucket of a hash.</summary>
    public Bucket* Of(ulong hash) => _buckets + ((int)(hash >> 34) & (_used - 1));

    /// <summary>Remembers a value in its bucket: in the place of one with its hash, which was too far away or not worth a reference, or in an
    /// empty one, or where the hash happens to point.</summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="address">Where it is in the document.</param>
    /// <param name="source">Where it is in the text that is converted; -1 if nowhere.</param>
    public void Add(ulong hash, int address, int source = -1)
    {
        // At three eighths few buckets are full yet.
        if (2 * ++_added > 3 * _used && _used < _most)
        {
            Grow();
        }

        var bucket = Of(hash);
        var free = bucket->Find(hash) | bucket->Find(0, 0);
        var place = free != 0 ? BitOperations.TrailingZeroCount(free) : (int)(hash >> 62);
        bucket->Keys[place] = hash | 1;
        bucket->Addresses[place] = address;
        bucket->Sources[place] = source;
    }

    private static int BucketsFor(long count) => (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(count, MinBuckets, MaxBuckets));

    /// <summary>Doubles the table: each bucket shares its values with the one as far behind it as the table was long.</summary>
    private void Grow()
    {
        var before = _used;
        _used *= 2;
        if (_capacity < _used)
        {
            var old = _memory;
            var oldBuckets = new ReadOnlySpan<Bucket>(_buckets, before);
            Allocate(_used);
            oldBuckets.CopyTo(new Span<Bucket>(_buckets, before));
            GC.KeepAlive(old);
        }

        for (var lower = _buckets; lower < _buckets + before; lower++)
        {
            var upper = lower + before;
            var keys = Vector256.Load(lower->Keys);
            var moves = ~Vector256.Equals((keys >>> 34) & Vector256.Create((ulong)before), Vector256<ulong>.Zero);
            var (addresses, sources) = (Vector128.Load(lower->Addresses), Vector128.Load(lower->Sources));
            addresses.Store(upper->Addresses);
            sources.Store(upper->Sources);
            (keys & moves).Store(upper->Keys);
            Vector256.AndNot(keys, moves).Store(lower->Keys);
        }
    }

    private void Allocate(int buckets)
    {
        _memory = GC.AllocateUninitializedArray<byte>((buckets * sizeof(Bucket)) + Alignment, pinned: true);
        _buckets = (Bucket*)((Marshal.UnsafeAddrOfPinnedArrayElement(_memory, 0) + Alignment - 1) & -Alignment);
        _capacity = buckets;
    }

    [StructLayout(LayoutKind.Sequential, Size = 64)]
    public struct Bucket
    {
        public fixed ulong Keys[BucketSize];
        public fixed int Addresses[BucketSize];
        public fixed int Sources[BucketSize];

        /// <summary>A bit for each place that may hold the value of a hash.</summary>
        public readonly uint Find(ulong hash) => Find(hash, 1);

        public readonly uint Find(ulong hash, ulong mark)
        {
            fixed (ulong* keys = Keys)
            {
                return Vector256.Equals(Vector256.Load(keys), Vector256.Create(hash | mark)).ExtractMostSignificantBits();
            }
        }
    }
}
