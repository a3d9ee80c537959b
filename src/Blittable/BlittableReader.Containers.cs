using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>Entering and leaving containers.</content>
public ref partial struct BlittableReader
{
    /// <summary>Reads an element of a number array: a number, or a row of a matrix.</summary>
    private void ReadElement(int index, int address)
    {
        _address = address;
        _index = index;
        if (_frame.HasRows)
        {
            _type = BlittableTokenType.StartArray;
            return;
        }

        _type = BlittableTokenType.Number;
        var isMatrix = _block.IsMatrix;
        _number = _block.Number(isMatrix ? index >> NumberArrayLayout.ColumnBits : index, isMatrix ? index & (NumberArrayLayout.MaxColumns - 1) : 0, out _numberForm);
    }

    /// <summary>Enters the container whose start token was read.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Enter()
    {
        Push();
        var isObject = _type == BlittableTokenType.StartObject;
        _frame.Address = _address;
        if (isObject)
        {
            EnterObject();
            return;
        }

        _frame.EndBits = 0;
        if (_address < 0)
        {
            EnterRow();
            return;
        }

        _frame.Next = 0;
        OpenArrayRun();
    }

    /// <summary>Enters a row of a matrix. The matrix is the container that was entered last.</summary>
    private void EnterRow()
    {
        _frame.Left = _block.Columns;
        _frame.Next = NoRun;
        _frame.Place = NumberArrayLayout.IndexInMatrix(_index, 0);
        _frame.Step = 1;
        _frame.Form = NumberArrayElement.NumberInRow(_address);
        _frame.HasRows = false;
        _limit.Count(_frame.Left);
    }

    private void EnterObject()
    {
        // Objects of one shape often follow each other. A shape with a one-byte number is therefore looked up only once.
        const int numbered = Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDocumentShape, perSource = 3;
        var address = _address;
        var form = _document[address] - Tag.ObjectOfDocumentShape;
        var number = RawBytes.ReadTag(_document, address + 1);
        var isNumbered = (uint)form <= numbered && number <= Varint.MaxOneByte;
        var fromDictionary = form >= perSource;
        var shape = isNumbered ? number | (fromDictionary ? Varint.MaxOneByte + 1 : 0) : NoShape;
        if (isNumbered && shape == _shape)
        {
            var names = (uint)(_shapeCount * (_shapeEndBits >> 3));
            var slotShift = fromDictionary ? form - perSource : form;
            _limit.Count(_shapeCount);
            _frame.Count = _shapeCount;
            _frame.Left = _shapeCount;
            _frame.Next = NoRun;
            _frame.Ends = _shapeEnds;
            _frame.FirstEnd = 0;
            _frame.EndBits = _shapeEndBits;
            _frame.NameOrigin = names;
            _frame.NameStart = names;
            _frame.Origin = address;
            _frame.Place = address + 2;
            _frame.Form = 8 << slotShift;
            _frame.Step = 1 << slotShift;
            _frame.HasDictionaryShape = fromDictionary;
            return;
        }

        _frame.HasDictionaryShape = (uint)form <= numbered && fromDictionary;
        OpenObjectRun(first: 0);
        var isUsual = _frame.FirstEnd == 0 && _frame.NameStart == _frame.NameOrigin && _frame.NameOrigin == (uint)(_frame.Count * (_frame.EndBits >> 3));
        if (isNumbered && isUsual && _frame.Next == NoRun && _frame.Count > 0 && _frame.Place == address + 2)
        {
            _shape = shape;
            _shapeEnds = _frame.Ends;
            _shapeEndBits = _frame.EndBits;
            _shapeCount = _frame.Count;
        }
    }

    private void OpenObjectRun(int first)
    {
        var ends = ObjectParts.Read(_document, _frame.Address, _shapeTable, _dictionary, first, out var parts);
        _frame.Ends = (_frame.HasDictionaryShape ? _dictionary!.Shapes.Length : _document.Length) - ends.Length;
        _frame.Next = parts.Next == 0 ? NoRun : parts.Next;
        _frame.FirstEnd = parts.Ends;
        _frame.EndBits = parts.EndBits;
        _frame.Count = parts.EndBits == 0 ? 0 : (parts.EndsLength - parts.Ends) >> BitOperations.Log2((uint)parts.EndBits >> 3);
        _frame.Left = _frame.Count;
        _limit.Count(_frame.Count);
        _frame.NameOrigin = parts.NameOrigin;
        _frame.NameStart = parts.NameStart;
        _frame.Origin = parts.Origin;
        _frame.Place = parts.Slots;
        _frame.Form = parts.SlotBits;
        _frame.Step = parts.SlotBits >> 3;
    }

    private void OpenArrayRun()
    {
        ArrayParts.Read(_document, _frame.Address, _index, _frame.Next, out var parts);
        _limit.Count(parts.Count);
        _frame.Left = parts.Count;
        _frame.Next = parts.Next == 0 ? NoRun : parts.Next;
        _frame.Origin = parts.Origin;
        _frame.Place = parts.Start;
        _frame.Step = parts.Step;
        _frame.Form = parts.Form;
        if (parts.Form < 0)
        {
            OpenNumbers();
        }
    }

    /// <summary>Continues with the next run of a large container.</summary>
    /// <returns><see langword="false"/> if there is no next run.</returns>
    private bool OpenNextRun()
    {
        if (_frame.Next < 0)
        {
            return false;
        }

        if (_frame.EndBits != 0)
        {
            OpenObjectRun(_frame.Next);
        }
        else
        {
            OpenArrayRun();
        }

        return _frame.Left > 0;
    }

    /// <summary>Ends the current container and returns to the enclosing container.</summary>
    /// <returns><see langword="false"/> if there is no enclosing container because everything was read.</returns>
    private bool Close()
    {
        if (_depth == 0)
        {
            return false;
        }

        _address = _frame.Address;
        if (_address < 0)
        {
            // The row of the number that was read last. A row is never empty.
            _index = (_frame.Place - 1) >> NumberArrayLayout.ColumnBits;
        }

        _type = _frame.EndBits != 0 || _document[_address & int.MaxValue] == Tag.EmptyObject ? BlittableTokenType.EndObject : BlittableTokenType.EndArray;
        _frame = ref _frames![--_depth];
        return true;
    }

    private void OpenNumbers()
    {
        _block.Open(_document, NumberArrayElement.AddressOfPacked(_document, _frame.Form));
        _frame.HasRows = NumberArrayElement.IsRow(_document, _frame.Form);
    }

    private void Push()
    {
        var depth = ++_depth;
        if (depth == _frames!.Length)
        {
            Grow();
        }

        _frame = ref _frames[depth];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow()
    {
        var frames = _frames!;
        if (_depth >= MaxDepth)
        {
            ThrowHelper.TooDeep(MaxDepth, _address & int.MaxValue);
        }

        _frames = ArrayPool<ReaderFrame>.Shared.Rent(2 * frames.Length);
        frames.CopyTo(_frames, 0);
        ArrayPool<ReaderFrame>.Shared.Return(frames);
    }
}
