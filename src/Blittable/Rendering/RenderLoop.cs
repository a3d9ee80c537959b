using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <summary>Renders values as JSON text in a loop with an explicit stack, which stops when a buffer is full and continues in the next one.</summary>
/// <remarks>
/// <para>A comma follows every value, and a closing bracket replaces the last comma, so no check for the first child is necessary. A byte that may still be
/// replaced is withheld when a buffer is handed over.</para>
/// <para>Each name and value need space for both plus <see cref="Slack"/> bytes, because whole vectors are stored. If the space is insufficient, the loop
/// returns with <see cref="Wanted"/> set. Only a long string, a long number or a number array continues in the middle.</para>
/// <para>The document is not trusted. The slots of a container are verified to be inside the document before they are read. Every child must precede its
/// container, and the number of values is limited. Rendering a damaged document therefore always terminates.</para>
/// </remarks>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>The space after any short value, which no number, date, literal or punctuation exceeds.</summary>
    private const int Slack = 512;

    /// <summary>The space for indentation before a value if each value has its own line.</summary>
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

    /// <summary>The cache of names as JSON text, and its table that is searched first.</summary>
    private NameTexts _names;
    private NameTexts.Texts** _recentNames;

    /// <summary>The names of the document's numbered shapes; null before the first one.</summary>
    private NumberedNames.Entry* _numbered;
    private ulong _numberedKey;

    /// <summary>The names of the dictionary's shapes, each null until first used; null without a dictionary.</summary>
    private nint[]? _dictionaryNames;

    /// <summary>The symbol table of the document or its dictionary; null until first used.</summary>
    private ExpandedSymbols? _symbols;
    private long _valuesLeft;

    /// <summary>The positions of rendered values that may be repeated; null if tracking does not pay.</summary>
    private RenderedValues? _rendered;

    /// <summary>The entries of <see cref="_rendered"/>.</summary>
    private RenderedValue* _places;

    /// <summary>The last tracked value: no value after it has been rendered before. Null if there is none. If references are prefetched, this is the end of the
    /// document: <see cref="Open"/> does the prefetching, so all values are looked up and none is opened in the loop.</summary>
    private byte* _newest;

    /// <summary>The number of the current buffer.</summary>
    private ulong _buffer;
    private byte* _start;
    private byte* _limit;
    private byte* _text;
    private byte* _textEnd;

    /// <summary>The conversion of the value at <see cref="_text"/>, which is written in pieces.</summary>
    private Pieces _pieces;

    /// <summary>The number of text bytes and encoded bytes of a string that are done.</summary>
    private int _textDone;
    private int _codesDone;

    /// <summary>The position up to which the document has been searched for far references to prefetch.</summary>
    private byte* _askedTo;

    /// <summary>The address after which a container continues that search; the end of the document if prefetching does not pay.</summary>
    private byte* _askAt;

    /// <summary>The value to write next; null if the innermost container continues.</summary>
    private byte* _next;

    /// <summary>True if a long string or a number array continues in the next buffer.</summary>
    private bool _isInterrupted;

    private NumberArrayLayout _packed;
    private PackedScope _packedScope;
    private int _packedDepth;
    private int _row;
    private int _rowsEnd;

    /// <summary>The next column in the row; -1 if the row of a matrix is not open yet.</summary>
    private int _column;

    /// <summary>The comma or opening bracket that was withheld, or 0.</summary>
    private byte _held;

    /// <summary>Begins with a value. A constructor would fill a copy, and copying it in wide words would stall on the preceding narrow stores.</summary>
    /// <param name="value">The value to render.</param>
    /// <param name="document">The address of the pinned document.</param>
    /// <param name="frames">The initial frames, at least one.</param>
    /// <param name="frameCount">The number of frames.</param>
    /// <param name="maxValues">The maximum number of values in a valid document.</param>
    /// <param name="rendered">Tracks rendered text in a document with shared values.</param>
    /// <param name="options">The options.</param>
    private void Begin(
        in BlittableValue value, byte* document, RenderFrame* frames, int frameCount, long maxValues, RenderedValues? rendered,
        BlittableJsonOptions options)
    {
        // Do not copy the span of the value: its two halves have just been stored, and loading both at once would stall.
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

        // The first frame represents the surroundings of the value, in which nothing follows.
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

    /// <summary>Gets the maximum number of nested containers.</summary>
    private readonly int MaxDepth => Math.Max((int)(_deepest - _bottom), _packedDepth);

    /// <summary>Gets or sets the required size of the next buffer.</summary>
    private int Wanted { get; set; }

    /// <summary>Writes as much as fits between two addresses.</summary>
    /// <returns>False if there is more to write.</returns>
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
        Debug.Assert(to <= end, "A value that exceeds the slack must reserve space.");
        written = (int)(to - start);
        return isDone;
    }

    /// <summary>Continues the long string or number array that was interrupted in the previous buffer.</summary>
    private bool Continue(ref byte* to)
    {
        to = _packedScope == PackedScope.None ? WritePieces(to) : ContinuePacked(to);
        _isInterrupted = _text != null || _packedScope != PackedScope.None;
        *to = (byte)',';
        to += _isInterrupted ? 0 : 1;
        return !_isInterrupted;
    }

    /// <summary>Requests a buffer of sufficient size.</summary>
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

    // Provides the entry point, which pins the document and fills the buffers of the output.

    /// <summary>The number of nested containers whose frames fit on the stack. For deeper nesting, frames move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    /// <summary>The buffer size if values are repeated, which is larger because only text in the current buffer can be copied.</summary>
    private const int NextRepeatingBuffer = 1 << 16;

    /// <summary>Renders a value.</summary>
    /// <param name="value">The value to render.</param>
    /// <param name="output">The output.</param>
    /// <param name="options">The options.</param>
    /// <param name="maxValues">The maximum number of values in a valid document.</param>
    /// <param name="maxBytes">The maximum length of the text. Longer text is an error.</param>
    /// <param name="rendered">Tracks rendered text in a document with shared values.</param>
    /// <returns>The maximum number of nested containers.</returns>
    [SkipLocalsInit]
    public static int Render(
        in BlittableValue value, IBufferWriter<byte> output, BlittableJsonOptions options, long maxValues, long maxBytes, RenderedValues? rendered)
    {
        var frames = stackalloc RenderFrame[FramesOnStack];
        fixed (byte* documentStart = value.Document)
        {
            Unsafe.SkipInit(out RenderLoop loop);
            loop.Begin(value, documentStart, frames, FramesOnStack, maxValues, rendered, options);
            loop.FillAll(output, maxBytes);
            return loop.MaxDepth;
        }
    }

    /// <summary>Fills one buffer after another. This is a separate method because a method with both a loop and stack allocation is compiled before the types
    /// of the writers are known.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FillAll(IBufferWriter<byte> output, long maxBytes)
    {
        var bytesLeft = maxBytes;
        var isDone = false;
        for (var hint = FirstBuffer; !isDone; hint = Math.Max(_rendered is null ? NextBuffer : NextRepeatingBuffer, Wanted))
        {
            var buffer = output.GetSpan(hint);
            if (buffer.IsEmpty)
            {
                ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
            }

            fixed (byte* start = buffer)
            {
                isDone = Fill(start, start + buffer.Length, out var written);
                if (!isDone && written == 0 && buffer.Length < hint)
                {
                    ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                }

                // Refuse a string whose stored length exceeds the limit before requesting a buffer for it, in which every byte might become an escape.
                bytesLeft -= written;
                if (bytesLeft < 0 || (!isDone && (Wanted - 2 * (Slack + IndentSlack)) / EscapeKernel.MaxEscape > bytesLeft))
                {
                    ThrowHelper.ExpansionTooLarge(maxBytes);
                }

                output.Advance(written);
            }
        }
    }

    // In a large document, references may point to any earlier position, in memory that is in no cache. Values that are rendered next mostly follow the
    // current value. Their bytes are therefore searched for patterns of far references, whose possible targets are prefetched. A text or number that looks
    // like a reference only costs an unnecessary load.

    /// <summary>The minimum document size in bytes. Smaller documents mostly stay in a cache.</summary>
    private const int MinAskedAhead = 1 << 22;

    /// <summary>The distance after the first child of a container within which references are searched.</summary>
    private const int Ahead = 1 << 12;

    private void BeginAsking() => _askAt = _askedTo = _rendered is not null && _span.Length >= MinAskedAhead && Sse.IsSupported ? _document : _documentEnd;

    /// <summary>Prefetches the targets of references in and after a container, unless that has been done.</summary>
    private void AskAhead(RenderFrame* frame)
    {
        // A container follows its children; the outermost container follows all values.
        var first = frame->SlotShift >= 0 ? frame->Origin - (Load32(frame->Slot) >> frame->SlotShift) : frame->Container;
        if (first <= _askAt)
        {
            return;
        }

        var from = first > _askedTo ? first : _askedTo;
        var end = _documentEnd - first > Ahead ? first + Ahead : _documentEnd;
        for (; end - from >= Vector512<byte>.Count + sizeof(uint); from += Vector512<byte>.Count)
        {
            var references = Vector512.IsHardwareAccelerated
                ? References(Vector512.Load(from))
                : References(Vector256.Load(from)) | ((ulong)References(Vector256.Load(from + Vector256<byte>.Count)) << Vector256<byte>.Count);
            for (; references != 0; references &= references - 1)
            {
                var reference = from + BitOperations.TrailingZeroCount(references);
                Sse.Prefetch0(reference - (Load32(reference + 1) & (uint.MaxValue >> (8 * (Tag.ReferenceLast - *reference)))));
            }
        }

        _askedTo = from;
        _askAt = end == _documentEnd ? end : from - Ahead / 2;
    }

    /// <summary>Returns a bit for each byte that looks like the tag of a far reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong References(Vector512<byte> bytes) =>
        Vector512.Equals(bytes & Vector512.Create((byte)0xFE), Vector512.Create((byte)(Tag.Reference + 1))).ExtractMostSignificantBits();

    /// <inheritdoc cref="References(Vector512{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint References(Vector256<byte> bytes) =>
        Vector256.Equals(bytes & Vector256.Create((byte)0xFE), Vector256.Create((byte)(Tag.Reference + 1))).ExtractMostSignificantBits();
}
