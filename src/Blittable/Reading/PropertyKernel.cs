using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Lookup of a property by name: what <see cref="Container"/> and <see cref="ShapeBlock"/> do step by step, for the objects there are most of.</summary>
/// <remarks>
/// The fast way lives in registers: no struct, no <c>ref</c> or <c>out</c> variable and no call stands in it, so that the compiler spills nothing.
/// Objects whose shape stands in the dictionary are found by <see cref="SharedPropertyKernel"/>. Whatever else is unusual (more than 127 names, fields that end with the document, damage) it leaves to the long way, which also finds the words for damage.
/// </remarks>
internal static class PropertyKernel
{
    /// <summary>No slot is remembered.</summary>
    public const int NoHint = -1;

    // What a search gives: address and ordinal in one integer, or one of these.
    public const long Absent = -1;
    public const long Unusual = -2;

    /// <summary>The address of the last value with this name, or -1 where there is none or the value is no object.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var found = Search(document, address, shapeTable, dictionary, name, NoHint);
        return found == Unusual ? (int)SearchTheLongWay(document, address, shapeTable, dictionary, name) : (int)found;
    }

    /// <summary>The same for a prepared name.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var found = Search(document, address, shapeTable, dictionary, name.Utf8, name.Slot);
        return found >= 0 ? (int)found : FindAnew(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Searches for a name that is not in the slot that it remembers, and has it remember the new one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindAnew(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var found = Search(document, address, shapeTable, dictionary, name.Utf8, NoHint);
        if (found == Unusual)
        {
            found = SearchTheLongWay(document, address, shapeTable, dictionary, name.Utf8);
        }

        if (found >= 0)
        {
            name.Slot = (int)(found >> 32);
        }

        return (int)found;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Search(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name, int hint)
    {
        var found = dictionary is null ? Unusual : SharedPropertyKernel.Search(document, address, dictionary, name, hint);
        return found == Unusual ? Search(document, address, shapeTable, name, hint) : found;
    }

    /// <summary>The fast way.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="name">The name.</param>
    /// <param name="hint">The only slot to look at, or <see cref="NoHint"/> to search.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Search(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name, int hint)
    {
        const int maxNumber = 0x7F, wideTable = 0x10000;
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
            if (width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape || number > maxNumber || shapeTable >= wideTable || entry + sizeof(ushort) > length)
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
        if (count - 1 >= maxNumber || flags >= ShapeBlock.HasDuplicates << 1 || endShift == ShapeBlock.EndSizeMask)
        {
            return Unusual;
        }

        var fingerprints = block + 2;
        var ends = fingerprints + (count * (uint)BitOperations.PopCount(flags & (ShapeBlock.HasFingerprints | ShapeBlock.HasIndex)));
        var names = ends + (count << endShift);
        if (names + sizeof(uint) > length)
        {
            return Unusual;
        }

        // Behind the last end there are four bytes, so all ends can be loaded as four.
        var endMask = uint.MaxValue >> (32 - (8 << endShift));
        var ordinal = (uint)hint;
        if (hint != NoHint)
        {
            if (ordinal >= count || (flags & ShapeBlock.HasDuplicates) != 0 || !IsName(ref start, ends, endShift, endMask, names, length, ordinal, name))
            {
                return Absent;
            }
        }
        else
        {
            if ((flags & (ShapeBlock.HasFingerprints | ShapeBlock.HasIndex)) == 0)
            {
                ordinal = count;
                do
                {
                    if (ordinal-- == 0)
                    {
                        return Absent;
                    }
                }
                while (!IsName(ref start, ends, endShift, endMask, names, length, ordinal, name));
            }
            else if (Vector256.IsHardwareAccelerated && (flags & ShapeBlock.HasIndex) == 0 && count <= ShapeBlock.MaxUnindexed
                && fingerprints + ShapeBlock.MaxUnindexed <= length)
            {
                // The load goes on into the fields behind the fingerprints; their bits are masked out.
                var wanted = Vector256.Create(ShapeBlock.Fingerprint(name));
                ulong matches = Vector256.Equals(Vector256.LoadUnsafe(ref start, fingerprints), wanted).ExtractMostSignificantBits();
                if (count > Vector256<byte>.Count)
                {
                    matches |= (ulong)Vector256.Equals(Vector256.LoadUnsafe(ref start, fingerprints + (uint)Vector256<byte>.Count), wanted).ExtractMostSignificantBits() << Vector256<byte>.Count;
                }

                matches &= ulong.MaxValue >> (int)(ShapeBlock.MaxUnindexed - count);
                while (true)
                {
                    if (matches == 0)
                    {
                        return Absent;
                    }

                    ordinal = (uint)BitOperations.Log2(matches);
                    if (IsName(ref start, ends, endShift, endMask, names, length, ordinal, name))
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
        }

        // The slots stand behind the shape, or behind its number.
        var slot = isShared ? (uint)address + 2 : names + (Load32(ref start, ends + ((count - 1) << endShift)) & endMask);
        return Child(ref start, length, (uint)address, slot, (int)width, ordinal);
    }

    /// <summary>Address and ordinal of the value that a slot leads to, if it does so directly.</summary>
    /// <param name="start">The document's first byte.</param>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="slots">The object's first slot.</param>
    /// <param name="width">0, 1 or 2 for slots of 1, 2 or 4 bytes.</param>
    /// <param name="ordinal">The number of the slot.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Child(ref byte start, uint length, uint address, uint slots, int width, uint ordinal)
    {
        var slot = slots + (ordinal << width);
        if ((ulong)slot + sizeof(uint) > length)
        {
            return Unusual;
        }

        var distance = Load32(ref start, slot) & (uint.MaxValue >> (32 - (8 << width)));
        var child = address - distance;
        return distance - 1 >= address || Load8(ref start, child) - Tag.Reference <= Tag.ReferenceLast - Tag.Reference
            ? Unusual
            : ((long)ordinal << 32) | child;
    }

    /// <summary>Whether a name of the block is this one. A name that does not lie inside the bytes is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName(ref byte start, uint ends, int endShift, uint endMask, uint names, uint length, uint ordinal, ReadOnlySpan<byte> name)
    {
        // The four bytes before the first end belong to the block's head and its object: never outside.
        var end = Load32(ref start, ends + (ordinal << endShift)) & endMask;
        var before = ordinal == 0 ? 0 : Load32(ref start, ends + ((ordinal - 1) << endShift)) & endMask;
        return end - before == (uint)name.Length && before <= end && end <= length - names
            && RawBytes.AreEqual(ref Unsafe.Add(ref start, (nint)(names + before)), ref MemoryMarshal.GetReference(name), (uint)name.Length);
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

    public static uint Load8(ref byte start, uint offset) => Unsafe.Add(ref start, (nint)offset);

    private static uint Load16(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    public static uint Load32(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }
}
