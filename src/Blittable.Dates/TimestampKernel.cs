using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Format;

namespace Blittable.Dates;

/// <summary>
/// Dates side by side: what the kernels of packed dates share. A lane is a date; one vector has the seconds of each
/// <see cref="Timestamp"/>, another its other fields.
/// </summary>
/// <remarks>
/// Quotients are products with a reciprocal, of which the low bits are shifted out. Factors and dividends have 32 bits, and each reciprocal
/// is exact for the dividends that its constant names.
/// </remarks>
internal static class TimestampKernel
{
    /// <summary>A million is 2^6 × 15,625; of the latter the reciprocal is exact for 26 bits.</summary>
    private const int NanosecondTwos = 6;
    private const int NanosecondShift = 45;
    private const uint NanosecondReciprocal = (uint)((1UL << NanosecondShift) / 15_625) + 1;

    /// <summary>Swaps the second and the third of four.</summary>
    private const byte InnerSwapped = 0b11_01_10_00;

    public static bool Has512 => BitConverter.IsLittleEndian && Avx512F.IsSupported && Vector512.IsHardwareAccelerated;

    /// <summary>Loads eight dates.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (Vector512<long> Seconds, Vector512<ulong> Others) Load512(ref long records)
    {
        var lower = Vector512.LoadUnsafe(ref records);
        var upper = Vector512.LoadUnsafe(ref records, (nuint)Vector512<long>.Count);
        return (Avx512F.PermuteVar8x64x2(lower, Vector512.Create(0L, 2, 4, 6, 8, 10, 12, 14), upper),
            Avx512F.PermuteVar8x64x2(lower, Vector512.Create(1L, 3, 5, 7, 9, 11, 13, 15), upper).AsUInt64());
    }

    /// <summary>Loads four dates, which unpacking leaves in the order 0, 2, 1, 3.</summary>
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

    /// <summary>Stores as many dates as there are lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<long> seconds, Vector512<long> rest, ref long records)
    {
        Avx512F.PermuteVar8x64x2(seconds, Vector512.Create(0L, 8, 1, 9, 2, 10, 3, 11), rest).StoreUnsafe(ref records);
        Avx512F.PermuteVar8x64x2(seconds, Vector512.Create(4L, 12, 5, 13, 6, 14, 7, 15), rest).StoreUnsafe(ref records, (nuint)Vector512<long>.Count);
    }

    /// <inheritdoc cref="Store(Vector512{long}, Vector512{long}, ref long)"/>
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

    /// <summary>Negative in each lane whose number is not from 0 to the most.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<long> OutOfRange(Vector512<long> numbers, long most) => numbers | (Vector512.Create(most) - numbers);

    /// <summary>Whole milliseconds of nanoseconds, which may be any 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Milliseconds(Vector512<ulong> rest) =>
        Divide((rest & Vector512.Create((ulong)uint.MaxValue)) >>> NanosecondTwos, NanosecondReciprocal, NanosecondShift);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Divide(Vector512<ulong> dividend, uint reciprocal, int shift) => Multiply(dividend, reciprocal) >>> shift;

    /// <summary>Products of the lanes' lower halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Multiply(Vector512<ulong> numbers, uint factor) =>
        Avx512F.Multiply(numbers.AsUInt32(), Vector512.Create((ulong)factor).AsUInt32());

    /// <summary>Negative in each lane whose number is not from 0 to the most.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<long> OutOfRange(Vector256<long> numbers, long most) => numbers | (Vector256.Create(most) - numbers);

    /// <summary>Whole milliseconds of nanoseconds, which may be any 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Milliseconds(Vector256<ulong> rest) =>
        Divide((rest & Vector256.Create((ulong)uint.MaxValue)) >>> NanosecondTwos, NanosecondReciprocal, NanosecondShift);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Divide(Vector256<ulong> dividend, uint reciprocal, int shift) => Multiply(dividend, reciprocal) >>> shift;

    /// <summary>Products of the lanes' lower halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Multiply(Vector256<ulong> numbers, uint factor) =>
        Vector256Kernel.Multiply(numbers, Vector256.Create((ulong)factor));

    private static void Store(Vector128<long> seconds, Vector128<long> rest, ref long records)
    {
        Vector256Kernel.FirstLanes(seconds, rest).StoreUnsafe(ref records);
        Vector256Kernel.SecondLanes(seconds, rest).StoreUnsafe(ref records, (nuint)Vector128<long>.Count);
    }
}
