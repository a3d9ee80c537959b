using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Finds a property by name: first where the name was in the last object, then by searching the shape's block.</summary>
/// <remarks>
/// <para>All addresses follow from the <see cref="PropertyHint"/> alone. The loads from the block only confirm it, so that the processor need not wait for
/// them. A hint proves nothing by itself: races, collisions and damage cost a search and never give another property.</para>
/// <para>Blocks that are searched here have at most <see cref="MaxCount"/> names, no index and no duplicates. All others, and whatever does not fit into
/// the bytes, are left to <see cref="ShapeBlock.Find"/>, which also reports damage.</para>
/// </remarks>
internal static partial class PropertyLookup
{
    /// <summary>Throws for a missing property, or a value that is not an object.</summary>
    public const int Absent = -1;

    /// <summary>The largest count and shape number that takes one byte.</summary>
    private const uint MaxCount = Varint.MaxOneByte;

    private const int HintBits = 12;

    /// <summary>2^32 over the golden ratio: multiples of it spread evenly over their top bits (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint HashFactor = 0x9E37_79B1;

    /// <summary>2^64 over the golden ratio.</summary>
    private const ulong HashFactor64 = 0x9E37_79B9_7F4A_7C15;

    /// <summary>Hints of names that are looked up as text, by a hash of the name. All threads read and write them without a lock.</summary>
    private static readonly PropertyHint[] Hints = MakeHints();

    /// <summary>Forgets the hints of all names that are looked up as text.</summary>
    public static void Forget() => Hints.AsSpan().Fill(PropertyHint.None);

    /// <summary>Finds the last property with a name.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">Where the value's tag is.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="dictionary">The document's dictionary, if it has one.</param>
    /// <param name="name">The name in UTF-8.</param>
    /// <returns>The address of the property's value, or <see cref="Absent"/>.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var words = new NameWords(name);
        ref var place = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Hints), (nint)Place(words));
        var hint = place;
        var child = hint.Name.Equals(words) ? FindByHint(document, address, shapeTable, dictionary, hint, name, prepared: null) : -1;
        return child >= 0 ? child : FindAnew(document, address, shapeTable, dictionary, name, ref place);
    }

    /// <summary>Finds the last property with a name that brings its own hint.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var child = FindByHint(document, address, shapeTable, dictionary, name.Hint, default, name);
        return child >= 0 ? child : FindAnew(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a property where the hint says that it is.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">Where the value's tag is.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="dictionary">The document's dictionary, if it has one.</param>
    /// <param name="hint">Where a name with these words stood before.</param>
    /// <param name="name">The name in UTF-8, unless it is prepared.</param>
    /// <param name="prepared">The prepared name, for which alone the hint was made.</param>
    /// <returns>A negative number where it is not there.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindByHint(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, PropertyHint hint, ReadOnlySpan<byte> name, BlittableName? prepared)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        if ((uint)address + 2 > length || (Load16(ref start, (uint)address) & hint.HeadMask) != hint.Head)
        {
            return -1;
        }

        if (hint.Dictionary != 0)
        {
            if (dictionary is null || dictionary.Id != hint.Dictionary)
            {
                return -1;
            }

            if (prepared is null && !hint.Name.AreWhole)
            {
                ref var text = ref Unsafe.Add(ref MemoryMarshal.GetReference(dictionary.ShapesAndSlack), (nint)hint.TextAt);
                if (!IsText(ref text, name))
                {
                    return -1;
                }
            }
        }
        else
        {
            var block = (uint)address + 1;
            if (hint.Head > Tag.ObjectWithShapeLast)
            {
                var number = Load8(ref start, block);
                if (number > MaxCount || !Trailer.TryReadShapeAddress(document, shapeTable, number, out var at))
                {
                    return -1;
                }

                block = (uint)at;
            }

            if (block + (ulong)hint.Reach > length)
            {
                return -1;
            }

            ref var first = ref Unsafe.Add(ref start, (nint)block);
            ref var text = ref Unsafe.Add(ref first, (nint)hint.TextAt);
            var structure = (Load16(ref first, 0) ^ hint.BlockHead)
                | ((Load32(ref first, hint.EndAt) ^ hint.End) & hint.EndMask)
                | ((Load32(ref first, hint.LastEndAt) ^ hint.LastEnd) & hint.LastEndMask);
            var words = ((Load64(ref text, 0) ^ hint.Name.First) & hint.Name.Mask) | ((Load64(ref text, hint.Name.LastAt) ^ hint.Name.Last) & hint.Name.Mask);
            if ((structure | words) != 0
                || (!hint.Name.AreWhole && !(prepared is null ? IsText(ref text, name) : IsText(ref text, prepared))))
            {
                return -1;
            }
        }

        return ChildBefore(ref start, length, (uint)address, (uint)address + hint.SlotEnd, hint.SlotShift);
    }

    /// <summary>Finds the block of a shape that has a number.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">Where the value's tag is; a byte follows it.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="dictionary">The document's dictionary, if it has one.</param>
    /// <param name="width">The object's tag less that of the first object; then 0, 1 or 2 for slots of 1, 2 or 4 bytes.</param>
    /// <param name="block">Where the block starts.</param>
    /// <param name="length">Bytes that the block is in; 0 for a number of more than a byte, and where the value is not an object of such a shape.</param>
    /// <returns>The first of these bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte SharedBlock(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, scoped ref uint width, out uint block, out uint length)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var number = Load8(ref start, (uint)address + 1);
        width -= Tag.ObjectOfDocumentShape - Tag.ObjectWithShape;
        if (width <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape)
        {
            var isThere = Trailer.TryReadShapeAddress(document, shapeTable, number, out var at) && number <= MaxCount;
            block = (uint)at;
            length = isThere ? (uint)document.Length : 0;
            return ref start;
        }

        width -= Tag.ObjectOfDictionaryShape - Tag.ObjectOfDocumentShape;
        if (width > Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDictionaryShape || number > MaxCount
            || dictionary is null || number >= (uint)dictionary.ShapeCount)
        {
            block = 0;
            length = 0;
            return ref start;
        }

        var bytes = dictionary.ShapesAndSlack;
        block = (uint)dictionary.ShapeAddress((int)number);
        length = (uint)bytes.Length;
        return ref MemoryMarshal.GetReference(bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindAnew(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name) =>
        FindAnew(document, address, shapeTable, dictionary, name.Utf8, ref name.Hint);

    /// <summary>Searches for a property and leaves a hint for the next object.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindAnew(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name, ref PropertyHint hint)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        if ((uint)address + 2 > length)
        {
            return FindTheLongWay(document, address, shapeTable, dictionary, name);
        }

        var width = Load8(ref start, (uint)address) - Tag.ObjectWithShape;
        var block = (uint)address + 1;
        ref var shapes = ref start;
        var shapesLength = length;
        var isShared = width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape;
        if (isShared)
        {
            shapes = ref SharedBlock(document, address, shapeTable, dictionary, ref width, out block, out shapesLength);
        }

        if (block + 2ul > shapesLength)
        {
            return FindTheLongWay(document, address, shapeTable, dictionary, name);
        }

        var flags = Load8(ref shapes, block);
        var count = Load8(ref shapes, block + 1);
        var endShift = (int)(flags & ShapeBlock.EndSizeMask);
        var ends = block + 2 + ((flags & ShapeBlock.HasFingerprints) != 0 ? count : 0);
        var names = ends + (count << endShift);
        if (count - 1 >= MaxCount || (flags & ShapeBlock.UnusualMask) != 0 || endShift == ShapeBlock.EndSizeMask || names + (ulong)sizeof(uint) > shapesLength)
        {
            return FindTheLongWay(document, address, shapeTable, dictionary, name);
        }

        var parts = new Names(ends, names, shapesLength, endShift);
        var ordinal = (flags & ShapeBlock.HasFingerprints) == 0
            ? FindByLength(ref shapes, parts, count, name)
            : FindByFingerprint(ref shapes, parts, count, name);
        if (ordinal >= count)
        {
            return Absent;
        }

        var lastEnd = End(ref shapes, parts, count - 1);
        var slots = isShared ? (uint)address + 2 : names + lastEnd;
        var child = ChildBefore(ref start, length, (uint)address, slots + ((ordinal + 1) << (int)width), 32 - (8 << (int)width));
        if (child < 0)
        {
            return FindTheLongWay(document, address, shapeTable, dictionary, name);
        }

        if (hint == PropertyHint.None || (IsDue((uint)child) && hint.IsExhausted()))
        {
            var tag = Load8(ref start, (uint)address);
            var nameStart = ordinal == 0 ? 0 : End(ref shapes, parts, ordinal - 1);
            var words = new NameWords(name);
            var found = tag >= Tag.ObjectOfDictionaryShape
                ? PropertyHint.OfDictionary(tag, Load8(ref start, (uint)address + 1), dictionary!.Id, ordinal, names + nameStart, words)
                : PropertyHint.OfDocument(tag, flags, count, ordinal, nameStart, lastEnd, words);
            if (found is not null)
            {
                found.Follow(hint);
                Volatile.Write(ref hint, found);
            }
        }

        return child;
    }

    private static PropertyHint[] MakeHints()
    {
        var hints = new PropertyHint[1 << HintBits];
        hints.AsSpan().Fill(PropertyHint.None);
        return hints;
    }

    /// <summary>Decides by an address, which is as good as chance, so that threads with objects of several shapes do not take a hint from each other each
    /// time.</summary>
    private static bool IsDue(uint address)
    {
        const uint oneInEight = 1u << 29;
        return address * HashFactor < oneInEight;
    }

    /// <summary>Finds the place of a name among <see cref="Hints"/> by a hash of its words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Place(NameWords name) =>
        (uint)(((name.First ^ BitOperations.RotateLeft(name.Last, 29) ^ name.Length) * HashFactor64) >> (64 - HintBits));

    /// <summary>Finds a name in any block, or says what is wrong with it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindTheLongWay(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        if (!Container.TryReadObject(document, address, shapeTable, dictionary, out var container, out var shape) || container.Count == 0)
        {
            return Absent;
        }

        var ordinal = shape.Find(name);
        return ordinal < 0 ? Absent : container.Child(ordinal);
    }

    /// <summary>Compares a name that is longer than its words; a call, which leaves the registers of the callers to the others.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsText(ref byte text, ReadOnlySpan<byte> name) => RawBytes.AreEqual(ref text, ref MemoryMarshal.GetReference(name), (uint)name.Length);

    /// <inheritdoc cref="IsText(ref byte, ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsText(ref byte text, BlittableName name) => IsText(ref text, name.Utf8);

    /// <summary>Finds the value to which the slot leads that ends at an offset, through the reference if there is one.</summary>
    /// <param name="start">The document's first byte.</param>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="end">Where the slot ends: four bytes before it can always be loaded, four from its start on cannot.</param>
    /// <param name="shift">How far those four bytes are shifted to leave the slot alone.</param>
    /// <returns>A negative number where the slot, its distance or the reference is damaged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ChildBefore(ref byte start, uint length, uint address, uint end, int shift)
    {
        if (end < sizeof(uint) || end > length)
        {
            return -1;
        }

        var child = address - (Load32(ref start, end - sizeof(uint)) >> shift);
        if (child >= address)
        {
            return -1;
        }

        var reference = Load8(ref start, child) - Tag.Reference;
        return reference <= Tag.ReferenceLast - Tag.Reference ? Referred(ref start, length, child, (int)reference) : (int)child;
    }

    /// <summary>Finds what a reference leads to.</summary>
    /// <param name="start">The document's first byte.</param>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="address">The reference's tag.</param>
    /// <param name="size">0, 1 or 2 for a distance of 2, 3 or 4 bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Referred(ref byte start, uint length, uint address, int size)
    {
        if (address + 1 + sizeof(uint) > length)
        {
            return -1;
        }

        var distance = Load32(ref start, address + 1) & (uint.MaxValue >> (16 - (8 * size)));
        var target = address - distance;
        return distance - 1 >= address || Load8(ref start, target) - Tag.Reference <= Tag.ReferenceLast - Tag.Reference ? -1 : (int)target;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load8(ref byte start, uint offset) => Unsafe.Add(ref start, (nint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load64(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load16(ref byte start, uint offset)
    {
        var value = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref start, (nint)offset));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }
}
