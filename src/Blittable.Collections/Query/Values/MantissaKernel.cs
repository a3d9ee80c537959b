using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Collections.Query.Values;

/// <summary>Adds and subtracts integers row by row, and computes absolute values. Integers wrap around.</summary>
internal static class MantissaKernel
{
    /// <summary>Adds the integers of a span of the same length.</summary>
    public static void Add(Span<long> values, ReadOnlySpan<long> others)
    {
        others = others[..values.Length];
        var i = 0;
        ref var left = ref MemoryMarshal.GetReference(values);
        ref var right = ref MemoryMarshal.GetReference(others);
        for (; Vector128.IsHardwareAccelerated && i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            (Vector256.LoadUnsafe(ref left, (nuint)i) + Vector256.LoadUnsafe(ref right, (nuint)i)).StoreUnsafe(ref left, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] += others[i];
        }
    }

    /// <summary>Subtracts the integers of a span of the same length.</summary>
    public static void Subtract(Span<long> values, ReadOnlySpan<long> others)
    {
        others = others[..values.Length];
        var i = 0;
        ref var left = ref MemoryMarshal.GetReference(values);
        ref var right = ref MemoryMarshal.GetReference(others);
        for (; Vector128.IsHardwareAccelerated && i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            (Vector256.LoadUnsafe(ref left, (nuint)i) - Vector256.LoadUnsafe(ref right, (nuint)i)).StoreUnsafe(ref left, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] -= others[i];
        }
    }

    /// <summary>Computes absolute values. The absolute value of the smallest integer is that integer.</summary>
    public static void Abs(Span<long> values)
    {
        var i = 0;
        ref var first = ref MemoryMarshal.GetReference(values);
        for (; Vector128.IsHardwareAccelerated && i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            Vector256.Abs(Vector256.LoadUnsafe(ref first, (nuint)i)).StoreUnsafe(ref first, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] = values[i] < 0 ? -values[i] : values[i];
        }
    }
}
