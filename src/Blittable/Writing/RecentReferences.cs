using System.Numerics;

namespace Blittable.Writing;

/// <summary>References that were written lately, by what they refer to: one that is near enough is used again.</summary>
/// <remarks>A new reference takes the place of an old one, so that neither time nor memory depends on what is written.</remarks>
internal sealed class RecentReferences
{
    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most.</summary>
    private const int BytesPerEntry = 128, MinEntries = 64, MaxEntries = 1 << 10;

    private readonly (int Target, int Address)[] _entries = new (int, int)[MaxEntries];
    private int _shift;
    private int _used;

    /// <summary>A value that indicates whether there are any: most small documents write none, and then there is nothing to clear.</summary>
    private bool _hasAny;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(long expectedInput)
    {
        if (_hasAny)
        {
            _entries.AsSpan(0, _used).Clear();
            _hasAny = false;
        }

        _used = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        _shift = 32 - BitOperations.TrailingZeroCount(_used);
    }

    /// <summary>How far before <paramref name="here"/> there is a reference; no distance in a document if none is known.</summary>
    public int Nearest(int target, int here)
    {
        // No reference is at the start of a document: before it is what it refers to.
        var (known, address) = _entries[Place(target)];
        return known == target && address != 0 ? here - address : int.MaxValue;
    }

    public void Add(int target, int address)
    {
        _hasAny = true;
        _entries[Place(target)] = (target, address);
    }

    private uint Place(int target) => ((uint)target * 0x9E3779B1u) >> _shift;
}
