using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Layout;

/// <summary>Finds the strings of a dictionary by their text: an open hash table, never changed once it is built.</summary>
internal sealed class DictionaryStringIndex
{
    private const int MinEntries = 16;

    /// <summary>Bits of the filter for a string, at least: of texts that are not there one in eight passes at most.</summary>
    private const int FilterBits = 8;

    private const ulong OddA = 0x9E3779B97F4A7C15, OddB = 0xD6E8FEB86659FD93;

    private readonly Entry[] _entries;
    private readonly byte[] _text;
    private readonly ulong _seed;

    /// <summary>A bit for each outline that a string has.</summary>
    private readonly ulong[] _filter;
    private readonly int _filterShift;

    /// <param name="text">All strings, one after the other.</param>
    /// <param name="ends">Where each one ends.</param>
    /// <param name="count">How many there are.</param>
    /// <param name="seed">The seed that callers hash with.</param>
    public DictionaryStringIndex(byte[] text, int[] ends, int count, ulong seed)
    {
        _text = text;
        _seed = seed;
        var bits = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(FilterBits * count, 64));
        _filter = new ulong[bits / 64];
        _filterShift = 64 - BitOperations.TrailingZeroCount(bits);
        _entries = new Entry[BitOperations.RoundUpToPowerOf2((uint)Math.Max(2 * count, MinEntries))];
        for (var index = 0; index < count; index++)
        {
            var start = index == 0 ? 0 : ends[index - 1];
            var length = ends[index] - start;
            var outline = Outline(text.AsSpan(start, length)) >> _filterShift;
            _filter[outline / 64] |= 1UL << (int)outline;
            var hash = SeededHash.OfWhole(text.AsSpan(start, length), seed);
            var place = (int)(hash >> 32) & (_entries.Length - 1);
            while (_entries[place].Hash != 0)
            {
                place = (place + 1) & (_entries.Length - 1);
            }

            _entries[place] = new Entry(Key(hash), index, start, length);
        }
    }

    /// <summary>Determines whether a text may be one of the strings, by its length and its ends: most texts are not, and need no hash then.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MayHave(ReadOnlySpan<byte> text)
    {
        var outline = Outline(text) >> _filterShift;
        return (_filter[outline / 64] >> (int)outline & 1) != 0;
    }

    /// <summary>Finds the number of the string; -1 if the dictionary lacks it.</summary>
    public int Find(ReadOnlySpan<byte> text) => Find(text, SeededHash.OfWhole(text, _seed));

    /// <summary>Finds the number of the string; -1 if the dictionary lacks it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="hash">Its <see cref="SeededHash.OfWhole"/> under the seed of the index.</param>
    public int Find(ReadOnlySpan<byte> text, ulong hash)
    {
        var key = Key(hash);
        var entries = _entries;
        for (var place = (int)(hash >> 32); ; place++)
        {
            ref readonly var entry = ref entries[place & (entries.Length - 1)];
            if (entry.Hash == key && text.SequenceEqual(_text.AsSpan(entry.Start, entry.Length)))
            {
                return entry.Index;
            }

            if (entry.Hash == 0)
            {
                return -1;
            }
        }
    }

    /// <summary>A product of a text's length, its first eight bytes and its last eight, of which the highest bits count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Outline(ReadOnlySpan<byte> text)
    {
        ref var first = ref MemoryMarshal.GetReference(text);
        var length = (nint)text.Length;
        ulong start, end;
        if (length >= sizeof(ulong))
        {
            start = Unsafe.ReadUnaligned<ulong>(ref first);
            end = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, length - sizeof(ulong)));
        }
        else if (length >= sizeof(uint))
        {
            start = Unsafe.ReadUnaligned<uint>(ref first);
            end = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref first, length - sizeof(uint)));
        }
        else
        {
            start = length == 0 ? 0UL : first;
            end = length == 0 ? 0UL : Unsafe.Add(ref first, length >> 1) | (ulong)Unsafe.Add(ref first, length - 1) << 8;
        }

        return (start ^ (end * OddB) ^ (ulong)length) * OddA;
    }

    private static uint Key(ulong hash) => (uint)hash | 1;

    /// <param name="Hash">The stored part of the text's hash; 0 without a string.</param>
    /// <param name="Index">The number of the string.</param>
    /// <param name="Start">Where it starts in the texts.</param>
    /// <param name="Length">Its bytes.</param>
    private readonly record struct Entry(uint Hash, int Index, int Start, int Length);
}
