using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Packing for processors whose byte shuffle is limited to 16-byte lanes.</content>
internal static partial class BitPackingKernel
{
    /// <summary>The greatest width at which eight values fit in a word.</summary>
    private const int WidestSum256 = 8;

    private const int PairTableLength = 192;

    /// <summary>For each width, three tables of four pairs. For each packed byte of a pair, the tables select a byte of its first value, a byte of its second
    /// value, and the byte of the previous pair that shares the first packed byte. The index 128 selects no byte.</summary>
    private static readonly byte[] PairTables = BuildPairTables();

    /// <summary>Packs whole groups with widths whose values span at most 8 bytes. Each lane is shifted to the bit offset of its value. The two values of a pair
    /// are combined, and the byte shared with the previous pair is merged in. The 16 bytes of a pair can then be stored over the end of the previous
    /// pair.</summary>
    /// <returns>The number of values packed.</returns>
    internal static int PackVector256<TStep>(ref ulong values, int count, int width, ulong subtrahend, Span<byte> destination)
        where TStep : IPackStep
    {
        ref var tables = ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(PairTables), (nint)width * PairTableLength);
        var evenLow = Vector256.LoadUnsafe(ref tables);
        var evenHigh = Vector256.LoadUnsafe(ref tables, 32);
        var oddLow = Vector256.LoadUnsafe(ref tables, 64);
        var oddHigh = Vector256.LoadUnsafe(ref tables, 96);
        var sharedLow = Vector256.LoadUnsafe(ref tables, 128);
        var sharedHigh = Vector256.LoadUnsafe(ref tables, 160);
        ref var shifts = ref MemoryMarshal.GetArrayDataReference(AllShifts[width]);
        var shiftLow = Vector256.Create((ulong)(64 - width)) - Vector256.LoadUnsafe(ref shifts);
        var shiftHigh = Vector256.Create((ulong)(64 - width)) - Vector256.LoadUnsafe(ref shifts, 4);
        var minus = Vector256.Create(subtrahend);
        nint second = (2 * width) >> 3, third = (4 * width) >> 3, fourth = (6 * width) >> 3;
        ref var output = ref MemoryMarshal.GetReference(destination);
        nint i = 0;

        // Zeros after the last pair are written where the next group is stored. The last groups are therefore left to the caller.
        var room = destination.Length - (int)fourth - Vector128<byte>.Count;
        var groups = room < 0 ? 0 : Math.Min(count / Group, (room / width) + 1);
        for (; i < (nint)groups * Group; i += Group)
        {
            var low = Vector256Kernel.ShiftLeft(TStep.Load256(ref Unsafe.Add(ref values, i), minus), shiftLow).AsByte();
            var high = Vector256Kernel.ShiftLeft(TStep.Load256(ref Unsafe.Add(ref values, i + 4), minus), shiftHigh).AsByte();
            low = Vector256Kernel.ShuffleHalves(low, evenLow) | Vector256Kernel.ShuffleHalves(low, oddLow);
            high = Vector256Kernel.ShuffleHalves(high, evenHigh) | Vector256Kernel.ShuffleHalves(high, oddHigh);

            // The first pair shares no byte with a previous pair.
            var beforeLow = Avx2.IsSupported ? Avx2.Permute2x128(low, low, 0x08) : Vector256.Create(Vector128<byte>.Zero, low.GetLower());
            var beforeHigh = Avx2.IsSupported ? Avx2.Permute2x128(low, high, 0x21) : Vector256.Create(low.GetUpper(), high.GetLower());
            low |= Vector256Kernel.ShuffleHalves(beforeLow, sharedLow);
            high |= Vector256Kernel.ShuffleHalves(beforeHigh, sharedHigh);
            low.GetLower().StoreUnsafe(ref output);
            low.GetUpper().StoreUnsafe(ref output, (nuint)second);
            high.GetLower().StoreUnsafe(ref output, (nuint)third);
            high.GetUpper().StoreUnsafe(ref output, (nuint)fourth);
            output = ref Unsafe.AddByteOffset(ref output, width);
        }

        return (int)i;
    }

    /// <summary>Packs whole groups with widths up to 8 by shifting each value to its position in one word.</summary>
    /// <returns>The number of values packed.</returns>
    internal static int PackSums256<TStep>(ref ulong values, int count, int width, ulong subtrahend, Span<byte> destination)
        where TStep : IPackStep
    {
        var bits = Vector256.Create((ulong)width);
        var shiftHigh = Vector256.Create(64UL) - (bits * Vector256.Create(5UL, 6, 7, 8));
        var shiftLow = shiftHigh + (bits << 2);
        var minus = Vector256.Create(subtrahend);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var i = 0;
        nint offset = 0;
        for (; i <= count - Group && offset + sizeof(ulong) <= destination.Length; i += Group, offset += width)
        {
            var places = Vector256Kernel.ShiftLeft(TStep.Load256(ref Unsafe.Add(ref values, i), minus), shiftLow)
                | Vector256Kernel.ShiftLeft(TStep.Load256(ref Unsafe.Add(ref values, i + 4), minus), shiftHigh);
            var half = places.GetLower() | places.GetUpper();
            var word = Sse2.IsSupported ? (half | Sse2.ShiftRightLogical128BitLane(half, sizeof(ulong))).ToScalar() : half[0] | half[1];
            Unsafe.WriteUnaligned(ref Unsafe.AddByteOffset(ref output, offset), BinaryPrimitives.ReverseEndianness(word));
        }

        return i;
    }

    private static byte[] BuildPairTables()
    {
        const int pairLength = 16, oddTable = 64, sharedTable = 128;
        var all = new byte[65 * PairTableLength];
        all.AsSpan().Fill(128);
        for (var width = 1; width <= 64; width++)
        {
            if (!IsInEightBytes(width))
            {
                continue;
            }

            for (var lane = 0; lane < Group; lane++)
            {
                var pair = lane / 2;
                var pairStart = (pair * 2 * width) >> 3;
                var first = ((lane * width) >> 3) - pairStart;
                var last = (((lane * width) + width - 1) >> 3) - pairStart;
                var table = (width * PairTableLength) + (lane % 2 * oddTable) + (pair * pairLength);
                for (var target = first; target <= last; target++)
                {
                    all[table + target] = (byte)((lane % 2 * 8) + 7 - (target - first));
                }
            }

            for (var pair = 1; pair < Group / 2; pair++)
            {
                if ((pair * 2 * width & 7) != 0)
                {
                    all[(width * PairTableLength) + sharedTable + (pair * pairLength)] =
                        (byte)(((pair * 2 * width) >> 3) - (((pair - 1) * 2 * width) >> 3));
                }
            }
        }

        return all;
    }
}
