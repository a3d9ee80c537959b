using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Columns;

/// <content>Unpacking of eight values at a time. <c>vpermb</c> moves any of 64 bytes to any position.</content>
internal static partial class BitPackingKernel
{
    /// <summary>For each width, the permutation that moves eight bytes from the start of each value to its lane, in reverse order.</summary>
    private static readonly byte[] HighPermutations = BuildPermutations(0);

    /// <summary>For each width from 58 to 63, the permutation that moves the ninth byte of each value to the lowest byte of its lane.</summary>
    private static readonly byte[] NinthPermutations = BuildPermutations(8);

    internal static ulong UnpackVector512<TStep>(ref byte source, int width, ulong addend, ulong previous, Span<ulong> destination)
        where TStep : IUnpackStep
    {
        ref var output = ref MemoryMarshal.GetReference(destination);
        var permutation = Vector512.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(HighPermutations), (nuint)width * 64);
        var left = Vector512.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(AllShifts[width]));

        // A shift count of 64 yields zero, so width 0 needs no special case.
        var right = Vector512.Create((ulong)(64 - width));
        var step = Vector512.Create(addend);
        var carry = Vector512.Create(previous);
        var i = 0;
        nint offset = 0;
        if (width is <= WidestInEightBytes or 64)
        {
            for (; i <= destination.Length - Group; i += Group, offset += width)
            {
                var bytes = Vector512.LoadUnsafe(ref Unsafe.AddByteOffset(ref source, offset));
                var scanned = TStep.Scan(Lanes(bytes, permutation, left, right), step);
                TStep.Add(scanned, carry).StoreUnsafe(ref output, (nuint)i);
                carry = TStep.Advance(carry, scanned);
            }

            if (i < destination.Length)
            {
                var bytes = Vector512.LoadUnsafe(ref Unsafe.AddByteOffset(ref source, offset));
                StorePart(TStep.Add(TStep.Scan(Lanes(bytes, permutation, left, right), step), carry), destination[i..]);
            }
        }
        else
        {
            var ninth = Vector512.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(NinthPermutations), (nuint)width * 64);
            for (; i <= destination.Length - Group; i += Group, offset += width)
            {
                var bytes = Vector512.LoadUnsafe(ref Unsafe.AddByteOffset(ref source, offset));
                var scanned = TStep.Scan(WideLanes(bytes, permutation, ninth, left, right), step);
                TStep.Add(scanned, carry).StoreUnsafe(ref output, (nuint)i);
                carry = TStep.Advance(carry, scanned);
            }

            if (i < destination.Length)
            {
                var bytes = Vector512.LoadUnsafe(ref Unsafe.AddByteOffset(ref source, offset));
                StorePart(TStep.Add(TStep.Scan(WideLanes(bytes, permutation, ninth, left, right), step), carry), destination[i..]);
            }
        }

        return destination[^1];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Lanes(Vector512<byte> bytes, Vector512<byte> permutation, Vector512<ulong> left, Vector512<ulong> right) =>
        Avx512F.ShiftRightLogicalVariable(Avx512F.ShiftLeftLogicalVariable(Avx512Vbmi.PermuteVar64x8(bytes, permutation).AsUInt64(), left), right);

    /// <summary>Unpacks lanes of values that span nine bytes. The ninth byte provides the low bits that the shift left has cleared.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> WideLanes(
        Vector512<byte> bytes, Vector512<byte> permutation, Vector512<byte> ninth, Vector512<ulong> left, Vector512<ulong> right)
    {
        var high = Avx512F.ShiftLeftLogicalVariable(Avx512Vbmi.PermuteVar64x8(bytes, permutation).AsUInt64(), left);
        var low = Avx512Vbmi.PermuteVar64x8(bytes, ninth).AsUInt64() & Vector512.Create(0xFFUL);
        return Avx512F.ShiftRightLogicalVariable(high | Avx512F.ShiftRightLogicalVariable(low, Vector512.Create(8UL) - left), right);
    }

    private static void StorePart(Vector512<ulong> values, Span<ulong> destination)
    {
        Span<ulong> all = stackalloc ulong[Group];
        values.CopyTo(all);
        all[..destination.Length].CopyTo(destination);
    }

    private static byte[] BuildPermutations(int firstByte)
    {
        var all = new byte[65 * 64];
        for (var width = 0; width <= 64; width++)
        {
            for (var position = 0; position < 64; position++)
            {
                // The highest byte of a lane (position 7 of 8) is the first byte of its value. vpermb uses only six bits of an index.
                var (lane, place) = Math.DivRem(position, 8);
                all[(width * 64) + position] = (byte)(((lane * width) >> 3) + firstByte + (firstByte == 0 ? 7 - place : 0));
            }
        }

        return all;
    }
}
