using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Format;

/// <summary>Lookup of a name, always the last one that equals it.</summary>
internal readonly ref partial struct ShapeBlock
{
    /// <summary>The ordinal of the last name that equals this one, or -1.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Find(scoped ReadOnlySpan<byte> name) => Find(name, (Flags & HasFingerprints) != 0 ? Fingerprint(name) : (byte)0);

    /// <summary>As the other overload, for a name whose fingerprint is known.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Find(scoped ReadOnlySpan<byte> name, byte fingerprint)
    {
        if ((Flags & HasIndex) != 0)
        {
            return FindInIndex(name);
        }

        if ((Flags & HasFingerprints) == 0)
        {
            return FindByLength(name);
        }

        return Vector256.IsHardwareAccelerated ? FindByFingerprint(name, fingerprint) : FindByFingerprint_Fallback(name, fingerprint, Count);
    }

    /// <summary>The fingerprint that the block has for a name.</summary>
    public byte StoredFingerprint(int ordinal) => RawBytes.ReadByte(_bytes, _fingerprints + ordinal);

    /// <summary>Whether name <paramref name="ordinal"/>, which may be any number, exists and equals this one, and no other name of the shape does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOnly(int ordinal, scoped ReadOnlySpan<byte> name) =>
        (uint)ordinal < (uint)Count && (Flags & HasDuplicates) == 0 && RawBytes.AreEqual(Name(ordinal), name);

    /// <summary>Compares 32 fingerprints at a time. Names are compared only where those are equal: once, as a rule.</summary>
    internal int FindByFingerprint(scoped ReadOnlySpan<byte> name, byte fingerprint)
    {
        var wanted = Vector256.Create(fingerprint);
        var first = (Count - 1) & -Vector256<byte>.Count;
        var inUse = uint.MaxValue >> (Vector256<byte>.Count - (Count - first));
        for (; first >= 0; first -= Vector256<byte>.Count)
        {
            if (!RawBytes.Fits(_bytes, _fingerprints + first, Vector256<byte>.Count))
            {
                return FindByFingerprint_Fallback(name, fingerprint, Count);
            }

            // The last load goes on into the fields behind the fingerprints; their bits are masked out.
            var matches = Vector256.Equals(RawBytes.ReadVector256(_bytes, _fingerprints + first), wanted).ExtractMostSignificantBits() & inUse;
            while (matches != 0)
            {
                var last = BitOperations.Log2(matches);
                if (RawBytes.AreEqual(Name(first + last), name))
                {
                    return first + last;
                }

                matches ^= 1u << last;
            }

            inUse = uint.MaxValue;
        }

        return -1;
    }

    /// <summary>The same a byte at a time, for machines without vectors and for blocks that end within 32 bytes of the document's end.</summary>
    internal int FindByFingerprint_Fallback(scoped ReadOnlySpan<byte> name, byte fingerprint, int end)
    {
        var fingerprints = RawBytes.Slice(_bytes, _fingerprints, (uint)end);
        for (var ordinal = fingerprints.Length - 1; ordinal >= 0; ordinal--)
        {
            if (fingerprints[ordinal] == fingerprint && RawBytes.AreEqual(Name(ordinal), name))
            {
                return ordinal;
            }
        }

        return -1;
    }

    /// <summary>The few names of a shape without fingerprints.</summary>
    private int FindByLength(scoped ReadOnlySpan<byte> name)
    {
        for (var ordinal = Count - 1; ordinal >= 0; ordinal--)
        {
            if (RawBytes.AreEqual(Name(ordinal), name))
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
            if (ShapeBlockWriter.Compare(Name(IndexEntry(middle)), name) <= 0)
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
        return Name(found).SequenceEqual(name) ? found : -1;
    }

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
