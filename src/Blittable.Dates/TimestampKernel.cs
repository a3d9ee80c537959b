using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Loads, stores and divides the fields of four dates at a time, for the kernels of packed dates. A lane is a date. One vector contains the seconds of
/// each <see cref="Timestamp"/>, another its other fields.</summary>
/// <remarks>
/// A quotient is the product with a reciprocal, shifted right. Factors and dividends have 32 bits, and each reciprocal is exact for the dividends stated at its
/// constant.
/// </remarks>
internal static class TimestampKernel
{
    /// <summary>A million is 2^6 × 15,625. The reciprocal of 15,625 is exact for 26-bit dividends.</summary>
    private const int NanosecondTwos = 6;
    private const int NanosecondShift = 45;
    private const uint NanosecondReciprocal = (uint)((1UL << NanosecondShift) / 15_625) + 1;

    /// <summary>Swaps the second and the third of four lanes.</summary>
    private const byte InnerSwapped = 0b11_01_10_00;

    /// <summary>Loads four dates. A permutation restores the order, because unpacking leaves them as 0, 2, 1, 3.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (Vector256<long> Seconds, Vector256<ulong> Others) Load256(ref long records)
    {
        var lower = Vector256.LoadUnsafe(ref records);
        var upper = Vector256.LoadUnsafe(ref records, (nuint)Vector256<long>.Count);
        if (!Avx2.IsSupported)
        {
            return (
                Vector256.Create(
                    Vector256Kernel.FirstLanes(lower.GetLower(), lower.GetUpper()), Vector256Kernel.FirstLanes(upper.GetLower(), upper.GetUpper())),
                Vector256.Create(
                    Vector256Kernel.SecondLanes(lower.GetLower(), lower.GetUpper()),
                    Vector256Kernel.SecondLanes(upper.GetLower(), upper.GetUpper())).AsUInt64());
        }

        return (Avx2.Permute4x64(Avx2.UnpackLow(lower, upper), InnerSwapped), Avx2.Permute4x64(Avx2.UnpackHigh(lower, upper), InnerSwapped).AsUInt64());
    }

    /// <summary>Stores four dates.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector256<long> seconds, Vector256<long> rest, ref long records)
    {
        if (!Avx2.IsSupported)
        {
            Store(seconds.GetLower(), rest.GetLower(), ref records);
            Store(seconds.GetUpper(), rest.GetUpper(), ref Unsafe.Add(ref records, Vector256<long>.Count));
            return;
        }

        seconds = Avx2.Permute4x64(seconds, InnerSwapped);
        rest = Avx2.Permute4x64(rest, InnerSwapped);
        Avx2.UnpackLow(seconds, rest).StoreUnsafe(ref records);
        Avx2.UnpackHigh(seconds, rest).StoreUnsafe(ref records, (nuint)Vector256<long>.Count);
    }

    /// <summary>Returns a negative number in each lane whose number is not from 0 to the maximum.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<long> OutOfRange(Vector256<long> numbers, long most) => numbers | (Vector256.Create(most) - numbers);

    /// <summary>Computes whole milliseconds from nanoseconds, which may be any 32-bit number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Milliseconds(Vector256<ulong> rest) =>
        Divide((rest & Vector256.Create((ulong)uint.MaxValue)) >>> NanosecondTwos, NanosecondReciprocal, NanosecondShift);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Divide(Vector256<ulong> dividend, uint reciprocal, int shift) => Multiply(dividend, reciprocal) >>> shift;

    /// <summary>Multiplies the lower halves of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Multiply(Vector256<ulong> numbers, uint factor) =>
        Vector256Kernel.Multiply(numbers, Vector256.Create((ulong)factor));

    private static void Store(Vector128<long> seconds, Vector128<long> rest, ref long records)
    {
        Vector256Kernel.FirstLanes(seconds, rest).StoreUnsafe(ref records);
        Vector256Kernel.SecondLanes(seconds, rest).StoreUnsafe(ref records, (nuint)Vector128<long>.Count);
    }
}
