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
        if (frame->Slot == frame->SlotsEnd)
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
        frame->Name = null;
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

        SetContainer(frame, value, container.Count);
        frame->Element = _document + container.Start;
        frame->Slot = null;
        frame->SlotsEnd = (byte*)container.Count;
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
            var block = value + 1;
            if (frame->Shape != block - _document)
            {
                SetDocumentShape(frame, block);
                frame->Shape = block - _document;
            }

            slots = block + frame->BlockLength;
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
                var texts = shape >= RenderFrame.ShapeOfDictionary ? DictionaryNames(value[1]) : null;
                if (texts != null)
                {
                    SetNames(frame, texts);
                    frame->Shape = shape;
                }
                else
                {
                    slots = SetNumberedShape(frame, Address(value), tag);
                }
            }

            width = tag - (tag <= Tag.ObjectOfDocumentShapeLast ? Tag.ObjectOfDocumentShape : Tag.ObjectOfDictionaryShape);
        }

        frame->Name = frame->FirstName;
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
            SetShapeOfDocument(frame, number);
        }
        else
        {
            SetShapeOfDictionary(frame, number, address);
        }

        frame->Shape = shape;
        return _document + offset;
    }

    private void SetShapeOfDocument(RenderFrame* frame, uint number)
    {
        if (_numbered == null)
        {
            _numbered = NumberedNamesKernel.OfThread.Begin(out _numberedKey);
        }

        var place = NumberedNamesKernel.Place(_numbered, number);
        var key = _numberedKey | number;
        if (place->Key == key)
        {
            SetNames(frame, place->Texts);
            return;
        }

        var block = Trailer.ShapeAddress(_span, _shapeTable, number);
        var texts = SetShape(frame, ShapeBlock.Read(_span, block), _document + block, _documentEnd);
        if (texts != null)
        {
            place->Key = key;
            place->Texts = texts;
        }
    }

    private void SetShapeOfDictionary(RenderFrame* frame, uint number, int address)
    {
        if (_dictionary is null || number >= (uint)_dictionary.ShapeCount)
        {
            ThrowHelper.InvalidCount(number, "a shape of the dictionary", address);
        }

        var texts = DictionaryNames(number);
        if (texts != null)
        {
            SetNames(frame, texts);
            return;
        }

        var start = _dictionary.ShapeAddress((int)number);
        fixed (byte* shapes = _dictionary.Shapes)
        {
            texts = SetShape(frame, ShapeBlock.Read(_dictionary.Shapes, start), shapes + start, shapes + _dictionary.Shapes.Length);
        }

        if (texts != null)
        {
            Volatile.Write(ref _dictionaryNames![number], (nint)texts);
        }
    }

    /// <summary>The names of a shape of the dictionary if it was met before, else null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly NameTextsKernel.Texts* DictionaryNames(uint number) =>
        _dictionaryNames is { } names && number < (uint)names.Length ? (NameTextsKernel.Texts*)Volatile.Read(ref names[number]) : null;

    /// <summary>Notes the names of a shape that an object of the document brings.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SetDocumentShape(RenderFrame* frame, byte* block)
    {
        if (_documentEnd - block >= NameTextsKernel.KeyLength)
        {
            var texts = NameTextsKernel.Find(_recentNames, block, _documentEnd);
            if (texts != null)
            {
                SetNames(frame, texts);
                return;
            }
        }

        SetOtherShape(frame, block);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SetOtherShape(RenderFrame* frame, byte* block) => SetShape(frame, ShapeBlock.Read(_span, Address(block)), block, _documentEnd);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void SetNames(RenderFrame* frame, NameTextsKernel.Texts* texts)
    {
        frame->FirstName = texts->First;
        frame->NameCount = texts->Count;
        frame->BlockLength = texts->BlockLength;
    }

    /// <summary>Notes the names of a shape that was not the last of its kind: most often one that is new.</summary>
    /// <returns>Null where there was no room for them.</returns>
    private NameTextsKernel.Texts* SetShape(RenderFrame* frame, in ShapeBlock shape, byte* block, byte* readableEnd)
    {
        var texts = _names.FindOrAdd(shape, block, readableEnd);
        if (texts != null)
        {
            SetNames(frame, texts);
        }
        else
        {
            frame->FirstName = NameTextsKernel.Texts.None;
            frame->NameCount = shape.Count;
            frame->BlockLength = shape.Length;
        }

        return texts;
    }

    /// <summary>Notes where a container's slots are, which must lie inside the document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SetSlots(RenderFrame* frame, byte* value, byte* slots, int count, int width)
    {
        var size = Tag.SlotSize(width);
        var length = (long)count << width;
        if (length > _documentEnd - slots || value == _document)
        {
            ThrowHelper.InvalidCount(count, "slots", Address(value));
        }

        SetContainer(frame, value, count);
        frame->Slot = slots + size - sizeof(uint);
        frame->SlotsEnd = frame->Slot + length;
        frame->Step = size;
        frame->SlotShift = 8 * (sizeof(uint) - size);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SetContainer(RenderFrame* frame, byte* value, int count)
    {
        frame->Container = value;
        frame->Position = (uint)(value - _document);
        _valuesLeft -= count;
        if (_valuesLeft < 0)
        {
            ThrowHelper.TooManyValues(Address(value));
        }
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

        Store16(to, (frame->Name != null ? '}' : ']') | (',' << 8));
        return to + 2;
    }

    /// <summary>Bytes that <see cref="NewLine"/> writes.</summary>
    private static int LineLength(int level) => 1 + Math.Min(2 * level, MaxSpaces);

    private static byte* NewLine(byte* to, int level)
    {
        var line = new Span<byte>(to, LineLength(level));
        line.Fill((byte)' ');
        line[0] = (byte)'\n';
        return to + line.Length;
    }
}
