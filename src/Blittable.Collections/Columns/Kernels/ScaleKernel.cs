using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Converts multiples of a power of ten to floating-point numbers: one exact conversion and one correctly rounded division each.</summary>
internal static class ScaleKernel
{
    /// <summary>Divides each count by a power. Both spans may share memory.</summary>
    public static void ToDoubles(ReadOnlySpan<long> counts, double power, Span<double> values)
    {
        var i = 0;
        ref var source = ref MemoryMarshal.GetReference(counts);
        ref var target = ref MemoryMarshal.GetReference(values);
        if (Vector512.IsHardwareAccelerated)
        {
            for (; i <= counts.Length - Vector512<long>.Count; i += Vector512<long>.Count)
            {
                (Vector512.ConvertToDouble(Vector512.LoadUnsafe(ref source, (nuint)i)) / Vector512.Create(power)).StoreUnsafe(ref target, (nuint)i);
            }
        }
        else if (Vector128.IsHardwareAccelerated)
        {
            for (; i <= counts.Length - Vector256<long>.Count; i += Vector256<long>.Count)
            {
                (Vector256.ConvertToDouble(Vector256.LoadUnsafe(ref source, (nuint)i)) / Vector256.Create(power)).StoreUnsafe(ref target, (nuint)i);
            }
        }

        for (; i < counts.Length; i++)
        {
            values[i] = counts[i] / power;
        }
    }
}
