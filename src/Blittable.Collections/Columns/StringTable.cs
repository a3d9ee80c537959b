using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Distinct byte strings and their numbers in order of appearance: an open hash table over one run of bytes.</summary>
/// <remarks>
/// A slot is <c>hash (high 32 bits) | number + 1 (low 32 bits)</c>, and 0 where it is empty. The low bits of the hash choose the slot, so that a table that
/// grows is read and written from its beginning to its end.
/// The hash is seeded anew for each table, so that hostile strings cannot be made to collide.
/// </remarks>
internal sealed class StringTable
{
    /// <summary>Strings whose slots are read together, before any of them is looked up: the processor waits for all of them at once.</summary>
    private const int Block = 64;

    private const int HashShift = 32;

    private readonly ulong _seed = (ulong)Random.Shared.NextInt64() | 1;
    private byte[] _bytes = new byte[1024];
    private int[] _ends = new int[64];
    private ulong[] _slots = new ulong[128];
    private ulong _touched;

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
    public int Number(ReadOnlySpan<byte> value) => Number(value, Hash(value));

    /// <summary>The numbers of many strings, which are added where they are new.</summary>
    /// <param name="bytes">The bytes of all strings, one after the other.</param>
    /// <param name="ends">Where each string ends.</param>
    /// <param name="numbers">For each string its number.</param>
    public void Number(ReadOnlySpan<byte> bytes, ReadOnlySpan<int> ends, Span<int> numbers)
    {
        Span<uint> hashes = stackalloc uint[Block];
        ulong touched = 0;
        for (var first = 0; first < ends.Length; first += Block)
        {
            var block = ends[first..Math.Min(first + Block, ends.Length)];
            var firstStart = first == 0 ? 0 : ends[first - 1];
            var start = firstStart;
            for (var i = 0; i < block.Length; i++)
            {
                hashes[i] = Hash(bytes[start..block[i]]);
                touched |= _slots[hashes[i] & (uint)(_slots.Length - 1)];
                start = block[i];
            }

            start = firstStart;
            for (var i = 0; i < block.Length; i++)
            {
                numbers[first + i] = Number(bytes[start..block[i]], hashes[i]);
                start = block[i];
            }
        }

        // Kept, for the compiler leaves out what nobody uses.
        _touched = touched;
    }

    /// <summary>The number of a string, or -1 where it was never added.</summary>
    public int Find(ReadOnlySpan<byte> value)
    {
        var hash = Hash(value);
        for (var slot = hash; ; slot++)
        {
            var entry = _slots[slot & (uint)(_slots.Length - 1)];
            var number = (int)(uint)entry - 1;
            if (number < 0 || ((uint)(entry >> HashShift) == hash && this[number].SequenceEqual(value)))
            {
                return number;
            }
        }
    }

    private int Start(int number) => number == 0 ? 0 : _ends[number - 1];

    private int Number(ReadOnlySpan<byte> value, uint hash)
    {
        for (var slot = hash; ; slot++)
        {
            ref var entry = ref _slots[slot & (uint)(_slots.Length - 1)];
            var number = (int)(uint)entry - 1;
            if (number < 0)
            {
                Add(value, hash, ref entry);
                return Count - 1;
            }

            if ((uint)(entry >> HashShift) == hash && this[number].SequenceEqual(value))
            {
                return number;
            }
        }
    }

    private void Add(ReadOnlySpan<byte> value, uint hash, ref ulong entry)
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
        }

        _ends[Count] = start + value.Length;
        entry = ((ulong)hash << HashShift) | (uint)++Count;
        if (2 * Count >= _slots.Length)
        {
            Rehash();
        }
    }

    private void Rehash()
    {
        var slots = new ulong[2 * _slots.Length];
        foreach (var entry in _slots)
        {
            if (entry != 0)
            {
                var slot = (uint)(entry >> HashShift);
                while (slots[slot & (uint)(slots.Length - 1)] != 0)
                {
                    slot++;
                }

                slots[slot & (uint)(slots.Length - 1)] = entry;
            }
        }

        _slots = slots;
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
