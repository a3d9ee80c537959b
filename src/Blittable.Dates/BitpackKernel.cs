using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Dates;

/// <summary>One field of many packed dates: a shift, a mask and an addition for 16 or 8 of them at a time.</summary>
internal static partial class BitpackKernel
{
    public static void Extract(ReadOnlySpan<long> packed, Span<int> destination, int shift, int mask, int add)
    {
        var done = Vector512.IsHardwareAccelerated && packed.Length >= Vector512<int>.Count ? Extract512(packed, destination, shift, mask, add)
            : Vector128.IsHardwareAccelerated ? Extract256(packed, destination, shift, mask, add)
            : 0;
        ExtractScalar(packed[done..], destination[done..], shift, mask, add);
    }

    /// <summary>Extracts whole vectors and returns how many values they were.</summary>
    internal static int Extract512(ReadOnlySpan<long> packed, Span<int> destination, int shift, int mask, int add)
    {
        ref var from = ref MemoryMarshal.GetReference(packed);
        ref var to = ref MemoryMarshal.GetReference(destination);
        var masks = Vector512.Create(mask);
        var adds = Vector512.Create(add);
        var whole = packed.Length & -Vector512<int>.Count;
        for (nuint i = 0; i < (nuint)whole; i += (nuint)Vector512<int>.Count)
        {
            var low = Vector512.LoadUnsafe(ref from, i) >>> shift;
            var high = Vector512.LoadUnsafe(ref from, i + (nuint)Vector512<long>.Count) >>> shift;
            ((Vector512.Narrow(low, high) & masks) + adds).StoreUnsafe(ref to, i);
        }

        return whole;
    }

    /// <inheritdoc cref="Extract512"/>
    internal static int Extract256(ReadOnlySpan<long> packed, Span<int> destination, int shift, int mask, int add)
    {
        ref var from = ref MemoryMarshal.GetReference(packed);
        ref var to = ref MemoryMarshal.GetReference(destination);
        var masks = Vector256.Create(mask);
        var adds = Vector256.Create(add);
        var whole = packed.Length & -Vector256<int>.Count;
        for (nuint i = 0; i < (nuint)whole; i += (nuint)Vector256<int>.Count)
        {
            var low = Vector256.LoadUnsafe(ref from, i) >>> shift;
            var high = Vector256.LoadUnsafe(ref from, i + (nuint)Vector256<long>.Count) >>> shift;
            ((Vector256Kernel.Narrow(low, high) & masks) + adds).StoreUnsafe(ref to, i);
        }

        return whole;
    }

    internal static void ExtractScalar(ReadOnlySpan<long> packed, Span<int> destination, int shift, int mask, int add)
    {
        for (var i = 0; i < packed.Length; i++)
        {
            destination[i] = ((int)(packed[i] >> shift) & mask) + add;
        }
    }
}
