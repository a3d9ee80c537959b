using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Sorts the ordinals of an object's properties by the length, the bytes and the position of their names.</summary>
internal static class SortedNames
{
    public static int[] Of(in ShapeBlock shape, int count)
    {
        var names = new byte[count][];
        var order = new int[count];
        for (var i = 0; i < count; i++)
        {
            names[i] = shape.Name(i).ToArray();
            order[i] = i;
        }

        Array.Sort(order, (left, right) =>
        {
            var difference = Compare(names[left], names[right]);
            return difference != 0 ? difference : left.CompareTo(right);
        });
        return order;
    }

    /// <summary>Compares names by length, then by their bytes.</summary>
    public static int Compare(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) =>
        left.Length != right.Length ? left.Length.CompareTo(right.Length) : left.SequenceCompareTo(right);
}
