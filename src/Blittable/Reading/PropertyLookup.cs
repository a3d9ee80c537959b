using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Finds a property by name, first at the position in the previous object, then by searching the block of the shape.</summary>
/// <remarks>
/// <para>All addresses are derived from the <see cref="PropertyHint"/>. Loads from the block only confirm it, so the processor need not wait for
/// them. An unconfirmed hint is not used: races, collisions and damage cost a search, but never return another property.</para>
/// <para>Blocks that are searched here have at most <see cref="MaxCount"/> names, no index and no duplicates. <see cref="ShapeBlock.Find"/> handles all
/// other blocks and everything outside the bytes, and also reports damage.</para>
/// </remarks>
internal static partial class PropertyLookup
{
    /// <summary>The result for a missing property, and for a value that is not an object.</summary>
    public const int Absent = -1;

    /// <summary>The maximum count and shape number with a one-byte encoding.</summary>
    private const uint MaxCount = Varint.MaxOneByte;

    private const int HintBits = 12;

    /// <summary>2^32 over the golden ratio. The top bits of its multiples are evenly spread (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint HashFactor = 0x9E37_79B1;

    /// <summary>2^64 over the golden ratio.</summary>
    private const ulong HashFactor64 = 0x9E37_79B9_7F4A_7C15;

    /// <summary>The hints of names that are looked up as text, indexed by a hash of the name. Shared by all threads without a lock.</summary>
    private static readonly PropertyHint[] Hints = MakeHints();

    /// <summary>Clears the hints of all names that are looked up as text.</summary>
    public static void Forget() => Hints.AsSpan().Fill(PropertyHint.None);

    /// <summary>Finds the last property with a name.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the value's tag.</param>
    /// <param name="shapeTable">The start of the document's shape table.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
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

    /// <summary>Finds the last property with a name that has its own hint.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var child = FindByHint(document, address, shapeTable, dictionary, name.Hint, default, name);
        return child >= 0 ? child : FindAnew(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a property at the position in a hint.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the value's tag.</param>
    /// <param name="shapeTable">The start of the document's shape table.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
    /// <param name="hint">The previous position of a name with the same words.</param>
    /// <param name="name">The name in UTF-8, unless it is prepared.</param>
    /// <param name="prepared">The prepared name that owns the hint, or null.</param>
    /// <returns>The address of the property's value, or a negative number if the hint does not apply.</returns>
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

    /// <summary>Finds the block of a numbered shape.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the value's tag, which is followed by at least one byte.</param>
    /// <param name="shapeTable">The start of the document's shape table.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
    /// <param name="width">The difference between the object's tag and the first object tag. Receives 0, 1 or 2 for slots of 1, 2 or 4 bytes.</param>
    /// <param name="block">Receives the start of the block.</param>
    /// <param name="length">Receives the number of bytes that contain the block. 0 if the number exceeds one byte, or the value is not such an object.</param>
    /// <returns>A reference to the first of these bytes.</returns>
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

    /// <summary>Searches for a property and stores a hint for the next object.</summary>
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

    /// <summary>Decides pseudorandomly by address. This prevents threads that read objects of different shapes from replacing each other's hints on every
    /// miss.</summary>
    private static bool IsDue(uint address)
    {
        const uint oneInEight = 1u << 29;
        return address * HashFactor < oneInEight;
    }

    /// <summary>Returns the index of a name in <see cref="Hints"/>, from a hash of its words.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Place(NameWords name) =>
        (uint)(((name.First ^ BitOperations.RotateLeft(name.Last, 29) ^ name.Length) * HashFactor64) >> (64 - HintBits));

    /// <summary>Finds a name in any block, or throws if the block is damaged.</summary>
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

    /// <summary>Compares a name that exceeds its words. Not inlined, to leave more registers to the callers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsText(ref byte text, ReadOnlySpan<byte> name) => RawBytes.AreEqual(ref text, ref MemoryMarshal.GetReference(name), (uint)name.Length);

    /// <inheritdoc cref="IsText(ref byte, ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsText(ref byte text, BlittableName name) => IsText(ref text, name.Utf8);

    /// <summary>Returns the address of the value that a slot refers to, and follows a reference.</summary>
    /// <param name="start">The first byte of the document.</param>
    /// <param name="length">The size of the document in bytes.</param>
    /// <param name="address">The address of the object's tag.</param>
    /// <param name="end">The end of the slot. The four bytes before it can always be loaded, unlike four bytes from the start of the slot.</param>
    /// <param name="shift">The number of bits by which these four bytes are shifted right to extract the slot.</param>
    /// <returns>A negative number if the slot, its distance or the reference is damaged.</returns>
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

    /// <summary>Follows a reference.</summary>
    /// <param name="start">The first byte of the document.</param>
    /// <param name="length">The size of the document in bytes.</param>
    /// <param name="address">The address of the reference's tag.</param>
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
