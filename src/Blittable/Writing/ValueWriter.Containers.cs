using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Handles names, and writes the tag, shape and slots of a closed object or array.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The minimum number of elements for which an array is checked for a common stride.</summary>
    public const int MinStrided = 4;

    /// <summary>Represents the shape of an array.</summary>
    private const int ArrayShape = -1;

    /// <summary>The space reserved for references written before a container to reach its children, and for its header.</summary>
    private const int MaxApproach = 8192;

    /// <summary>The maximum number of properties of an object that the parser may write in its main loop.</summary>
    public const int MaxInlineSlots = 16;

    private readonly PendingNames _names = new();

    /// <summary>Returns the node of <paramref name="name"/> after <paramref name="node"/>, from which the next name is predicted.</summary>
    /// <param name="node">The last name of the object, or <see cref="ShapeTrie.Root"/>.</param>
    /// <param name="context">The property whose value is the object.</param>
    /// <param name="name">The name, unescaped.</param>
    public int Name(int node, int context, ReadOnlySpan<byte> name)
    {
        if (node != ShapeTrie.Unshaped)
        {
            var next = Trie.FindOrAdd(node, name, mayAdd: !IsShapeless);
            BindNodes();
            if (next != ShapeTrie.Unshaped)
            {
                Predict(node, context, next);
                return next;
            }

            CountLongest(node);
            var names = Trie.Names(node, out var ends);
            _names.Push(names, ends);
        }

        _names.Push(name);
        return ShapeTrie.Unshaped;
    }

    /// <summary>Predicts <paramref name="next"/> as the name after <paramref name="node"/>, or as the first name in an object below
    /// <paramref name="context"/>.</summary>
    public void Predict(int node, int context, int next)
    {
        if (node == ShapeTrie.Root)
        {
            Nodes[context].OtherInside = Nodes[context].Inside;
            Nodes[context].Inside = next;
        }
        else
        {
            Nodes[node].OtherNext = Nodes[node].Next;
            Nodes[node].Next = next;
        }
    }

    /// <summary>Writes the object that has just been closed, with the pending addresses from <paramref name="slots"/> on, at least one.</summary>
    public void WriteObject(int node, uint* slots) => WriteObject(node, slots, LooksForEqual((int)(SlotTop - slots)));

    /// <inheritdoc cref="WriteObject(int, uint*)"/>
    /// <param name="node">The node of the last name.</param>
    /// <param name="slots">The first pending address.</param>
    /// <param name="isShared">True to search for an equal earlier object.</param>
    public void WriteObject(int node, uint* slots, bool isShared)
    {
        var count = (int)(SlotTop - slots);
        if (node != ShapeTrie.Unshaped && !MayHave(Nodes + node))
        {
            var names = Trie.Names(node, out var ends);
            _names.Push(names, ends);
            node = ShapeTrie.Unshaped;
        }

        if (node == ShapeTrie.Unshaped)
        {
            WriteOwnNames(slots, count);
            return;
        }

        SharedValues.ValueSearch search = default;
        if (isShared && TryShareContainer(node, slots, Current[1].Start, out search))
        {
            return;
        }

        var room = count * 4L + MaxApproach;
        if (Nodes[node].Stamp < Stamp)
        {
            if (Nodes[node].Block < 0)
            {
                Trie.BuildBlock(node, _mode == BlittableMode.Disk);
                BindNodes();
            }

            room += Nodes[node].BlockLength;
            if (Nodes[node].DefinitionStamp == Stamp)
            {
                NumberShape(Nodes + node);
            }
        }

        var shape = Nodes + node;
        EnsureRoom(room);
        var width = ChooseWidth(slots, count);
        if (isShared)
        {
            _shared.Add(search, Length);
        }

        WriteObject(shape, node, slots, count, width);
    }

    /// <summary>Writes an object in memory mode, where no value is shared and the first child is the farthest. Returns false if the shape has no block
    /// yet.</summary>
    public bool TryWritePlainObject(int node, uint* slots)
    {
        var shape = Nodes + node;
        if (_mode != BlittableMode.Memory || (shape->Block < 0 && shape->Stamp < Stamp) || !MayHave(shape))
        {
            return false;
        }

        var count = (int)(SlotTop - slots);
        EnsureRoom(count * 4L + shape->BlockLength + Slack);
        var width = WidthIndex((uint)Cursor - *slots);
        if (shape->Stamp < Stamp && shape->DefinitionStamp == Stamp)
        {
            NumberShape(shape);
        }

        WriteObject(shape, node, slots, count, width);
        return true;
    }

    /// <summary>Writes the header and the slots of an object. Its address replaces the addresses of its children.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteObject(ShapeNode* shape, int node, uint* slots, int count, int width)
    {
        var o = Cursor;
        var address = (uint)o;
        if (shape->Stamp >= Stamp)
        {
            *(ulong*)o = shape->Header + (uint)width;
            o += shape->HeaderLength;
        }
        else
        {
            *o = (byte)(Tag.ObjectWithShape + width);
            o = Define(node, o + 1);
        }

        Cursor = count <= MaxInlineSlots ? SlotKernel.WriteFew(o, address, slots, count, width) : SlotKernel.Write(o, address, slots, count, width);
        *slots = address;
        SlotTop = slots + 1;
    }

    /// <summary>Writes the block of a shape, which later objects of the document reference.</summary>
    private byte* Define(int node, byte* output)
    {
        CountSighting(node);
        var shape = Nodes + node;
        if (_refusesDuplicates && (_blocks[shape->Block] & ShapeBlock.HasDuplicates) != 0)
        {
            var names = Trie.Names(node, out var ends);
            ThrowHelper.DuplicateName(names, ends);
        }

        CountBlock(shape->BlockLength);
        shape->DefinitionStamp = Stamp;
        shape->Definition = (int)(output - Start);
        return CopyBlock(output, _blocks + shape->Block, shape->BlockLength);
    }

    /// <summary>Writes the array that has just been closed, with the pending addresses from <paramref name="slots"/> on, at least one.</summary>
    public void WriteArray(uint* slots)
    {
        var count = (int)(SlotTop - slots);
        SharedValues.ValueSearch search = default;
        if (_packsNumbers && !_isEdit && TryPackNumbers(slots, count))
        {
            return;
        }

        var isShared = LooksForEqual(count);
        if (isShared && TryShareContainer(ArrayShape, slots, Current[1].Start, out search))
        {
            return;
        }

        EnsureRoom(count * 4L + MaxApproach);
        var isStrided = count >= MinStrided && SlotKernel.IsStrided(slots, count);
        var runWidth = isStrided ? -1 : RunWidth(slots, count);
        var width = isStrided || runWidth >= 0 ? 0 : ChooseWidth(slots, count);
        var address = (uint)Cursor;
        if (isShared)
        {
            _shared.Add(search, Length);
        }

        if (isStrided)
        {
            WriteStrided(address, slots, count);
        }
        else if (runWidth >= 0)
        {
            *Cursor++ = Tag.LargeArray;
            WriteVarint((uint)count);
            Cursor = SlotKernel.WriteRuns(Cursor, address, slots, count, runWidth);
        }
        else
        {
            *Cursor++ = (byte)(Tag.Array + width);
            WriteVarint((uint)count);
            Cursor = SlotKernel.Write(Cursor, address, slots, count, width);
        }

        *slots = address;
        SlotTop = slots + 1;
    }

    /// <summary>Writes an object of at most <see cref="MaxInlineSlots"/> properties and a numbered shape, with slots that reach the first child.</summary>
    /// <param name="output">The destination, with sufficient space.</param>
    /// <param name="shape">The shape.</param>
    /// <param name="slots">The addresses of the children. The first is replaced by the address of the object.</param>
    /// <param name="count">The number of children, at least one.</param>
    /// <returns>The end of the object.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteFewProperties(byte* output, ShapeNode* shape, uint* slots, int count)
    {
        var address = (uint)output;
        var width = WidthIndex(address - *slots);
        *(ulong*)output = shape->Header + (uint)width;
        output = SlotKernel.WriteFew(output + shape->HeaderLength, address, slots, count, width);
        *slots = address;
        return output;
    }

    /// <summary>Writes an array of fewer than <see cref="MinStrided"/> elements, with slots that reach the first.</summary>
    /// <param name="output">The destination, with sufficient space.</param>
    /// <param name="slots">The addresses of the elements. The first is replaced by the address of the array.</param>
    /// <param name="count">The number of elements, at least one.</param>
    /// <returns>The end of the array.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteFewElements(byte* output, uint* slots, int count)
    {
        var address = (uint)output;
        var width = WidthIndex(address - *slots);
        *output = (byte)(Tag.Array + width);
        output[1] = (byte)count;
        output = SlotKernel.WriteFew(output + 2, address, slots, count, width);
        *slots = address;
        return output;
    }

    /// <summary>Chooses the slot width of a container, and writes the references that must precede it.</summary>
    private int ChooseWidth(uint* slots, int count) =>
        _sharesValues ? !_isEdit && IsPlain(Current + 1, Cursor, slots) ? 0 : ReachChildren(slots, count) : WidthIndex((uint)Cursor - (_isEdit || _hasShared ? Farthest(slots, count) : *slots));

    /// <summary>Determines whether narrow slots reach all children of a closing container, none of which precedes it.</summary>
    /// <param name="closed">The frame of the container.</param>
    /// <param name="output">The address at which the container will be written.</param>
    /// <param name="slots">The address of its first child.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPlain(Frame* closed, byte* output, uint* slots) => closed->Earlier == 0 && (uint)output - *slots <= NarrowReach;

    /// <summary>Chooses the slot width for runs, as a power of two; -1 if plain slots take no more bytes.</summary>
    private int RunWidth(uint* slots, int count)
    {
        if (count < Runs.MinChildren)
        {
            return -1;
        }

        var isOrdered = !_sharesValues && !_isEdit && !_hasShared;
        var here = (uint)Cursor;
        var plain = WidthIndex(here - (isOrdered ? *slots : Farthest(slots, count)));
        var width = plain == 0 ? -1 : SlotKernel.RunWidth(here, slots, count, isOrdered);
        return width < plain ? width : -1;
    }

    private void WriteStrided(uint address, uint* slots, int count) =>
        WriteStrided(address - slots[count - 1], count, stride: slots[1] - slots[0]);

    /// <param name="distance">The distance in bytes back to the last element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="stride">The distance in bytes between consecutive elements.</param>
    private void WriteStrided(uint distance, int count, uint stride)
    {
        *Cursor++ = Tag.StridedArray;
        WriteVarint((uint)count);
        WriteVarint(distance);
        WriteVarint(stride);
    }

    /// <summary>Returns the width index of the narrowest slots that reach the specified distance.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WidthIndex(uint reach) => (reach > byte.MaxValue ? 1 : 0) + (reach > ushort.MaxValue ? 1 : 0);

    /// <summary>Assigns a number to a shape at its second occurrence in a document. The first object contains the names.</summary>
    private void NumberShape(ShapeNode* shape)
    {
        if (_shapeCount == _shapes.Length)
        {
            Array.Resize(ref _shapes, _shapeCount * 2);
        }

        var number = (uint)_shapeCount;
        _shapes[_shapeCount++] = shape->Definition;
        shape->SetHeader(Tag.ObjectOfDocumentShape, number);
        shape->Stamp = Stamp;
    }

    /// <summary>Writes an object whose names are data and belong to no shape. The names are not encoded, because the encoding would serve only this
    /// object.</summary>
    private void WriteOwnNames(uint* slots, int count)
    {
        var names = _names.Last(count, out var ends);
        EnsureRoom(count * 4L + ShapeBlockWriter.MaxLength(names.Length, count) + MaxApproach);
        var runWidth = RunWidth(slots, count);
        var width = runWidth >= 0 ? 0 : ChooseWidth(slots, count);
        var address = (uint)Cursor;
        *Cursor++ = (byte)(runWidth >= 0 ? Tag.LargeObject : Tag.ObjectWithShape + width);
        var room = (int)Math.Min(Limit + Slack - Cursor, int.MaxValue);
        var block = Cursor;
        Cursor += ShapeBlockWriter.Write(new Span<byte>(Cursor, room), names, ends, _mode == BlittableMode.Disk);
        if (_refusesDuplicates && (*block & ShapeBlock.HasDuplicates) != 0)
        {
            ThrowHelper.DuplicateName(names, ends);
        }

        _names.Pop(count);
        Cursor = runWidth >= 0
            ? SlotKernel.WriteRuns(Cursor, address, slots, count, runWidth)
            : SlotKernel.Write(Cursor, address, slots, count, width);
        *slots = address;
        SlotTop = slots + 1;
    }

    /// <summary>Copies a block in whole vectors, which may write up to 31 bytes past its end.</summary>
    private static byte* CopyBlock(byte* output, byte* block, int length)
    {
        for (var i = 0; i < length; i += Vector256<byte>.Count)
        {
            Vector256.Load(block + i).Store(output + i);
        }

        return output + length;
    }

    private void WriteVarint(uint value) => Cursor = WriteVarint(Cursor, value);

    /// <summary>Writes a length or a distance, usually of one or two bytes, and returns its end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteVarint(byte* output, uint value)
    {
        if (value <= Varint.MaxOneByte)
        {
            *output = (byte)value;
            return output + 1;
        }

        if (value <= Varint.MaxTwoBytes)
        {
            *(ushort*)output = (ushort)((value & Varint.MaxOneByte) | 0x80 | (value & ~(uint)Varint.MaxOneByte) << 1);
            return output + 2;
        }

        return output + Varint.Write(new Span<byte>(output, Varint.MaxLength), value);
    }
}
