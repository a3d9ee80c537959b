using System.Numerics;

namespace Blittable.Format;

/// <summary>Finds the strings of a dictionary by their text: an open hash table, never changed once it is built.</summary>
internal sealed class DictionaryStringIndex
{
    private const int MinEntries = 16;

    private readonly (uint Hash, int Index)[] _entries;
    private readonly byte[] _text;
    private readonly int[] _ends;
    private readonly ulong _seed;

    /// <param name="text">All strings, one behind the other.</param>
    /// <param name="ends">Where each one ends.</param>
    /// <param name="count">How many there are.</param>
    /// <param name="seed">The seed that callers hash with.</param>
    public DictionaryStringIndex(byte[] text, int[] ends, int count, ulong seed)
    {
        _text = text;
        _ends = ends;
        _seed = seed;
        _entries = new (uint, int)[BitOperations.RoundUpToPowerOf2((uint)Math.Max(2 * count, MinEntries))];
        for (var index = 0; index < count; index++)
        {
            var start = index == 0 ? 0 : ends[index - 1];
            var length = ends[index] - start;
            var hash = SeededHash.Of(text.AsSpan(start, length), seed);
            MaxLength = Math.Max(MaxLength, length);
            var place = (int)(hash >> 32) & (_entries.Length - 1);
            while (_entries[place].Hash != 0)
            {
                place = (place + 1) & (_entries.Length - 1);
            }

            _entries[place] = (Key(hash), index);
        }
    }

    /// <summary>No string is longer, so a longer text need not be hashed.</summary>
    public int MaxLength { get; }

    /// <summary>The number of the string, -1 if there is none.</summary>
    public int Find(ReadOnlySpan<byte> text) => Find(text, SeededHash.Of(text, _seed));

    /// <summary>The number of the string, -1 if there is none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="hash">Its <see cref="SeededHash"/> under the seed of the index.</param>
    public int Find(ReadOnlySpan<byte> text, ulong hash)
    {
        var key = Key(hash);
        for (var place = (int)(hash >> 32) & (_entries.Length - 1); _entries[place].Hash != 0; place = (place + 1) & (_entries.Length - 1))
        {
            if (_entries[place].Hash == key)
            {
                var index = _entries[place].Index;
                var start = index == 0 ? 0 : _ends[index - 1];
                if (text.SequenceEqual(_text.AsSpan(start, _ends[index] - start)))
                {
                    return index;
                }
            }
        }

        return -1;
    }

    private static uint Key(ulong hash) => (uint)hash | 1;
}
