using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Lookup of a property in an object whose shape stands in the dictionary: only its slot is the document's, and has to be checked.</summary>
internal static class SharedPropertyKernel
{
    /// <summary>Address and ordinal of the last value with this name, as <see cref="PropertyKernel"/> has them.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="dictionary">The document's dictionary.</param>
    /// <param name="name">The name.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static long Search(ReadOnlySpan<byte> document, int address, DictionarySnapshot dictionary, ReadOnlySpan<byte> name)
    {
        const int maxNumber = 0x7F;
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        if ((uint)address + sizeof(uint) > length)
        {
            return PropertyKernel.Unusual;
        }

        var width = PropertyKernel.Load8(ref start, (uint)address) - Tag.ObjectOfDictionaryShape;
        var number = PropertyKernel.Load8(ref start, (uint)address + 1);
        if (width > Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDictionaryShape || number > maxNumber || number >= (uint)dictionary.ShapeCount)
        {
            return PropertyKernel.Unusual;
        }

        ref readonly var shape = ref dictionary.Shape((int)number);
        ref var shapes = ref dictionary.FirstShapeByte;
        int ordinal;
        if (shape.Fingerprints >= 0 && Vector128.IsHardwareAccelerated)
        {
            // From the last group on: of equal names the last counts.
            var group = (uint)(shape.Count - 1) & ~(ShapeBlock.FingerprintGroup - 1u);
            var matches = PropertyKernel.Fingerprints(ref shapes, (uint)shape.Fingerprints + group, (uint)shape.Count - group, name);
            while (true)
            {
                while (matches == 0)
                {
                    if (group == 0)
                    {
                        return PropertyKernel.Absent;
                    }

                    group -= ShapeBlock.FingerprintGroup;
                    matches = PropertyKernel.Fingerprints(ref shapes, (uint)shape.Fingerprints + group, ShapeBlock.FingerprintGroup, name);
                }

                ordinal = (int)group + BitOperations.Log2(matches);
                if (IsName(ref shapes, in shape, ordinal, name))
                {
                    break;
                }

                matches ^= 1UL << ordinal;
            }
        }
        else if (shape.Count > ShapeBlock.MaxUnindexed)
        {
            return PropertyKernel.Unusual;
        }
        else
        {
            ordinal = shape.Count;
            do
            {
                if (ordinal-- == 0)
                {
                    return PropertyKernel.Absent;
                }
            }
            while (!IsName(ref shapes, in shape, ordinal, name));
        }

        return PropertyKernel.Child(ref start, length, (uint)address, (uint)address + 2, (int)width, (uint)ordinal);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName(ref byte shapes, in SharedShape shape, int ordinal, ReadOnlySpan<byte> name)
    {
        // Four bytes before the first end are the dictionary's too: see DictionaryStore.
        var shift = shape.Flags & ShapeBlock.EndSizeMask;
        var mask = uint.MaxValue >> (32 - (8 << shift));
        var at = (uint)(shape.Ends + (ordinal << shift));
        var end = PropertyKernel.Load32(ref shapes, at) & mask;
        var before = ordinal == 0 ? 0 : PropertyKernel.Load32(ref shapes, at - (1u << shift)) & mask;
        return end - before == (uint)name.Length
            && RawBytes.AreEqual(ref Unsafe.Add(ref shapes, (nint)(uint)shape.Names + (nint)before), ref MemoryMarshal.GetReference(name), (uint)name.Length);
    }
}
