using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Writing;

/// <summary>Finds values that equal values may reference, in a bounded hash table of addresses.</summary>
/// <remarks>
/// A bucket has sixteen entries. Its keys fill one cache line and are compared at once:
/// <code>
/// 0    16 upper halves of hashes, with the lowest bit set; 0 for an empty entry
/// 64   16 entries: the address in the document, the offset in the converted text or -1 if the text is not there verbatim, and the context
/// </code>
/// An unsuccessful lookup only needs the first line. The other lines follow in the same page, which matters once the table exceeds the caches. A new value
/// replaces a value with an equal key or, in a full bucket, an arbitrary one. Time and memory are therefore bounded for any input; only the number of
/// matches varies. The caller compares the values found. The table starts small and doubles as it fills. Most values looked up were written before, and a table
/// within the cache is several times as fast.
/// </remarks>
internal sealed unsafe class SharedValues
{
    public const int BucketSize = 16;

    /// <summary>The number of buckets that fit in the L2 cache, and the maximum number.</summary>
    public const int CachedBuckets = 1 << 12, MaxBuckets = 1 << 16;

    private const int Alignment = 64;

    /// <summary>The number of text bytes per bucket, initially and at the maximum size.</summary>
    private const int BytesPerFirstBucket = 1 << 14, BytesPerBucket = 768;

    /// <summary>The number of values per bucket at which the table grows. Few buckets are full at that load.</summary>
    private const int MaxLoad = 10;

    /// <summary>A value of the expected input that indicates that the table has been cleared for it.</summary>
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

    /// <param name="maxBuckets">The maximum number of buckets; a power of two.</param>
    public SharedValues(int maxBuckets = MaxBuckets) => _maxBuckets = maxBuckets;

    /// <summary>Gets the approximate time of a lookup, in nanoseconds.</summary>
    public int Cost { get; private set; } = Costs.Lookup;

    /// <summary>Clears the table before its next use, and limits its growth in proportion to the next text.</summary>
    public void Clear(long expectedInput) => _expectedInput = expectedInput;

    /// <summary>Returns a bit for each entry of a bucket that may match a hash.</summary>
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

    /// <summary>Adds a value to its bucket. It replaces a value with an equal key, which was too far away or not worth a reference. Without one, it fills an
    /// empty entry, or else replaces an entry chosen by the hash.</summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="address">The address in the document.</param>
    /// <param name="source">The offset in the converted text; -1 if none.</param>
    /// <param name="context">The context whose trials learn when the value is found again.</param>
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

    /// <summary>Searches for a value that may be added later.</summary>
    public ValueSearch SearchFor(ulong hash)
    {
        var found = Find(hash, out var values);
        return new ValueSearch(hash, found, values);
    }

    /// <summary>Adds a value that has been searched for, if no other value has been added since then.</summary>
    public void Add(in ValueSearch search, int address) => AddToBucket(search.Hash, search.Found, search.Values, new Value(address, -1, 0));

    /// <summary>Adds a value that has just been searched for to its bucket.</summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="found">The result of <see cref="Find(ulong, out Value*)"/>: the entries of other values with an equal key.</param>
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

    /// <summary>Clears the table at its first use, because many small documents do not use it.</summary>
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

        Debug.Assert(BitOperations.IsPow2(_used) && _used <= _capacity, "The mask requires a power of two as the number of buckets.");
        new Span<Bucket>(_buckets, _used).Clear();
    }

    /// <summary>Sets the load at which the table grows, and the lookup cost of its size.</summary>
    private void SetLoad()
    {
        _growsAt = _used < _most ? MaxLoad * _used : int.MaxValue;
        Cost = Costs.Lookup + (_used <= CachedBuckets / 2 ? 0 : _used <= CachedBuckets ? 10 : _used <= 2 * CachedBuckets ? 40 : 100);
    }

    private int BucketsFor(long count) => (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(count, 1, _maxBuckets));

    private static uint Key(ulong hash) => (uint)(hash >> 32) | 1;

    /// <summary>Returns the first free entry, or an entry chosen by the hash if none is free.</summary>
    private static int Place(uint free, ulong hash) => free != 0 ? BitOperations.TrailingZeroCount(free) : (int)hash & (BucketSize - 1);

    /// <summary>Returns the bucket of a key.</summary>
    private Bucket* Of(uint key) => _buckets + ((key >> 1) & (uint)(_used - 1));

    private static uint Find(Bucket* bucket, uint key) => Vector512.IsHardwareAccelerated
        ? (uint)Vector512.Equals(Vector512.Load(bucket->Keys), Vector512.Create(key)).ExtractMostSignificantBits()
        : FindInHalves(bucket, key);

    /// <summary>Finds a key with 256-bit vectors.</summary>
    private static uint FindInHalves(Bucket* bucket, uint key)
    {
        var wanted = Vector256.Create(key);
        var lower = Vector256.Equals(Vector256.Load(bucket->Keys), wanted).ExtractMostSignificantBits();
        return lower | Vector256.Equals(Vector256.Load(bucket->Keys + Vector256<uint>.Count), wanted).ExtractMostSignificantBits() << Vector256<uint>.Count;
    }

    /// <summary>Doubles the table: each bucket shares its values with the bucket at its index plus the previous size.</summary>
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

    /// <summary>Represents the result of a search.</summary>
    public readonly struct ValueSearch(ulong hash, uint found, Value* values)
    {
        public readonly ulong Hash = hash;
        public readonly uint Found = found;
        public readonly Value* Values = values;
    }

    /// <param name="Address">The address in the document.</param>
    /// <param name="Source">The offset in the converted text; -1 if the text is not there verbatim.</param>
    /// <param name="Context">The context whose trials learn when the value is found again.</param>
    public readonly record struct Value(int Address, int Source, int Context);
}
