using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <summary>Values to JSON text: a loop over an explicit stack that stops where a buffer is full and continues in the next.</summary>
/// <remarks>
/// <para>A comma follows every value, and the bracket that closes a container takes the place of its last comma: so no child asks whether it is the first.
/// The byte that may still be replaced is held back when a buffer is handed over.</para>
/// <para>Each name with its value needs room for both and <see cref="Slack"/> bytes after, because vectors are stored whole. Where that is not there
/// the loop returns with <see cref="Wanted"/> set; only a long string or number is taken up again in its middle.</para>
/// <para>Nothing of the document is trusted: a container's slots are known to lie inside it before they are read, a child lies before its
/// container, and the number of values is limited, so damaged documents end too.</para>
/// </remarks>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Room after any short value: no number, date, literal or punctuation is longer.</summary>
    private const int Slack = 512;

    /// <summary>The room for what stands before a value where each has its own line.</summary>
    private const int IndentSlack = 2 * MaxSpaces;

    private ReadOnlySpan<byte> _span;
    private byte* _document;
    private byte* _documentEnd;
    private DictionarySnapshot? _dictionary;
    private int _shapeTable;
    private BlittableNotJson _notJson;
    private bool _isIndented;
    private RenderFrame* _bottom;
    private RenderFrame* _framesEnd;
    private RenderFrame* _deepest;
    private RenderFrame* _frame;
    private RenderFrame[]? _largeFrames;

    /// <summary>Names as JSON text, and where they are looked for first.</summary>
    private NameTexts _names;
    private NameTexts.Texts** _recentNames;

    /// <summary>Names of the document's numbered shapes; null before the first.</summary>
    private NumberedNames.Entry* _numbered;
    private ulong _numberedKey;

    /// <summary>Names of the dictionary's shapes, each null before it is met first; null without a dictionary.</summary>
    private nint[]? _dictionaryNames;

    /// <summary>The symbol table of the document or its dictionary; null before the first string that it has.</summary>
    private ExpandedSymbols? _symbols;
    private long _valuesLeft;

    /// <summary>Where values are remembered that may occur again; null where that is not worth it.</summary>
    private RenderedValues? _rendered;

    /// <summary>The places of <see cref="_rendered"/>.</summary>
    private RenderedValue* _places;

    /// <summary>The last of the values that are remembered: no value after it has been rendered before. Null where none is remembered; the document's end
    /// where far references are asked for ahead, as <see cref="Open"/> does that: then each value is looked up, and none is opened in the loop.</summary>
    private byte* _newest;

    /// <summary>The number of the buffer that is being filled.</summary>
    private ulong _buffer;
    private byte* _start;
    private byte* _limit;
    private byte* _text;
    private byte* _textEnd;

    /// <summary>How the value from <see cref="_text"/> on is written piece by piece.</summary>
    private Pieces _pieces;

    /// <summary>Of a string in codes: bytes of its text and of its codes that are done.</summary>
    private int _textDone;
    private int _codesDone;

    /// <summary>How far the document has been searched for far references, to ask for what they refer to.</summary>
    private byte* _askedTo;

    /// <summary>A container after this address continues that search; the document's end where it is not worth it.</summary>
    private byte* _askAt;

    /// <summary>The value to write next, or null where the innermost container continues.</summary>
    private byte* _next;

    /// <summary>A value that indicates whether a long string or a number array continues.</summary>
    private bool _isInterrupted;

    private NumberArrayLayout _packed;
    private PackedScope _packedScope;
    private int _packedDepth;
    private int _row;
    private int _rowsEnd;

    /// <summary>The column that comes next in the row; -1 where a matrix's row is not open yet.</summary>
    private int _column;

    /// <summary>The comma or opening bracket that was held back, or 0.</summary>
    private byte _held;

    /// <summary>Starts with a value. No constructor: it would fill a copy, and moving that in wide pieces waits for the narrow stores before.</summary>
    /// <param name="value">The value to render.</param>
    /// <param name="document">Where its document was pinned.</param>
    /// <param name="frames">Room for the first containers, at least one.</param>
    /// <param name="frameCount">How many.</param>
    /// <param name="maxValues">The most values that a sound document can have.</param>
    /// <param name="rendered">Remembers what was rendered, in a document that refers to values more than once.</param>
    /// <param name="options">How to render.</param>
    private void Begin(
        in BlittableValue value, byte* document, RenderFrame* frames, int frameCount, long maxValues, RenderedValues? rendered,
        BlittableJsonOptions options)
    {
        // Not the value's own span: its two halves have just been written, and a load of both would wait for them.
        _span = new ReadOnlySpan<byte>(document, value.Document.Length);
        _document = document;
        _documentEnd = document + _span.Length;
        _dictionary = DictionarySnapshot.ForMuchOf(_span, value.Dictionary);
        _shapeTable = value.ShapeTable;
        _notJson = options.NotJson;
        _isIndented = options.Indented;
        _largeFrames = null;
        _names = NameTexts.Current;
        _recentNames = _names.Recent;
        _numbered = null;
        _dictionaryNames = _dictionary is { IsDictionary: true } ? _dictionary.Memory(_names) : null;
        _symbols = null;
        _valuesLeft = maxValues;
        _rendered = rendered;
        _places = rendered is null ? null : rendered.Places;
        _buffer = 0;
        BeginAsking();
        _newest = _askAt == _documentEnd ? null : _documentEnd;
        _text = null;
        _isInterrupted = false;
        _packedScope = PackedScope.None;
        _packedDepth = 0;
        _held = 0;

        // The first frame stands for what is around the value: nothing follows in it.
        _bottom = _deepest = _frame = frames;
        _framesEnd = frames + frameCount;
        frames->Slot = frames->SlotsEnd = null;
        frames->Name = NameTexts.Texts.None;
        if (value.Address >= 0)
        {
            _next = document + value.Address;
        }
        else
        {
            _next = null;
            BeginElement(value);
        }
    }

    /// <summary>How many containers were open at once.</summary>
    private readonly int MaxDepth => Math.Max((int)(_deepest - _bottom), _packedDepth);

    /// <summary>The room that the next buffer must have.</summary>
    private int Wanted { get; set; }

    /// <summary>Writes what fits between two addresses.</summary>
    /// <returns>False where there is more to write.</returns>
    private bool Fill(byte* start, byte* end, out int written)
    {
        var slack = Slack + (_isIndented ? IndentSlack : 0);
        _limit = end - slack;
        Wanted = 2 * slack;
        var to = start;
        if (to > _limit)
        {
            written = 0;
            return false;
        }

        if (_rendered is not null)
        {
            BeginBuffer(start);
        }

        *to = _held;
        to += _held != 0 ? 1 : 0;
        _held = 0;
        var isDone = (!_isInterrupted || Continue(ref to)) && (_isIndented
            ? Run<IRenderLayout.Indented>(ref to)
            : _places != null ? Run<IRenderLayout.Repeating>(ref to)
            : Run<IRenderLayout.Compact>(ref to));
        Debug.Assert(to <= end, "A value that needs more than the slack asks for its room.");
        written = (int)(to - start);
        return isDone;
    }

    /// <summary>Goes on with the long string or the number array that the last buffer had no room for.</summary>
    private bool Continue(ref byte* to)
    {
        to = _packedScope == PackedScope.None ? WritePieces(to) : ContinuePacked(to);
        _isInterrupted = _text != null || _packedScope != PackedScope.None;
        *to = (byte)',';
        to += _isInterrupted ? 0 : 1;
        return !_isInterrupted;
    }

    /// <summary>Asks for a buffer with this much room.</summary>
    private byte* Want(long room)
    {
        Wanted = (int)Math.Min(room + Wanted, Array.MaxLength);
        return null;
    }

    private readonly long Room(byte* to) => _limit - to;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32(byte* from)
    {
        var value = Unsafe.ReadUnaligned<uint>(from);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load64(byte* from)
    {
        var value = Unsafe.ReadUnaligned<ulong>(from);
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store64(byte* to, ulong characters) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? characters : BinaryPrimitives.ReverseEndianness(characters));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store32(byte* to, uint characters) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? characters : BinaryPrimitives.ReverseEndianness(characters));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store16(byte* to, int characters) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? (ushort)characters : BinaryPrimitives.ReverseEndianness((ushort)characters));
}
