using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <content>Searching any object: first the fast way, then, where something is unusual, the long one.</content>
internal static partial class PropertyKernel
{
    /// <summary>Finds a name in any object, where the hints of the name in its first place did not help.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindInAny(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        if (KnownNamesKernel.Second(name) is { } second)
        {
            var child = FindKnownInSharedShape(document, address, shapeTable, dictionary, second);
            if (child >= 0)
            {
                return child;
            }
        }

        return KnownNamesKernel.ToLearn(name) is { } learned
            ? FindAnew(document, address, shapeTable, dictionary, learned)
            : (int)SearchAny(document, address, shapeTable, dictionary, name, KnownNamesKernel.Find(name));
    }

    /// <summary>Tries one way after the other.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long SearchAny(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name, BlittableName? known)
    {
        var found = dictionary is null ? Unusual : SharedPropertyKernel.Search(document, address, dictionary, name);
        if (found == Unusual)
        {
            found = Search(document, address, shapeTable, name, name, 0);
        }

        if (found == Unusual)
        {
            found = known is null ? SearchCoded(document, address, shapeTable, name) : SearchCoded(document, address, shapeTable, name, known.Codes);
        }

        return found == Unusual ? SearchTheLongWay(document, address, shapeTable, dictionary, name) : found;
    }

    /// <summary>The fast way.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="name">The name.</param>
    /// <param name="stored">The bytes that are stored for it.</param>
    /// <param name="form">The flag of blocks where they are: 0 or <see cref="ShapeBlock.HasCodedNames"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Search(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name, ReadOnlySpan<byte> stored, uint form)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        if ((uint)address + sizeof(uint) > length)
        {
            return Unusual;
        }

        // The object brings its shape, or has a number of one byte, in a table of two bytes each.
        var width = Load8(ref start, (uint)address) - Tag.ObjectWithShape;
        var block = (uint)address + 1;
        var isShared = width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape;
        if (isShared)
        {
            width -= Tag.ObjectOfDocumentShape - Tag.ObjectWithShape;
            var number = Load8(ref start, block);
            var entry = (uint)shapeTable + (2 * number);
            if (width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape || number > MaxNumber || shapeTable >= WideTable || entry + sizeof(ushort) > length)
            {
                return Unusual;
            }

            block = Load16(ref start, entry);
            if (block + sizeof(ushort) > length)
            {
                return Unusual;
            }
        }

        // The block's head, of fewer names than its index would need two bytes for.
        var flags = Load8(ref start, block);
        var count = Load8(ref start, block + 1);
        var endShift = (int)(flags & ShapeBlock.EndSizeMask);
        if (count - 1 >= MaxNumber || (flags & ShapeBlock.UnusualMask) != form || endShift == ShapeBlock.EndSizeMask)
        {
            return Unusual;
        }

        var fingerprints = block + 2;
        var ends = fingerprints + ((flags & ShapeBlock.HasFingerprints) != 0 ? count : 0);
        var names = ends + (count << endShift);
        if (names + sizeof(uint) > length)
        {
            return Unusual;
        }

        // Behind the last end there are four bytes, so all ends can be loaded as four.
        var endMask = uint.MaxValue >> (32 - (8 << endShift));
        uint ordinal;
        if ((flags & ShapeBlock.HasFingerprints) == 0)
        {
            ordinal = count;
            do
            {
                if (ordinal-- == 0)
                {
                    return Absent;
                }
            }
            while (!IsName(ref start, ends, endShift, endMask, names, length, ordinal, stored));
        }
        else if (Vector128.IsHardwareAccelerated && fingerprints + ((count + ShapeBlock.FingerprintGroup - 1) & ~(ShapeBlock.FingerprintGroup - 1u)) <= length)
        {
            // From the last group on: of equal names the last counts.
            var group = (count - 1) & ~(ShapeBlock.FingerprintGroup - 1u);
            var matches = Fingerprints(ref start, fingerprints + group, count - group, name);
            while (true)
            {
                while (matches == 0)
                {
                    if (group == 0)
                    {
                        return Absent;
                    }

                    group -= ShapeBlock.FingerprintGroup;
                    matches = Fingerprints(ref start, fingerprints + group, ShapeBlock.FingerprintGroup, name);
                }

                ordinal = group + (uint)BitOperations.Log2(matches);
                if (IsName(ref start, ends, endShift, endMask, names, length, ordinal, stored))
                {
                    break;
                }

                matches ^= 1UL << (int)ordinal;
            }
        }
        else
        {
            return Unusual;
        }

        // The slots stand behind the shape, or behind its number.
        var slot = isShared ? (uint)address + 2 : names + (Load32(ref start, ends + ((count - 1) << endShift)) & endMask);
        return Child(ref start, length, (uint)address, slot, (int)width, ordinal);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long SearchTheLongWay(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        if (!Container.TryReadObject(document, address, shapeTable, dictionary, out var container, out var shape) || container.Count == 0)
        {
            return Absent;
        }

        var ordinal = shape.Find(name);
        return ordinal < 0 ? Absent : ((long)ordinal << 32) | (uint)container.Child(ordinal);
    }
}
