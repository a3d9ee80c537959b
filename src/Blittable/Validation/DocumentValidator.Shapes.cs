using Blittable.Format;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable.Validation;

/// <content>The names of a shape, and what is derived from them.</content>
internal ref partial struct DocumentValidator
{
    private static readonly ulong NameSeed = (ulong)Random.Shared.NextInt64();

    private static void RequireShapeBlock(ShapeBlock shape, int address)
    {
        if (shape.Count > ShapeBlock.MaxUnindexed && (shape.Flags & ShapeBlock.HasIndex) == 0)
        {
            ThrowHelper.InvalidData("an index of the names", $"{shape.Count} names without one", address);
        }

        for (var ordinal = 0; ordinal < shape.Count; ordinal++)
        {
            var name = shape.Name(ordinal);
            RequireUtf8(name, address);
            if (shape.Origin(ordinal) != StartOfRun(shape, ordinal))
            {
                ThrowHelper.InvalidData("the origin of a run at the start of its first name", "another one", address);
            }

            if ((shape.Flags & ShapeBlock.HasFingerprints) != 0 && shape.StoredFingerprint(ordinal) != ShapeBlock.Fingerprint(name))
            {
                ThrowHelper.InvalidData($"the fingerprint of name {ordinal}", "another one", address);
            }
        }

        var hasDuplicates = (shape.Flags & ShapeBlock.HasIndex) != 0 ? RequireIndex(shape, address) : HasDuplicates(shape);
        if (hasDuplicates != ((shape.Flags & ShapeBlock.HasDuplicates) != 0))
        {
            ThrowHelper.InvalidData("the flag of duplicate names to be right", "the opposite", address);
        }
    }

    private static uint StartOfRun(ShapeBlock shape, int ordinal)
    {
        var first = ordinal & -Runs.Length;
        return (shape.Flags & ShapeBlock.HasIndex) == 0 || first == 0 ? 0 : shape.End(first - 1);
    }

    /// <summary>Refuses an index that is not strictly ascending, which also makes it hold each ordinal once.</summary>
    /// <returns>Whether two names are equal.</returns>
    private static bool RequireIndex(ShapeBlock shape, int address)
    {
        var hasDuplicates = false;
        for (var place = 1; place < shape.Count; place++)
        {
            var left = shape.IndexEntry(place - 1);
            var right = shape.IndexEntry(place);
            var order = CompareInIndex(shape.Name(left), shape.Name(right));
            hasDuplicates |= order == 0;
            if (order > 0 || (order == 0 && left >= right))
            {
                ThrowHelper.InvalidData("an index in the order of the names", $"entries {place - 1} and {place} in another", address);
            }
        }

        return hasDuplicates;
    }

    private static int CompareInIndex(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        var order = NameIndex.Hash(left).CompareTo(NameIndex.Hash(right));
        return order != 0 ? order : NameIndex.CompareEqualHashes(left, right);
    }

    /// <summary>Enters the names into a table by a hash that nobody can foresee, so that names of one fingerprint take no longer than others.</summary>
    private static bool HasDuplicates(ShapeBlock shape)
    {
        const int places = 2 * ShapeBlock.MaxUnindexed;
        if (shape.Count == 1)
        {
            return false;
        }

        // 0 for an empty place, else an ordinal and 1.
        Span<ushort> table = stackalloc ushort[places];
        table.Clear();
        for (var ordinal = 0; ordinal < shape.Count; ordinal++)
        {
            var name = shape.Name(ordinal);
            var place = (int)(SeededHash.Of(name, NameSeed) >> 32) & (places - 1);
            for (; table[place] != 0; place = (place + 1) & (places - 1))
            {
                if (shape.Name(table[place] - 1).SequenceEqual(name))
                {
                    return true;
                }
            }

            table[place] = (ushort)(ordinal + 1);
        }

        return false;
    }
}
