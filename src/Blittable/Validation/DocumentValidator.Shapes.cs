using Blittable.Format;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable.Validation;

/// <content>The names of a shape, and what is derived from them.</content>
internal ref partial struct DocumentValidator
{
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

    /// <summary>Refuses an index that is not strictly ascending, which also makes it hold each ordinal once.</summary>
    /// <returns>Whether two names are equal.</returns>
    private static bool RequireIndex(ShapeBlock shape, int address)
    {
        var hasDuplicates = false;
        for (var place = 1; place < shape.Count; place++)
        {
            var left = shape.IndexEntry(place - 1);
            var right = shape.IndexEntry(place);
            var order = Compare(shape.Name(left), shape.Name(right));
            hasDuplicates |= order == 0;
            if (order > 0 || (order == 0 && left >= right))
            {
                ThrowHelper.InvalidData("an index in the order of the names", $"entries {place - 1} and {place} in another", address);
            }
        }

        return hasDuplicates;
    }

    private static int Compare(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) =>
        left.Length != right.Length ? left.Length.CompareTo(right.Length) : left.SequenceCompareTo(right);

    /// <summary>Few names: each is compared with those before it, if one of them has its fingerprint.</summary>
    private static bool HasDuplicates(ShapeBlock shape)
    {
        for (var ordinal = 1; ordinal < shape.Count; ordinal++)
        {
            for (var before = shape.MayBeDuplicate(ordinal) ? 0 : ordinal; before < ordinal; before++)
            {
                if (shape.Name(before).SequenceEqual(shape.Name(ordinal)))
                {
                    return true;
                }
            }
        }

        return false;
    }
}
