using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Layout;

/// <summary>Vectors of 256 bits where the processor has 128: what .NET does not make of two halves by itself, or makes lane by lane.</summary>
/// <remarks>
/// Of a portable operation on a <see cref="Vector256{T}"/> .NET makes two of 128 bits, which is all that Arm64 needs, and both halves stay in registers.
/// Narrowing goes lane by lane there, and what AVX2 has no portable name for is here by the name of what it does.
/// </remarks>
internal static class Vector256Kernel
{
    /// <summary>Gets a value that indicates whether kernels of 256 bits are worth it: with AVX2, or in halves.</summary>
    public static bool IsSupported => BitConverter.IsLittleEndian && (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported);

    /// <summary>The lower halves of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<int> Narrow(Vector256<long> lower, Vector256<long> upper) => Vector256.IsHardwareAccelerated
        ? Vector256.Narrow(lower, upper)
        : Vector256.Create(LowerHalves(lower.GetLower(), lower.GetUpper()), LowerHalves(upper.GetLower(), upper.GetUpper()));

    /// <summary>Bytes of the same half by their place, 0 to 15; 128 gives a zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> ShuffleHalves(Vector256<byte> bytes, Vector256<byte> places) => Avx2.IsSupported
        ? Avx2.Shuffle(bytes, places)
        : Vector256.Create(Vector128.ShuffleNative(bytes.GetLower(), places.GetLower()), Vector128.ShuffleNative(bytes.GetUpper(), places.GetUpper()));

    /// <summary>Each lane shifted by a count of its own, 0 to 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> ShiftLeft(Vector256<ulong> lanes, Vector256<ulong> counts) => Avx2.IsSupported
        ? Avx2.ShiftLeftLogicalVariable(lanes, counts)
        : Vector256.Create(ShiftLeft(lanes.GetLower(), counts.GetLower()), ShiftLeft(lanes.GetUpper(), counts.GetUpper()));

    /// <summary>Each lane shifted by a count of its own, 0 to 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> ShiftRight(Vector256<ulong> lanes, Vector256<ulong> counts) => Avx2.IsSupported
        ? Avx2.ShiftRightLogicalVariable(lanes, counts)
        : Vector256.Create(ShiftRight(lanes.GetLower(), counts.GetLower()), ShiftRight(lanes.GetUpper(), counts.GetUpper()));

    /// <summary>Products of the lower halves of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Multiply(Vector256<ulong> left, Vector256<ulong> right) => Avx2.IsSupported
        ? Avx2.Multiply(left.AsUInt32(), right.AsUInt32())
        : Vector256.Create(Multiply(left.GetLower(), right.GetLower()), Multiply(left.GetUpper(), right.GetUpper()));

    /// <summary>The first lane of either vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<long> FirstLanes(Vector128<long> left, Vector128<long> right) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipLow(left, right) : Sse2.UnpackLow(left, right);

    /// <summary>The second lane of either vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<long> SecondLanes(Vector128<long> left, Vector128<long> right) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipHigh(left, right) : Sse2.UnpackHigh(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<int> LowerHalves(Vector128<long> first, Vector128<long> second) => AdvSimd.Arm64.IsSupported
        ? AdvSimd.Arm64.UnzipEven(first.AsInt32(), second.AsInt32())
        : Vector128.Narrow(first, second);

    /// <summary>SSE2 shifts both lanes by the lower one's count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> ShiftLeft(Vector128<ulong> lanes, Vector128<ulong> counts) => AdvSimd.IsSupported
        ? AdvSimd.ShiftLogical(lanes, counts.AsInt64())
        : Join(Sse2.ShiftLeftLogical(lanes, counts), Sse2.ShiftLeftLogical(lanes, Sse2.UnpackHigh(counts, counts)));

    /// <summary>Arm64 shifts to the right by what is negative.</summary>
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
