using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Json;

/// <summary>Objects and arrays: their frames, and the white space around their children.</summary>
internal unsafe ref partial struct RenderKernel
{
    /// <summary>Deep levels could pass any slack: indentation stops here.</summary>
    private const int MaxSpaces = 400;

    /// <summary>Counts and shape numbers of one byte.</summary>
    private const int MaxShortVarint = 0x7F;

    /// <summary>Opens a container; an empty one is written at once.</summary>
    private byte* Open(byte* to, byte* value, byte tag)
    {
        var frame = _frame + 1;
        if (frame > _deepest)
        {
            if (frame == _framesEnd)
            {
                frame = Grow();
            }

            frame->Shape = RenderFrame.NoShape;
            _deepest = frame;
        }

        if (tag <= Tag.ArrayLast)
        {
            var end = FewNumbers(to, value, tag - Tag.Array);
            if (end != null)
            {
                return end;
            }
        }

        if (_places != null)
        {
            var end = Repeat(to, Address(value));
            if (end != null)
            {
                *end = (byte)',';
                return end + 1;
            }
        }

        if (tag >= Tag.ObjectWithShape)
        {
            OpenObject(frame, value, tag);
            *to = (byte)'{';
        }
        else
        {
            OpenArray(frame, value, tag);
            *to = (byte)'[';
        }

        frame->Start = to;
        frame->Container = value;
        _valuesLeft -= frame->Left;
        if (_valuesLeft < 0)
        {
            ThrowHelper.TooManyValues(Address(value));
        }

        if (frame->Left == 0)
        {
            // Only damage, or a stranger: the writers have a tag for it.
            Store16(to + 1, ']' | (',' << 8));
            return to + 3;
        }

        _frame = frame;
        return to + 1;
    }

    /// <summary>Writes an array of a few integers and number texts, such as a coordinate, at once: its frame would cost more than the numbers.</summary>
    /// <returns>Where its comma ends; null for any other array, and for one with damage, which the usual way finds words for.</returns>
    private byte* FewNumbers(byte* to, byte* value, int width)
    {
        // So many with their commas, and what a vector writes behind the last, fit into the slack together with a short name.
        const int most = 8;
        var size = Tag.SlotSize(width);
        var slots = value + 2;
        if (_isIndented || value == _document || slots > _documentEnd || value[1] - 1u >= most || slots + (value[1] * size) > _documentEnd || value[1] > _valuesLeft)
        {
            return null;
        }

        var shift = 8 * (sizeof(uint) - size);
        var end = slots + (value[1] * size);
        *to++ = (byte)'[';
        for (var slot = slots + size; slot <= end; slot += size)
        {
            var distance = Load32(slot - sizeof(uint)) >> shift;
            if (distance - 1 >= (ulong)(value - _document))
            {
                return null;
            }

            var number = value - distance;
            var length = *number - Tag.ShortNumberText;
            if ((uint)(*number - Tag.Integer) <= 3 && number + 1 + sizeof(uint) <= _documentEnd)
            {
                to = ShortInteger(to, number, *number);
            }
            else if ((uint)length <= Tag.MaxShortNumberText && NumberTextKernel.TryCopyPlain(to, number + 1, length, _documentEnd))
            {
                to += length + 1;
                to[-1] = (byte)',';
            }
            else
            {
                return null;
            }
        }

        _valuesLeft -= value[1];
        Store16(to - 1, ']' | (',' << 8));
        return to + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OpenArray(RenderFrame* frame, byte* value, byte tag)
    {
        frame->End = null;
        if (tag <= Tag.ArrayLast && value + 1 < _documentEnd && value[1] <= MaxShortVarint)
        {
            SetSlots(frame, value, value + 2, value[1], tag - Tag.Array);
        }
        else
        {
            OpenOtherArray(frame, value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenOtherArray(RenderFrame* frame, byte* value)
    {
        Container.TryReadArray(_span, Address(value), out var container);
        if (container.SlotSize != 0)
        {
            SetSlots(frame, value, _document + container.Start, container.Count, value[0] - Tag.Array);
            return;
        }

        frame->Left = container.Count;
        frame->Slot = _document + container.Start;
        frame->Step = container.Stride;
        frame->SlotShift = -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OpenObject(RenderFrame* frame, byte* value, byte tag)
    {
        byte* slots;
        int width;
        if (tag <= Tag.ObjectWithShapeLast)
        {
            var address = Address(value) + 1;
            if (frame->Shape != address)
            {
                SetDocumentShape(frame, address);
                frame->Shape = address;
            }

            slots = frame->BlockEnd;
            width = tag - Tag.ObjectWithShape;
        }
        else
        {
            slots = value + 2;
            var shape = value + 1 < _documentEnd && value[1] <= MaxShortVarint
                ? value[1] | (tag <= Tag.ObjectOfDocumentShapeLast ? RenderFrame.ShapeOfDocument : RenderFrame.ShapeOfDictionary)
                : RenderFrame.NoShape;
            if (shape != frame->Shape || shape == RenderFrame.NoShape)
            {
                slots = SetNumberedShape(frame, Address(value), tag);
            }

            width = tag - (tag <= Tag.ObjectOfDocumentShapeLast ? Tag.ObjectOfDocumentShape : Tag.ObjectOfDictionaryShape);
        }

        frame->End = frame->FirstEnd;
        frame->NameStart = 0;
        SetSlots(frame, value, slots, frame->NameCount, width);
    }

    /// <summary>Notes the names of a shape that has a number, unless the frame has them still.</summary>
    /// <returns>Where the slots start.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SetNumberedShape(RenderFrame* frame, int address, byte tag)
    {
        var offset = address + 1;
        var number = RawBytes.ReadVarint(_span, ref offset);
        var isOfDocument = tag <= Tag.ObjectOfDocumentShapeLast;
        var shape = number | (isOfDocument ? RenderFrame.ShapeOfDocument : RenderFrame.ShapeOfDictionary);
        if (shape == frame->Shape)
        {
            return _document + offset;
        }

        if (isOfDocument)
        {
            SetDocumentShape(frame, Trailer.ShapeAddress(_span, _shapeTable, number));
        }
        else
        {
            SetDictionaryShape(frame, number, address);
        }

        frame->Shape = shape;

        return _document + offset;
    }

    /// <summary>Notes the names of a shape of the dictionary. Where their parts are was checked when they came into it.</summary>
    private void SetDictionaryShape(RenderFrame* frame, uint number, int address)
    {
        if (_dictionary is null || number >= (uint)_dictionary.ShapeCount)
        {
            ThrowHelper.InvalidCount(number, "a shape of the dictionary", address);
        }

        ref readonly var shape = ref _dictionary.Shape((int)number);
        var size = 1 << (shape.Flags & ShapeBlock.EndSizeMask);
        frame->FirstEnd = _shapes + shape.Ends;
        frame->EndStep = size;
        frame->Names = _shapes + shape.Names;
        frame->NameCount = shape.Count;
        var length = size == 1 ? frame->Names[-1] : size == sizeof(ushort) ? Load16(frame->Names - size) : Load32(frame->Names - size);
        SetNames(frame, length, _shapes + _dictionary.ShapesAndSlack.Length);
    }

    /// <summary>Notes the names of a shape of the document. Reads a block as <see cref="ShapeBlock"/> does, but for rare ones without a structure in between, which would cost more than the reading.</summary>
    private void SetDocumentShape(RenderFrame* frame, int address)
    {
        const int head = 2;
        var block = _document + address;
        if (block + head <= _documentEnd && (block[0] & ShapeBlock.UnusualMask) == 0 && block[1] <= MaxShortVarint)
        {
            int flags = block[0], count = block[1], size = 1 << (flags & ShapeBlock.EndSizeMask);
            var ends = block + head + ((flags & ShapeBlock.HasFingerprints) != 0 ? count : 0);
            var names = ends + count * size;
            if (count != 0 && size <= sizeof(uint) && names <= _documentEnd)
            {
                frame->FirstEnd = ends;
                frame->EndStep = size;
                frame->Names = names;
                frame->NameCount = count;
                var length = size == 1 ? names[-1] : size == sizeof(ushort) ? Load16(names - size) : Load32(names - size);
                if (length <= _documentEnd - names)
                {
                    frame->BlockEnd = names + length;
                    SetNames(frame, length, _documentEnd);
                    return;
                }
            }
        }

        var shape = ShapeBlock.Read(_span, address);
        frame->BlockEnd = _document + shape.EndAddress;
        if (shape.AreNamesCoded)
        {
            _names ??= NameArenaKernel.Rent();
            var plain = _names.Plain(shape, out var start);
            SetShape(frame, ShapeBlock.Read(plain, 0), start, start + plain.Length);
        }
        else
        {
            SetShape(frame, shape, _document, _documentEnd);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SetShape(RenderFrame* frame, in ShapeBlock shape, byte* bytes, byte* bytesEnd)
    {
        frame->FirstEnd = bytes + shape.EndsAddress;
        frame->EndStep = 1 << (shape.Flags & ShapeBlock.EndSizeMask);
        frame->Names = bytes + shape.NamesAddress;
        frame->NameCount = shape.Count;
        SetNames(frame, (uint)(shape.EndAddress - shape.NamesAddress), bytesEnd);
    }

    /// <summary>Notes whether the names can be written as they stand.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void SetNames(RenderFrame* frame, uint length, byte* readableEnd)
    {
        frame->NamesLength = length;
        frame->NamesReadableEnd = readableEnd;
        frame->PlainLength = EscapeKernel.IsPlain(frame->Names, (int)length, readableEnd) ? length : 0;
    }

    /// <summary>Notes where a container's slots are, which must lie inside the document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly void SetSlots(RenderFrame* frame, byte* value, byte* slots, int count, int width)
    {
        var size = Tag.SlotSize(width);
        if (slots + (long)count * size > _documentEnd || value == _document)
        {
            ThrowHelper.InvalidCount(count, "slots", Address(value));
        }

        frame->Left = count;
        frame->Slot = slots + size - sizeof(uint);
        frame->Step = size;
        frame->SlotShift = 8 * (sizeof(uint) - size);
    }

    private readonly int Address(byte* value) => (int)(value - _document);

    /// <summary>Moves the frames to where there is room for twice as many.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private RenderFrame* Grow()
    {
        var count = (int)(_framesEnd - _bottom);
        _largeFrames = GC.AllocateUninitializedArray<RenderFrame>(2 * count, pinned: true);
        var larger = (RenderFrame*)Unsafe.AsPointer(ref _largeFrames[0]);
        new Span<RenderFrame>(_bottom, count).CopyTo(_largeFrames);
        _bottom = larger;
        _framesEnd = larger + 2 * count;
        _frame = larger + count - 1;
        return larger + count;
    }

    /// <summary>Puts the bracket in the place of the last child's comma.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* Close<TLayout>(byte* to, RenderFrame* frame)
        where TLayout : struct, IRenderLayout
    {
        to--;
        if (TLayout.IsIndented)
        {
            to = NewLine(to, (int)(frame - _bottom) - 1);
        }

        Store16(to, (frame->End != null ? '}' : ']') | (',' << 8));
        return to + 2;
    }

    private static byte* NewLine(byte* to, int level)
    {
        var spaces = Math.Min(2 * level, MaxSpaces);
        *to++ = (byte)'\n';
        new Span<byte>(to, spaces).Fill((byte)' ');
        return to + spaces;
    }
}
