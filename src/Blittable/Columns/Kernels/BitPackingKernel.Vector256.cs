using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Columns;

/// <summary>Four values at a time, for processors whose byte shuffle stays within 16 bytes: each pair of values is loaded from where it starts.</summary>
internal static partial class BitPackingKernel
{
    /// <summary>For each width up to 57 and each pair of a group: where its bytes go, counted from the byte that the pair starts in.</summary>
    private static readonly byte[] PairShuffles = BuildPairShuffles();

    internal static ulong UnpackVector256<TStep>(ref byte source, int width, ulong addend, ulong previous, Span<ulong> destination)
        where TStep : IUnpackStep
    {
        ref var output = ref MemoryMarshal.GetReference(destination);
        ref var shuffles = ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(PairShuffles), (nint)width * 64);
        var shuffleLow = Vector256.LoadUnsafe(ref shuffles);
        var shuffleHigh = Vector256.LoadUnsafe(ref shuffles, 32);
        ref var shifts = ref MemoryMarshal.GetArrayDataReference(AllShifts[width]);
        var leftLow = Vector256.LoadUnsafe(ref shifts);
        var leftHigh = Vector256.LoadUnsafe(ref shifts, 4);
        nint second = (2 * width) >> 3, third = (4 * width) >> 3, fourth = (6 * width) >> 3;
        var keep = width == 0 ? Vector256<ulong>.Zero : Vector256<ulong>.AllBitsSet;
        var right = 64 - Math.Max(width, 1);
        var step = Vector256.Create(addend);
        var carry = Vector256.Create(previous);
        nint offset = 0;
        Span<ulong> part = stackalloc ulong[Group];
        for (var i = 0; i < destination.Length; i += Group, offset += width)
        {
            ref var group = ref Unsafe.AddByteOffset(ref source, offset);
            var low = Pairs(ref group, ref Unsafe.AddByteOffset(ref group, second), shuffleLow);
            var high = Pairs(ref Unsafe.AddByteOffset(ref group, third), ref Unsafe.AddByteOffset(ref group, fourth), shuffleHigh);
            low = TStep.Scan((ShiftLeft(low, leftLow) >>> right) & keep, step);
            high = TStep.Scan((ShiftLeft(high, leftHigh) >>> right) & keep, step);
            var middle = TStep.Advance(carry, low);
            low = TStep.Add(low, carry);
            carry = TStep.Advance(middle, high);
            high = TStep.Add(high, middle);
            if (i <= destination.Length - Group)
            {
                low.StoreUnsafe(ref output, (nuint)i);
                high.StoreUnsafe(ref output, (nuint)i + 4);
            }
            else
            {
                low.CopyTo(part);
                high.CopyTo(part[4..]);
                part[..(destination.Length - i)].CopyTo(destination[i..]);
            }
        }

        return destination[^1];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Pairs(ref byte first, ref byte second, Vector256<byte> shuffle)
    {
        var bytes = Vector256.Create(Vector128.LoadUnsafe(ref first), Vector128.LoadUnsafe(ref second));
        return (Avx2.IsSupported
            ? Avx2.Shuffle(bytes, shuffle)
            : Vector256.Create(Vector128.Shuffle(bytes.GetLower(), shuffle.GetLower()), Vector128.Shuffle(bytes.GetUpper(), shuffle.GetUpper()))).AsUInt64();
    }

    /// <summary>Each lane by a count of its own, 0 to 7.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> ShiftLeft(Vector256<ulong> values, Vector256<ulong> counts) =>
        Avx2.IsSupported
            ? Avx2.ShiftLeftLogicalVariable(values, counts)
            : Vector256.Create(values[0] << (int)counts[0], values[1] << (int)counts[1], values[2] << (int)counts[2], values[3] << (int)counts[3]);

    private static byte[] BuildPairShuffles()
    {
        var all = new byte[(WidestInEightBytes + 1) * 64];
        for (var width = 0; width <= WidestInEightBytes; width++)
        {
            for (var position = 0; position < 64; position++)
            {
                var (value, place) = Math.DivRem(position, 8);
                var pairStart = ((value & ~1) * width) >> 3;
                all[(width * 64) + position] = (byte)(((value * width) >> 3) - pairStart + 7 - place);
            }
        }

        return all;
    }
}
