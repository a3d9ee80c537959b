using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Building;

/// <summary>Where values that are worth finding again were written: a bounded table from hash to address.</summary>
/// <remarks>
/// Buckets of sixteen, whose keys are one cache line and are compared at once:
/// <code>
/// keys     16 upper halves of hashes, with their lowest bit set; 0 where there is no value
/// values   16 times: the address in the document, and the offset in the text that is converted; -1 if it does not stand there as it is
/// </code>
/// Keys and values lie apart, because most of what is looked up and not found needs the keys alone: together they would not stay in a cache.
/// In a full bucket a new value takes the place of an old one, and one with an old one's key takes its place, so that neither time nor memory depends on
/// what is written, only how much is found again. The caller compares what it finds. The table starts small and doubles as it fills, because most of
/// what is looked up was written before, and a table that a cache holds answers several times as fast.
/// </remarks>
internal sealed unsafe class SharedValuesKernel
{
    public const int BucketSize = 16;

    private const int MaxBuckets = 1 << 16, Alignment = 64;

    /// <summary>Bytes of a text for a bucket, at first and at most.</summary>
    private const int BytesPerFirstBucket = 1 << 14, BytesPerBucket = 768;

    /// <summary>Values for each bucket at which the table grows: few buckets are full then.</summary>
    private const int MaxLoad = 10;

    private byte[] _memory = [];
    private uint* _keys;
    private Value* _values;
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

        new Span<uint>(_keys, _used * BucketSize).Clear();
    }

    /// <summary>A bit for each place of a bucket that may hold the value of a hash.</summary>
    /// <param name="hash">The hash.</param>
    /// <param name="values">The values of the bucket.</param>
    public uint Find(ulong hash, out Value* values)
    {
        var key = Key(hash);
        var first = FirstOf(key);
        values = _values + first;
        return Find(key, first);
    }

    /// <summary>Remembers a value in its bucket: in the place of one with its key, which was too far away or not worth a reference, or in an
    /// empty one, or where the hash happens to point.</summary>
    /// <param name="hash">The value's hash.</param>
    /// <param name="address">Where it is in the document.</param>
    /// <param name="source">Where it is in the text that is converted; -1 if nowhere.</param>
    public void Add(ulong hash, int address, int source = -1)
    {
        if (++_added > MaxLoad * _used && _used < _most)
        {
            Grow();
        }

        var key = Key(hash);
        var first = FirstOf(key);
        var free = Find(key, first) | Find(0, first);
        var place = free != 0 ? BitOperations.TrailingZeroCount(free) : (int)hash & (BucketSize - 1);
        _keys[first + place] = key;
        _values[first + place] = new Value(address, source);
    }

    private static int BucketsFor(long count) => (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(count, 1, MaxBuckets));

    private static uint Key(ulong hash) => (uint)(hash >> 32) | 1;

    /// <summary>The first place of a key's bucket.</summary>
    private int FirstOf(uint key) => (int)((key >> 1) & (uint)(_used - 1)) * BucketSize;

    private uint Find(uint key, int first) =>
        (uint)Vector512.Equals(Vector512.Load(_keys + first), Vector512.Create(key)).ExtractMostSignificantBits();

    /// <summary>Doubles the table: each bucket shares its values with the one as far behind it as the table was long.</summary>
    private void Grow()
    {
        var before = _used * BucketSize;
        if (_capacity < 2 * _used)
        {
            var old = _memory;
            var keys = new ReadOnlySpan<uint>(_keys, before);
            var values = new ReadOnlySpan<Value>(_values, before);
            Allocate(2 * _used);
            keys.CopyTo(new Span<uint>(_keys, before));
            values.CopyTo(new Span<Value>(_values, before));
            GC.KeepAlive(old);
        }

        new ReadOnlySpan<Value>(_values, before).CopyTo(new Span<Value>(_values + before, before));
        for (var lower = _keys; lower < _keys + before; lower += BucketSize)
        {
            var found = Vector512.Load(lower);
            var moves = ~Vector512.Equals((found >>> 1) & Vector512.Create((uint)_used), Vector512<uint>.Zero);
            (found & moves).Store(lower + before);
            Vector512.AndNot(found, moves).Store(lower);
        }

        _used *= 2;
    }

    private void Allocate(int buckets)
    {
        var places = buckets * BucketSize;
        _memory = GC.AllocateUninitializedArray<byte>((places * (sizeof(uint) + sizeof(Value))) + Alignment, pinned: true);
        _keys = (uint*)((Marshal.UnsafeAddrOfPinnedArrayElement(_memory, 0) + Alignment - 1) & -Alignment);
        _values = (Value*)(_keys + places);
        _capacity = buckets;
    }

    /// <param name="Address">Where it is in the document.</param>
    /// <param name="Source">Where it is in the text that is converted; -1 if it does not stand there as it is.</param>
    public readonly record struct Value(int Address, int Source);
}
