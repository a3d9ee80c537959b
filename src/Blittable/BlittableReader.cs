using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <summary>Reads a document sequentially, value by value. It is the counterpart of <see cref="System.Text.Json.Utf8JsonReader"/>.</summary>
/// <remarks>
/// <para>Use it to visit most of a document without recursion. It is usually faster than enumerators, in particular for numbers. Enumerators are about as fast
/// in documents of a few hundred bytes. Use <see cref="BlittableValue"/> to read only a few values.</para>
/// <para>Each call of <see cref="Read"/> reads one token. Property names are not tokens: <see cref="PropertyName"/> is the name of the value that was read. A
/// shared value is read each time that it is referenced. <see cref="BlittableValue.WithMaxExpandedBytes"/> describes the limit of such values.</para>
/// <para>The document must not change while it is read. A reader is not thread-safe. Pass it by reference, because a copy advances independently.</para>
/// </remarks>
/// <example>
/// <code>
/// using var reader = new BlittableReader(document.Root);
/// while (reader.Read())
/// {
///     if (reader.TokenType == BlittableTokenType.Number &amp;&amp; reader.PropertyName.SequenceEqual("price"u8))
///     {
///         total += reader.GetDecimal();
///     }
/// }
/// </code>
/// </example>
public ref partial struct BlittableReader
{
    /// <summary>The address if there is no current value. It is outside any document, so fast paths find no tag there.</summary>
    private const int NoAddress = int.MaxValue;

    private readonly ReadOnlySpan<byte> _document;
    private readonly DictionarySnapshot? _dictionary;
    private ReaderBuffers? _buffers;

    /// <summary>A reference to the current container in the buffers. A copy would be loaded in other widths than it was stored, which defeats store
    /// forwarding.</summary>
    private ref ReaderFrame _frame;

    /// <summary>The place of the next child of the current container, and the place at which its run ends. They are equal in a default reader.</summary>
    private int _place, _stop;

    /// <summary>The address of the current value. It is negative in a number array (see <see cref="NumberArrayElement"/>).</summary>
    private int _address;

    /// <summary>The index of the current value in a number array.</summary>
    private int _index;

    private readonly int _shapeTable;

    /// <summary>The number of open containers. It includes the current container if its start was just read.</summary>
    private int _depth;

    private BlittableTokenType _type;
    private byte _numberForm;

    /// <summary>A value that indicates whether the document stores equal strings once.</summary>
    private readonly bool _sharesStrings;

    /// <summary>The place of the next number in the block, and the distance between consecutive places.</summary>
    private int _blockPlace, _blockStep;

    /// <summary>The current number of a number array.</summary>
    private long _number;

    private StepLimit _limit;

    private NumberBlock _block;

    /// <summary>Creates a reader for a document, positioned before its root.</summary>
    /// <inheritdoc cref="BlittableValue.Open" path="/param | /exception"/>
    public BlittableReader(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null)
        : this(BlittableValue.Open(bytes, dictionary))
    {
    }

    /// <summary>Creates a reader for a value and everything in it, positioned before the value.</summary>
    /// <param name="value">The root of a document, or any other value.</param>
    /// <exception cref="BlittableException">The value is uninitialized.</exception>
    public BlittableReader(scoped in BlittableValue value)
    {
        value.RequireDefined();
        _document = value.Document;
        _dictionary = DictionarySnapshot.ForMuchOf(_document, value.Dictionary);
        _limit = StepLimit.Of(_document.Length, value.Dictionary);
        _sharesStrings = (_document[^1] & Trailer.Shared) != 0;
        _address = NoAddress;
        _buffers = ReaderBuffers.Take();
        _buffers.Begin(_document.Length);

        // The root is the only element of an array without slots. Its frame is not assigned as a whole, because that would copy fields that were just stored.
        ref var frame = ref _buffers.Frames[0];
        _frame = ref frame;
        frame.Next = ReaderFrame.NoRun;
        frame.Step = 1;
        frame.Form = frame.Origin = frame.EndBits = 0;
        frame.Mask = -1;
        frame.Bound = _document.Length;
        if (value.Address < 0)
        {
            _shapeTable = _document.Length;
            _place = value.ShapeTable;
            frame.Form = value.Address;
            SelectNumbers();
            _blockPlace = frame.HasRows ? 0 : _block.SeekNumber(_place);
        }
        else
        {
            _shapeTable = value.ShapeTable;
            _place = value.Address;
        }

        _stop = _place + 1;
    }

    /// <summary>Gets the kind of token that was read.</summary>
    public readonly BlittableTokenType TokenType => _type;

    /// <summary>Gets the number of containers that enclose the current token. The start and the end of a container have the same depth.</summary>
    public readonly int CurrentDepth => _depth - (IsStart(_type) ? 1 : 0);

    /// <summary>Gets the name of the current value as unescaped UTF-8. It is empty for the root, for array elements and for the end of a container.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public readonly ReadOnlySpan<byte> PropertyName
    {
        get
        {
            if (_type is BlittableTokenType.None or BlittableTokenType.EndObject or BlittableTokenType.EndArray)
            {
                return default;
            }

            // The container whose start was just read is already the current container. Its name belongs to the enclosing container.
            var isStart = IsStart(_type);
            ref readonly var frame = ref isStart ? ref _buffers!.Frames[_depth - 1] : ref _frame;
            if (frame.EndBits == 0)
            {
                return default;
            }

            var ends = RawBytes.From(frame.HasDictionaryShape ? _dictionary!.Shapes : _document, frame.Ends);
            var size = frame.EndBits >> 3;
            var index = (((isStart ? frame.Place : _place) - frame.First) >> BitOperations.Log2((uint)frame.Step)) - 1;
            var place = frame.FirstEnd + (index * size);
            var start = index == 0 ? frame.NameStart : RawBytes.ReadBits(ends, place - size, frame.EndBits) + frame.NameOrigin;
            var end = RawBytes.ReadBits(ends, place, frame.EndBits) + frame.NameOrigin;
            if (!RawBytes.TrySlice(ends, start, end, out var name))
            {
                ThrowHelper.InvalidName(start, end, frame.Address);
            }

            return name;
        }
    }

    /// <summary>Gets the current value. At the end of a container, gets the container.</summary>
    /// <remarks>It remains valid after the reader has moved on.</remarks>
    public readonly BlittableValue Value
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _type == BlittableTokenType.None ? default : new(_document, _address, _address < 0 ? _index : _shapeTable, _dictionary);
    }

    /// <summary>Reads the next token.</summary>
    /// <returns><see langword="true"/> if a token was read; <see langword="false"/> after the last token.</returns>
    /// <exception cref="InvalidOperationException">The reader is disposed or uninitialized.</exception>
    /// <exception cref="BlittableException">The document is damaged, or shares values and expands to more values than its limit allows. The current token
    /// remains, and the next call fails again.</exception>
    public bool Read()
    {
        // Each call is the last action of its branch and therefore a jump, so the common case needs no stack frame.
        var place = _place;
        if (place == _stop)
        {
            return ReadEnd();
        }

        ref readonly var frame = ref _frame;
        _place = place + frame.Step;
        var form = frame.Form;
        if (form < 0)
        {
            return ReadElement(place);
        }

        var document = _document;
        if (!RawBytes.Fits(document, place, sizeof(uint)))
        {
            return ReadRare(place);
        }

        // An array without slots has a form of 0, which makes the distance 0. A branch would be mispredicted where such arrays alternate with others.
        var address = (place & frame.Mask) + frame.Origin - (int)RawBytes.ReadBits(document, place, form);
        if ((uint)address >= (uint)frame.Bound)
        {
            return ReadRare(place);
        }

        var kind = TagKinds.Of(RawBytes.ReadTag(document, address));
        if (kind < BlittableValueKind.String)
        {
            return ReadContainer(address);
        }

        _address = address;
        _type = (BlittableTokenType)kind;
        return true;
    }

    /// <summary>Moves to the end of the current container if its start was just read. Otherwise, does nothing.</summary>
    public void Skip()
    {
        if (IsStart(_type))
        {
            _limit.Return(_place == _stop ? 0 : (_stop - _place) >> BitOperations.Log2((uint)_frame.Step));
            Close();
        }
    }

    /// <summary>Releases the buffers, which the next reader of this thread reuses.</summary>
    public void Dispose()
    {
        if (_buffers is { } buffers)
        {
            _buffers = null;
            _type = BlittableTokenType.None;
            _address = NoAddress;
            _place = _stop = _depth = 0;
            buffers.Keep();
        }
    }

    private static bool IsStart(BlittableTokenType type) => type is BlittableTokenType.StartObject or BlittableTokenType.StartArray;
}
