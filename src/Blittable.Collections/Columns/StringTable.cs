using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Represents distinct byte strings, numbered in order of appearance: an open-addressing hash table over one byte buffer.</summary>
/// <remarks>
/// A slot is <c>hash (high 32 bits) | number + 1 (low 32 bits)</c>, or 0 if it is empty. The low bits of the hash select the slot, so growing reads and
/// writes the table sequentially. Each table has a new hash seed, so attackers cannot provoke collisions.
/// </remarks>
internal sealed class StringTable
{
    /// <summary>The number of strings whose slots are loaded together before any lookup, so their cache misses overlap.</summary>
    private const int Block = 64;

    private const int HashShift = 32;

    private readonly ulong _seed = (ulong)Random.Shared.NextInt64() | 1;
    private byte[] _bytes = new byte[1024];
    private int[] _ends = new int[64];
    private ulong[] _slots = new ulong[128];
    private ulong _touched;

    /// <summary>Gets the number of distinct strings.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the total size of the strings in bytes.</summary>
    public int ByteCount => Count == 0 ? 0 : _ends[Count - 1];

    /// <summary>Gets a string by number.</summary>
    public ReadOnlySpan<byte> this[int number] => _bytes.AsSpan(Start(number), _ends[number] - Start(number));

    public void Clear()
    {
        Count = 0;
        _slots.AsSpan().Clear();
    }

    /// <summary>Returns the number of a string, adding it if it is new.</summary>
    public int Number(ReadOnlySpan<byte> value) => Number(value, Hash(value));

    /// <summary>Finds the numbers of many strings, adding new strings.</summary>
    /// <param name="bytes">The concatenated bytes of all strings.</param>
    /// <param name="ends">The end offset of each string.</param>
    /// <param name="numbers">Receives the number of each string.</param>
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

        // Store the result, because the compiler removes unused loads.
        _touched = touched;
    }

    /// <summary>Returns the number of a string, or -1 if it does not exist.</summary>
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
                ThrowHelper.Throw(
                    BlittableErrorCode.DocumentTooLarge,
                    $"The distinct strings require more than {Array.MaxLength} bytes. Set a memory limit for the query.");
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

    /// <summary>Hashes eight bytes at a time, folding each word in with a full multiplication (after wyhash, public domain).</summary>
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

    /// <summary>Returns the bytes after the last word, overlapping that word if there is one.</summary>
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
