using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <summary>Lookup of a property by name: what <see cref="Container"/> and <see cref="ShapeBlock"/> do step by step, for the objects there are most
/// of.</summary>
/// <remarks>
/// The fast way lives in registers: no struct, no <c>ref</c> or <c>out</c> variable and no call stands in it, so that the compiler spills nothing.
/// Objects whose shape stands in the dictionary are found by <see cref="SharedPropertyKernel"/>. Whatever else is unusual (more than 127 names,
/// fields that end with the document, damage) it leaves to the long way, which also reports damage.
/// </remarks>
internal static partial class PropertyKernel
{
    // What a search gives: address and ordinal in one integer, or one of these.
    public const long Absent = -1;
    public const long Unusual = -2;

    // Shapes: the largest count and number of one byte, and where tables of wide entries start.
    private const uint MaxNumber = 0x7F, WideTable = 0x10000;

    /// <summary>Finds a name where it was last, in an object that brings its shape.</summary>
    /// <returns>The value's address; a negative number where no hint fits.</returns>
    /// <remarks>Look-ups by text are calls, which leave callers room for more of them. This one has so few parameters that it need not save a
    /// register.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FindKnown(ReadOnlySpan<byte> document, int address, BlittableName known) => FindByHint(document, address, known);

    /// <summary>The same in an object whose shape is the document's or the dictionary's.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FindKnownInSharedShape(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName known)
    {
        uint tag = RawBytes.ReadTag(document, address);
        return tag - Tag.ObjectOfDocumentShape <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape
            ? FindKnownInDocumentShape(document, address, shapeTable, known)
            : FindByHintInDictionaryShape(document, address, tag, dictionary, known);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindKnownInDocumentShape(ReadOnlySpan<byte> document, int address, int shapeTable, BlittableName known) =>
        FindByHintInDocumentShape(document, address, shapeTable, known);

    /// <summary>The address of the last value with this name, which stood elsewhere or was not known; -1 where there is none or the value is no
    /// object.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FindOther(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var found = dictionary is null || dictionary.ShapeCount == 0 ? FindInOwnShapeAnew(document, address, name) : (int)Unusual;
        return found == (int)Unusual ? FindInAny(document, address, shapeTable, dictionary, name) : found;
    }

    /// <summary>Finds a name in an object that brings its shape where the first hints did not help: by its others, or by searching.</summary>
    /// <returns>The value's address, -1 if there is no such name, <see cref="Unusual"/> for any other object.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindInOwnShapeAnew(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name)
    {
        if ((uint)address + 1 >= (uint)document.Length
            || Load8(ref MemoryMarshal.GetReference(document), (uint)address) - Tag.ObjectWithShape > Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            return (int)Unusual;
        }

        if (KnownNamesKernel.Find(name) is { } known)
        {
            var child = FindByAnyHint(document, address, known);
            if (child >= 0)
            {
                return child;
            }
        }

        return KnownNamesKernel.ToLearn(name) is { } learned ? FindAnew(document, address, 0, null, learned) : SearchOwnShape(document, address, name);
    }

    /// <summary>Searches a block of up to 64 names with ends of a byte each. The kinds of blocks have a method each: calls at the end of a method
    /// cost nothing, they are jumps.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int SearchOwnShape(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        Load8(ref MemoryMarshal.GetReference(document), (uint)address + 1) switch
        {
            ShapeBlock.HasFingerprints => FindByFingerprint(document, address, name, name),
            ShapeBlock.HasFingerprints | ShapeBlock.HasCodedNames => FindCodedByFingerprint(document, address, name),
            ShapeBlock.HasCodedNames => FindCodedByLength(document, address, name),
            0 => FindByLength(document, address, name),
            _ => (int)Unusual,
        };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindByLength(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) => FindStoredByLength(document, address, name);

    /// <summary>Finds a name whose fingerprint is that of <paramref name="name"/> and that is stored as <paramref name="stored"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindByFingerprint(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name, ReadOnlySpan<byte> stored)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        var fingerprints = (uint)address + 1 + 2;
        if (!Vector128.IsHardwareAccelerated || fingerprints + ShapeBlock.FingerprintGroup > length)
        {
            return (int)Unusual;
        }

        var width = (int)Load8(ref start, (uint)address) - Tag.ObjectWithShape;
        var count = Load8(ref start, fingerprints - 1);
        if ((uint)width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape || count - 1 >= ShapeBlock.FingerprintGroup)
        {
            return (int)Unusual;
        }

        // Before the first end there are fingerprints.
        return FindAmong(ref start, length, (uint)address, width, Fingerprints(ref start, fingerprints, count, name), fingerprints + count, count, stored);
    }

    /// <summary>Finds a name that is stored as these bytes, among up to 16 without fingerprints: those that have its length and its first byte are
    /// compared.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindStoredByLength(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> stored)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        var storedLength = (uint)stored.Length;
        var ends = (uint)address + 1 + 2;
        if (!Vector128.IsHardwareAccelerated || ends + (uint)Vector128<byte>.Count > length || storedLength - 1 >= byte.MaxValue)
        {
            return (int)Unusual;
        }

        var width = (int)Load8(ref start, (uint)address) - Tag.ObjectWithShape;
        var count = Load8(ref start, ends - 1);
        if ((uint)width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape || count - 1 >= (uint)Vector128<byte>.Count)
        {
            return (int)Unusual;
        }

        var names = ends + count;
        var first = MemoryMarshal.GetReference(stored);
        var matches = OfLength(ref start, ends, count, storedLength);
        while (matches != 0)
        {
            // Its length is known, so it starts so many bytes before its end.
            var ordinal = 31 - (uint)BitOperations.LeadingZeroCount(matches);
            var end = Load8(ref start, ends + ordinal);
            var name = names + end - storedLength;
            if (names + end <= length && end >= storedLength && Load8(ref start, name) == first
                && RawBytes.AreEqual(ref Unsafe.Add(ref start, (nint)name), ref MemoryMarshal.GetReference(stored), storedLength))
            {
                return ChildBefore(ref start, length, (uint)address, names + Load8(ref start, names - 1) + ((ordinal + 1) << width), width);
            }

            matches ^= 1u << (int)ordinal;
        }

        return (int)Absent;
    }

    /// <summary>Finds a name among those that may be it, in an object that brings its shape.</summary>
    /// <param name="start">The document's first byte.</param>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="width">0, 1 or 2 for slots of 1, 2 or 4 bytes.</param>
    /// <param name="matches">A bit for each name that may be it.</param>
    /// <param name="ends">Where the names' ends are, of a byte each.</param>
    /// <param name="count">How many there are.</param>
    /// <param name="stored">The bytes that are stored for the name.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindAmong(ref byte start, uint length, uint address, int width, ulong matches, uint ends, uint count, ReadOnlySpan<byte> stored)
    {
        var names = ends + count;
        if (names > length)
        {
            return (int)Unusual;
        }

        while (matches != 0)
        {
            var ordinal = (uint)BitOperations.Log2(matches);
            var end = Load8(ref start, ends + ordinal);
            var nameStart = ordinal == 0 ? 0 : Load8(ref start, ends + ordinal - 1);
            if (end - nameStart == (uint)stored.Length && names + end <= length
                && RawBytes.AreEqual(ref Unsafe.Add(ref start, (nint)(names + nameStart)), ref MemoryMarshal.GetReference(stored), (uint)stored.Length))
            {
                return ChildBefore(ref start, length, address, names + Load8(ref start, names - 1) + ((ordinal + 1) << width), width);
            }

            matches ^= 1UL << (int)ordinal;
        }

        return (int)Absent;
    }

    /// <summary>Which of up to 16 names, whose ends have a byte each, have this length of at most 255.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint OfLength(ref byte start, uint ends, uint count, uint length)
    {
        // Each name starts where the one before it ends, the first one at 0, where the count stands instead.
        var starts = Vector128.LoadUnsafe(ref start, ends - 1).WithElement(0, (byte)0);
        var matches = Vector128.Equals(Vector128.LoadUnsafe(ref start, ends) - starts, Vector128.Create((byte)length)).ExtractMostSignificantBits();
        return matches & (uint.MaxValue >> (int)(32 - count));
    }

    /// <summary>Which of up to 64 names have the fingerprint of this one. The loads go on into the fields behind the fingerprints; their bits are
    /// masked out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Fingerprints(ref byte start, uint fingerprints, uint count, ReadOnlySpan<byte> name)
    {
        var wanted = Vector256.Create(ShapeBlock.Fingerprint(name));
        ulong matches = ByteMaskKernel.Of(Vector256.Equals(Vector256.LoadUnsafe(ref start, fingerprints), wanted));
        if (count > Vector256<byte>.Count)
        {
            var second = Vector256.LoadUnsafe(ref start, fingerprints + (uint)Vector256<byte>.Count);
            matches |= (ulong)ByteMaskKernel.Of(Vector256.Equals(second, wanted)) << Vector256<byte>.Count;
        }

        return matches & (ulong.MaxValue >> (int)(ShapeBlock.FingerprintGroup - count));
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

    /// <summary>Address of the value that the slot before an offset leads to, behind the reference if there is one; <see cref="Unusual"/> where it is
    /// outside.</summary>
    /// <remarks>Behind the last slot there need not be four bytes to load, but before its end there are.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ChildBefore(ref byte start, uint length, uint address, uint end, int width)
    {
        if (end < sizeof(uint) || end > length)
        {
            return (int)Unusual;
        }

        var child = address - SlotBefore(ref start, end, width);
        if (child >= address)
        {
            return (int)Unusual;
        }

        var reference = Load8(ref start, child) - Tag.Reference;
        return reference <= Tag.ReferenceLast - Tag.Reference ? Behind(ref start, length, child, (int)reference) : (int)child;
    }

    /// <summary>What a reference leads to. As before its object there is nothing but values, and behind it a slot, four bytes can be loaded.</summary>
    /// <param name="start">The document's first byte.</param>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="at">The reference's tag.</param>
    /// <param name="size">0, 1 or 2 for a distance of 2, 3 or 4 bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Behind(ref byte start, uint length, uint at, int size)
    {
        if (at + 1 + sizeof(uint) > length)
        {
            return (int)Unusual;
        }

        var distance = Load32(ref start, at + 1) & (uint.MaxValue >> (16 - (8 * size)));
        var target = at - distance;
        return distance - 1 >= at || IsReference(Load8(ref start, target)) ? (int)Unusual : (int)target;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SlotBefore(ref byte start, uint end, int width) => Load32(ref start, end - sizeof(uint)) >> (-8 << width);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsReference(uint tag) => tag - Tag.Reference <= Tag.ReferenceLast - Tag.Reference;

    /// <summary>Whether these bytes are stored for a name of the block. A name that does not lie inside the bytes is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName(ref byte start, uint ends, int endShift, uint endMask, uint names, uint length, uint ordinal, ReadOnlySpan<byte> stored)
    {
        // The four bytes before the first end belong to the block's head and its object: never outside.
        var end = Load32(ref start, ends + (ordinal << endShift)) & endMask;
        var before = ordinal == 0 ? 0 : Load32(ref start, ends + ((ordinal - 1) << endShift)) & endMask;
        return end - before == (uint)stored.Length && before <= end && end <= length - names
            && RawBytes.AreEqual(ref Unsafe.Add(ref start, (nint)(names + before)), ref MemoryMarshal.GetReference(stored), (uint)stored.Length);
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
    public static uint Load32(ref byte start, uint offset) => Load32(ref start, (nint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32(ref byte start, nint offset)
    {
        var value = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load64(ref byte start)
    {
        var value = Unsafe.ReadUnaligned<ulong>(ref start);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }
}
