using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Columns;

/// <summary>Restores values from packed deltas, which are relative to the smallest delta.</summary>
internal readonly struct DeltaStep : IUnpackStep
{
    public static ulong Apply(ulong packed, ulong addend, ulong carry) => carry + addend + packed;

    /// <summary>Computes a running sum in two steps: within pairs, then by adding the total of the lower pair to the upper one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Scan(Vector256<ulong> packed, Vector256<ulong> addend)
    {
        var sum = packed + addend;
        if (!Vector256.IsHardwareAccelerated)
        {
            var lower = Scan(sum.GetLower());
            return Vector256.Create(lower, Scan(sum.GetUpper()) + UpperLane(lower));
        }

        sum += Vector256.Shuffle(sum, Vector256.Create(4UL, 0, 4, 2));
        return sum + Vector256.Shuffle(sum, Vector256.Create(4UL, 4, 1, 1));
    }

    /// <summary>Computes a running sum in three steps that shift in zeros from below.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Scan(Vector512<ulong> packed, Vector512<ulong> addend)
    {
        var zero = Vector512<ulong>.Zero;
        var sum = packed + addend;
        sum += Avx512F.AlignRight64(sum, zero, 7);
        sum += Avx512F.AlignRight64(sum, zero, 6);
        return sum + Avx512F.AlignRight64(sum, zero, 4);
    }

    public static Vector256<ulong> Add(Vector256<ulong> scanned, Vector256<ulong> carry) => scanned + carry;

    public static Vector512<ulong> Add(Vector512<ulong> scanned, Vector512<ulong> carry) => scanned + carry;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Advance(Vector256<ulong> carry, Vector256<ulong> scanned) =>
        carry + (Vector256.IsHardwareAccelerated
            ? Vector256.Shuffle(scanned, Vector256.Create(3UL, 3, 3, 3))
            : Vector256.Create(UpperLane(scanned.GetUpper())));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Advance(Vector512<ulong> carry, Vector512<ulong> scanned) => carry + Avx512F.PermuteVar8x64(scanned, Vector512.Create(7UL));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Scan(Vector128<ulong> pair) => pair + (AdvSimd.IsSupported
        ? AdvSimd.ExtractVector128(Vector128<ulong>.Zero, pair, 1)
        : Sse2.ShiftLeftLogical128BitLane(pair, sizeof(ulong)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> UpperLane(Vector128<ulong> pair) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.DuplicateSelectedScalarToVector128(pair, 1) : Sse2.UnpackHigh(pair, pair);
}
