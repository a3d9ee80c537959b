using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>
/// Entering and leaving containers, and rare cases. A container is entered when its start is read. If it is small and has a common form, it is also opened, which
/// saves a call for the next token. Other containers are opened by the next call of <see cref="Read"/>, so a container that is skipped need not be readable.
/// </content>
public ref partial struct BlittableReader
{
    /// <summary>The maximum nesting depth. Only malicious documents are nested more deeply.</summary>
    private const int MaxDepth = 1 << 20;

    /// <summary>Reads the end of the current container, or the first child of its next run.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadEnd()
    {
        if (_depth == 0 || _frame.Next != ReaderFrame.NoRun)
        {
            return ReadRun();
        }

        Close();
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadRun()
    {
        if (_buffers is null)
        {
            ThrowHelper.NoReader();
        }

        if (_frame.Next == ReaderFrame.NoRun)
        {
            return false;
        }

        var first = Math.Max(_frame.Next, 0);
        if (_frame.Next > 0 && _frame.Form < 0)
        {
            OpenBlock(first);
        }
        else if (_frame.IsObject)
        {
            OpenObject(first);
        }
        else
        {
            OpenArray(first);
        }

        return Read();
    }

    /// <summary>Reads a child whose slot is at the very end of the document or is damaged, or an element of an array that stores equal elements once.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadRare(int place)
    {
        // If there is no value, the next call must fail again instead of continuing after it.
        var next = _place;
        _place = place;
        ref readonly var frame = ref _frame;
        var distance = frame.Form == 0 ? 0 : RawBytes.ReadBits(_document, place, frame.Form);
        var address = (place & frame.Mask) + frame.Origin - (int)distance;
        if ((uint)address >= (uint)frame.Bound)
        {
            ThrowHelper.InvalidDistance(distance, frame.Origin);
        }

        _place = next;

        var kind = TagKinds.Of(_document[address]);
        if (kind < BlittableValueKind.String)
        {
            return ReadContainer(address);
        }

        _address = address;
        _type = (BlittableTokenType)kind;
        return true;
    }

    /// <summary>Reads an element of a number array: a number, or a row of a matrix.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadElement(int index)
    {
        ref readonly var frame = ref _frame;
        if (frame.HasRows)
        {
            EnterRow(index);
            return true;
        }

        _index = index;
        _address = frame.Form;
        var place = _blockPlace;
        _blockPlace = place + _blockStep;
        _type = BlittableTokenType.Number;
        _number = _block.Number(place);
        _numberForm = _block.Form(index);
        return true;
    }

    /// <summary>Enters a row of the matrix that is the current container.</summary>
    private void EnterRow(int row)
    {
        // If the row cannot be entered, the next call must fail again, and the current value must remain the value before the row.
        var columns = _block.Columns;
        var address = _frame.Form;
        _place = row;
        _blockPlace = _block.Seek(row);
        _limit.Count(columns);
        _place = row + 1;
        _blockStep = _block.Rows;
        Push(address);
        _index = row;
        _address = address;
        _type = BlittableTokenType.StartArray;
        _place = NumberArrayLayout.IndexInMatrix(row, 0);
        _stop = _place + columns;
        _frame.Address = _address;
        _frame.IsObject = false;
        _frame.Next = ReaderFrame.NoRun;
        _frame.First = _place;
        _frame.Step = 1;
        _frame.Form = NumberArrayElement.NumberInRow(_address);
        _frame.HasRows = false;
        _frame.EndBits = 0;
    }

    /// <summary>Reads the start of a container, or the value that a reference refers to.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadContainer(int address)
    {
        var tag = _document[address];
        var kind = TagKinds.Of(tag);
        if (kind == BlittableValueKind.Undefined)
        {
            // If the reference is damaged, the next call must fail again.
            var next = _place;
            _place = next - _frame.Step;
            address = Container.BehindReference(_document, address);
            tag = _document[address];
            kind = TagKinds.At(_document, address);
            _place = next;
            if (kind >= BlittableValueKind.String)
            {
                _address = address;
                _type = (BlittableTokenType)kind;
                return true;
            }
        }

        Push(address);
        ref var frame = ref _frame;
        _address = address;
        _type = (BlittableTokenType)kind;
        _place = _stop = 0;
        frame.Address = address;
        frame.Next = tag is Tag.EmptyArray or Tag.EmptyObject ? ReaderFrame.NoRun : ReaderFrame.Unopened;
        frame.IsObject = kind == BlittableValueKind.Object;
        if (kind == BlittableValueKind.Object)
        {
            TryOpenNumbered(ref frame, address, tag);
        }
        else
        {
            TryOpenSlots(ref frame, address, tag);
        }

        return true;
    }

    /// <summary>Opens an object whose shape has a one-byte number and is cached. Objects of few shapes alternate, so each shape is looked up once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TryOpenNumbered(ref ReaderFrame frame, int address, byte tag)
    {
        var number = RawBytes.ReadTag(_document, address + 1);
        if (!IsNumbered(tag, number, out var form, out var fromDictionary))
        {
            return;
        }

        ref readonly var shape = ref _buffers!.Shape(number, fromDictionary, out var key);
        if (shape.Key != key || !_limit.TryCount(shape.Count))
        {
            return;
        }

        frame.HasDictionaryShape = fromDictionary;
        frame.Ends = shape.Ends;
        frame.FirstEnd = 0;
        frame.EndBits = shape.EndBits;
        frame.NameStart = frame.NameOrigin = (uint)(shape.Count * (shape.EndBits >> 3));
        OpenSlots(ref frame, address, form, shape.Count);
    }

    /// <summary>Opens an array that has slots, and fewer than 128 of them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TryOpenSlots(ref ReaderFrame frame, int address, byte tag)
    {
        var width = tag - Tag.Array;
        var count = RawBytes.ReadTag(_document, address + 1);
        if ((uint)width <= Tag.ArrayLast - Tag.Array && count <= Varint.MaxOneByte && _limit.TryCount(count))
        {
            frame.EndBits = 0;
            OpenSlots(ref frame, address, width, count);
        }
    }

    /// <summary>Opens a container whose slots follow a tag and one more byte. Slots outside the document are rejected when they are read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OpenSlots(ref ReaderFrame frame, int address, int width, int count)
    {
        var first = address + 2;
        _place = first;
        _stop = first + (count << width);
        frame.Next = ReaderFrame.NoRun;
        frame.First = first;
        frame.Step = 1 << width;
        frame.Form = 8 << width;
        frame.Origin = address;
        frame.Bound = address;
        frame.Mask = 0;
    }

    private static bool IsNumbered(byte tag, byte number, out int width, out bool fromDictionary)
    {
        const int perSource = Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape + 1;
        width = tag - Tag.ObjectOfDocumentShape;
        fromDictionary = width >= perSource;
        var isNumbered = (uint)width <= Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDocumentShape && number <= Varint.MaxOneByte;
        width -= fromDictionary ? perSource : 0;
        return isNumbered;
    }

    /// <summary>Opens an object or its next run.</summary>
    private void OpenObject(int first)
    {
        ref var frame = ref _frame;
        var address = frame.Address;
        var ends = ObjectParts.Read(_document, address, _shapeTable, _dictionary, first, out var parts);
        var count = parts.EndBits == 0 ? 0 : (parts.EndsLength - parts.Ends) >> BitOperations.Log2((uint)parts.EndBits >> 3);
        _limit.Count(count);
        var tag = RawBytes.ReadTag(_document, address);
        var number = RawBytes.ReadTag(_document, address + 1);
        var isNumbered = IsNumbered(tag, number, out _, out var fromDictionary);
        frame.HasDictionaryShape = (uint)(tag - Tag.ObjectOfDictionaryShape) <= Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDictionaryShape;
        frame.Ends = (frame.HasDictionaryShape ? _dictionary!.Shapes.Length : _document.Length) - ends.Length;
        frame.FirstEnd = parts.Ends;
        frame.EndBits = parts.EndBits;
        frame.NameOrigin = parts.NameOrigin;
        frame.NameStart = parts.NameStart;
        Open(ref frame, parts.Origin, parts.Slots, parts.SlotBits, count, parts.Next);
        var names = (uint)(count * (parts.EndBits >> 3));
        var isUsual = parts.Next == 0 && parts.Ends == 0 && parts.NameStart == names && parts.NameOrigin == names;
        if (isNumbered && isUsual && count > 0 && parts.Slots == address + 2)
        {
            ref var shape = ref _buffers!.Shape(number, fromDictionary, out var key);
            shape.Key = key;
            shape.Ends = frame.Ends;
            shape.EndBits = parts.EndBits;
            shape.Count = count;
        }
    }

    /// <summary>Opens an array or its next run.</summary>
    private void OpenArray(int first)
    {
        ref var frame = ref _frame;
        ArrayParts.Read(_document, frame.Address, index: 0, first, out var parts);
        frame.EndBits = 0;
        if (parts.Form < 0)
        {
            OpenNumbers(parts.Form, parts.Count);
            return;
        }

        _limit.Count(parts.Count);
        if (parts.Form > 0)
        {
            Open(ref frame, parts.Origin, parts.Start, parts.Form, parts.Count, parts.Next);
            return;
        }

        frame.Form = 0;
        frame.Next = ReaderFrame.NoRun;

        // Places must differ, so equal elements that are stored once have their indexes as places.
        var isRepeated = parts.Step == 0;
        frame.Step = isRepeated ? 1 : parts.Step;
        frame.Mask = isRepeated ? 0 : -1;
        frame.Origin = isRepeated ? parts.Start : 0;
        frame.Bound = _document.Length;
        _place = isRepeated ? 0 : parts.Start;
        _stop = _place + (parts.Count * frame.Step);
    }

    private void Open(ref ReaderFrame frame, int origin, int first, int slotBits, int count, int next)
    {
        frame.Next = next == 0 ? ReaderFrame.NoRun : next;
        frame.First = first;
        frame.Step = slotBits >> 3;
        frame.Form = slotBits;
        frame.Origin = origin;
        frame.Bound = origin;
        frame.Mask = 0;
        _place = first;
        _stop = first + (count * frame.Step);
    }

    /// <summary>Opens a number array. Numbers are counted after decoding, so each attempt to open a damaged array fails with the same error.</summary>
    private void OpenNumbers(int form, int count)
    {
        _frame.Form = form;
        SelectNumbers();
        _frame.Step = 1;
        if (!_frame.HasRows)
        {
            _block.Seek(row: 0);
            _limit.Count(count);
            OpenBlock(row: 0);
            return;
        }

        _limit.Count(count);
        _frame.Next = ReaderFrame.NoRun;
        _place = 0;
        _stop = count;
    }

    /// <summary>Opens a block of a number array that is not a matrix. The block is a run.</summary>
    private void OpenBlock(int row)
    {
        _blockPlace = _block.Seek(row);
        _blockStep = 1;
        _place = row;
        _stop = _block.End;
        _frame.Next = _stop < _block.TotalRows ? _stop : ReaderFrame.NoRun;
    }

    /// <summary>Makes the number array that contains the children of the current container the current one.</summary>
    private void SelectNumbers()
    {
        _block.Open(_document, NumberArrayElement.AddressOfPacked(_document, _frame.Form), ref _buffers!.Numbers);
        _frame.HasRows = NumberArrayElement.IsRow(_document, _frame.Form);
    }

    /// <summary>Ends the current container and returns to the enclosing container.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Close()
    {
        ref readonly var frame = ref _frame;
        _address = frame.Address;
        if (frame.Address < 0)
        {
            _index = frame.First >> NumberArrayLayout.ColumnBits;
        }

        _type = frame.IsObject ? BlittableTokenType.EndObject : BlittableTokenType.EndArray;
        ref var parent = ref _buffers!.Frames[--_depth];
        _frame = ref parent;
        _place = parent.Place;
        _stop = parent.Stop;
    }

    /// <summary>Makes a new frame the current container.</summary>
    /// <param name="address">The address of the container.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Push(int address)
    {
        _frame.Place = _place;
        _frame.Stop = _stop;
        if (_depth + 1 == _buffers!.Frames.Length)
        {
            Grow(address);
        }

        _frame = ref _buffers.Frames[++_depth];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int address)
    {
        if (_depth + 1 >= MaxDepth)
        {
            // The next call must fail again instead of continuing after the container.
            _place -= _frame.Step;
            ThrowHelper.TooDeep(MaxDepth, address & int.MaxValue);
        }

        Array.Resize(ref _buffers!.Frames, 2 * _buffers.Frames.Length);
    }
}
