using System.Buffers;
using System.Buffers.Binary;

namespace Blittable.Layout;

/// <summary>Writes blocks that <see cref="ShapeBlock"/> reads.</summary>
internal static class ShapeBlockWriter
{
    /// <summary>The maximum number of names without fingerprints. In compact blocks, a byte per name pays off only for larger shapes.</summary>
    public const int MaxPlain = 8, MaxPlainCompact = 12;

    /// <summary>The maximum number of names that are compared pairwise to find equal names. More names are sorted.</summary>
    private const int MaxCompared = 64;

    /// <summary>Returns an upper bound of the number of bytes that <see cref="Write"/> writes.</summary>
    public static long MaxLength(int nameBytes, int count) => 1 + Varint.MaxLength + (9L * count) + Runs.OriginsLength((uint)count) + nameBytes;

    /// <summary>Writes a block and returns its length.</summary>
    /// <param name="destination">The destination, with at least <see cref="MaxLength"/> bytes.</param>
    /// <param name="names">The concatenated names.</param>
    /// <param name="ends">The end of each name. At least one.</param>
    /// <param name="compact"><see langword="true"/> if size is more important than lookup time.</param>
    public static int Write(Span<byte> destination, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends, bool compact)
    {
        var count = ends.Length;
        var indexed = count > ShapeBlock.MaxUnindexed;
        var endSize = indexed ? EndSizeInRuns(ends) : EndSize(names.Length);
        var fingerprinted = !indexed && count > (compact ? MaxPlainCompact : MaxPlain);
        var sorted = count > MaxCompared;
        var rented = sorted ? ArrayPool<int>.Shared.Rent(count) : [];
        var order = rented.AsSpan(0, sorted ? count : 0);
        var duplicates = sorted ? NameIndex.Sort(order, names, ends) : HasEqualNames(names, ends);

        destination[0] = (byte)(endSize
            | (fingerprinted ? ShapeBlock.HasFingerprints : 0)
            | (indexed ? ShapeBlock.HasIndex : 0)
            | (duplicates ? ShapeBlock.HasDuplicates : 0));
        var offset = 1 + Varint.Write(destination[1..], (uint)count);
        if (fingerprinted)
        {
            for (var i = 0; i < count; i++)
            {
                destination[offset++] = ShapeBlock.Fingerprint(NameIndex.NameAt(names, ends, i));
            }
        }

        if (indexed)
        {
            offset += WriteIndex(destination[offset..], order);
        }

        if (sorted)
        {
            ArrayPool<int>.Shared.Return(rented);
        }

        if (indexed)
        {
            for (var first = 0; first < count; first += Runs.Length)
            {
                offset += WriteInteger(destination[offset..], StartOfRun(ends, first), Runs.OriginSize);
            }

            for (var first = 0; first < count; first += Runs.Length)
            {
                offset += WriteEnds(destination[offset..], ends.Slice(first, Math.Min(Runs.Length, count - first)), StartOfRun(ends, first), endSize);
            }
        }
        else
        {
            offset += WriteEnds(destination[offset..], ends, start: 0, endSize);
        }

        names.CopyTo(destination[offset..]);
        return offset + names.Length;
    }

    /// <summary>Returns 0, 1 or 2 for end offsets of 1, 2 or 4 bytes.</summary>
    public static int EndSize(long nameBytes) => nameBytes <= byte.MaxValue ? 0 : nameBytes <= ushort.MaxValue ? 1 : 2;

    private static int StartOfRun(ReadOnlySpan<int> ends, int ordinal) => ordinal < Runs.Length ? 0 : ends[(ordinal & -Runs.Length) - 1];

    private static int EndSizeInRuns(ReadOnlySpan<int> ends)
    {
        var longest = 0;
        for (var i = 0; i < ends.Length; i += Runs.Length)
        {
            longest = Math.Max(longest, ends[Math.Min(i + Runs.Length, ends.Length) - 1] - StartOfRun(ends, i));
        }

        return EndSize(longest);
    }

    private static int WriteIndex(Span<byte> destination, ReadOnlySpan<int> order)
    {
        var size = ShapeBlock.IndexEntrySize(order.Length);
        destination = destination[..(order.Length * size)];
        if (size == sizeof(ushort))
        {
            for (var i = 0; i < order.Length && (i + 1) * sizeof(ushort) <= destination.Length; i++)
            {
                BinaryPrimitives.WriteUInt16LittleEndian(destination[(i * sizeof(ushort))..], (ushort)order[i]);
            }
        }
        else
        {
            for (var i = 0; i < order.Length; i++)
            {
                WriteInteger(destination[(i * size)..], order[i], size);
            }
        }

        return destination.Length;
    }

    /// <summary>Writes the ends of names relative to <paramref name="start"/>, and returns the number of bytes written.</summary>
    private static int WriteEnds(Span<byte> destination, ReadOnlySpan<int> ends, int start, int endSize)
    {
        destination = destination[..(ends.Length << endSize)];
        switch (endSize)
        {
            case 0:
                for (var i = 0; i < ends.Length && i < destination.Length; i++)
                {
                    destination[i] = (byte)(ends[i] - start);
                }

                break;
            default:
                for (var i = 0; i < ends.Length; i++)
                {
                    WriteInteger(destination[(i << endSize)..], ends[i] - start, 1 << endSize);
                }

                break;
        }

        return destination.Length;
    }

    /// <summary>Determines whether two of at most <see cref="MaxCompared"/> names are equal. Only names with equal fingerprints are compared.</summary>
    private static bool HasEqualNames(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        Span<byte> fingerprints = stackalloc byte[MaxCompared];
        for (var i = 0; i < ends.Length; i++)
        {
            var name = NameIndex.NameAt(names, ends, i);
            var fingerprint = ShapeBlock.Fingerprint(name);
            for (var j = 0; j < i; j++)
            {
                var next = fingerprints[j..i].IndexOf(fingerprint);
                if (next < 0)
                {
                    break;
                }

                j += next;
                if (NameIndex.NameAt(names, ends, j).SequenceEqual(name))
                {
                    return true;
                }
            }

            fingerprints[i] = fingerprint;
        }

        return false;
    }

    /// <summary>Writes an integer of 1 to 4 bytes, and returns the number of bytes written.</summary>
    public static int WriteInteger(Span<byte> destination, int value, int size)
    {
        switch (size)
        {
            case 1:
                destination[0] = (byte)value;
                break;
            case 2:
                BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)value);
                break;
            case 3:
                BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)value);
                destination[2] = (byte)(value >> 16);
                break;
            default:
                BinaryPrimitives.WriteInt32LittleEndian(destination, value);
                break;
        }

        return size;
    }
}
