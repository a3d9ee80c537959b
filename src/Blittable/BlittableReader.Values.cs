using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable;

/// <content>The current value. Use <see cref="Value"/> for methods that are missing here.</content>
public ref partial struct BlittableReader
{
    /// <summary>Gets the current string as unescaped UTF-8.</summary>
    /// <remarks>A raw string is not copied. An encoded string or a date is decoded into a buffer of the reader, which the next call overwrites.</remarks>
    /// <exception cref="BlittableException">The value is not a string, or the document is damaged.</exception>
    public readonly ReadOnlySpan<byte> ValueSpan
    {
        get
        {
            var value = Value;
            return value.TryGetUtf8Span(out var utf8) ? utf8 : Decode(value);
        }
    }

    /// <summary>Gets the current string, or <see langword="null"/> for JSON null.</summary>
    /// <remarks>A string that the document stores once and uses several times may be returned as one instance.</remarks>
    /// <exception cref="BlittableException">The value is neither a string nor null, or the document is damaged.</exception>
    public readonly string? GetString() => _sharesStrings && _type == BlittableTokenType.String ? _buffers!.Strings.GetOrAdd(Value) : Value.GetString();

    /// <summary>Copies the current string as UTF-8.</summary>
    /// <param name="utf8Destination">The destination. Bytes after the string may be overwritten.</param>
    /// <returns>The length of the string in bytes.</returns>
    /// <exception cref="BlittableException">The value is not a string, or the document is damaged.</exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public readonly int CopyString(Span<byte> utf8Destination)
    {
        var value = Value;
        if (!value.TryCopyUtf8(utf8Destination, out var written))
        {
            RequireString(value);
            ThrowHelper.DestinationTooShort(nameof(utf8Destination));
        }

        return written;
    }

    /// <summary>Determines whether the current value is a string that equals a text.</summary>
    /// <param name="utf8Text">The text in UTF-8.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool ValueTextEquals(scoped ReadOnlySpan<byte> utf8Text) => Value.Utf8Equals(utf8Text);

    /// <inheritdoc cref="BlittableValue.GetBoolean"/>
    public readonly bool GetBoolean() => _type == BlittableTokenType.True || (_type != BlittableTokenType.False && Value.GetBoolean());

    /// <inheritdoc cref="BlittableValue.GetInt32"/>
    public readonly int GetInt32() => TryGetInt64(out var value) && (int)value == value ? (int)value : Value.GetInt32();

    /// <inheritdoc cref="BlittableValue.TryGetInt32"/>
    public readonly bool TryGetInt32(out int value)
    {
        var fits = TryGetInt64(out var wide) && (int)wide == wide;
        value = fits ? (int)wide : 0;
        return fits;
    }

    /// <inheritdoc cref="BlittableValue.GetInt64"/>
    public readonly long GetInt64() => TryGetInt64(out var value) ? value : Value.GetInt64();

    /// <inheritdoc cref="BlittableValue.TryGetInt64"/>
    public readonly bool TryGetInt64(out long value)
    {
        // Only the text of an IEEE 754 number shows whether it is an integer.
        if (_address >= 0 || (_type == BlittableTokenType.Number && _numberForm >= NumberArrayLayout.FirstReal))
        {
            return Value.TryGetInt64(out value);
        }

        var integer = _number;
        var isInteger = _type == BlittableTokenType.Number && NumberArrayElement.TryToInt64(_numberForm, ref integer);
        value = isInteger ? integer : 0;
        return isInteger;
    }

    /// <inheritdoc cref="BlittableValue.GetDouble"/>
    public readonly double GetDouble() =>
        _address < 0 && _type == BlittableTokenType.Number ? NumberArrayElement.ToDouble(_numberForm, _number) : Value.GetDouble();

    /// <inheritdoc cref="BlittableValue.TryGetDouble"/>
    public readonly bool TryGetDouble(out double value)
    {
        if (_address >= 0 || _type != BlittableTokenType.Number)
        {
            return Value.TryGetDouble(out value);
        }

        value = NumberArrayElement.ToDouble(_numberForm, _number);
        return true;
    }

    /// <inheritdoc cref="BlittableValue.GetDecimal"/>
    public readonly decimal GetDecimal() => Value.GetDecimal();

    /// <inheritdoc cref="BlittableValue.TryGetDecimal"/>
    public readonly bool TryGetDecimal(out decimal value) => Value.TryGetDecimal(out value);

    /// <inheritdoc cref="BlittableValue.GetDateTimeOffset"/>
    public readonly DateTimeOffset GetDateTimeOffset() => Value.GetDateTimeOffset();

    /// <inheritdoc cref="BlittableValue.GetGuid"/>
    public readonly Guid GetGuid() => Value.GetGuid();

    private readonly ReadOnlySpan<byte> Decode(BlittableValue value)
    {
        if (!value.TryGetUtf8Length(out var length))
        {
            RequireString(value);
        }

        ref var text = ref _buffers!.Text;
        var room = length + EncodedText.Slack;
        if (text is null || text.Length < room)
        {
            if (text is not null)
            {
                ArrayPool<byte>.Shared.Return(text);
            }

            text = null;
            text = ArrayPool<byte>.Shared.Rent(room);
        }

        if (!value.TryCopyUtf8(text, out var written) || written != length)
        {
            EncodedText.ThrowDamaged(length, _address);
        }

        return text.AsSpan(0, length);
    }

    private static void RequireString(BlittableValue value)
    {
        if (value.Kind != BlittableValueKind.String)
        {
            throw ValueFault.Of(value.Document, value.Address, "a string");
        }
    }

    // Entering and leaving containers.

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
        // Objects of few shapes alternate. A shape with a one-byte number is therefore looked up only once.
        const int numbered = Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDocumentShape, perSource = 3;
        var address = _address;
        var form = _document[address] - Tag.ObjectOfDocumentShape;
        var number = RawBytes.ReadTag(_document, address + 1);
        var isNumbered = (uint)form <= numbered && number <= Varint.MaxOneByte;
        var fromDictionary = form >= perSource;
        ref var shape = ref _buffers!.Shape(number | (fromDictionary ? Varint.MaxOneByte + 1 : 0), out var key);
        if (isNumbered && shape.Key == key)
        {
            var count = shape.Count;
            var names = (uint)(count * (shape.EndBits >> 3));
            var slotShift = fromDictionary ? form - perSource : form;
            _limit.Count(count);
            _frame.Count = count;
            _frame.Left = count;
            _frame.Next = NoRun;
            _frame.Ends = shape.Ends;
            _frame.FirstEnd = 0;
            _frame.EndBits = shape.EndBits;
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
            shape = new ReaderShape { Key = key, Ends = _frame.Ends, EndBits = _frame.EndBits, Count = _frame.Count };
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
        _frame = ref _buffers!.Frames[--_depth];
        return true;
    }

    private void OpenNumbers()
    {
        _block.Open(_document, NumberArrayElement.AddressOfPacked(_document, _frame.Form), ref _buffers!.Numbers);
        _frame.HasRows = NumberArrayElement.IsRow(_document, _frame.Form);
    }

    private void Push()
    {
        var frames = _buffers!.Frames;
        if (_depth + 1 == frames.Length)
        {
            Grow();
            frames = _buffers.Frames;
        }

        _frame = ref frames[++_depth];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void Grow()
    {
        if (_depth + 1 >= MaxDepth)
        {
            ThrowHelper.TooDeep(MaxDepth, _address & int.MaxValue);
        }

        Array.Resize(ref _buffers!.Frames, 2 * _buffers.Frames.Length);
    }
}
