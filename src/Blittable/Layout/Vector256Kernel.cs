using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Layout;

/// <summary>Provides 256-bit vector operations for processors with 128-bit vectors: those that .NET does not split into halves, or emulates by
/// lane.</summary>
/// <remarks>
/// .NET splits a portable operation on a <see cref="Vector256{T}"/> into two 128-bit operations, and both halves stay in registers. This is sufficient
/// for Arm64. Narrowing is emulated by lane, and some AVX2 operations have no portable equivalent.
/// </remarks>
internal static class Vector256Kernel
{
    /// <summary>Gets a value that indicates whether 256-bit kernels are worthwhile, with AVX2 or in halves.</summary>
    public static bool IsSupported => BitConverter.IsLittleEndian && (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported);

    /// <summary>Narrows lanes to their lower halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<int> Narrow(Vector256<long> lower, Vector256<long> upper) => Vector256.IsHardwareAccelerated
        ? Vector256.Narrow(lower, upper)
        : Vector256.Create(LowerHalves(lower.GetLower(), lower.GetUpper()), LowerHalves(upper.GetLower(), upper.GetUpper()));

    /// <summary>Shuffles bytes within each 128-bit half by index, 0 to 15. The index 128 produces zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> ShuffleHalves(Vector256<byte> bytes, Vector256<byte> places) => Avx2.IsSupported
        ? Avx2.Shuffle(bytes, places)
        : Vector256.Create(Vector128.ShuffleNative(bytes.GetLower(), places.GetLower()), Vector128.ShuffleNative(bytes.GetUpper(), places.GetUpper()));

    /// <summary>Shifts each lane left by its own count, 0 to 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> ShiftLeft(Vector256<ulong> lanes, Vector256<ulong> counts) => Avx2.IsSupported
        ? Avx2.ShiftLeftLogicalVariable(lanes, counts)
        : Vector256.Create(ShiftLeft(lanes.GetLower(), counts.GetLower()), ShiftLeft(lanes.GetUpper(), counts.GetUpper()));

    /// <summary>Shifts each lane right by its own count, 0 to 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> ShiftRight(Vector256<ulong> lanes, Vector256<ulong> counts) => Avx2.IsSupported
        ? Avx2.ShiftRightLogicalVariable(lanes, counts)
        : Vector256.Create(ShiftRight(lanes.GetLower(), counts.GetLower()), ShiftRight(lanes.GetUpper(), counts.GetUpper()));

    /// <summary>Multiplies the lower halves of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Multiply(Vector256<ulong> left, Vector256<ulong> right) => Avx2.IsSupported
        ? Avx2.Multiply(left.AsUInt32(), right.AsUInt32())
        : Vector256.Create(Multiply(left.GetLower(), right.GetLower()), Multiply(left.GetUpper(), right.GetUpper()));

    /// <summary>Combines the first lanes of two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<long> FirstLanes(Vector128<long> left, Vector128<long> right) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipLow(left, right) : Sse2.UnpackLow(left, right);

    /// <summary>Combines the second lanes of two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<long> SecondLanes(Vector128<long> left, Vector128<long> right) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipHigh(left, right) : Sse2.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<int> LowerHalves(Vector128<long> first, Vector128<long> second) => AdvSimd.Arm64.IsSupported
        ? AdvSimd.Arm64.UnzipEven(first.AsInt32(), second.AsInt32())
        : Vector128.Narrow(first, second);

    /// <summary>Shifts each lane left by its own count. SSE2 shifts both lanes by the count in the lower lane, so it shifts twice.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> ShiftLeft(Vector128<ulong> lanes, Vector128<ulong> counts) => AdvSimd.IsSupported
        ? AdvSimd.ShiftLogical(lanes, counts.AsInt64())
        : Join(Sse2.ShiftLeftLogical(lanes, counts), Sse2.ShiftLeftLogical(lanes, Sse2.UnpackHigh(counts, counts)));

    /// <summary>Shifts each lane right by its own count. Arm64 shifts right by negative counts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> ShiftRight(Vector128<ulong> lanes, Vector128<ulong> counts) => AdvSimd.IsSupported
        ? AdvSimd.ShiftLogical(lanes, -counts.AsInt64())
        : Join(Sse2.ShiftRightLogical(lanes, counts), Sse2.ShiftRightLogical(lanes, Sse2.UnpackHigh(counts, counts)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Join(Vector128<ulong> lower, Vector128<ulong> upper) => Sse2.MoveScalar(upper.AsDouble(), lower.AsDouble()).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Multiply(Vector128<ulong> left, Vector128<ulong> right) => AdvSimd.IsSupported
        ? AdvSimd.MultiplyWideningLower(AdvSimd.ExtractNarrowingLower(left), AdvSimd.ExtractNarrowingLower(right))
        : Sse2.Multiply(left.AsUInt32(), right.AsUInt32());
}
