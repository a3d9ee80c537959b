using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Packing: one pass per block, which also subtracts the base from the values.</content>
internal static partial class BitPackingKernel
{
    /// <summary>The smallest width at which alternate values of a group share no byte.</summary>
    private const int NarrowestByLanes = 7;

    /// <summary>For each width and packed byte, the bytes to select from the even and odd lanes, and flags that indicate whether to select them.</summary>
    private static readonly byte[] PackTables = BuildPackTables();

    /// <summary>Packs values minus <paramref name="subtrahend"/>, modulo 2^64. The differences must fit the width.</summary>
    /// <returns>The number of bytes written.</returns>
    public static int Pack(ReadOnlySpan<ulong> values, int width, ulong subtrahend, Span<byte> destination) =>
        Pack<OffsetPackStep>(ref MemoryMarshal.GetReference(values), values.Length, width, subtrahend, destination);

    /// <summary>Packs the delta of each value except the first, minus <paramref name="subtrahend"/>, modulo 2^64.</summary>
    /// <returns>The number of bytes written.</returns>
    public static int PackDeltas(ReadOnlySpan<ulong> valuesAfterPrevious, int width, ulong subtrahend, Span<byte> destination) =>
        valuesAfterPrevious.Length < 2
            ? 0
            : Pack<DeltaPackStep>(
                ref Unsafe.Add(ref MemoryMarshal.GetReference(valuesAfterPrevious), 1), valuesAfterPrevious.Length - 1, width, subtrahend, destination);

    private static int Pack<TStep>(ref ulong values, int count, int width, ulong subtrahend, Span<byte> destination)
        where TStep : IPackStep
    {
        var bytes = ByteCount(count, width);
        if ((uint)width > 64 || destination.Length < bytes)
        {
            throw new ArgumentException($"{count} values of {width} bits require {bytes} bytes; the span has {destination.Length}.", nameof(destination));
        }

        if (width == 0)
        {
            return 0;
        }

        var packed = 0;
        if (Avx512Vbmi.IsSupported && width is >= NarrowestByLanes and (<= WidestInEightBytes or 64))
        {
            packed = PackVector512<TStep>(ref values, count, width, subtrahend, destination);
        }
        else if (Avx512F.IsSupported && Bmi2.X64.IsSupported && width < NarrowestByLanes)
        {
            packed = PackNarrow<TStep>(ref values, count, width, subtrahend, destination);
        }
        else if (Vector256Kernel.IsSupported && IsInEightBytes(width))
        {
            packed = width <= WidestSum256
                ? PackSums256<TStep>(ref values, count, width, subtrahend, destination)
                : PackVector256<TStep>(ref values, count, width, subtrahend, destination);
        }

        PackScalar<TStep>(ref Unsafe.Add(ref values, packed), count - packed, width, subtrahend, destination[ByteCount(packed, width)..bytes]);
        return bytes;
    }

    /// <summary>Packs values without vectors. The vector kernels must produce identical output.</summary>
    internal static void PackScalar<TStep>(ref ulong values, int count, int width, ulong subtrahend, Span<byte> destination)
        where TStep : IPackStep
    {
        ulong word = 0;
        var free = 64;
        var written = 0;
        for (var i = 0; i < count; i++)
        {
            var value = TStep.Load(ref Unsafe.Add(ref values, i), subtrahend);
            if (width < free)
            {
                free -= width;
                word |= value << free;
                continue;
            }

            // The value fills the word or continues in the next one.
            var rest = width - free;
            BinaryPrimitives.WriteUInt64BigEndian(destination[written..], word | (value >> rest));
            written += sizeof(ulong);
            free = 64 - rest;
            word = rest == 0 ? 0 : value << free;
        }

        for (; written < destination.Length; written++, word <<= 8)
        {
            destination[written] = (byte)(word >> 56);
        }
    }

    /// <summary>Packs whole groups. Each lane is shifted to the bit offset of its value, then the bytes of even and odd lanes are combined.</summary>
    /// <returns>The number of values packed.</returns>
    internal static int PackVector512<TStep>(ref ulong values, int count, int width, ulong subtrahend, Span<byte> destination)
        where TStep : IPackStep
    {
        ref var tables = ref Unsafe.AddByteOffset(ref MemoryMarshal.GetArrayDataReference(PackTables), (nint)width * 256);
        var even = Vector512.LoadUnsafe(ref tables);
        var hasEven = Vector512.LoadUnsafe(ref tables, 64);
        var odd = Vector512.LoadUnsafe(ref tables, 128);
        var hasOdd = Vector512.LoadUnsafe(ref tables, 192);
        var shift = Vector512.Create((ulong)(64 - width)) - Vector512.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(AllShifts[width]));
        var minus = Vector512.Create(subtrahend);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var i = 0;
        nint offset = 0;

        // A store writes 64 bytes, and the next one overwrites the excess. The last groups are therefore left to the caller.
        for (; i <= count - Group && offset + Padding <= destination.Length; i += Group, offset += width)
        {
            var lanes = Avx512F.ShiftLeftLogicalVariable(TStep.Load512(ref Unsafe.Add(ref values, i), minus), shift).AsByte();
            var bytes = (Avx512Vbmi.PermuteVar64x8(lanes, even) & hasEven) | (Avx512Vbmi.PermuteVar64x8(lanes, odd) & hasOdd);
            bytes.StoreUnsafe(ref Unsafe.AddByteOffset(ref output, offset));
        }

        return i;
    }

    /// <summary>Packs whole groups with widths below 7. A group is first reduced to one byte per value, from which <c>pext</c> extracts the bits.</summary>
    /// <returns>The number of values packed.</returns>
    internal static int PackNarrow<TStep>(ref ulong values, int count, int width, ulong subtrahend, Span<byte> destination)
        where TStep : IPackStep
    {
        var bits = 0x0101010101010101UL * ((1UL << width) - 1);
        var minus = Vector512.Create(subtrahend);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var i = 0;
        nint offset = 0;
        for (; i <= count - Group && offset + sizeof(ulong) <= destination.Length; i += Group, offset += width)
        {
            var bytes = Avx512F.ConvertToVector128Byte(TStep.Load512(ref Unsafe.Add(ref values, i), minus)).AsUInt64().ToScalar();
            var packed = Bmi2.X64.ParallelBitExtract(BinaryPrimitives.ReverseEndianness(bytes), bits) << (64 - (Group * width));
            Unsafe.WriteUnaligned(ref Unsafe.AddByteOffset(ref output, offset), BinaryPrimitives.ReverseEndianness(packed));
        }

        return i;
    }

    private static byte[] BuildPackTables()
    {
        var all = new byte[65 * 256];
        for (var width = NarrowestByLanes; width <= 64; width++)
        {
            for (var lane = 0; lane < Group; lane++)
            {
                var first = (lane * width) >> 3;
                var last = ((lane * width) + width - 1) >> 3;
                var table = (width * 256) + (lane % 2 * 128);
                for (var target = first; target <= last; target++)
                {
                    all[table + target] = (byte)((lane * 8) + 7 - (target - first));
                    all[table + 64 + target] = 0xFF;
                }
            }
        }

        return all;
    }
}
