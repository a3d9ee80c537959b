using System.Buffers;
using System.Buffers.Binary;
using System.Numerics;

namespace Blittable.Layout;

/// <summary>Defines the order of the names in the index of a large shape: by hash, then by length, bytes and ordinal.</summary>
/// <remarks>
/// Hashes are evenly distributed, so names can be sorted by counting and found by interpolation. Names crafted to share a hash are ordered by their
/// bytes, so a search among them still takes logarithmic time.
/// </remarks>
internal static class NameIndex
{
    private const ulong Factor = 0x9E3779B97F4A7C15;

    /// <summary>The maximum number of keys in a bucket sorted by insertion. Only names crafted to collide exceed it.</summary>
    private const int MaxInserted = 32;

    /// <summary>Hashes a name, eight bytes at a time. The last bytes are padded with zeros.</summary>
    public static uint Hash(ReadOnlySpan<byte> name)
    {
        var hash = (ulong)name.Length;
        for (; name.Length >= sizeof(ulong); name = name[sizeof(ulong)..])
        {
            hash = Mix(hash, BinaryPrimitives.ReadUInt64LittleEndian(name));
        }

        return (uint)(name.IsEmpty ? hash : Mix(hash, LastWord(name)));
    }

    /// <summary>Reads one to seven bytes, padded with zeros.</summary>
    private static ulong LastWord(ReadOnlySpan<byte> bytes) => bytes.Length switch
    {
        >= sizeof(uint) => BinaryPrimitives.ReadUInt32LittleEndian(bytes)
            | (ulong)BinaryPrimitives.ReadUInt32LittleEndian(bytes[^sizeof(uint)..]) << (8 * (bytes.Length - sizeof(uint))),
        >= sizeof(ushort) => BinaryPrimitives.ReadUInt16LittleEndian(bytes) | (ulong)bytes[^1] << (8 * (bytes.Length - 1)),
        _ => bytes[0],
    };

    /// <summary>Compares names with equal hashes.</summary>
    public static int CompareEqualHashes(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) =>
        left.Length != right.Length ? left.Length.CompareTo(right.Length) : left.SequenceCompareTo(right);

    /// <summary>Sorts the ordinals of names.</summary>
    /// <param name="order">Receives the ordinals in index order. Its length must be the number of names.</param>
    /// <param name="names">The concatenated names.</param>
    /// <param name="ends">The end of each name.</param>
    /// <returns><see langword="true"/> if two names are equal; otherwise, <see langword="false"/>.</returns>
    public static bool Sort(Span<int> order, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var count = ends.Length;
        var rented = ArrayPool<ulong>.Shared.Rent(2 * count);
        var keys = rented.AsSpan(0, count);
        var start = 0;
        for (var i = 0; i < count; i++)
        {
            keys[i] = (ulong)Hash(names[start..ends[i]]) << 32 | (uint)i;
            start = ends[i];
        }

        keys = SortByHash(keys, rented.AsSpan(count, count));
        for (var i = 0; i < order.Length && i < keys.Length; i++)
        {
            order[i] = (int)keys[i];
        }

        var hasEqual = SortEqualHashes(order, keys, names, ends);
        ArrayPool<ulong>.Shared.Return(rented);
        return hasEqual;
    }

    private static ulong Mix(ulong hash, ulong word)
    {
        hash = (hash ^ word) * Factor;
        return hash ^ hash >> 32;
    }

    /// <summary>Sorts keys by distributing them over more buckets than keys, by the upper bits of the hash. The few keys that share a bucket are sorted by
    /// insertion. If a bucket is too large for that, the runtime sorts all keys.</summary>
    /// <param name="keys">The keys, without duplicates.</param>
    /// <param name="sorted">Receives the result. Its length must be the number of keys.</param>
    /// <returns>The sorted keys.</returns>
    private static Span<ulong> SortByHash(ReadOnlySpan<ulong> keys, Span<ulong> sorted)
    {
        var bits = BitOperations.Log2((uint)keys.Length) + 1;
        var shift = 64 - bits;
        var rented = ArrayPool<int>.Shared.Rent(1 << bits);
        var places = rented.AsSpan(0, 1 << bits);
        places.Clear();
        foreach (var key in keys)
        {
            places[(int)(key >> shift)]++;
        }

        var (place, largest) = (0, 0);
        foreach (ref var bucket in places)
        {
            largest = Math.Max(largest, bucket);
            (bucket, place) = (place, place + bucket);
        }

        foreach (var key in keys)
        {
            sorted[places[(int)(key >> shift)]++] = key;
        }

        ArrayPool<int>.Shared.Return(rented);
        if (largest > MaxInserted)
        {
            sorted.Sort();
        }
        else
        {
            Insert(sorted);
        }

        return sorted;
    }

    /// <summary>Sorts nearly sorted keys by insertion.</summary>
    private static void Insert(Span<ulong> keys)
    {
        for (var i = 1; i < keys.Length; i++)
        {
            var key = keys[i];
            if (keys[i - 1] <= key)
            {
                continue;
            }

            var place = i;
            for (; place > 0 && keys[place - 1] > key; place--)
            {
                keys[place] = keys[place - 1];
            }

            keys[place] = key;
        }
    }

    /// <summary>Sorts names with equal hashes, and determines whether some of them are equal.</summary>
    private static bool SortEqualHashes(Span<int> order, ReadOnlySpan<ulong> keys, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var hasEqual = false;
        for (var i = 1; i < keys.Length; i++)
        {
            if (keys[i] >> 32 != keys[i - 1] >> 32)
            {
                continue;
            }

            var first = i - 1;
            while (i < keys.Length && keys[i] >> 32 == keys[first] >> 32)
            {
                i++;
            }

            hasEqual |= SortByBytes(order[first..i], names, ends);
        }

        return hasEqual;
    }

    /// <summary>Sorts ordinals by the bytes of their names, with a merge sort: many names can be crafted to share a hash.</summary>
    private static bool SortByBytes(Span<int> order, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var rented = ArrayPool<int>.Shared.Rent(order.Length);
        var merged = rented.AsSpan(0, order.Length);
        var hasEqual = false;
        for (var length = 1; length < order.Length; length *= 2)
        {
            for (var from = 0; from < order.Length; from += 2 * length)
            {
                var left = order.Slice(from, Math.Min(length, order.Length - from));
                var right = order[(from + left.Length)..Math.Min(from + 2 * length, order.Length)];
                hasEqual |= Merge(left, right, merged[from..], names, ends);
            }

            merged.CopyTo(order);
        }

        ArrayPool<int>.Shared.Return(rented);
        return hasEqual;
    }

    private static bool Merge(ReadOnlySpan<int> left, ReadOnlySpan<int> right, Span<int> merged, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var hasEqual = false;
        var (i, j) = (0, 0);
        while (i < left.Length && j < right.Length)
        {
            // Ordinals ascend from left to right, so the left of two equal names comes first.
            var order = CompareEqualHashes(NameAt(names, ends, left[i]), NameAt(names, ends, right[j]));
            hasEqual |= order == 0;
            merged[i + j] = order <= 0 ? left[i++] : right[j++];
        }

        left[i..].CopyTo(merged[(i + j)..]);
        right[j..].CopyTo(merged[(left.Length + j)..]);
        return hasEqual;
    }

    /// <summary>Returns a name of concatenated names.</summary>
    public static ReadOnlySpan<byte> NameAt(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends, int ordinal) =>
        names[(ordinal == 0 ? 0 : ends[ordinal - 1])..ends[ordinal]];
}
