using System.Numerics;

namespace Blittable.Json;

/// <summary>Which earlier container a text may repeat: of those whose texts began with the same bytes, the last.</summary>
/// <remarks>The caller compares what it finds. A container takes the place of an earlier one, so that neither time nor memory depends on what is read.</remarks>
internal sealed class RepeatedTexts
{
    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most: more would not stay in a cache.</summary>
    private const int BytesPerEntry = 64, MinEntries = 16, MaxEntries = 1 << 13;

    private readonly Entry[] _entries = new Entry[MaxEntries];
    private int _shift;

    /// <summary>Forgets all, and sets the size in proportion to the text that is to come.</summary>
    public void Clear(int expectedInput)
    {
        var used = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        _shift = 64 - BitOperations.TrailingZeroCount(used);
        _entries.AsSpan(0, used).Clear();
    }

    /// <summary>The entry for texts whose first bytes have that hash.</summary>
    public ref Entry Of(ulong hash) => ref _entries[hash >> _shift];

    /// <param name="Start">Where the container's text starts in what is converted.</param>
    /// <param name="Length">Bytes of its text; 0 if there is none.</param>
    /// <param name="Address">Where its value is in the document.</param>
    /// <param name="Key">Bits of the hash of its first bytes.</param>
    /// <param name="Depth">How many containers it stood in.</param>
    public readonly record struct Entry(int Start, int Length, int Address, ushort Key, ushort Depth);
}
