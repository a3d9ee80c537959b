using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Handles objects, and finds the names of their shapes.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Opens an object in the loop over values. Most objects have cached names and no tracked text.</summary>
    /// <returns>False if <see cref="Open"/> must open the object.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryOpen<TLayout>(byte* to, byte* value, byte tag)
        where TLayout : struct, IRenderLayout
    {
        var frame = _frame + 1;
        if (TLayout.IsRepeating && value <= _newest)
        {
            return false;
        }

        if (frame > _deepest)
        {
            if (frame == _framesEnd)
            {
                return false;
            }

            frame->Shape = RenderFrame.NoShape;
            _deepest = frame;
        }

        if (!TryOpenObject(frame, value, tag))
        {
            return false;
        }

        *to = (byte)'{';
        frame->Closing = '}' | (',' << 8);
        frame->Start = to;
        _frame = frame;
        return true;
    }

    /// <summary>Initializes a frame with an object whose names are cached and found immediately.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryOpenObject(RenderFrame* frame, byte* value, byte tag)
    {
        NameTexts.Texts* names;
        var slots = value + 1;
        int width;
        if (tag <= Tag.ObjectWithShapeLast)
        {
            names = _documentEnd - slots < NameTexts.KeyLength ? null
                : frame == _bottom + 1 ? NameTexts.FindOfRoot(_recentNames, slots, _documentEnd)
                : NameTexts.Find(_recentNames, slots, _documentEnd);
            if (names == null)
            {
                return false;
            }

            frame->Shape = slots - _document;
            slots += names->BlockLength;
            width = tag - Tag.ObjectWithShape;
        }
        else if (slots >= _documentEnd || *slots > MaxShortVarint)
        {
            return false;
        }
        else if (tag <= Tag.ObjectOfDocumentShapeLast)
        {
            var shape = *slots | RenderFrame.ShapeOfDocument;
            names = shape == frame->Shape ? frame->Names : NamesOf(*slots);
            if (names == null)
            {
                names = FindNumberedNames(*slots);
                if (names == null)
                {
                    return false;
                }
            }

            frame->Shape = shape;
            slots++;
            width = tag - Tag.ObjectOfDocumentShape;
        }
        else
        {
            var shape = *slots | RenderFrame.ShapeOfDictionary;
            names = shape == frame->Shape ? frame->Names : DictionaryNames(*slots);
            if (names == null)
            {
                return false;
            }

            frame->Shape = shape;
            slots++;
            width = tag - Tag.ObjectOfDictionaryShape;
        }

        frame->Names = names;
        frame->Name = names->First;
        SetSlots(frame, value, slots, names->Count, width);
        return true;
    }

    /// <summary>Initializes a frame with an object whose shape must be read, usually because it is new.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenOtherObject(RenderFrame* frame, byte* value, byte tag)
    {
        var address = Address(value);
        var offset = address + 1;
        if (tag == Tag.LargeObject)
        {
            // The texts of names are contiguous regardless of runs, so each name is written separately.
            Container.TryReadObject(_span, address, _shapeTable, _dictionary, out var container, out _);
            SetContainer(frame, value, container.Count);
            OpenRun(frame, container, 0);
            frame->Shape = offset;
            frame->Names = null;
            frame->Name = NameTexts.Texts.None;
            return;
        }

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

    /// <returns>The number of names.</returns>
    private int SetShapeOfDocument(RenderFrame* frame, uint number)
    {
        var known = NamesOf(number);
        known = known == null ? FindNumberedNames(number) : known;
        if (known != null)
        {
            return SetNames(frame, known);
        }

        var block = Trailer.ShapeAddress(_span, _shapeTable, number);
        var shape = ShapeBlock.Read(_span, block);
        SetShape(frame, shape, _document + block, _documentEnd);
        if (frame->Names != null)
        {
            RememberNumbered(number, frame->Names);
        }

        return shape.Count;
    }

    /// <summary>Finds the names of a document shape seen for the first time, or returns null. Usually its block belongs to an object that was already opened,
    /// or equals a block of another document.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private NameTexts.Texts* FindNumberedNames(uint number)
    {
        var block = Trailer.ShapeAddress(_span, _shapeTable, number);
        var names = (uint)block <= (uint)_span.Length && _span.Length - block >= NameTexts.KeyLength
            ? NameTexts.Find(_recentNames, _document + block, _documentEnd)
            : null;
        if (names != null)
        {
            RememberNumbered(number, names);
        }

        return names;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RememberNumbered(uint number, NameTexts.Texts* names)
    {
        if (_numbered == null)
        {
            _numbered = NumberedNames.OfThread.Begin(out _numberedKey);
        }

        var place = NumberedNames.Place(_numbered, number);
        place->Key = _numberedKey | number;
        place->Texts = names;
    }

    /// <returns>The number of names.</returns>
    private readonly int SetShapeOfDictionary(RenderFrame* frame, uint number, int address)
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

    /// <summary>Returns the names of a document shape if it was seen before; otherwise, null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly NameTexts.Texts* NamesOf(uint number)
    {
        if (_numbered == null)
        {
            return null;
        }

        var place = NumberedNames.Place(_numbered, number);
        return place->Key == (_numberedKey | number) ? place->Texts : null;
    }

    /// <summary>Returns the names of a dictionary shape if it was seen before; otherwise, null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly NameTexts.Texts* DictionaryNames(uint number) =>
        _dictionaryNames is { } names && number < (uint)names.Length ? (NameTexts.Texts*)Volatile.Read(ref names[number]) : null;

    private static int SetNames(RenderFrame* frame, NameTexts.Texts* names)
    {
        frame->Names = names;
        frame->Name = names->First;
        return names->Count;
    }

    /// <summary>Creates the names of a shape if there is room for them, and sets them in a frame.</summary>
    private readonly void SetShape(RenderFrame* frame, in ShapeBlock shape, byte* block, byte* readableEnd)
    {
        var names = _names.FindOrAdd(shape, block, readableEnd);
        frame->Names = names;
        frame->Name = names != null ? names->First : NameTexts.Texts.None;
    }

    // Values that are referenced more than once are copied from their earlier text. This requires output without indentation, in which the text does not depend on
    // the depth. A copy counts as one value, and its length counts toward the limit of the whole text.

    private void BeginBuffer(byte* start)
    {
        _start = start;
        _buffer = _rendered!.Begin();
    }

    /// <summary>Copies the text of a value that was rendered into the current buffer.</summary>
    /// <returns>The end of the copy; null if there is no such text, or the space is insufficient.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* Repeat(byte* to, byte* value)
    {
        if (value > _newest)
        {
            return null;
        }

        var key = KeyOf(value);
        var place = RenderedValues.Place(_places, key);
        if (place->Key != key || place->Length > Room(to))
        {
            return null;
        }

        var text = TextOf(place);
        if (place->Length > EscapeKernel.Reach)
        {
            new ReadOnlySpan<byte>(text, place->Length).CopyTo(new Span<byte>(to, place->Length));
        }
        else
        {
            EscapeKernel.CopyPlainShort(to, text, (uint)place->Length, to + EscapeKernel.Reach);
        }

        return to + place->Length;
    }

    /// <summary>Stores the position of a value's text. If the value started in an earlier buffer, its key contains the number of that buffer and is never
    /// found.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Remember(byte* value, ulong key, byte* text, byte* end)
    {
        if (value > _newest)
        {
            _newest = value;
        }

        var place = RenderedValues.Place(_places, key);
        place->Key = key;
        place->Start = (uint)text;
        place->End = (uint)end;
    }

    /// <summary>Returns the key of a value for the current buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ulong KeyOf(byte* value) => _buffer | (uint)Address(value);

    /// <summary>Returns the start of a tracked text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* TextOf(RenderedValue* place) => _start + (place->Start - (uint)_start);
}
