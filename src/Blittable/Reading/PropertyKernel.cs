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
internal static partial class PropertyKernel
{
    // What a search gives: address and ordinal in one integer, or one of these.
    public const long Absent = -1;
    public const long Unusual = -2;

    // Shapes: the largest count and number of one byte, where tables of wide entries start, and what is outside of any document.
    private const uint MaxNumber = 0x7F, WideTable = 0x10000, NoBlock = 1u << 31;

    /// <summary>The address of the last value with this name, or -1 where there is none or the value is no object.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var found = dictionary is null ? FindByFingerprint(document, address, name) : (int)SharedPropertyKernel.Search(document, address, dictionary, name);
        return found == (int)Unusual ? FindInAny(document, address, shapeTable, dictionary, name) : found;
    }

    /// <summary>Finds a name among the up to 64 of an object that brings its shape, with fingerprints and ends of a byte each.</summary>
    /// <returns>The value's address, -1 if there is no such name, <see cref="Unusual"/> for any other object.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindByFingerprint(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        FindByFingerprint<PlainNames>(document, address, name);

    /// <summary>The same where names are compressed. A call at the end of a method that fails costs the one that does not nothing.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindCodedByFingerprint(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        FindByFingerprint<CodedNames>(document, address, name);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindByFingerprint<TNames>(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name)
        where TNames : INameForm
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        var fingerprints = (uint)address + 1 + 2;
        if (!Vector256.IsHardwareAccelerated || fingerprints + ShapeBlock.FingerprintGroup > length)
        {
            return (int)Unusual;
        }

        var width = (int)Load8(ref start, (uint)address) - Tag.ObjectWithShape;
        var count = Load8(ref start, fingerprints - 1);
        var flags = Load8(ref start, fingerprints - 2);
        if ((uint)width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape || flags != (ShapeBlock.HasFingerprints | TNames.Flag) || count - 1 >= ShapeBlock.FingerprintGroup)
        {
            return TNames.Flag == 0 && flags == (ShapeBlock.HasFingerprints | ShapeBlock.HasCodedNames) ? FindCodedByFingerprint(document, address, name) : (int)Unusual;
        }

        var matches = Fingerprints(ref start, fingerprints, count, name);
        var ends = fingerprints + count;
        var names = ends + count;
        while (matches != 0)
        {
            // Before the first end there are fingerprints.
            var ordinal = (uint)BitOperations.Log2(matches);
            var end = Load8(ref start, ends + ordinal);
            var nameStart = ordinal == 0 ? 0 : Load8(ref start, ends + ordinal - 1);
            if (TNames.MayBe(end - nameStart, name.Length) && nameStart <= end && names + end <= length
                && TNames.AreEqual(ref Unsafe.Add(ref start, (nint)(names + nameStart)), end - nameStart, name))
            {
                return ChildBefore(ref start, length, (uint)address, names + Load8(ref start, names - 1) + ((ordinal + 1) << width), width);
            }

            matches ^= 1UL << (int)ordinal;
        }

        return (int)Absent;
    }

    /// <summary>Which of up to 64 names have the fingerprint of this one. The loads go on into the fields behind the fingerprints; their bits are masked out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Fingerprints(ref byte start, uint fingerprints, uint count, ReadOnlySpan<byte> name)
    {
        var wanted = Vector256.Create(ShapeBlock.Fingerprint(name));
        ulong matches = Vector256.Equals(Vector256.LoadUnsafe(ref start, fingerprints), wanted).ExtractMostSignificantBits();
        if (count > Vector256<byte>.Count)
        {
            matches |= (ulong)Vector256.Equals(Vector256.LoadUnsafe(ref start, fingerprints + (uint)Vector256<byte>.Count), wanted).ExtractMostSignificantBits() << Vector256<byte>.Count;
        }

        return matches & (ulong.MaxValue >> (int)(ShapeBlock.FingerprintGroup - count));
    }

    /// <summary>Finds a name in whatever object this is.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindInAny(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var found = Search<PlainNames>(document, address, shapeTable, name);
        return (int)(found == Unusual ? SearchUnusual(document, address, shapeTable, dictionary, name) : found);
    }

    /// <summary>Compressed names, and what only the long way finds.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long SearchUnusual(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var found = Search<CodedNames>(document, address, shapeTable, name);
        return found == Unusual ? SearchTheLongWay(document, address, shapeTable, dictionary, name) : found;
    }

    /// <summary>The fast way.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="name">The name.</param>
    /// <typeparam name="TNames">How names are stored.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Search<TNames>(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name)
        where TNames : INameForm
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
        if (count - 1 >= MaxNumber || (flags & ShapeBlock.UnusualMask) != TNames.Flag || endShift == ShapeBlock.EndSizeMask)
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
            while (!IsName<TNames>(ref start, ends, endShift, endMask, names, length, ordinal, name));
        }
        else if (Vector256.IsHardwareAccelerated && fingerprints + ((count + ShapeBlock.FingerprintGroup - 1) & ~(ShapeBlock.FingerprintGroup - 1u)) <= length)
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
                if (IsName<TNames>(ref start, ends, endShift, endMask, names, length, ordinal, name))
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
        var child = ChildBefore(ref start, length, address, slots + ((ordinal + 1) << width), width);
        return child < 0 ? Unusual : ((long)ordinal << 32) | (uint)child;
    }

    /// <summary>Address of the value that the slot before an offset leads to; <see cref="Unusual"/> where it is a reference or outside.</summary>
    /// <remarks>Behind the last slot there need not be four bytes to load, but before its end there are.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ChildBefore(ref byte start, uint length, uint address, uint end, int width)
    {
        if (end < sizeof(uint) || end > length)
        {
            return (int)Unusual;
        }

        var distance = SlotBefore(ref start, end, width);
        var child = address - distance;
        return distance - 1 >= address || IsReference(Load8(ref start, child)) ? (int)Unusual : (int)child;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SlotBefore(ref byte start, uint end, int width) => Load32(ref start, end - sizeof(uint)) >> (32 - (8 << width));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsReference(uint tag) => tag - Tag.Reference <= Tag.ReferenceLast - Tag.Reference;

    /// <summary>Whether a name of the block is this one. A name that does not lie inside the bytes is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName<TNames>(ref byte start, uint ends, int endShift, uint endMask, uint names, uint length, uint ordinal, ReadOnlySpan<byte> name)
        where TNames : INameForm
    {
        // The four bytes before the first end belong to the block's head and its object: never outside.
        var end = Load32(ref start, ends + (ordinal << endShift)) & endMask;
        var before = ordinal == 0 ? 0 : Load32(ref start, ends + ((ordinal - 1) << endShift)) & endMask;
        return TNames.MayBe(end - before, name.Length) && before <= end && end <= length - names
            && TNames.AreEqual(ref Unsafe.Add(ref start, (nint)(names + before)), end - before, name);
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Load8(ref byte start, uint offset) => Unsafe.Add(ref start, (nint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load16(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Load32(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }
}
