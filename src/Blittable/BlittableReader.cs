using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <summary>Reads a document sequentially, value by value. It is the counterpart of <see cref="System.Text.Json.Utf8JsonReader"/>.</summary>
/// <remarks>
/// <para>Use it to visit most of a document without recursion. Number arrays are decoded in blocks, which is faster than enumerating them. For other values,
/// enumerators are about as fast, and faster in many documents. Use <see cref="BlittableValue"/> to read only a few values.</para>
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
    /// <summary>The maximum nesting depth. Only malicious documents are nested more deeply.</summary>
    private const int MaxDepth = 1 << 20;

    private readonly ReadOnlySpan<byte> _document;
    private readonly DictionarySnapshot? _dictionary;
    private readonly int _shapeTable;

    private BlittableTokenType _type;
    private byte _numberForm;

    /// <summary>The address of the current value. It is negative in a number array (see <see cref="NumberArrayElement"/>).</summary>
    private int _address;

    /// <summary>The index of the current value in a number array.</summary>
    private int _index;

    /// <summary>A value that indicates whether the document stores equal strings once.</summary>
    private readonly bool _sharesStrings;

    private int _depth;

    /// <summary>The current number of a number array.</summary>
    private long _number;

    private StepLimit _limit;

    private ReaderBuffers? _buffers;

    /// <summary>A reference to the current container in the buffers. A copy would be loaded in other widths than it was stored, which defeats store
    /// forwarding.</summary>
    private ref ReaderFrame _frame;

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
        _limit = StepLimit.Of(value);
        _sharesStrings = (_document[^1] & Trailer.Shared) != 0;
        ThreadKept<ReaderBuffers>.Take(out _buffers);
        _buffers ??= new ReaderBuffers();
        _buffers.Begin();
        _frame = ref _buffers.Frames[0];
        _frame = new ReaderFrame { Left = 1, Next = NoRun };
        if (value.Address < 0)
        {
            _shapeTable = _document.Length;
            _frame.Form = value.Address;
            _frame.Place = value.ShapeTable;
            OpenNumbers();
        }
        else
        {
            _shapeTable = value.ShapeTable;
            _frame.Place = value.Address;
        }
    }

    /// <summary>Indicates that there is no next run.</summary>
    private const int NoRun = -1;

    /// <summary>Gets the kind of token that was read.</summary>
    public readonly BlittableTokenType TokenType => _type;

    /// <summary>Gets the number of containers that enclose the current token. The start and the end of a container have the same depth.</summary>
    public readonly int CurrentDepth => _depth;

    /// <summary>Gets the name of the current value as unescaped UTF-8. It is empty for the root, for array elements and for the end of a container.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public readonly ReadOnlySpan<byte> PropertyName
    {
        get
        {
            if (_type == BlittableTokenType.None)
            {
                return default;
            }

            ref readonly var frame = ref _frame;
            if (frame.EndBits == 0 || _type is BlittableTokenType.EndObject or BlittableTokenType.EndArray)
            {
                return default;
            }

            var ends = RawBytes.From(frame.HasDictionaryShape ? _dictionary!.Shapes : _document, frame.Ends);
            var size = frame.EndBits >> 3;
            var index = frame.Count - frame.Left - 1;
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
    /// <exception cref="BlittableException">The document is damaged, or shares values and expands to more values than its limit allows.</exception>
    public bool Read()
    {
        if (_type is BlittableTokenType.StartObject or BlittableTokenType.StartArray)
        {
            Enter();
        }

        if (_buffers is null)
        {
            ThrowHelper.NoReader();
        }

        ref var frame = ref _frame;

        if (frame.Left == 0 && !OpenNextRun())
        {
            return Close();
        }

        frame.Left--;
        var place = frame.Place;
        frame.Place = place + frame.Step;
        var form = frame.Form;
        int address;
        if (form > 0)
        {
            var distance = RawBytes.ReadBits(_document, place, form);
            address = frame.Origin - (int)distance;
            if (distance - 1 >= (uint)frame.Origin)
            {
                ThrowHelper.InvalidDistance(distance, frame.Origin);
            }
        }
        else if (form == 0)
        {
            address = place;
        }
        else
        {
            ReadElement(place, form);
            return true;
        }

        var kind = TagKinds.Of(_document[address]);
        if (kind == BlittableValueKind.Undefined)
        {
            kind = FollowReference(ref address);
        }

        _address = address;
        _type = (BlittableTokenType)kind;
        return true;
    }

    /// <summary>Moves to the end of the current container if its start was just read. Otherwise, does nothing.</summary>
    public void Skip()
    {
        if (_type is BlittableTokenType.StartObject or BlittableTokenType.StartArray)
        {
            _type = EndOf(_type);
        }
    }

    /// <summary>Releases the buffers, which the next reader of this thread reuses.</summary>
    public void Dispose()
    {
        if (_buffers is { } buffers)
        {
            _buffers = null;
            _type = BlittableTokenType.None;
            ThreadKept<ReaderBuffers>.Keep(buffers);
        }
    }

    private static BlittableTokenType EndOf(BlittableTokenType start) =>
        start == BlittableTokenType.StartObject ? BlittableTokenType.EndObject : BlittableTokenType.EndArray;

    /// <summary>Follows a reference to the referenced value.</summary>
    /// <returns>The kind of the value.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly BlittableValueKind FollowReference(ref int address)
    {
        address = Container.BehindReference(_document, address);
        return TagKinds.At(_document, address);
    }
}
