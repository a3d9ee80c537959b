using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Provides the lengths of leaves: values so small that writing them again costs no more than a reference.</summary>
internal static class Leaf
{
    /// <summary>The length of the longest leaf, including the tag; equal to the length of the longest reference.</summary>
    public const int MaxLength = 5;

    private static readonly byte[] Lengths = MakeLengths();

    private static readonly ulong[] Masks = MakeMasks();

    /// <summary>Returns the length of a value with the specified tag if it is a leaf; otherwise, 0.</summary>
    public static int Length(byte tag) => Lengths[tag];

    /// <summary>Returns the mask of the value's bytes in the eight bytes that start with the specified tag; 0 if the value is not a leaf.</summary>
    public static ulong Mask(byte tag) => Masks[tag];

    private static ulong[] MakeMasks()
    {
        var masks = new ulong[256];
        for (var tag = 0; tag < masks.Length; tag++)
        {
            masks[tag] = (1UL << 8 * Lengths[tag]) - 1;
        }

        return masks;
    }

    private static byte[] MakeLengths()
    {
        var lengths = new byte[256];
        for (var tag = 0; tag <= Tag.SmallIntegerLast; tag++)
        {
            lengths[tag] = 1;
        }

        for (var length = 0; length < MaxLength; length++)
        {
            lengths[Tag.ShortString + length] = (byte)(1 + length);
            lengths[Tag.ShortNumberText + length] = (byte)(1 + length);
        }

        for (var tag = (int)Tag.Null; tag <= Tag.EmptyObject; tag++)
        {
            lengths[tag] = 1;
        }

        for (var size = 0; size < 4; size++)
        {
            lengths[Tag.Integer + size] = lengths[Tag.NegativeInteger + size] = (byte)(2 + size);
            lengths[Tag.ShortDecimal + size] = lengths[Tag.ShortDecimal + 4 + size] = lengths[Tag.ShortDecimal + 8 + size] = (byte)(2 + size);
        }

        lengths[Tag.Float32] = lengths[Tag.NarrowFloat64] = 5;
        for (var size = 0; size < 3; size++)
        {
            lengths[Tag.DictionaryString + size] = (byte)(2 + size);
        }

        return lengths;
    }
}
