using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Json;

/// <summary>Values to JSON text: a loop over an explicit stack that stops where a buffer is full and goes on in the next.</summary>
/// <remarks>
/// <para>Each value needs room for its text and <see cref="Slack"/> bytes behind it, because vectors are stored whole. Where that is not there
/// the kernel returns with <see cref="Wanted"/> set; only a raw string is taken up again in its middle.</para>
/// <para>Nothing of the document is trusted: a container's slots are known to lie inside it before they are read, a child lies before its
/// container, and the number of values is limited, so damaged documents end too.</para>
/// </remarks>
internal unsafe ref partial struct RenderKernel
{
    /// <summary>Room behind any short value: no number, date, literal or punctuation is longer.</summary>
    private const int Slack = 512;

    private readonly ReadOnlySpan<byte> _span;
    private readonly byte* _document;
    private readonly byte* _documentEnd;
    private readonly byte* _shapes;
    private readonly DictionarySnapshot? _dictionary;
    private readonly int _shapeTable;
    private readonly BlittableNotJson _notJson;
    private readonly bool _isIndented;
    private Span<RenderFrame> _frames;
    private RenderFrame[]? _rented;
    private long _valuesLeft;
    private byte* _limit;
    private byte* _text;
    private byte* _textEnd;
    private int _depth;

    /// <summary>The value to write next, or -1 where the innermost container goes on.</summary>
    private int _next;

    public RenderKernel(BlittableValue value, byte* document, byte* shapes, Span<RenderFrame> frames, long maxValues, BlittableJsonOptions options)
    {
        _span = value.Document;
        _document = document;
        _documentEnd = document + _span.Length;
        _shapes = shapes;
        _dictionary = value.Dictionary;
        _shapeTable = value.ShapeTable;
        _notJson = options.NotJson;
        _isIndented = options.Indented;
        _frames = frames;
        _valuesLeft = maxValues;
        _depth = -1;
        _next = value.Address;
    }

    /// <summary>How many containers were open at once.</summary>
    public int MaxDepth { get; private set; }

    /// <summary>The room that the next buffer must have.</summary>
    public int Wanted { get; private set; }

    public readonly void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<RenderFrame>.Shared.Return(_rented);
        }
    }

    /// <summary>Writes what fits between two addresses.</summary>
    /// <returns>False where there is more to write.</returns>
    public bool Fill(byte* start, byte* end, out int written)
    {
        _limit = end - Slack;
        Wanted = 2 * Slack;
        var to = start;
        if (_text != null && !ContinueText(ref to))
        {
            written = (int)(to - start);
            return false;
        }

        var isDone = Run(ref to);
        written = (int)(to - start);
        return isDone;
    }

    private bool Run(ref byte* output)
    {
        var to = output;
        var address = _next;
        if (address < 0)
        {
            goto Next;
        }

    Value:
        if (to > _limit)
        {
            _next = address;
            output = to;
            return false;
        }

        var tag = _document[address];
        byte* end;
        if ((uint)(tag - Tag.ShortString) <= Tag.MaxShortString)
        {
            end = ShortString(to, _document + address + 1, tag - Tag.ShortString);
        }
        else if (tag <= Tag.SmallIntegerLast)
        {
            end = SmallInteger(to, tag);
        }
        else if ((uint)(tag - Tag.Integer) <= 3)
        {
            // One to four bytes of magnitude: the integers that are most common.
            end = DigitWriterKernel.Write(to, RawBytes.ReadUpTo32(_span, address + 1, tag - Tag.Integer + 1));
        }
        else
        {
            end = Other(to, address, tag);
        }

        if (end == null)
        {
            _next = address;
            output = to;
            return false;
        }

        to = end;
        if (_text != null)
        {
            _next = -1;
            output = to;
            return false;
        }

    Next:
        if (_depth < 0)
        {
            output = to;
            return true;
        }

        ref var frame = ref _frames[_depth];
        var index = frame.Next;
        if (to > _limit)
        {
            _next = -1;
            output = to;
            return false;
        }

        if (index == frame.Count)
        {
            to = Close(to, ref frame);
            goto Next;
        }

        *to = (byte)',';
        end = to + (index != 0 ? 1 : 0);
        if (_isIndented)
        {
            end = NewLine(end, _depth + 1);
        }

        if (frame.Ends != null)
        {
            end = Name(end, ref frame, index);
            if (end == null)
            {
                _next = -1;
                output = to;
                return false;
            }
        }

        to = end;
        frame.Next = index + 1;
        address = Child(ref frame, index);
        goto Value;
    }

    /// <summary>Address of a child, behind the reference if there is one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Child(ref RenderFrame frame, int index)
    {
        var slot = _document + frame.Start + (nint)index * frame.SlotSize;
        uint distance;
        switch (frame.SlotSize)
        {
            case 1:
                distance = *slot;
                break;
            case 2:
                distance = Unsafe.ReadUnaligned<ushort>(slot);
                break;
            case 4:
                distance = Unsafe.ReadUnaligned<uint>(slot);
                break;
            default:
                distance = (uint)(frame.Address - frame.Start - (nint)index * frame.Stride);
                break;
        }

        var child = frame.Address - (long)distance;
        if (child < 0 || distance == 0)
        {
            ThrowHelper.InvalidDistance(distance, frame.Address);
        }

        return (uint)(_document[child] - Tag.Reference) <= Tag.ReferenceLast - Tag.Reference
            ? Container.FollowReference(_span, (int)child)
            : (int)child;
    }

    private byte* Close(byte* to, ref RenderFrame frame)
    {
        if (_isIndented)
        {
            to = NewLine(to, _depth);
        }

        *to = frame.Ends != null ? (byte)'}' : (byte)']';
        _depth--;
        return to + 1;
    }

    /// <summary>Starts a line. Deep levels could pass any slack: indentation stops where 400 spaces are reached.</summary>
    private static byte* NewLine(byte* to, int level)
    {
        const int maxSpaces = 400;
        var spaces = Math.Min(2 * level, maxSpaces);
        *to++ = (byte)'\n';
        new Span<byte>(to, spaces).Fill((byte)' ');
        return to + spaces;
    }

    private byte* OpenObject(byte* to, int address)
    {
        if (!Container.TryReadObject(_span, address, _shapeTable, _dictionary, out var container, out var shape))
        {
            ThrowHelper.InvalidTag(_document[address], "the tag of a value", address);
        }

        ref var frame = ref Push(container);
        var names = shape.IsIn(_span) ? _document : _shapes;
        frame.Ends = names + shape.EndsAddress;
        frame.Names = names + shape.NamesAddress;
        frame.NamesLength = (uint)(shape.EndAddress - shape.NamesAddress);
        frame.EndShift = shape.Flags & ShapeBlock.EndSizeMask;
        *to = (byte)'{';
        return to + 1;
    }

    private byte* OpenArray(byte* to, int address)
    {
        Container.TryReadArray(_span, address, out var container);
        Push(container).Ends = null;
        *to = (byte)'[';
        return to + 1;
    }

    private ref RenderFrame Push(in Container container)
    {
        _valuesLeft -= container.Count;
        if (_valuesLeft < 0)
        {
            ThrowHelper.TooManyValues(container.Address);
        }

        if (container.SlotSize != 0 && container.Start + (long)container.Count * container.SlotSize > _span.Length)
        {
            ThrowHelper.InvalidCount(container.Count, "slots", container.Address);
        }

        if (++_depth == _frames.Length)
        {
            Grow();
        }

        MaxDepth = Math.Max(MaxDepth, _depth + 1);
        ref var frame = ref _frames[_depth];
        frame.Address = container.Address;
        frame.Start = container.Start;
        frame.Count = container.Count;
        frame.SlotSize = container.SlotSize;
        frame.Stride = container.Stride;
        frame.Next = 0;
        return ref frame;
    }

    private void Grow()
    {
        var larger = ArrayPool<RenderFrame>.Shared.Rent(2 * _frames.Length);
        _frames.CopyTo(larger);
        Dispose();
        _rented = larger;
        _frames = larger;
    }

    /// <summary>Asks for a buffer with this much room.</summary>
    private byte* Want(long room)
    {
        Wanted = (int)Math.Min(room + 2 * Slack, Array.MaxLength);
        return null;
    }

    private readonly long Room(byte* to) => _limit - to;
}
