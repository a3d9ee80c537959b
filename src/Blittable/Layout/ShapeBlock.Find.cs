namespace Blittable.Layout;

/// <content>
/// Lookup of a name, always the last one that equals it. <see cref="Reading.PropertyLookup"/> does the same faster where a block is as
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

    /// <summary>Searches for the last entry that is not greater, which of equal names is the last.</summary>
    /// <remarks>
    /// Guesses by the hash and halves in turns: hashes are spread evenly, so that guesses come close in a few steps, and where an attacker made them
    /// otherwise halving keeps the search logarithmic.
    /// </remarks>
    private int FindInIndex(scoped ReadOnlySpan<byte> name)
    {
        const int fewLeft = 8;
        var hash = NameIndex.Hash(name);
        var (low, high) = (0, Count);
        var (lowHash, highHash) = (0u, uint.MaxValue);
        for (var guesses = true; low < high; guesses = !guesses)
        {
            var middle = (low + high) >>> 1;
            if (guesses && high - low > fewLeft && hash >= lowHash && hash <= highHash)
            {
                middle = low + (int)((ulong)(hash - lowHash) * (ulong)(high - low - 1) / Math.Max(highHash - lowHash, 1));
            }

            var entry = IndexEntry(middle);
            var other = Name(entry);
            var otherHash = NameIndex.Hash(other);
            var order = otherHash != hash ? otherHash.CompareTo(hash) : NameIndex.CompareEqualHashes(other, name);
            if (order == 0 && (Flags & HasDuplicates) == 0)
            {
                return entry;
            }

            if (order <= 0)
            {
                (low, lowHash) = (middle + 1, otherHash);
            }
            else
            {
                (high, highHash) = (middle, otherHash);
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

    /// <summary>The ordinal at a place of the index.</summary>
    public int IndexEntry(int place)
    {
        var size = IndexEntrySize(Count);
        var ordinal = RawBytes.ReadUpTo32(_bytes, OriginsAddress - ((Count - place) * size), size);
        if (ordinal >= (uint)Count)
        {
            ThrowHelper.InvalidCount(ordinal, "the ordinal of a name", _ends);
        }

        return (int)ordinal;
    }
}
