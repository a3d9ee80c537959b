namespace Blittable.Layout;

/// <content>
/// Name lookup, which always finds the last of equal names. <see cref="Reading.PropertyLookup"/> implements a faster lookup for blocks without
/// unusual flags.
/// </content>
internal readonly ref partial struct ShapeBlock
{
    /// <summary>Returns the ordinal of the last name that equals <paramref name="name"/>, or -1.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public int Find(scoped ReadOnlySpan<byte> name)
    {
        if ((Flags & HasIndex) != 0)
        {
            return FindInIndex(name);
        }

        return (Flags & HasFingerprints) != 0 ? FindByFingerprint(name, Fingerprint(name)) : FindByLength(name);
    }

    /// <summary>Returns the stored fingerprint of a name.</summary>
    public byte StoredFingerprint(int ordinal) => RawBytes.ReadByte(_bytes, _fingerprints + ordinal);

    /// <summary>Compares the names with an equal fingerprint, usually one.</summary>
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

    /// <summary>Compares all names of a small shape without fingerprints.</summary>
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

    /// <summary>Searches for the last entry that is not greater, which is the last of equal names.</summary>
    /// <remarks>
    /// Alternates between interpolation by hash and bisection. Hashes are evenly distributed, so interpolation converges in a few steps. Bisection keeps
    /// the search logarithmic for names crafted by an attacker.
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

    /// <summary>Returns the ordinal at a position of the index.</summary>
    public int IndexEntry(int place)
    {
        var size = IndexEntrySize(Count);
        var ordinal = RawBytes.ReadUpTo32(_bytes, OriginsAddress - ((Count - place) * size), size);
        if (ordinal >= (uint)Count)
        {
            ThrowHelper.InvalidCount(ordinal, "a name ordinal", _ends);
        }

        return (int)ordinal;
    }
}
