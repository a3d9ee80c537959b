using System.Numerics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Which earlier string a string may begin like: for given first bytes the last one that was not itself mostly a repetition.</summary>
/// <remarks>The caller compares what it finds. A new string takes the place of an old one, so that neither time nor memory depends on what is
/// written.</remarks>
internal sealed class StringStarts
{
    /// <summary>The bytes at their start that two strings must have in common.</summary>
    public const int KeyLength = 16;

    /// <summary>Shorter strings have too little in common, or too little else, to be worth a look.</summary>
    public const int MinLength = 20;

    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most.</summary>
    private const int BytesPerEntry = 512, MinEntries = 16, MaxEntries = 1 << 12;

    private Entry[] _entries = new Entry[MinEntries];
    private int _shift;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(long expectedInput)
    {
        var used = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        if (_entries.Length < used)
        {
            _entries = new Entry[used];
        }

        _shift = 64 - BitOperations.TrailingZeroCount(used);
        _entries.AsSpan(0, used).Clear();
    }

    /// <summary>The entry for strings that begin with the <see cref="KeyLength"/> bytes of these two words.</summary>
    public ref Entry Of(ulong first, ulong second, out ushort key)
    {
        var hash = SeededHash.Fold(first ^ 0x9E3779B97F4A7C15, second ^ 0xD6E8FEB86659FD93);
        key = (ushort)hash;
        return ref _entries[(int)(hash >> _shift)];
    }

    /// <param name="Address">Where the string is in the document.</param>
    /// <param name="Source">Where its text is in what is converted; -1 if it is not there as it is.</param>
    /// <param name="Length">Bytes of its text, or 255 if it has more; 0 if there is no string.</param>
    /// <param name="Depth">The length of the chain of strings from which its start comes.</param>
    /// <param name="Key">Bits of the hash of its first bytes: only texts with the same ones are compared with it.</param>
    public readonly record struct Entry(int Address, int Source, byte Length, byte Depth, ushort Key);
}
