using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Writing;

/// <summary>Computes the offsets of numbers from the base of their column.</summary>
internal static class OffsetKernel
{
    /// <summary>Subtracts a base from each value.</summary>
    public static void Subtract(Span<long> values, long origin)
    {
        var i = 0;
        ref var value = ref MemoryMarshal.GetReference(values);
        for (; Vector512.IsHardwareAccelerated && i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            (Vector512.LoadUnsafe(ref value, (nuint)i) - Vector512.Create(origin)).StoreUnsafe(ref value, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] -= origin;
        }
    }

    /// <summary>Subtracts a base from each value, and stores the offset of a second value from its own base in the upper bits.</summary>
    /// <param name="values">The lower values, replaced by the results.</param>
    /// <param name="origin">The base of the lower values.</param>
    /// <param name="others">The upper values, at least as many.</param>
    /// <param name="otherOrigin">The base of the upper values.</param>
    /// <param name="width">The bit width of a lower offset, less than 64.</param>
    public static void Join(Span<long> values, long origin, ReadOnlySpan<long> others, long otherOrigin, int width)
    {
        var i = 0;
        ref var value = ref MemoryMarshal.GetReference(values);
        ref var other = ref MemoryMarshal.GetReference(others[..values.Length]);
        for (; Vector512.IsHardwareAccelerated && i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var upper = Vector512.LoadUnsafe(ref other, (nuint)i) - Vector512.Create(otherOrigin);
            var lower = Vector512.LoadUnsafe(ref value, (nuint)i) - Vector512.Create(origin);
            (lower | upper << width).StoreUnsafe(ref value, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] = (values[i] - origin) | (others[i] - otherOrigin) << width;
        }
    }
}
