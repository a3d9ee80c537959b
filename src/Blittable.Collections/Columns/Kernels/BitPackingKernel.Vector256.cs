using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Unpacking of four values at a time, for processors whose byte shuffle is limited to 16-byte lanes. Each pair of values is loaded from its
/// start.</content>
internal static partial class BitPackingKernel
{
    /// <summary>For each width and each pair of a group, the shuffle of its bytes, relative to the first byte of the pair.</summary>
    private static readonly byte[] PairShuffles = BuildPairShuffles();

    /// <summary>Determines whether values of a width span at most 8 bytes at any bit offset.</summary>
    private static bool IsInEightBytes(int width) => width is <= WidestInEightBytes or 58 or 60 or 64;

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

        // A shift count of 64 yields zero, so width 0 needs no special case.
        var right = Vector256.Create((ulong)(64 - width));
        var step = Vector256.Create(addend);
        var carry = Vector256.Create(previous);
        nint i = 0;
        nint count = destination.Length;

        // Avoid calls in the loop: they would spill registers.
        for (; i <= count - Group; i += Group)
        {
            var low = TStep.Scan(Lanes(Pairs(ref source, ref Unsafe.AddByteOffset(ref source, second)), shuffleLow, leftLow, right), step);
            var high = TStep.Scan(
                Lanes(Pairs(ref Unsafe.AddByteOffset(ref source, third), ref Unsafe.AddByteOffset(ref source, fourth)), shuffleHigh, leftHigh, right), step);
            var middle = TStep.Advance(carry, low);
            TStep.Add(low, carry).StoreUnsafe(ref output, (nuint)i);
            TStep.Add(high, middle).StoreUnsafe(ref output, (nuint)(i + 4));
            carry = TStep.Advance(middle, high);
            source = ref Unsafe.AddByteOffset(ref source, width);
        }

        if (i < count)
        {
            var low = TStep.Scan(Lanes(Pairs(ref source, ref Unsafe.AddByteOffset(ref source, second)), shuffleLow, leftLow, right), step);
            var high = TStep.Scan(
                Lanes(Pairs(ref Unsafe.AddByteOffset(ref source, third), ref Unsafe.AddByteOffset(ref source, fourth)), shuffleHigh, leftHigh, right), step);
            StorePart(TStep.Add(low, carry), TStep.Add(high, TStep.Advance(carry, low)), destination[(int)i..]);
        }

        return destination[^1];
    }

    private static void StorePart(Vector256<ulong> low, Vector256<ulong> high, Span<ulong> destination)
    {
        Span<ulong> all = stackalloc ulong[Group];
        low.CopyTo(all);
        high.CopyTo(all[Vector256<ulong>.Count..]);
        all[..destination.Length].CopyTo(destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Pairs(ref byte first, ref byte second) =>
        Vector256.Create(Vector128.LoadUnsafe(ref first), Vector128.LoadUnsafe(ref second));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Lanes(Vector256<byte> pairs, Vector256<byte> shuffle, Vector256<ulong> left, Vector256<ulong> right) =>
        Vector256Kernel.ShiftRight(Vector256Kernel.ShiftLeft(Vector256Kernel.ShuffleHalves(pairs, shuffle).AsUInt64(), left), right);

    private static byte[] BuildPairShuffles()
    {
        var all = new byte[65 * 64];
        for (var width = 0; width <= 64; width++)
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
