using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Collections.Query.Values;

/// <summary>Multiplies two columns row by row.</summary>
internal static class ProductKernel
{
    /// <summary>Multiplies values by the factors in a span of the same length. Integers wrap around.</summary>
    public static void Multiply<T>(Span<T> values, ReadOnlySpan<T> factors)
        where T : unmanaged, IMultiplyOperators<T, T, T>
    {
        factors = factors[..values.Length];
        var i = 0;
        ref var left = ref MemoryMarshal.GetReference(values);
        ref var right = ref MemoryMarshal.GetReference(factors);
        if (Vector512.IsHardwareAccelerated)
        {
            for (; i <= values.Length - Vector512<T>.Count; i += Vector512<T>.Count)
            {
                (Vector512.LoadUnsafe(ref left, (nuint)i) * Vector512.LoadUnsafe(ref right, (nuint)i)).StoreUnsafe(ref left, (nuint)i);
            }
        }
        else if (Vector256.IsHardwareAccelerated || (Vector128.IsHardwareAccelerated && typeof(T) == typeof(double)))
        {
            for (; i <= values.Length - Vector256<T>.Count; i += Vector256<T>.Count)
            {
                (Vector256.LoadUnsafe(ref left, (nuint)i) * Vector256.LoadUnsafe(ref right, (nuint)i)).StoreUnsafe(ref left, (nuint)i);
            }
        }

        MultiplyScalar(values[i..], factors[i..]);
    }

    /// <summary>Multiplies integers by a factor.</summary>
    public static void Multiply(Span<long> values, long factor)
    {
        var i = 0;
        ref var first = ref MemoryMarshal.GetReference(values);
        if (Vector512.IsHardwareAccelerated)
        {
            for (; i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
            {
                (Vector512.LoadUnsafe(ref first, (nuint)i) * factor).StoreUnsafe(ref first, (nuint)i);
            }
        }

        foreach (ref var value in values[i..])
        {
            value *= factor;
        }
    }

    internal static void MultiplyScalar<T>(Span<T> values, ReadOnlySpan<T> factors)
        where T : unmanaged, IMultiplyOperators<T, T, T>
    {
        for (var i = 0; i < values.Length; i++)
        {
            values[i] *= factors[i];
        }
    }
}
