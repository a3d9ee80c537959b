using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace Blittable.Text;

/// <summary>Extracts one bit for each byte of several 128-bit vectors whose bytes have all bits set or none, as comparisons produce them.</summary>
/// <remarks>
/// x86 has an instruction that extracts the top bits of a vector. Arm has none: each byte is masked with the bit of its position, and pairwise additions
/// combine eight bytes. This takes four steps for 64 bytes as well as for 16, so callers should request the bits of several vectors together.
/// See simdjson (Langdale and Lemire, Parsing Gigabytes of JSON per Second, VLDB Journal 28, 2019).
/// </remarks>
internal static class ByteMaskKernel
{
    /// <summary>Returns the bits of 64 bytes, with the first byte lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Of(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third, Vector128<byte> fourth)
    {
        if (AdvSimd.Arm64.IsSupported)
        {
            var places = Vector128.Create(0x8040201008040201).AsByte();
            var lower = AdvSimd.Arm64.AddPairwise(first & places, second & places);
            var sums = AdvSimd.Arm64.AddPairwise(lower, AdvSimd.Arm64.AddPairwise(third & places, fourth & places));
            return AdvSimd.Arm64.AddPairwise(sums, sums).AsUInt64().ToScalar();
        }

        return Of(first, second) | (ulong)Of(third, fourth) << (2 * Vector128<byte>.Count);
    }

    /// <summary>Returns the bits of 64 bytes in two 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Of(Vector256<byte> first, Vector256<byte> second) => Vector256.IsHardwareAccelerated
        ? first.ExtractMostSignificantBits() | (ulong)second.ExtractMostSignificantBits() << Vector256<byte>.Count
        : Of(first.GetLower(), first.GetUpper(), second.GetLower(), second.GetUpper());

    /// <summary>Returns the bits of 32 bytes in one vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector256<byte> bytes) =>
        Vector256.IsHardwareAccelerated ? bytes.ExtractMostSignificantBits() : Of(bytes.GetLower(), bytes.GetUpper());

    /// <summary>Returns the bits of 32 bytes in two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector128<byte> first, Vector128<byte> second)
    {
        if (AdvSimd.Arm64.IsSupported)
        {
            var places = Vector128.Create(0x8040201008040201).AsByte();
            var sums = AdvSimd.Arm64.AddPairwise(first & places, second & places);
            sums = AdvSimd.Arm64.AddPairwise(sums, sums);
            return AdvSimd.Arm64.AddPairwise(sums, sums).AsUInt32().ToScalar();
        }

        return first.ExtractMostSignificantBits() | second.ExtractMostSignificantBits() << Vector128<byte>.Count;
    }

    /// <summary>Returns the index of the first byte with all bits set, or 16 if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FirstOf(Vector128<byte> bytes)
    {
        if (AdvSimd.IsSupported)
        {
            // Four bits remain of each byte. If no bit is set, there are 64 trailing zeros.
            var halves = AdvSimd.ShiftRightLogicalNarrowingLower(bytes.AsUInt16(), 4).AsUInt64().ToScalar();
            return BitOperations.TrailingZeroCount(halves) >> 2;
        }

        return BitOperations.TrailingZeroCount(bytes.ExtractMostSignificantBits() | 1u << Vector128<byte>.Count);
    }
}
