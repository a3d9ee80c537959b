using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Writing;

/// <summary>Where values were written that equal ones may refer to: a bounded table from hash to address.</summary>
/// <remarks>
/// Buckets of sixteen, whose keys are one cache line and are compared at once:
/// <code>
/// 0    16 upper halves of hashes, with their lowest bit set; 0 where there is no value
/// 64   16 times: the address in the document, the offset in the text that is converted, -1 if it does not stand there as it is, and the context
/// </code>
/// A lookup that finds nothing needs the first line alone. The others lie after it, in the same page, which is what counts once the table exceeds the caches.
/// In a full bucket a new value takes the place of an old one, and one with an old one's key takes its place, so that neither time nor memory depends on
/// what is written, only how much is found again. The caller compares what it finds. The table starts small and doubles as it fills: most of
/// what is looked up was written before, and a table in the cache answers several times as fast.
/// </remarks>
internal sealed unsafe class SharedValues
{
    public const int BucketSize = 16;

    /// <summary>Buckets of a table that the second cache holds, and of the largest.</summary>
    public const int CachedBuckets = 1 << 12, MaxBuckets = 1 << 16;

    private const int Alignment = 64;

    /// <summary>Bytes of a text for a bucket, at first and at most.</summary>
    private const int BytesPerFirstBucket = 1 << 14, BytesPerBucket = 768;

    /// <summary>Values for each bucket at which the table grows: few buckets are full then.</summary>
    private const int MaxLoad = 10;

    /// <summary>In the place of the expected input: the table is cleared for it.</summary>
    private const long Cleared = -1;

    private readonly int _maxBuckets;
    private long _expectedInput;
    private byte[] _memory = [];
    private Bucket* _buckets;
    private int _capacity;
    private int _used;
    private int _most;
    private int _added;
    private int _growsAt;

    /// <param name="maxBuckets">Buckets that it may have at most; a power of two.</param>
    public SharedValues(int maxBuckets = MaxBuckets) => _maxBuckets = maxBuckets;

    /// <summary>Gets about how long a look-up takes, in nanoseconds.</summary>
    public int Cost { get; private set; } = Costs.Lookup;

    /// <summary>Clears the table before its next use, and limits its growth in proportion to the next text.</summary>
    public void Clear(long expectedInput) => _expectedInput = expectedInput;

    /// <summary>A bit for each place of a bucket that may hold the value of a hash.</summary>
    /// <param name="hash">The hash.</param>
    /// <param name="values">The values of the bucket.</param>
    public uint Find(ulong hash, out Value* values)
    {
        if (_expectedInput != Cleared)
        {
            ClearNow();
        }

        var key = Key(hash);
        var bucket = Of(key);
        values = (Value*)bucket->Values;
        return Find(bucket, key);
    }

    /// <summary>Remembers a value in its bucket: in the place of one with its key, which was too far away or not worth a reference, or in an
    /// empty one, or where the hash happens to point.</summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="address">Where it is in the document.</param>
    /// <param name="source">Where it is in the text that is converted; -1 if nowhere.</param>
    /// <param name="context">Whose trials learn where the value is found again.</param>
    public void Add(ulong hash, int address, int source = -1, int context = 0)
    {
        if (_expectedInput != Cleared)
        {
            ClearNow();
        }

        if (++_added > _growsAt)
        {
            Grow();
        }

        var key = Key(hash);
        var bucket = Of(key);
        Put(bucket, Find(bucket, key), hash, new Value(address, source, context));
    }

    /// <summary>The same for a value that has just been looked for, in the bucket where it belongs.</summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="found">What <see cref="Find(ulong, out Value*)"/> returned: places of other values.</param>
    /// <param name="values">The values of the bucket.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AddToBucket(ulong hash, uint found, Value* values, Value value)
    {
        if (_added >= _growsAt)
        {
            Add(hash, value.Address, value.Source, value.Context);
            return;
        }

        _added++;
        Put((Bucket*)((byte*)values - BucketSize * sizeof(uint)), found, hash, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(Bucket* bucket, uint found, ulong hash, Value value)
    {
        var place = Place(found | Find(bucket, 0), hash);
        bucket->Keys[place] = Key(hash);
        ((Value*)bucket->Values)[place] = value;
    }

    /// <summary>Clears the table for a document that uses it: many small documents do not.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ClearNow()
    {
        _most = BucketsFor(_expectedInput / BytesPerBucket);
        _used = BucketsFor(_expectedInput / BytesPerFirstBucket);
        _expectedInput = Cleared;
        _added = 0;
        SetLoad();
        if (_capacity < _used)
        {
            Allocate(_used);
        }

        Debug.Assert(BitOperations.IsPow2(_used) && _used <= _capacity, "A mask chooses a bucket.");
        new Span<Bucket>(_buckets, _used).Clear();
    }

    /// <summary>How many values may be added before the table grows.</summary>
    private void SetLoad()
    {
        _growsAt = _used < _most ? MaxLoad * _used : int.MaxValue;
        Cost = Costs.Lookup + (_used <= CachedBuckets / 2 ? 0 : _used <= CachedBuckets ? 10 : _used <= 2 * CachedBuckets ? 40 : 100);
    }

    private int BucketsFor(long count) => (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(count, 1, _maxBuckets));

    private static uint Key(ulong hash) => (uint)(hash >> 32) | 1;

    /// <summary>The first free place, or where the hash happens to point.</summary>
    private static int Place(uint free, ulong hash) => free != 0 ? BitOperations.TrailingZeroCount(free) : (int)hash & (BucketSize - 1);

    /// <summary>The bucket of a key.</summary>
    private Bucket* Of(uint key) => _buckets + ((key >> 1) & (uint)(_used - 1));

    private static uint Find(Bucket* bucket, uint key) => Vector512.IsHardwareAccelerated
        ? (uint)Vector512.Equals(Vector512.Load(bucket->Keys), Vector512.Create(key)).ExtractMostSignificantBits()
        : FindInHalves(bucket, key);

    /// <summary>The twin of the 512-bit path for all other machines.</summary>
    private static uint FindInHalves(Bucket* bucket, uint key)
    {
        var wanted = Vector256.Create(key);
        var lower = Vector256.Equals(Vector256.Load(bucket->Keys), wanted).ExtractMostSignificantBits();
        return lower | Vector256.Equals(Vector256.Load(bucket->Keys + Vector256<uint>.Count), wanted).ExtractMostSignificantBits() << Vector256<uint>.Count;
    }

    /// <summary>Doubles the table: each bucket shares its values with the one as far after it as the table was long.</summary>
    private void Grow()
    {
        var before = _used;
        if (_capacity < 2 * before)
        {
            var old = _memory;
            var buckets = new ReadOnlySpan<Bucket>(_buckets, before);
            Allocate(2 * before);
            buckets.CopyTo(new Span<Bucket>(_buckets, before));
            GC.KeepAlive(old);
        }

        for (var lower = _buckets; lower < _buckets + before; lower++)
        {
            var upper = lower + before;
            *upper = *lower;
            for (var i = 0; i < BucketSize; i += Vector256<uint>.Count)
            {
                var keys = Vector256.Load(lower->Keys + i);
                var moves = ~Vector256.Equals((keys >>> 1) & Vector256.Create((uint)before), Vector256<uint>.Zero);
                (keys & moves).Store(upper->Keys + i);
                Vector256.AndNot(keys, moves).Store(lower->Keys + i);
            }
        }

        _used *= 2;
        SetLoad();
    }

    private void Allocate(int buckets)
    {
        _memory = GC.AllocateUninitializedArray<byte>((buckets * sizeof(Bucket)) + Alignment, pinned: true);
        _buckets = (Bucket*)((Marshal.UnsafeAddrOfPinnedArrayElement(_memory, 0) + Alignment - 1) & -Alignment);
        _capacity = buckets;
    }

    private struct Bucket
    {
        public fixed uint Keys[BucketSize];
        public fixed int Values[BucketSize * 3];
    }

    /// <param name="Address">Where it is in the document.</param>
    /// <param name="Source">Where it is in the text that is converted; -1 if it does not stand there as it is.</param>
    /// <param name="Context">Whose trials learn where the value is found again.</param>
    public readonly record struct Value(int Address, int Source, int Context);
}
