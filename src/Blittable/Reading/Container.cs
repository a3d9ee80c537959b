using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Locates the children of an object or an array.</summary>
/// <remarks>
/// Slots store distances back from the container's tag. An array whose elements all have the same length instead stores one distance and that length (the
/// stride). Number arrays have no tags of their own. Their elements, which can be rows, have the kind of address that
/// <see cref="NumberArrayElement"/> defines.
/// </remarks>
internal readonly ref struct Container
{
    /// <summary>Values that replace the stride in number arrays, and in large containers, whose slots of one or two bytes are in runs.</summary>
    private const int PackedNumberStride = -1, PackedRowStride = -2, NarrowRunStride = -3;

    private readonly ReadOnlySpan<byte> _document;
    private readonly int _start;
    private readonly int _slotSize;
    private readonly int _stride;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Container(ReadOnlySpan<byte> document, int address, int count, int start, int slotSize, int stride)
    {
        _document = document;
        _start = start;
        _slotSize = slotSize;
        _stride = stride;
        Address = address;
        Count = count;
    }

    /// <summary>Gets the address of the container's tag.</summary>
    public int Address { get; }

    /// <summary>Gets the number of children.</summary>
    public int Count { get; }

    /// <summary>Gets the slot size in bytes: 1, 2 or 4. In an array without slots, in an empty container, and if slots are in runs, 0.</summary>
    public int SlotSize => _slotSize;

    /// <summary>Gets the address of the first slot, or of the first origin if slots are in runs. In an array without slots, the address of the first element.
    /// In a number array, the index of the first element.</summary>
    public int Start => _start;

    /// <summary>Gets the distance in bytes between elements of an array without slots; otherwise, 0. Negative values identify other layouts.</summary>
    public int Stride => _stride;

    /// <summary>Gets a value that indicates whether the children are the numbers or rows of a number array.</summary>
    public bool IsPacked => _stride is PackedNumberStride or PackedRowStride;

    /// <summary>Gets a value that indicates whether the slots are in runs, as in all large containers.</summary>
    public bool IsInRuns => _stride <= NarrowRunStride;

    /// <summary>Gets the base-2 logarithm of the size in bytes of a slot in a run.</summary>
    public int RunWidth => NarrowRunStride - _stride;

    /// <summary>Gets the address of the first slot if slots are in runs.</summary>
    public int RunSlots => _start + (int)Runs.OriginsLength((uint)Count);

    /// <summary>Resolves an object.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the object's tag.</param>
    /// <param name="shapeTable">The start of the document's shape table.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
    /// <param name="container">Receives the location of the children.</param>
    /// <param name="shape">Receives the names, or the default value for an empty object.</param>
    /// <returns>False if the tag is not the tag of an object.</returns>
    /// <exception cref="BlittableException">The object ends outside the document, or its shape does not exist.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadObject(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, out Container container, out ShapeBlock shape)
    {
        var tag = RawBytes.ReadTag(document, address);
        var start = address + 1;
        var width = tag - Tag.ObjectWithShape;
        if ((uint)width <= Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            shape = ShapeBlock.Read(document, start);
            start = shape.EndAddress;
        }
        else if ((uint)(tag - Tag.ObjectOfDocumentShape) <= Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDocumentShape)
        {
            var number = RawBytes.ReadVarint(document, ref start);
            width = tag - Tag.ObjectOfDocumentShape;
            if (width <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape)
            {
                shape = ShapeBlock.Read(document, Trailer.ShapeAddress(document, shapeTable, number));
            }
            else
            {
                width = tag - Tag.ObjectOfDictionaryShape;
                shape = ShapeBlock.Read(DictionaryShape(dictionary, number, address, out var block), block);
            }
        }
        else if (tag == Tag.LargeObject)
        {
            shape = ShapeBlock.Read(document, start);
            container = ReadRuns(document, address, shape.EndAddress, shape.Count);
            return true;
        }
        else
        {
            shape = default;
            container = new Container(document, address, 0, start, 0, 0);
            return tag == Tag.EmptyObject;
        }

        container = new Container(document, address, shape.Count, start, Tag.SlotSize(width), 0);
        return true;
    }

    /// <summary>Resolves an array.</summary>
    /// <returns>False if the tag is not the tag of an array.</returns>
    /// <exception cref="BlittableException">The array ends outside the document.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadArray(ReadOnlySpan<byte> document, int address, out Container container)
    {
        var tag = RawBytes.ReadTag(document, address);
        var start = address + 1;
        var width = tag - Tag.Array;
        if ((uint)width <= Tag.ArrayLast - Tag.Array)
        {
            var size = Tag.SlotSize(width);
            var count = RawBytes.ReadVarint(document, ref start);
            if (start + ((long)count * size) > document.Length)
            {
                ThrowHelper.InvalidCount(count, "slots", address);
            }

            container = new Container(document, address, (int)count, start, size, 0);
            return true;
        }

        if (tag == Tag.StridedArray)
        {
            container = ReadStridedArray(document, address, start);
            return true;
        }

        if (tag == Tag.NumberArray)
        {
            container = OfPacked(document, address);
            return true;
        }

        if (tag == Tag.LargeArray)
        {
            var count = RawBytes.ReadVarint(document, ref start);
            container = ReadRuns(document, address, start, count);
            return true;
        }

        container = new Container(document, address, 0, start, 0, 0);
        return tag == Tag.EmptyArray;
    }

    /// <summary>Resolves a row of the number matrix at an address.</summary>
    public static Container OfRow(ReadOnlySpan<byte> document, int address, int row)
    {
        var columns = NumberArrayLayout.ColumnsOfMatrix(document, address);
        return new Container(document, address, columns, NumberArrayLayout.IndexInMatrix(row, 0), 0, PackedNumberStride);
    }

    /// <summary>Returns the address of child <paramref name="index"/>, which must be less than <see cref="Count"/>, and follows a reference.</summary>
    /// <exception cref="BlittableException">The slot does not lead to a value.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Child(int index) =>
        _slotSize != 0 ? Behind(_document, Address, RawBytes.ReadUpTo32(_document, _start + (index * _slotSize), _slotSize)) : Element(index);

    /// <summary>Returns the address of child <paramref name="index"/> or of the reference in its place. The address may precede the document.</summary>
    public long ChildOrReference(int index)
    {
        if (IsInRuns)
        {
            var origin = Run(index, out var slot);
            return origin - (long)RawBytes.ReadUpTo32(_document, slot, Tag.SlotSize(RunWidth));
        }

        return _slotSize == 0
            ? _start + ((long)index * _stride)
            : Address - (long)RawBytes.ReadUpTo32(_document, _start + (index * _slotSize), _slotSize);
    }

    /// <summary>Returns the address of the value <paramref name="distance"/> bytes before a container's tag, and follows a reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Behind(ReadOnlySpan<byte> document, int address, uint distance)
    {
        if (distance - 1 >= (uint)address)
        {
            ThrowHelper.InvalidDistance(distance, address);
        }

        return BehindReference(document, address - (int)distance);
    }

    /// <summary>Returns the address of a value, and follows a reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int BehindReference(ReadOnlySpan<byte> document, int address) =>
        IsReference(document[address]) ? FollowReference(document, address) : address;

    private static bool IsReference(byte tag) => (uint)(tag - Tag.Reference) <= Tag.ReferenceLast - Tag.Reference;

    /// <summary>Follows a reference. References to references are rejected, because lookup time would depend on the length of the chain.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FollowReference(ReadOnlySpan<byte> document, int address)
    {
        const int shortest = 2;
        var distance = RawBytes.ReadUpTo32(document, address + 1, document[address] - Tag.Reference + shortest);
        if (distance - 1 >= (uint)address || IsReference(document[address - (int)distance]))
        {
            ThrowHelper.InvalidDistance(distance, address);
        }

        return address - (int)distance;
    }

    /// <summary>Finds the block of a dictionary shape.</summary>
    /// <returns>The bytes of the dictionary's shapes.</returns>
    /// <exception cref="BlittableException">The dictionary is missing or has no shape with this number.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ReadOnlySpan<byte> DictionaryShape(DictionarySnapshot? dictionary, uint number, int address, out int block)
    {
        if (dictionary is null || number >= (uint)dictionary.ShapeCount)
        {
            ThrowHelper.InvalidCount(number, "a shape of the dictionary", address);
        }

        block = dictionary.ShapeAddress((int)number);
        return dictionary.Shapes;
    }

    /// <summary>Resolves a large container.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Container ReadRuns(ReadOnlySpan<byte> document, int address, int start, long count)
    {
        var width = RawBytes.ReadByte(document, start);
        if (width > Runs.MaxSlotWidth || start + 1 + Runs.SlotsLength((uint)count, width) > document.Length)
        {
            ThrowHelper.InvalidCount((uint)count, "slots in runs", address);
        }

        return new Container(document, address, (int)count, start + 1, 0, NarrowRunStride - width);
    }

    /// <summary>Finds the run that contains a child.</summary>
    /// <param name="index">The index of the child.</param>
    /// <param name="slot">Receives the address of its slot.</param>
    /// <returns>The address that the slot is subtracted from.</returns>
    /// <exception cref="BlittableException">The origin is outside the document.</exception>
    public int Run(int index, out int slot)
    {
        slot = RunSlots + (index << RunWidth);
        return Runs.OriginOfChild(_document, Address, _start, index);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Container OfPacked(ReadOnlySpan<byte> document, int address)
    {
        var packed = NumberArrayLayout.Read(document, address);
        return new Container(document, address, packed.Rows, 0, 0, packed.IsMatrix ? PackedRowStride : PackedNumberStride);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Container ReadStridedArray(ReadOnlySpan<byte> document, int address, int start)
    {
        var count = RawBytes.ReadVarint(document, ref start);
        var last = RawBytes.ReadVarint(document, ref start);
        var stride = RawBytes.ReadVarint(document, ref start);

        // Equal elements stored once have a stride of 0, so their number is not bounded by the document's length.
        if (count - 1 >= int.MaxValue || stride > int.MaxValue || last == 0 || last > (uint)address || (ulong)(count - 1) * stride > (uint)address - last)
        {
            ThrowHelper.InvalidCount(count, "elements", address);
        }

        return new Container(document, address, (int)count, (int)((uint)address - last - ((count - 1) * stride)), 0, (int)stride);
    }

    private int Element(int index)
    {
        if (IsInRuns)
        {
            var origin = Run(index, out var slot);
            return Behind(_document, origin, RawBytes.ReadUpTo32(_document, slot, Tag.SlotSize(RunWidth)));
        }

        if (_stride < 0)
        {
            return NumberArrayElement.AddressIn(Address, _stride == PackedRowStride);
        }

        return BehindReference(_document, _start + (index * _stride));
    }
}
