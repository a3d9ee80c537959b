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
            var end = Repeat(to, value);
            if (end != null)
            {
                *end = (byte)',';
                return end + 1;
            }
        }

        if (tag >= Tag.ObjectWithShape)
        {
            if (!TryOpenObject(frame, value, tag))
            {
                OpenOtherObject(frame, value, tag);
            }

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
        if (value > _askAt)
        {
            AskAhead(frame);
        }

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
            else if ((uint)length <= Tag.MaxShortNumberText && NumberCopyKernel.TryCopyPlain(to, number + 1, length, _documentEnd))
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

    /// <summary>Opens an object in the loop over values, as most are opened: its names are known, and its text is not remembered.</summary>
    /// <returns>False where <see cref="Open"/> has to.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryOpen(byte* to, byte* value, byte tag)
    {
        var frame = _frame + 1;
        if (value <= _newest || frame == _framesEnd)
        {
            return false;
        }

        if (frame > _deepest)
        {
            frame->Shape = RenderFrame.NoShape;
            _deepest = frame;
        }

        if (!TryOpenObject(frame, value, tag))
        {
            return false;
        }

        *to = (byte)'{';
        frame->Start = to;
        _frame = frame;
        return true;
    }

    /// <summary>Sets a frame to an object whose names were made ready before and are found at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryOpenObject(RenderFrame* frame, byte* value, byte tag)
    {
        NameTextsKernel.Texts* names;
        var slots = value + 1;
        int width;
        if (tag <= Tag.ObjectWithShapeLast)
        {
            names = _documentEnd - slots < NameTextsKernel.KeyLength ? null
                : frame == _bottom + 1 ? NameTextsKernel.FindOfRoot(_recentNames, slots, _documentEnd)
                : NameTextsKernel.Find(_recentNames, slots, _documentEnd);
            if (names == null)
            {
                return false;
            }

            frame->Shape = slots - _document;
            slots += names->BlockLength;
            width = tag - Tag.ObjectWithShape;
        }
        else
        {
            if (slots >= _documentEnd || *slots > MaxShortVarint)
            {
                return false;
            }

            var isOfDocument = tag <= Tag.ObjectOfDocumentShapeLast;
            var shape = *slots | (isOfDocument ? RenderFrame.ShapeOfDocument : RenderFrame.ShapeOfDictionary);
            names = shape == frame->Shape ? frame->Names : isOfDocument ? NumberedNames(*slots) : DictionaryNames(*slots);
            if (names == null)
            {
                return false;
            }

            frame->Shape = shape;
            slots++;
            width = tag - (isOfDocument ? Tag.ObjectOfDocumentShape : Tag.ObjectOfDictionaryShape);
        }

        frame->Names = names;
        frame->Name = names->First;
        SetSlots(frame, value, slots, names->Count, width);
        return frame->Slot != frame->SlotsEnd;
    }

    /// <summary>Sets a frame to an object whose shape has to be read: most often one that is new.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenOtherObject(RenderFrame* frame, byte* value, byte tag)
    {
        var address = Address(value);
        var offset = address + 1;
        if (tag <= Tag.ObjectWithShapeLast)
        {
            var shape = ShapeBlock.Read(_span, offset);
            SetShape(frame, shape, _document + offset, _documentEnd);
            frame->Shape = offset;
            SetSlots(frame, value, _document + offset + shape.Length, shape.Count, tag - Tag.ObjectWithShape);
            return;
        }

        var number = RawBytes.ReadVarint(_span, ref offset);
        var slots = _document + offset;
        if (tag <= Tag.ObjectOfDocumentShapeLast)
        {
            var count = SetShapeOfDocument(frame, number);
            frame->Shape = number | RenderFrame.ShapeOfDocument;
            SetSlots(frame, value, slots, count, tag - Tag.ObjectOfDocumentShape);
        }
        else
        {
            var count = SetShapeOfDictionary(frame, number, address);
            frame->Shape = number | RenderFrame.ShapeOfDictionary;
            SetSlots(frame, value, slots, count, tag - Tag.ObjectOfDictionaryShape);
        }
    }

    /// <returns>How many names there are.</returns>
    private int SetShapeOfDocument(RenderFrame* frame, uint number)
    {
        if (_numbered == null)
        {
            _numbered = NumberedNamesKernel.OfThread.Begin(out _numberedKey);
        }

        var known = NumberedNames(number);
        if (known != null)
        {
            return SetNames(frame, known);
        }

        // Most often the block is that of an object that was opened before, or as those of other documents are.
        var block = Trailer.ShapeAddress(_span, _shapeTable, number);
        var names = (uint)block <= (uint)_span.Length && _span.Length - block >= NameTextsKernel.KeyLength
            ? NameTextsKernel.Find(_recentNames, _document + block, _documentEnd)
            : null;
        int count;
        if (names != null)
        {
            count = SetNames(frame, names);
        }
        else
        {
            var shape = ShapeBlock.Read(_span, block);
            SetShape(frame, shape, _document + block, _documentEnd);
            count = shape.Count;
        }

        if (frame->Names != null)
        {
            var place = NumberedNamesKernel.Place(_numbered, number);
            place->Key = _numberedKey | number;
            place->Texts = frame->Names;
        }

        return count;
    }

    /// <returns>How many names there are.</returns>
    private int SetShapeOfDictionary(RenderFrame* frame, uint number, int address)
    {
        if (_dictionary is null || number >= (uint)_dictionary.ShapeCount)
        {
            ThrowHelper.InvalidCount(number, "a shape of the dictionary", address);
        }

        var names = DictionaryNames(number);
        if (names != null)
        {
            return SetNames(frame, names);
        }

        var start = _dictionary.ShapeAddress((int)number);
        var shape = ShapeBlock.Read(_dictionary.Shapes, start);
        fixed (byte* shapes = _dictionary.Shapes)
        {
            SetShape(frame, shape, shapes + start, shapes + _dictionary.Shapes.Length);
        }

        if (frame->Names != null)
        {
            Volatile.Write(ref _dictionaryNames![number], (nint)frame->Names);
        }

        return shape.Count;
    }

    /// <summary>The names of a shape of the document if it was met before, else null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly NameTextsKernel.Texts* NumberedNames(uint number)
    {
        if (_numbered == null)
        {
            return null;
        }

        var place = NumberedNamesKernel.Place(_numbered, number);
        return place->Key == (_numberedKey | number) ? place->Texts : null;
    }

    /// <summary>The names of a shape of the dictionary if it was met before, else null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly NameTextsKernel.Texts* DictionaryNames(uint number) =>
        _dictionaryNames is { } names && number < (uint)names.Length ? (NameTextsKernel.Texts*)Volatile.Read(ref names[number]) : null;

    private static int SetNames(RenderFrame* frame, NameTextsKernel.Texts* names)
    {
        frame->Names = names;
        frame->Name = names->First;
        return names->Count;
    }

    /// <summary>Has the names of a shape made ready, if there is room for them.</summary>
    private void SetShape(RenderFrame* frame, in ShapeBlock shape, byte* block, byte* readableEnd)
    {
        var names = _names.FindOrAdd(shape, block, readableEnd);
        frame->Names = names;
        frame->Name = names != null ? names->First : NameTextsKernel.Texts.None;
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
