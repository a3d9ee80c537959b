using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace Blittable.Strings;

/// <summary>A bit for each byte of several vectors of 128 bits, whose bytes have all bits or none, as comparisons give them.</summary>
/// <remarks>
/// x86 has an instruction that takes the highest bits of a vector. Arm has none: there each byte keeps the bit of its place, and additions of neighbours
/// bring eight bytes together. That is four steps for 64 bytes as for 16, so whoever needs more than one vector's bits should ask for them together.
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
}
