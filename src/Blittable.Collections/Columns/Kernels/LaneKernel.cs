using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Converts values to 64-bit lanes and back, vectorized for types that allow it.</summary>
internal static class LaneKernel
{
    /// <summary>Converts values to lanes.</summary>
    public static void Widen<T>(ReadOnlySpan<T> values, Span<long> lanes)
        where T : unmanaged
    {
        Debug.Assert(lanes.Length >= values.Length, "Each value requires a lane.");
        var i = 0;
        ref var target = ref MemoryMarshal.GetReference(lanes);
        if (typeof(T) == typeof(int) && Vector128.IsHardwareAccelerated)
        {
            ref var source = ref Unsafe.As<T, int>(ref MemoryMarshal.GetReference(values));
            for (; i <= values.Length - Vector256<int>.Count; i += Vector256<int>.Count)
            {
                var (low, high) = Vector256.Widen(Vector256.LoadUnsafe(ref source, (nuint)i));
                low.StoreUnsafe(ref target, (nuint)i);
                high.StoreUnsafe(ref target, (nuint)i + 4);
            }
        }
        else if (typeof(T) == typeof(float) && Vector128.IsHardwareAccelerated)
        {
            ref var source = ref Unsafe.As<T, uint>(ref MemoryMarshal.GetReference(values));
            for (; i <= values.Length - Vector256<uint>.Count; i += Vector256<uint>.Count)
            {
                var (low, high) = Vector256.Widen(Vector256.LoadUnsafe(ref source, (nuint)i));
                low.AsInt64().StoreUnsafe(ref target, (nuint)i);
                high.AsInt64().StoreUnsafe(ref target, (nuint)i + 4);
            }
        }
        else if (typeof(T) == typeof(ulong) && Vector128.IsHardwareAccelerated)
        {
            ref var source = ref Unsafe.As<T, long>(ref MemoryMarshal.GetReference(values));
            i = FlipSigns(ref source, ref target, values.Length);
        }

        for (; i < values.Length; i++)
        {
            lanes[i] = Lanes<T>.From(values[i]);
        }
    }

    /// <summary>Converts lanes to values. Both spans may share memory if values have 8 bytes.</summary>
    public static void Narrow<T>(ReadOnlySpan<long> lanes, Span<T> values)
        where T : unmanaged
    {
        Debug.Assert(values.Length >= lanes.Length, "Each lane requires a value.");
        var i = 0;
        ref var source = ref MemoryMarshal.GetReference(lanes);
        if ((typeof(T) == typeof(int) || typeof(T) == typeof(float)) && Vector128.IsHardwareAccelerated)
        {
            ref var target = ref Unsafe.As<T, int>(ref MemoryMarshal.GetReference(values));
            for (; i <= lanes.Length - Vector256<int>.Count; i += Vector256<int>.Count)
            {
                Vector256Kernel.Narrow(Vector256.LoadUnsafe(ref source, (nuint)i), Vector256.LoadUnsafe(ref source, (nuint)i + 4))
                    .StoreUnsafe(ref target, (nuint)i);
            }
        }
        else if (typeof(T) == typeof(ulong) && Vector128.IsHardwareAccelerated)
        {
            ref var target = ref Unsafe.As<T, long>(ref MemoryMarshal.GetReference(values));
            i = FlipSigns(ref source, ref target, lanes.Length);
        }
        else if (typeof(T) == typeof(bool) && Avx512F.IsSupported)
        {
            ref var target = ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values));
            for (; i <= lanes.Length - Vector512<long>.Count; i += Vector512<long>.Count)
            {
                var ones = ~Vector512.Equals(Vector512.LoadUnsafe(ref source, (nuint)i), Vector512<long>.Zero) & Vector512<long>.One;
                Avx512F.ConvertToVector128Byte(ones).GetLower().StoreUnsafe(ref target, (nuint)i);
            }
        }

        for (; i < lanes.Length; i++)
        {
            values[i] = Lanes<T>.To(lanes[i]);
        }
    }

    private static int FlipSigns(ref long source, ref long target, int count)
    {
        var i = 0;
        for (; i <= count - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            (Vector256.LoadUnsafe(ref source, (nuint)i) ^ Vector256.Create(long.MinValue)).StoreUnsafe(ref target, (nuint)i);
        }

        return i;
    }

    /// <summary>Adds upper bits to the lower bits of values.</summary>
    public static void Join(ReadOnlySpan<long> upper, int lowerBits, Span<long> lower)
    {
        Debug.Assert(lower.Length >= upper.Length && lowerBits is >= 0 and < 64, "Each upper part requires a lower part.");
        var i = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            for (; i <= upper.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                var joined = Vector256.Create<long>(lower[i..]) | (Vector256.Create(upper[i..]) << lowerBits);
                joined.CopyTo(lower[i..]);
            }
        }

        for (; i < upper.Length; i++)
        {
            lower[i] |= upper[i] << lowerBits;
        }
    }
}
