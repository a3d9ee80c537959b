using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Columns;

/// <summary>Distinct byte strings and their numbers in order of appearance: an open hash table over one run of bytes.</summary>
/// <remarks>The hash is seeded anew for each table, so that hostile strings cannot be made to collide.</remarks>
internal sealed class StringTable
{
    private readonly ulong _seed = (ulong)Random.Shared.NextInt64() | 1;
    private byte[] _bytes = new byte[1024];
    private int[] _ends = new int[64];
    private uint[] _hashes = new uint[64];
    private int[] _slots = new int[128];

    /// <summary>The distinct strings.</summary>
    public int Count { get; private set; }

    /// <summary>The bytes of all of them.</summary>
    public int ByteCount => Count == 0 ? 0 : _ends[Count - 1];

    /// <summary>A string by its number.</summary>
    public ReadOnlySpan<byte> this[int number] => _bytes.AsSpan(Start(number), _ends[number] - Start(number));

    public void Clear()
    {
        Count = 0;
        _slots.AsSpan().Clear();
    }

    /// <summary>The number of a string, which is added where it is new.</summary>
    public int Number(ReadOnlySpan<byte> value)
    {
        var hash = Hash(value);
        var mask = _slots.Length - 1;
        for (var slot = (int)hash & mask; ; slot = (slot + 1) & mask)
        {
            var number = _slots[slot] - 1;
            if (number < 0)
            {
                Add(value, hash, slot);
                return Count - 1;
            }

            if (_hashes[number] == hash && this[number].SequenceEqual(value))
            {
                return number;
            }
        }
    }

    /// <summary>The number of a string, or -1 where it was never added.</summary>
    public int Find(ReadOnlySpan<byte> value)
    {
        var hash = Hash(value);
        var mask = _slots.Length - 1;
        for (var slot = (int)hash & mask; ; slot = (slot + 1) & mask)
        {
            var number = _slots[slot] - 1;
            if (number < 0 || (_hashes[number] == hash && this[number].SequenceEqual(value)))
            {
                return number;
            }
        }
    }

    private int Start(int number) => number == 0 ? 0 : _ends[number - 1];

    private void Add(ReadOnlySpan<byte> value, uint hash, int slot)
    {
        var start = ByteCount;
        if (_bytes.Length - start < value.Length)
        {
            if (start + (long)value.Length > Array.MaxLength)
            {
                ThrowHelper.DocumentTooLarge(Array.MaxLength);
            }

            Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(2L * _bytes.Length, (long)start + value.Length)));
        }

        value.CopyTo(_bytes.AsSpan(start));
        if (Count == _ends.Length)
        {
            Array.Resize(ref _ends, 2 * Count);
            Array.Resize(ref _hashes, 2 * Count);
        }

        _ends[Count] = start + value.Length;
        _hashes[Count] = hash;
        _slots[slot] = ++Count;
        if (2 * Count >= _slots.Length)
        {
            Rehash();
        }
    }

    private void Rehash()
    {
        _slots = new int[2 * _slots.Length];
        var mask = _slots.Length - 1;
        for (var number = 0; number < Count; number++)
        {
            var slot = (int)_hashes[number] & mask;
            while (_slots[slot] != 0)
            {
                slot = (slot + 1) & mask;
            }

            _slots[slot] = number + 1;
        }
    }

    /// <summary>Eight bytes at a time, each folded in by a full multiplication (after wyhash, public domain).</summary>
    private uint Hash(ReadOnlySpan<byte> value)
    {
        var hash = _seed ^ (ulong)value.Length;
        var words = MemoryMarshal.Cast<byte, ulong>(value);
        foreach (var word in words)
        {
            hash = Fold(hash ^ word);
        }

        return (uint)Fold(hash ^ Rest(value));
    }

    /// <summary>What the words leave, with bytes of the last one where there is one.</summary>
    private static ulong Rest(ReadOnlySpan<byte> value) => value.Length switch
    {
        >= sizeof(ulong) => MemoryMarshal.Read<ulong>(value[^sizeof(ulong)..]),
        >= sizeof(uint) => ((ulong)MemoryMarshal.Read<uint>(value[^sizeof(uint)..]) << 32) | MemoryMarshal.Read<uint>(value),
        > 0 => ((uint)value[0] << 16) | ((uint)value[value.Length >> 1] << 8) | value[^1],
        _ => 0,
    };

    private ulong Fold(ulong value)
    {
        var high = Math.BigMul(value ^ _seed, 0xA0761D6478BD642F, out var low);
        return high ^ low;
    }
}
