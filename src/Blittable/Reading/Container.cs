using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Where the children of an object or an array are.</summary>
/// <remarks>
/// Slots hold distances back from the container's tag; an array whose elements all have the same length stores one distance and that length (its
/// stride) instead. Number arrays have no tags of their own: their children, and rows among them, have the kind of address that
/// <see cref="NumberArrayElement"/> explains.
/// </remarks>
internal readonly ref struct Container
{
    /// <summary>Stand for the stride in a number array, and in large containers, whose slots of one byte or two are in runs.</summary>
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

    /// <summary>Where the container's tag is.</summary>
    public int Address { get; }

    /// <summary>The number of children that it has.</summary>
    public int Count { get; }

    /// <summary>Bytes of a slot: 1, 2 or 4; 0 in an array without slots, in an empty container, and where slots are in runs.</summary>
    public int SlotSize => _slotSize;

    /// <summary>Address of the first slot, or of the first origin where slots are in runs; in an array without slots, of the first element; in packed
    /// numbers, the index of the first.</summary>
    public int Start => _start;

    /// <summary>Bytes from one element to the next in an array without slots, otherwise 0.</summary>
    public int Stride => _stride;

    /// <summary>Gets a value that indicates whether the children are the numbers of a number array, or its rows.</summary>
    public bool IsPacked => _stride is PackedNumberStride or PackedRowStride;

    /// <summary>Gets a value that indicates whether the slots are in runs, as those of large containers are.</summary>
    public bool IsInRuns => _stride <= NarrowRunStride;

    /// <summary>Bytes of a slot in a run, as a power of two.</summary>
    public int RunWidth => NarrowRunStride - _stride;

    /// <summary>Where the slots start that are in runs.</summary>
    public int RunSlots => _start + (int)Runs.OriginsLength((uint)Count);

    /// <summary>Resolves an object.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">Where the object's tag is.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="dictionary">The document's dictionary, if it has one.</param>
    /// <param name="container">Where its children are.</param>
    /// <param name="shape">Their names; default in the empty object.</param>
    /// <returns>False where the tag is not that of an object.</returns>
    /// <exception cref="BlittableException">The object does not fit into the document, or has a shape that does not exist.</exception>
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
    /// <returns>False where the tag is not that of such an array.</returns>
    /// <exception cref="BlittableException">The array does not fit into the document.</exception>
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

    /// <summary>A row of the packed matrix at an address.</summary>
    public static Container OfRow(ReadOnlySpan<byte> document, int address, int row)
    {
        var columns = NumberArrayLayout.ColumnsOfMatrix(document, address);
        return new Container(document, address, columns, NumberArrayLayout.IndexInMatrix(row, 0), 0, PackedNumberStride);
    }

    /// <summary>Address of child <paramref name="index"/>, which must be less than <see cref="Count"/>, after the reference if there is one.</summary>
    /// <exception cref="BlittableException">Its slot leads to no value.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Child(int index) =>
        _slotSize != 0 ? Behind(_document, Address, RawBytes.ReadUpTo32(_document, _start + (index * _slotSize), _slotSize)) : Element(index);

    /// <summary>Where child <paramref name="index"/> starts, or the reference in its place; not checked against the document's start.</summary>
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

    /// <summary>The value that starts <paramref name="distance"/> bytes before a container's tag, or the one that is referred to from there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Behind(ReadOnlySpan<byte> document, int address, uint distance)
    {
        if (distance - 1 >= (uint)address)
        {
            ThrowHelper.InvalidDistance(distance, address);
        }

        return BehindReference(document, address - (int)distance);
    }

    /// <summary>The address of a value, or of the one that is referred to from there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int BehindReference(ReadOnlySpan<byte> document, int address) =>
        IsReference(document[address]) ? FollowReference(document, address) : address;

    private static bool IsReference(byte tag) => (uint)(tag - Tag.Reference) <= Tag.ReferenceLast - Tag.Reference;

    /// <summary>A reference to a reference is refused: a chain of them would make a lookup as long as the document.</summary>
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

    /// <summary>Where a shape of the dictionary is.</summary>
    /// <returns>The dictionary's shapes.</returns>
    /// <exception cref="BlittableException">The container has no child of this number.</exception>
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

    /// <summary>Reads where the slots of a large container are.</summary>
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

    /// <summary>Finds the run of children that one of them belongs to.</summary>
    /// <param name="index">A child.</param>
    /// <param name="slot">Its slot.</param>
    /// <returns>The address that the slot counts back from.</returns>
    /// <exception cref="BlittableException">The origin lies outside the document.</exception>
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

        // Equal elements that are stored once have a stride of 0, so the document's length does not bound their number.
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
