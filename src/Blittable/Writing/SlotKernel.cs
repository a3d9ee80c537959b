using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Converts pending addresses to slots: the distance of each child before the container, as narrow as the farthest child allows.</summary>
/// <remarks>
/// The vector paths read addresses and write slots in whole vectors, so up to 64 bytes beyond either end are accessed. Both buffers have that slack. If 512-bit
/// vectors are not accelerated, none are used, because even a few slow down the surrounding code.
/// </remarks>
internal static unsafe class SlotKernel
{
    /// <summary>The number of slots that one step of the paths with narrower vectors writes.</summary>
    private const int Step = 16;

    /// <summary>Writes <paramref name="count"/> slots of <c>1 &lt;&lt; widthIndex</c> bytes and returns their end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* Write(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        Debug.Assert(count >= 0 && widthIndex is >= 0 and <= 2, "A slot has 1, 2 or 4 bytes.");
        if (Vector512.IsHardwareAccelerated && Avx512F.IsSupported)
        {
            WriteVector512(output, address, children, count, widthIndex);
        }
        else if (Avx2.IsSupported)
        {
            WriteVector256(output, address, children, count, widthIndex);
        }
        else if (Vector128.IsHardwareAccelerated)
        {
            WriteVector128(output, address, children, count, widthIndex);
        }
        else
        {
            WriteScalar(output, address, children, count, widthIndex);
        }

        return output + (count << widthIndex);
    }

    /// <summary>Writes at most 16 slots and returns their end.</summary>
    /// <remarks>
    /// Up to four slots are written without vectors, because a vector load that spans just-stored addresses must wait for the stores to reach the cache.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteFew(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        Debug.Assert(count is >= 0 and <= Step && widthIndex is >= 0 and <= 2, "One round writes up to 16 slots of 1, 2 or 4 bytes.");
        if (count == 1)
        {
            *(uint*)output = address - *children;
        }
        else if (count <= sizeof(uint) && widthIndex == 0)
        {
            *(uint*)output = (byte)(address - children[0])
                | (uint)(byte)(address - children[1]) << 8
                | (uint)(byte)(address - children[2]) << 16
                | (address - children[3]) << 24;
        }
        else if (!Vector512.IsHardwareAccelerated || !Avx512F.IsSupported)
        {
            if (Avx2.IsSupported)
            {
                WriteStep(output, Vector256.Create(address), children, widthIndex);
            }
            else
            {
                Write(output, address, children, count, widthIndex);
            }
        }
        else
        {
            var slots = Vector512.Create(address) - Vector512.Load(children);
            if (widthIndex == 0)
            {
                Avx512F.ConvertToVector128Byte(slots).Store(output);
            }
            else if (widthIndex == 1)
            {
                Avx512F.ConvertToVector256UInt16(slots).Store((ushort*)output);
            }
            else
            {
                slots.Store((uint*)output);
            }
        }

        return output + (count << widthIndex);
    }

    /// <summary>Writes slots without vectors.</summary>
    public static void WriteScalar(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        switch (widthIndex)
        {
            case 0:
                for (var i = 0; i < count; i++)
                {
                    output[i] = (byte)(address - children[i]);
                }

                break;
            case 1:
                for (var i = 0; i < count; i++)
                {
                    ((ushort*)output)[i] = (ushort)(address - children[i]);
                }

                break;
            default:
                for (var i = 0; i < count; i++)
                {
                    ((uint*)output)[i] = address - children[i];
                }

                break;
        }
    }

    /// <summary>Chooses the slot width for runs, as a power of two: 0 or 1 if one or two bytes reach from the origins to all children; otherwise, -1.</summary>
    /// <param name="here">An address after all children.</param>
    /// <param name="children">The addresses of the children.</param>
    /// <param name="count">The number of children.</param>
    /// <param name="isOrdered">True if the addresses ascend.</param>
    public static int RunWidth(uint here, uint* children, int count, bool isOrdered)
    {
        var widest = 0u;
        for (var first = 0; first < count; first += Runs.Length)
        {
            var (nearest, farthest) = isOrdered
                ? (here - children[Math.Min(first + Runs.Length, count) - 1], here - children[first])
                : Reach(here, children + first, Math.Min(Runs.Length, count - first));
            widest = Math.Max(widest, farthest - nearest + 1);
        }

        return widest <= byte.MaxValue ? 0 : widest <= ushort.MaxValue ? 1 : -1;
    }

    /// <summary>Writes the slot width, the origins of all runs, and the slots, and returns their end.</summary>
    /// <remarks>The origin of a run is the byte after the start of its last child, so no slot is 0.</remarks>
    public static byte* WriteRuns(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        *output++ = (byte)widthIndex;
        var slots = output + Runs.OriginsLength((uint)count);
        for (var first = 0; first < count; first += Runs.Length)
        {
            var length = Math.Min(Runs.Length, count - first);
            var (nearest, _) = Reach(address, children + first, length);
            *(uint*)output = nearest - 1;
            output += Runs.OriginSize;
            slots = Write(slots, address - nearest + 1, children + first, length, widthIndex);
        }

        return slots;
    }

    /// <summary>Returns the distances of the nearest and the farthest child before an address.</summary>
    private static (uint Nearest, uint Farthest) Reach(uint address, uint* children, int count)
    {
        var (nearest, farthest) = (uint.MaxValue, 0u);
        for (var i = 0; i < count; i++)
        {
            var distance = address - children[i];
            nearest = Math.Min(nearest, distance);
            farthest = Math.Max(farthest, distance);
        }

        return (nearest, farthest);
    }

    /// <summary>Determines whether the distance between consecutive children is constant.</summary>
    public static bool IsStrided(uint* children, int count)
    {
        var stride = children[1] - children[0];
        var i = 2;
        for (; i < count && children[i] - children[i - 1] == stride; i++)
        {
        }

        return i == count && stride <= int.MaxValue;
    }

    /// <summary>Writes slots with 256-bit vectors.</summary>
    public static void WriteVector256(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        var from = Vector256.Create(address);
        for (var i = 0; i < count; i += Step)
        {
            WriteStep(output + (i << widthIndex), from, children + i, widthIndex);
        }
    }

    /// <summary>Writes 16 slots.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteStep(byte* output, Vector256<uint> from, uint* children, int widthIndex)
    {
        var first = from - Vector256.Load(children);
        var second = from - Vector256.Load(children + Vector256<uint>.Count);
        if (widthIndex > 1)
        {
            first.Store((uint*)output);
            second.Store((uint*)output + Vector256<uint>.Count);
            return;
        }

        // Packing works within each 128-bit half; a permutation restores the order.
        var packed = Avx2.PackUnsignedSaturate(first.AsInt32(), second.AsInt32());
        if (widthIndex == 1)
        {
            Avx2.Permute4x64(packed.AsUInt64(), 0b11_01_10_00).Store((ulong*)output);
        }
        else
        {
            var bytes = Avx2.PackUnsignedSaturate(packed.AsInt16(), packed.AsInt16()).AsUInt32();
            Avx2.PermuteVar8x32(bytes, Vector256.Create(0u, 4, 1, 5, 0, 4, 1, 5)).GetLower().Store((uint*)output);
        }
    }

    /// <summary>Writes slots with 128-bit vectors.</summary>
    public static void WriteVector128(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        var from = Vector128.Create(address);
        for (var i = 0; i < count; i += Step)
        {
            var first = from - Vector128.Load(children + i);
            var second = from - Vector128.Load(children + i + Vector128<uint>.Count);
            var third = from - Vector128.Load(children + i + 2 * Vector128<uint>.Count);
            var fourth = from - Vector128.Load(children + i + 3 * Vector128<uint>.Count);
            if (widthIndex > 1)
            {
                first.Store((uint*)output + i);
                second.Store((uint*)output + i + Vector128<uint>.Count);
                third.Store((uint*)output + i + 2 * Vector128<uint>.Count);
                fourth.Store((uint*)output + i + 3 * Vector128<uint>.Count);
                continue;
            }

            var lower = Vector128.Narrow(first, second);
            var upper = Vector128.Narrow(third, fourth);
            if (widthIndex == 1)
            {
                lower.Store((ushort*)output + i);
                upper.Store((ushort*)output + i + Vector128<ushort>.Count);
            }
            else
            {
                Vector128.Narrow(lower, upper).Store(output + i);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteVector512(byte* output, uint address, uint* children, int count, int widthIndex)
    {
        var from = Vector512.Create(address);
        if (widthIndex == 0)
        {
            var i = 0;
            do
            {
                Avx512F.ConvertToVector128Byte(from - Vector512.Load(children + i)).Store(output + i);
                i += Vector512<uint>.Count;
            }
            while (i < count);
        }
        else if (widthIndex == 1)
        {
            var i = 0;
            do
            {
                Avx512F.ConvertToVector256UInt16(from - Vector512.Load(children + i)).Store((ushort*)output + i);
                i += Vector512<uint>.Count;
            }
            while (i < count);
        }
        else
        {
            for (var i = 0; i < count; i += Vector512<uint>.Count)
            {
                (from - Vector512.Load(children + i)).Store((uint*)output + i);
            }
        }
    }
}
