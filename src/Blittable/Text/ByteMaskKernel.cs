using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace Blittable.Text;

/// <summary>A bit for each byte of several vectors of 128 bits, whose bytes have all bits or none, as comparisons give them.</summary>
/// <remarks>
/// x86 has an instruction that takes the highest bits of a vector. Arm has none: there each byte keeps the bit of its place, and additions of neighbours
/// bring eight bytes together. That is four steps for 64 bytes as for 16, so callers that need the bits of several vectors should request them together.
/// As in simdjson (Langdale and Lemire, Parsing Gigabytes of JSON per Second, VLDB Journal 28, 2019).
/// </remarks>
internal static class ByteMaskKernel
{
    /// <summary>The bits of 64 bytes, that of the first one lowest.</summary>
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

    /// <summary>The bits of 64 bytes in two vectors of 256 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Of(Vector256<byte> first, Vector256<byte> second) => Vector256.IsHardwareAccelerated
        ? first.ExtractMostSignificantBits() | (ulong)second.ExtractMostSignificantBits() << Vector256<byte>.Count
        : Of(first.GetLower(), first.GetUpper(), second.GetLower(), second.GetUpper());

    /// <summary>The bits of 32 bytes in one vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector256<byte> bytes) =>
        Vector256.IsHardwareAccelerated ? bytes.ExtractMostSignificantBits() : Of(bytes.GetLower(), bytes.GetUpper());

    /// <summary>The bits of 32 bytes.</summary>
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

    /// <summary>The first of 16 bytes that is set; 16 if none is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FirstOf(Vector128<byte> bytes)
    {
        if (AdvSimd.IsSupported)
        {
            // Half of each byte is left. No bit at all counts as 64 zeros.
            var halves = AdvSimd.ShiftRightLogicalNarrowingLower(bytes.AsUInt16(), 4).AsUInt64().ToScalar();
            return BitOperations.TrailingZeroCount(halves) >> 2;
        }

        return BitOperations.TrailingZeroCount(bytes.ExtractMostSignificantBits() | 1u << Vector128<byte>.Count);
    }
}
