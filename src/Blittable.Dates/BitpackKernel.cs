using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Extracts one field of many packed dates, eight at a time, with a shift, a mask and an addition.</summary>
internal static partial class BitpackKernel
{
    public static void Extract(ReadOnlySpan<long> packed, Span<int> destination, int shift, int mask, int add)
    {
        var done = Vector128.IsHardwareAccelerated ? ExtractVectors(packed, destination, shift, mask, add) : 0;
        ExtractScalar(packed[done..], destination[done..], shift, mask, add);
    }

    /// <summary>Extracts the field from whole vectors of dates. Returns the number of dates.</summary>
    internal static int ExtractVectors(ReadOnlySpan<long> packed, Span<int> destination, int shift, int mask, int add)
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
