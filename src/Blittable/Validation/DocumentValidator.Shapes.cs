using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Validation;

/// <content>Validation of the names of a shape, and of the data derived from them.</content>
internal ref partial struct DocumentValidator
{
    private static readonly ulong NameSeed = (ulong)Random.Shared.NextInt64();

    private static void RequireShapeBlock(ShapeBlock shape, int address)
    {
        if (shape.Count > ShapeBlock.MaxUnindexed && (shape.Flags & ShapeBlock.HasIndex) == 0)
        {
            ThrowHelper.InvalidData("a name index", $"{shape.Count} names without an index", address);
        }

        RequireNames(shape, address);
        var hasDuplicates = (shape.Flags & ShapeBlock.HasIndex) != 0 ? RequireIndex(shape, address) : HasDuplicates(shape);
        if (hasDuplicates != ((shape.Flags & ShapeBlock.HasDuplicates) != 0))
        {
            ThrowHelper.InvalidData("a duplicate-name flag that matches the names", "a flag that does not match", address);
        }
    }

    /// <summary>Throws if a name is not valid UTF-8 by itself, or a fingerprint does not match its name.</summary>
    /// <remarks>Names are adjacent. All of them are valid if their concatenation is valid and none starts within a character.</remarks>
    private static void RequireNames(ShapeBlock shape, int address)
    {
        const byte continuationMask = 0xC0, continuation = 0x80;
        var hasFingerprints = (shape.Flags & ShapeBlock.HasFingerprints) != 0;
        var isWithin = false;
        for (var ordinal = 0; ordinal < shape.Count; ordinal++)
        {
            var name = shape.Name(ordinal);
            isWithin |= !name.IsEmpty && (name[0] & continuationMask) == continuation;
            if (ordinal % Runs.Length == 0 && shape.Origin(ordinal) != StartOfRun(shape, ordinal))
            {
                ThrowHelper.InvalidData("a run origin at the start of its first name", "another position", address);
            }

            if (hasFingerprints && shape.StoredFingerprint(ordinal) != ShapeBlock.Fingerprint(name))
            {
                ThrowHelper.InvalidData($"the fingerprint of name {ordinal}", "a different fingerprint", address);
            }
        }

        if (isWithin || !Utf8Validation.IsValid(shape.Bytes[(shape.NamesAddress - shape.Address)..]))
        {
            for (var ordinal = 0; ordinal < shape.Count; ordinal++)
            {
                RequireUtf8(shape.Name(ordinal), address);
            }
        }
    }

    private static uint StartOfRun(ShapeBlock shape, int ordinal)
    {
        var first = ordinal & -Runs.Length;
        return (shape.Flags & ShapeBlock.HasIndex) == 0 || first == 0 ? 0 : shape.End(first - 1);
    }

    /// <summary>Throws if the index is not strictly ascending. A strictly ascending index also contains each ordinal once.</summary>
    /// <returns><see langword="true"/> if two names are equal; otherwise, <see langword="false"/>.</returns>
    private static bool RequireIndex(ShapeBlock shape, int address)
    {
        var hasDuplicates = false;
        var left = shape.IndexEntry(0);
        var leftName = shape.Name(left);
        var leftHash = NameIndex.Hash(leftName);
        for (var place = 1; place < shape.Count; place++)
        {
            var right = shape.IndexEntry(place);
            var name = shape.Name(right);
            var hash = NameIndex.Hash(name);
            var order = leftHash != hash ? leftHash.CompareTo(hash) : NameIndex.CompareEqualHashes(leftName, name);
            hasDuplicates |= order == 0;
            if (order > 0 || (order == 0 && left >= right))
            {
                ThrowHelper.InvalidData("an index in name order", $"entries {place - 1} and {place} out of order", address);
            }

            left = right;
            leftName = name;
            leftHash = hash;
        }

        return hasDuplicates;
    }

    /// <summary>Determines whether two names are equal. Equal names have equal fingerprints, and in most shapes all fingerprints differ.</summary>
    private static bool HasDuplicates(ShapeBlock shape)
    {
        const int bitsOfWord = 64;
        if (shape.Count == 1)
        {
            return false;
        }

        Span<ulong> seen = stackalloc ulong[(byte.MaxValue + 1) / bitsOfWord];
        seen.Clear();
        for (var ordinal = 0; ordinal < shape.Count; ordinal++)
        {
            var fingerprint = ShapeBlock.Fingerprint(shape.Name(ordinal));
            ref var word = ref seen[fingerprint / bitsOfWord];
            var bit = 1UL << (fingerprint % bitsOfWord);
            if ((word & bit) != 0)
            {
                return HasEqualNames(shape);
            }

            word |= bit;
        }

        return false;
    }

    /// <summary>Inserts the names into a table by an unpredictable hash, so names with equal fingerprints take the same time as others.</summary>
    private static bool HasEqualNames(ShapeBlock shape)
    {
        const int places = 2 * ShapeBlock.MaxUnindexed;

        // 0 for an empty entry, otherwise an ordinal plus 1.
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
