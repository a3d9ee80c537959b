using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <summary>Writes values as MessagePack in a loop with an explicit stack, which stops when a buffer is full and continues in the next one.</summary>
/// <remarks>
/// <para>Each value needs space for its bytes plus <see cref="Slack"/> bytes, because whole vectors are stored. If the space is insufficient, the writer
/// returns with <see cref="Wanted"/> set, and writes the value into the next buffer.</para>
/// <para>The document is not trusted. The slots of a container are verified to be inside the document before they are read. Every child must precede its
/// container, and the number of values is limited. Writing a damaged document therefore always terminates.</para>
/// </remarks>
internal unsafe ref partial struct WireWriter
{
    /// <summary>The space after any short value and its name, which no number, date, literal or header exceeds.</summary>
    private const int Slack = 128;

    private readonly ReadOnlySpan<byte> _span;
    private readonly byte* _document;
    private readonly byte* _documentEnd;
    private readonly byte* _shapes;
    private readonly DictionarySnapshot? _dictionary;
    private readonly int _shapeTable;
    private readonly BlittableMessagePackOptions _options;
    private Span<WireFrame> _frames;
    private WireFrame[]? _rented;

    /// <summary>The wide numbers that have been compared, by address.</summary>
    private Dictionary<int, (bool IsExact, double Value)>? _wideNumbers;

    private long _valuesLeft;
    private byte* _limit;
    private int _depth;

    /// <summary>The number to write, if the value is a number of a number array.</summary>
    private StoredNumber _element;

    private bool _isElement;

    /// <summary>The address of the value to write next; -1 if the innermost container continues.</summary>
    private int _next;

    public WireWriter(BlittableValue value, byte* document, byte* shapes, Span<WireFrame> frames, long maxValues, BlittableMessagePackOptions options)
    {
        _span = value.Document;
        _document = document;
        _documentEnd = document + _span.Length;
        _shapes = shapes;
        _dictionary = DictionarySnapshot.ForMuchOf(_span, value.Dictionary);
        _shapeTable = value.ShapeTable;
        _options = options;
        _frames = frames;
        _valuesLeft = maxValues;
        _depth = -1;
        _next = value.Address;
        if (_next < 0)
        {
            BeginElement(value);
        }
    }

    /// <summary>Gets the required size of the next buffer.</summary>
    public int Wanted { get; private set; }

    public readonly void Dispose() => FreeFrames();

    /// <summary>Writes as much as fits between two addresses.</summary>
    /// <returns>False if there is more to write.</returns>
    public bool Fill(byte* start, byte* end, out int written)
    {
        _limit = end - Slack;
        Wanted = 2 * Slack;
        var to = start;
        var isDone = Run(ref to);
        written = (int)(to - start);
        return isDone;
    }

    private bool Run(ref byte* output)
    {
        var to = output;
        var address = _next;
        byte* end;
        if (address < 0)
        {
            if (!_isElement)
            {
                goto Next;
            }

            end = Element(to);
            if (end == null)
            {
                goto Full;
            }

            output = end;
            return true;
        }

    Value:
        if (to > _limit)
        {
            goto Full;
        }

        var tag = _document[address];
        if (tag <= Tag.SmallIntegerLast)
        {
            *to = tag;
            end = to + 1;
        }
        else if ((uint)(tag - Tag.ShortString) <= MessagePackCode.MaxFixString && _documentEnd - (_document + address) > Vector256<byte>.Count)
        {
            // Both formats store the length in the first byte. One load and one store cover any such string.
            *to = (byte)(tag - Tag.ShortString + MessagePackCode.FixString);
            Vector256.Load(_document + address + 1).Store(to + 1);
            end = to + 1 + (tag - Tag.ShortString);
        }
        else if ((uint)(tag - Tag.Integer) <= 3)
        {
            // A magnitude of one to four bytes is the most common form of integers.
            end = UnsignedInteger(to, RawBytes.ReadUpTo32(_span, address + 1, tag - Tag.Integer + 1));
        }
        else
        {
            end = Other(to, address, tag);
        }

        if (end == null)
        {
            goto Full;
        }

        to = end;

    Next:
        if (_depth < 0)
        {
            output = to;
            return true;
        }

        ref var frame = ref _frames[_depth];
        var index = frame.Next;
        if (index == frame.Count)
        {
            _depth--;
            goto Next;
        }

        if (to > _limit)
        {
            address = -1;
            goto Full;
        }

        if (frame.Ends != null)
        {
            if (frame.Ends == WireFrame.Packed)
            {
                if (!Packed(ref to, ref frame))
                {
                    address = -1;
                    goto Full;
                }

                goto Next;
            }

            var name = frame.Name(index, out var length);
            end = length <= MessagePackCode.MaxFixString && frame.CanRead(name, Vector256<byte>.Count)
                ? ShortName(to, name, length)
                : Text(to, new ReadOnlySpan<byte>(name, length));
            if (end == null)
            {
                address = -1;
                goto Full;
            }

            to = end;
        }

        frame.Next = index + 1;
        address = frame.Child(index, _document, _span);
        goto Value;

    Full:
        _next = address;
        output = to;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* ShortName(byte* to, byte* name, int length)
    {
        *to = (byte)(MessagePackCode.FixString + length);
        Vector256.Load(name).Store(to + 1);
        return to + 1 + length;
    }

    private byte* OpenObject(byte* to, int address)
    {
        if (!Container.TryReadObject(_span, address, _shapeTable, _dictionary, out var container, out var shape))
        {
            ThrowHelper.InvalidTag(_document[address], "the tag of a value", address);
        }

        ref var frame = ref Push(container);
        var isShared = _document[address] >= Tag.ObjectOfDictionaryShape && _dictionary is not null;
        frame.SetNames(shape, isShared ? _shapes : _document, isShared ? _dictionary!.Shapes.Length : _span.Length);
        return Header(to, container.Count, MessagePackCode.FixMap, MessagePackCode.Map16);
    }

    private byte* OpenArray(byte* to, int address)
    {
        Container.TryReadArray(_span, address, out var container);
        Push(container);
        return Header(to, container.Count, MessagePackCode.FixArray, MessagePackCode.Array16);
    }

    private ref WireFrame Push(in Container container)
    {
        ref var frame = ref Push(container.Count, container.Address);
        frame.Open(container, _span);
        return ref frame;
    }

    private ref WireFrame Push(int count, int address)
    {
        _valuesLeft -= count;
        if (_valuesLeft < 0)
        {
            ThrowHelper.TooManyValues(address);
        }

        if (++_depth == _frames.Length)
        {
            Grow();
        }

        return ref _frames[_depth];
    }

    private static byte* Header(byte* to, int count, byte fix, byte sized)
    {
        if (count <= MessagePackCode.MaxFixCount)
        {
            *to = (byte)(fix + count);
            return to + 1;
        }

        return TwoOrFour(to, sized, (uint)count);
    }

    private readonly void FreeFrames()
    {
        if (_rented is not null)
        {
            ArrayPool<WireFrame>.Shared.Return(_rented);
        }
    }

    private void Grow()
    {
        var larger = ArrayPool<WireFrame>.Shared.Rent(2 * _frames.Length);
        _frames.CopyTo(larger);
        FreeFrames();
        _rented = larger;
        _frames = larger;
    }

    /// <summary>Requests a buffer of sufficient size.</summary>
    private byte* Want(long room)
    {
        if (room > Array.MaxLength - 2 * Slack)
        {
            ThrowHelper.ExpansionTooLarge(Array.MaxLength);
        }

        Wanted = (int)room + 2 * Slack;
        return null;
    }

    private readonly long Room(byte* to) => _limit - to;

    // Provides the entry point, which pins the document and fills the buffers of the output.

    /// <summary>The number of nested containers whose frames fit on the stack. For deeper nesting, frames move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    /// <summary>Writes a value directly into the buffers of an output.</summary>
    [SkipLocalsInit]
    public static void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions options)
    {
        value.RequireDefined();

        // Every value has at least one byte of text. Unless values are shared, it also has at least one byte in the document.
        var maxValues = Trailer.Read(value.Document).MaxValues;
        var shapes = value.Dictionary is { } dictionary ? dictionary.Shapes : default;
        var limit = ExpansionLimit.Of(value.Document.Length, value.Dictionary, options.MaxExpandedBytes);
        var maxBytes = limit;
        var frames = stackalloc WireFrame[FramesOnStack];
        fixed (byte* documentStart = value.Document, shapesStart = shapes)
        {
            var writer = new WireWriter(value, documentStart, shapesStart, new Span<WireFrame>(frames, FramesOnStack), maxValues, options);
            try
            {
                var isDone = false;
                for (var hint = FirstBuffer; !isDone; hint = Math.Max(NextBuffer, writer.Wanted))
                {
                    var buffer = output.GetSpan(hint);
                    if (buffer.IsEmpty)
                    {
                        ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                    }

                    fixed (byte* start = buffer)
                    {
                        isDone = writer.Fill(start, start + buffer.Length, out var written);
                        if (!isDone && written == 0 && buffer.Length < hint)
                        {
                            ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                        }

                        // Refuse a string whose stored length exceeds the limit before requesting a buffer for it.
                        maxBytes -= written;
                        if (maxBytes < 0 || (!isDone && writer.Wanted - 2 * Slack > maxBytes))
                        {
                            ThrowHelper.ExpansionTooLarge(limit);
                        }

                        output.Advance(written);
                    }
                }
            }
            finally
            {
                writer.Dispose();
            }
        }
    }
}
