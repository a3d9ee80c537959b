using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <content>Handles objects and arrays: their frames, slots, and the white space around their children.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>The maximum indentation, because deep levels could exceed any slack.</summary>
    private const int MaxSpaces = 400;

    /// <summary>The maximum count or shape number that is stored in one byte.</summary>
    private const int MaxShortVarint = 0x7F;

    /// <summary>Opens a container. An empty container is written immediately.</summary>
    private byte* Open(byte* to, byte* value, byte tag)
    {
        var frame = _frame + 1;
        if (frame > _deepest)
        {
            if (frame == _framesEnd)
            {
                frame = Grow();
            }

            frame->Shape = RenderFrame.NoShape;
            _deepest = frame;
        }

        if (tag <= Tag.ArrayLast)
        {
            var end = FewNumbers(to, value, tag - Tag.Array);
            if (end != null)
            {
                return end;
            }
        }

        if (_places != null)
        {
            var end = Repeat(to, value);
            if (end != null)
            {
                *end = (byte)',';
                return end + 1;
            }
        }

        if (tag is >= Tag.ObjectWithShape or Tag.LargeObject)
        {
            if (tag == Tag.LargeObject || !TryOpenObject(frame, value, tag))
            {
                OpenOtherObject(frame, value, tag);
            }

            frame->Closing = '}' | (',' << 8);
            *to = (byte)'{';
        }
        else
        {
            OpenArray(frame, value, tag);
            *to = (byte)'[';
        }

        frame->Start = to;
        if (frame->Slot == frame->SlotsEnd)
        {
            // The writer has tags for empty containers, so this only occurs in damaged or foreign documents. It only occurs for arrays, because a shape has at
            // least one name.
            Store16(to + 1, ']' | (',' << 8));
            return to + 3;
        }

        _frame = frame;
        if (value > _askAt)
        {
            AskAhead(frame);
        }

        return to + 1;
    }

    /// <summary>Writes a short array of integers and number texts, such as a coordinate, at once, because its frame would cost more than the numbers.</summary>
    /// <returns>The end of its comma; null for any other array, and for a damaged one, whose error the general path reports.</returns>
    private byte* FewNumbers(byte* to, byte* value, int width)
    {
        // The slack holds this many numbers with commas, the bytes that a vector writes past the last number, and a short name.
        const int most = 8;
        var size = Tag.SlotSize(width);
        var slots = value + 2;
        if (_isIndented || value == _document || slots > _documentEnd || value[1] - 1u >= most || slots + (value[1] * size) > _documentEnd
            || value[1] > _valuesLeft)
        {
            return null;
        }

        var shift = 8 * (sizeof(uint) - size);
        var end = slots + (value[1] * size);
        *to++ = (byte)'[';
        for (var slot = slots + size; slot <= end; slot += size)
        {
            var distance = Load32(slot - sizeof(uint)) >> shift;
            if (distance - 1 >= (ulong)(value - _document))
            {
                return null;
            }

            var number = value - distance;
            var length = *number - Tag.ShortNumberText;
            if ((uint)(*number - Tag.Integer) <= 3 && number + 1 + sizeof(uint) <= _documentEnd)
            {
                to = ShortInteger(to, number, *number);
            }
            else if ((uint)length <= Tag.MaxShortNumberText && NumberCopyKernel.TryCopyPlain(to, number + 1, length, _documentEnd))
            {
                to += length + 1;
                to[-1] = (byte)',';
            }
            else
            {
                return null;
            }
        }

        _valuesLeft -= value[1];
        Store16(to - 1, ']' | (',' << 8));
        return to + 1;
    }

    /// <summary>Determines whether a tag is in the range of values that <see cref="FewNumbers"/> may write: number texts, and all tags between them and
    /// arrays.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool MayBeOfFewNumbers(byte tag) => (uint)(tag - Tag.ShortNumberText) < Tag.Array - Tag.ShortNumberText;

    /// <summary>Opens an array in the loop over values. It must have slots, must not be a repetition, and must not begin with a value that
    /// <see cref="FewNumbers"/> may write.</summary>
    /// <returns>False if <see cref="Open"/> must open the array.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryOpenArray(byte* to, byte* value, byte tag)
    {
        var frame = _frame + 1;
        var slots = value + 2;
        if (value <= _newest || frame > _deepest || slots > _documentEnd || value[1] - 1u >= MaxShortVarint)
        {
            return false;
        }

        var width = tag - Tag.Array;
        var size = Tag.SlotSize(width);
        SetSlots(frame, value, slots, value[1], width);
        var distance = Load32(slots + size - sizeof(uint)) >> frame->SlotShift;
        if (distance - 1 >= (uint)frame->Key || MayBeOfFewNumbers(value[-(nint)distance]))
        {
            _valuesLeft += value[1];
            return false;
        }

        *to = (byte)'[';
        frame->Name = NameTexts.Texts.OfArray;
        frame->Closing = ']' | (',' << 8);
        frame->Start = to;
        _frame = frame;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void OpenArray(RenderFrame* frame, byte* value, byte tag)
    {
        frame->Name = NameTexts.Texts.OfArray;
        frame->Closing = ']' | (',' << 8);
        if (tag <= Tag.ArrayLast && value + 1 < _documentEnd && value[1] <= MaxShortVarint)
        {
            SetSlots(frame, value, value + 2, value[1], tag - Tag.Array);
        }
        else
        {
            OpenOtherArray(frame, value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenOtherArray(RenderFrame* frame, byte* value)
    {
        Container.TryReadArray(_span, Address(value), out var container);
        if (container.SlotSize != 0)
        {
            SetSlots(frame, value, _document + container.Start, container.Count, value[0] - Tag.Array);
            return;
        }

        SetContainer(frame, value, container.Count);
        if (container.IsInRuns)
        {
            OpenRun(frame, container, 0);
            return;
        }

        frame->Element = _document + container.Start;
        frame->Slot = null;
        frame->SlotsEnd = (byte*)container.Count;
        frame->Step = container.Stride;
        frame->SlotShift = -1;
    }

    /// <summary>Stores the location of a container's slots, which must be inside the document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SetSlots(RenderFrame* frame, byte* value, byte* slots, int count, int width)
    {
        var size = Tag.SlotSize(width);
        var length = (long)count << width;
        if (length > _documentEnd - slots || value == _document)
        {
            ThrowHelper.InvalidCount(count, "slots", Address(value));
        }

        SetContainer(frame, value, count);
        var slot = slots + size - sizeof(uint);
        frame->Slot = slot;
        frame->SlotsEnd = slot + length;
        frame->Step = size;
        frame->SlotShift = 8 * (sizeof(uint) - size);
    }

    /// <summary>Continues with the run of a large container that starts with child <paramref name="first"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void OpenRun(RenderFrame* frame, int first)
    {
        var address = Address(frame->Container);
        Container container;
        if (*frame->Container == Tag.LargeArray)
        {
            Container.TryReadArray(_span, address, out container);
        }
        else
        {
            Container.TryReadObject(_span, address, _shapeTable, _dictionary, out container, out _);
        }

        OpenRun(frame, container, first);
    }

    private readonly void OpenRun(RenderFrame* frame, Container container, int first)
    {
        var origin = container.Run(first, out var start);
        var count = Math.Min(Runs.Length, container.Count - first);
        var size = Tag.SlotSize(container.RunWidth);
        var slot = _document + start + size - sizeof(uint);
        frame->Origin = _document + origin;
        frame->Reach = (uint)origin;
        frame->Slot = slot;
        frame->SlotsEnd = slot + (count * size);
        frame->Step = size;
        frame->SlotShift = 8 * (sizeof(uint) - size);
        frame->Last = first + count;
        frame->Next = frame->Last < container.Count ? frame->Last : 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SetContainer(RenderFrame* frame, byte* value, int count)
    {
        frame->Container = value;
        frame->Key = _buffer | (uint)(value - _document);
        frame->Origin = value;
        frame->Reach = (uint)(value - _document);
        frame->Last = count;
        frame->Next = 0;
        _valuesLeft -= count;
        if (_valuesLeft < 0)
        {
            ThrowHelper.TooManyValues(Address(value));
        }
    }

    private readonly int Address(byte* value) => (int)(value - _document);

    /// <summary>Moves the frames to an array of twice the size.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private RenderFrame* Grow()
    {
        var count = (int)(_framesEnd - _bottom);
        var frames = GC.AllocateUninitializedArray<RenderFrame>(2 * count, pinned: true);
        var larger = (RenderFrame*)Unsafe.AsPointer(ref frames[0]);
        new Span<RenderFrame>(_bottom, count).CopyTo(frames);

        // The previous array must stay referenced until its contents have been copied.
        _largeFrames = frames;
        _bottom = larger;
        _framesEnd = larger + 2 * count;
        _frame = larger + count - 1;
        return larger + count;
    }

    /// <summary>Replaces the comma of the last child with the closing bracket.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* Close<TLayout>(byte* to, RenderFrame* frame)
        where TLayout : struct, IRenderLayout
    {
        to--;
        if (TLayout.IsIndented)
        {
            to = NewLine(to, (int)(frame - _bottom) - 1);
        }

        Store32(to, frame->Closing);
        return to + 2;
    }

    /// <summary>Returns the number of bytes that <see cref="NewLine"/> writes.</summary>
    private static int LineLength(int level) => 1 + Math.Min(2 * level, MaxSpaces);

    private static byte* NewLine(byte* to, int level)
    {
        var line = new Span<byte>(to, LineLength(level));
        line.Fill((byte)' ');
        line[0] = (byte)'\n';
        return to + line.Length;
    }

    // Defines the frame of an open container.

    /// <summary>Represents a container being rendered: the position of its next child, and the name of that child.</summary>
    /// <remarks>
    /// A slot is loaded as the last bytes of a four-byte word and shifted into place. The last slot of a document need not be followed by more bytes, whereas
    /// bytes always precede its first slot. Name-related fields outlive the container, because the next container at the same depth mostly has the same shape.
    /// </remarks>
    internal struct RenderFrame
    {
        /// <summary>The value of <see cref="Shape"/> in a frame that has not yet held an object.</summary>
        public const long NoShape = -1;

        /// <summary>Flags that are combined with the number of a shape.</summary>
        public const long ShapeOfDocument = 1L << 32, ShapeOfDictionary = 1L << 33;

        /// <summary>The tag of the container.</summary>
        public byte* Container;

        /// <summary>The address from which slots count backward: the tag of the container, or the origin of a run.</summary>
        public byte* Origin;

        /// <summary>The start of the container's text, which may be in an earlier buffer.</summary>
        public byte* Start;

        /// <summary>The four-byte word that ends with the next slot. In an array without slots, this counts the elements, because all of them may have the same
        /// address.</summary>
        public byte* Slot;

        /// <summary>The value of <see cref="Slot"/> after the last child.</summary>
        public byte* SlotsEnd;

        /// <summary>The text of the next name in the layout of <see cref="NameTexts.Texts"/>.</summary>
        public byte* Name;

        /// <summary>The next element of an array without slots.</summary>
        public byte* Element;

        /// <summary>The distance in bytes between slots, or between elements in an array without slots.</summary>
        public nint Step;

        /// <summary>The number of bits by which the word is shifted; -1 in an array without slots.</summary>
        public int SlotShift;

        /// <summary>The offset of <see cref="Origin"/> in the document, which no slot may exceed.</summary>
        public uint Reach;

        /// <summary>The index of the child after the current slots, and the same index if that child exists; otherwise, 0.</summary>
        public int Last, Next;

        /// <summary>The closing bracket and a comma.</summary>
        public uint Closing;

        /// <summary>The offset of the container in the document and, in the upper half, the number of the buffer in which its text starts.</summary>
        public ulong Key;

        /// <summary>The names of the shape; null if there are no texts for them.</summary>
        public NameTexts.Texts* Names;

        /// <summary>The address of a shape stored in the object, or the number of a shape with a flag for the document or dictionary.</summary>
        public long Shape;
    }
}
