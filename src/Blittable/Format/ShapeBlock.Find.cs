using System.Buffers;
using Blittable.Strings;

namespace Blittable.Format;

/// <content>
/// Lookup of a name, always the last one that equals it. <see cref="Reading.PropertyKernel"/> does the same faster where a block is as
/// usual.
/// </content>
internal readonly ref partial struct ShapeBlock
{
    /// <summary>The ordinal of the last name that equals this one, or -1.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public int Find(scoped ReadOnlySpan<byte> name)
    {
        if ((Flags & HasIndex) != 0)
        {
            return FindInIndex(name);
        }

        return (Flags & HasFingerprints) != 0 ? FindByFingerprint(name, Fingerprint(name)) : FindByLength(name);
    }

    /// <summary>The fingerprint that the block has for a name.</summary>
    public byte StoredFingerprint(int ordinal) => RawBytes.ReadByte(_bytes, _fingerprints + ordinal);

    /// <summary>Whether a name may be equal to one before it.</summary>
    public bool MayBeDuplicate(int ordinal) =>
        (Flags & HasFingerprints) == 0 || RawBytes.Slice(_bytes, _fingerprints, (uint)ordinal).Contains(StoredFingerprint(ordinal));

    /// <summary>The names whose fingerprints are equal: one, as a rule.</summary>
    private int FindByFingerprint(scoped ReadOnlySpan<byte> name, byte fingerprint)
    {
        var fingerprints = RawBytes.Slice(_bytes, _fingerprints, (uint)Count);
        var ordinal = fingerprints.LastIndexOf(fingerprint);
        while (ordinal >= 0 && !IsName(ordinal, name))
        {
            ordinal = fingerprints[..ordinal].LastIndexOf(fingerprint);
        }

        return ordinal;
    }

    /// <summary>The few names of a shape without fingerprints.</summary>
    private int FindByLength(scoped ReadOnlySpan<byte> name)
    {
        for (var ordinal = Count - 1; ordinal >= 0; ordinal--)
        {
            if (IsName(ordinal, name))
            {
                return ordinal;
            }
        }

        return -1;
    }

    /// <summary>Binary search for the last entry that is not greater: of equal names that is the last.</summary>
    private int FindInIndex(scoped ReadOnlySpan<byte> name)
    {
        var low = 0;
        var high = Count;
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (Compare(IndexEntry(middle), name) <= 0)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        if (low == 0)
        {
            return -1;
        }

        var found = IndexEntry(low - 1);
        return IsName(found, name) ? found : -1;
    }

    private bool IsName(int ordinal, scoped ReadOnlySpan<byte> name) => RawBytes.AreEqual(Name(ordinal), name);

    /// <summary>Compares a name of the block with another in the order of an index.</summary>
    private int Compare(int ordinal, scoped ReadOnlySpan<byte> name) => ShapeBlockWriter.Compare(Name(ordinal), name);

    /// <summary>The ordinal at a place of the index.</summary>
    public int IndexEntry(int place)
    {
        var size = IndexEntrySize(Count);
        var ordinal = RawBytes.ReadUpTo32(_bytes, _ends - ((Count - place) * size), size);
        if (ordinal >= (uint)Count)
        {
            ThrowHelper.InvalidCount(ordinal, "the ordinal of a name", _ends);
        }

        return (int)ordinal;
    }
}
