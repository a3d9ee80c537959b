using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Layout;

/// <summary>Finds the strings of a dictionary by their text. An immutable hash table with open addressing.</summary>
internal sealed class DictionaryStringIndex
{
    private const int MinEntries = 16;

    /// <summary>The minimum number of filter bits per string. At most one in eight absent texts passes the filter.</summary>
    private const int FilterBits = 8;

    private const ulong OddA = 0x9E3779B97F4A7C15, OddB = 0xD6E8FEB86659FD93;

    private readonly Entry[] _entries;
    private readonly byte[] _text;
    private readonly ulong _seed;

    /// <summary>The filter, with a bit set for the outline of each string.</summary>
    private readonly ulong[] _filter;
    private readonly int _filterShift;

    /// <param name="text">All strings, concatenated.</param>
    /// <param name="ends">The end of each string.</param>
    /// <param name="count">The number of strings.</param>
    /// <param name="seed">The seed of the hashes that callers pass.</param>
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

    /// <summary>Determines whether a text may be one of the strings, from its length and its ends. Most texts are not, and then need no hash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MayHave(ReadOnlySpan<byte> text)
    {
        var outline = Outline(text) >> _filterShift;
        return (_filter[outline / 64] >> (int)outline & 1) != 0;
    }

    /// <summary>Returns the index of a string, or -1 if the dictionary does not contain it.</summary>
    public int Find(ReadOnlySpan<byte> text) => Find(text, SeededHash.OfWhole(text, _seed));

    /// <summary>Returns the index of a string with a known hash, or -1 if the dictionary does not contain it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="hash">The <see cref="SeededHash.OfWhole"/> hash of the text with the seed of the index.</param>
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

    /// <summary>Mixes the length, the first eight and the last eight bytes of a text. The highest bits of the product select a filter bit.</summary>
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

    /// <param name="Hash">The stored part of the hash, or 0 for an empty entry.</param>
    /// <param name="Index">The index of the string.</param>
    /// <param name="Start">The start of the string in the concatenated text.</param>
    /// <param name="Length">The size of the string in bytes.</param>
    private readonly record struct Entry(uint Hash, int Index, int Start, int Length);
}
