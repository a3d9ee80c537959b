using Blittable.Format;

namespace Blittable.Reading;

/// <summary>The ordinals of an object's properties in the order of their names: by length, bytes, and place.</summary>
internal static class SortedNames
{
    public static int[] Of(in ShapeBlock shape, int count)
    {
        var ends = new int[count];
        var length = 0;
        for (var i = 0; i < count; i++)
        {
            length += shape.Name(i).Length;
            ends[i] = length;
        }

        var names = new byte[length];
        var order = new int[count];
        for (var i = 0; i < count; i++)
        {
            shape.Name(i).CopyTo(names.AsSpan(i == 0 ? 0 : ends[i - 1]));
            order[i] = i;
        }

        NameSorter.Sort(order, names, ends);
        return order;
    }
}
