using System.Numerics;

namespace Blittable.Json;

/// <summary>Which earlier container a text may repeat: the last one whose text began with the same bytes.</summary>
/// <remarks>The caller compares what it finds. A container takes the place of an earlier one, so that neither time nor memory depends on what is
/// read.</remarks>
internal sealed unsafe class RepeatedTexts
{
    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most: more would not stay in a cache.</summary>
    private const int BytesPerEntry = 64, MinEntries = 16, MaxEntries = 1 << 13;

    /// <summary>Made when the first document asks for them: a converter that looks for no repetitions has none.</summary>
    private Entry[] _entries = [];
    private int _shift;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(int expectedInput)
    {
        Use((int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries)));
    }

    /// <summary>The entry for texts whose first bytes have this hash.</summary>
    public ref Entry Of(ulong hash) => ref _entries[hash >> _shift];

    private void Use(int entries)
    {
        _shift = 64 - BitOperations.TrailingZeroCount(entries);
        if (_entries.Length < entries)
        {
            _entries = GC.AllocateUninitializedArray<Entry>(entries, pinned: true);
        }

        _entries.AsSpan(0, entries).Clear();
    }

    /// <param name="Start">Where the container's text starts in what is converted.</param>
    /// <param name="Length">Bytes of its text; 0 without a text.</param>
    /// <param name="Address">Where its value is in the document.</param>
    /// <param name="Key">Bits of the hash of its first bytes.</param>
    /// <param name="Depth">How many containers it stood in.</param>
    public readonly record struct Entry(int Start, int Length, int Address, ushort Key, ushort Depth)
    {
        /// <summary>The part of a hash that an entry keeps.</summary>
        public static ushort KeyOf(ulong hash) => (ushort)(hash >> 32);

        public bool IsOf(ulong hash) => Key == KeyOf(hash);
    }
}
