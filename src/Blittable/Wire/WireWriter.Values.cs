using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>Writes values that the main loop does not. Each method returns the end of the value, or null if the space is insufficient.</content>
internal unsafe ref partial struct WireWriter
{
    private byte* Other(byte* to, int address, byte tag)
    {
        switch (tag)
        {
            case >= Tag.ShortString and <= Tag.ShortStringLast:
            case Tag.String16 or Tag.String32:
            case >= Tag.DictionaryString and <= Tag.DictionaryStringLast:
                StoredText.TryGetUtf8(_span, address, _dictionary, out var text);
                return Text(to, text);
            case >= Tag.EncodedString and <= Tag.ContinuedString:
                return EncodedString(to, address);
            case >= Tag.ShortNumberText and <= Tag.ShortNumberTextLast:
            case Tag.NumberText:
            case >= Tag.Integer and <= Tag.NegativeIntegerLast:
            case >= Tag.ShortDecimal and <= Tag.DecimalLast:
                return Number(to, address, tag);
            case Tag.Null:
                *to = MessagePackCode.Nil;
                return to + 1;
            case Tag.False:
                *to = MessagePackCode.False;
                return to + 1;
            case Tag.True:
                *to = MessagePackCode.True;
                return to + 1;
            case Tag.EmptyArray:
                *to = MessagePackCode.FixArray;
                return to + 1;
            case Tag.EmptyObject:
                *to = MessagePackCode.FixMap;
                return to + 1;
            case Tag.LargeArray or (>= Tag.Array and <= Tag.StridedArray):
                return OpenArray(to, address);
            case Tag.NumberArray:
                return OpenPacked(to, address);
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast):
                return OpenObject(to, address);
            case >= Tag.RawDate and <= Tag.CompactDateLast:
                return Date(to, address);
            case Tag.Float32:
                return Four(to, MessagePackCode.Float32, RawBytes.ReadUInt32(_span, address + 1));
            case Tag.Float64:
                return Eight(to, MessagePackCode.Float64, RawBytes.ReadUInt64(_span, address + 1));
            case Tag.NarrowFloat64:
                return Eight(to, MessagePackCode.Float64, NarrowDouble.Widen(RawBytes.ReadUInt32(_span, address + 1)));
            case Tag.Binary:
                return Binary(to, address);
            case Tag.Extension:
                return Extension(to, address);
            default:
                ThrowHelper.InvalidTag(tag, "the tag of a value", address);
                return null;
        }
    }

    private byte* Text(byte* to, scoped ReadOnlySpan<byte> text)
    {
        if (text.Length > Room(to))
        {
            return Want(text.Length);
        }

        to = TextHeader(to, text.Length);
        text.CopyTo(new Span<byte>(to, text.Length));
        return to + text.Length;
    }

    private byte* EncodedString(byte* to, int address)
    {
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        if (text.Length > Room(to))
        {
            return Want(text.Length);
        }

        to = TextHeader(to, text.Length);
        text.Decode(new Span<byte>(to, text.Length + EncodedText.Slack));
        return to + text.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* TextHeader(byte* to, int length)
    {
        if (length <= MessagePackCode.MaxFixString)
        {
            *to = (byte)(MessagePackCode.FixString + length);
            return to + 1;
        }

        return SizedHeader(to, length, MessagePackCode.String8);
    }

    /// <summary>Writes a format byte, or one of the next two for wider lengths, and the length.</summary>
    private static byte* SizedHeader(byte* to, int length, byte code)
    {
        if (length <= byte.MaxValue)
        {
            to[0] = code;
            to[1] = (byte)length;
            return to + 1 + sizeof(byte);
        }

        return TwoOrFour(to, (byte)(code + 1), (uint)length);
    }

    private byte* Binary(byte* to, int address)
    {
        var offset = address + 1;
        var data = RawBytes.ReadRun(_span, ref offset);
        if (data.Length > Room(to))
        {
            return Want(data.Length);
        }

        to = SizedHeader(to, data.Length, MessagePackCode.Binary8);
        data.CopyTo(new Span<byte>(to, data.Length));
        return to + data.Length;
    }

    private byte* Extension(byte* to, int address)
    {
        var offset = address + 2;
        var data = RawBytes.ReadRun(_span, ref offset);
        if (data.Length > Room(to))
        {
            return Want(data.Length);
        }

        return Extension(to, _document[address + 1], data);
    }

    /// <summary>Writes an extension for which there is sufficient space.</summary>
    private static byte* Extension(byte* to, byte type, ReadOnlySpan<byte> payload)
    {
        if (BitOperations.IsPow2(payload.Length) && payload.Length <= 1 << (MessagePackCode.FixExtension16 - MessagePackCode.FixExtension1))
        {
            *to++ = (byte)(MessagePackCode.FixExtension1 + BitOperations.Log2((uint)payload.Length));
        }
        else
        {
            to = SizedHeader(to, payload.Length, MessagePackCode.Extension8);
        }

        *to++ = type;
        payload.CopyTo(new Span<byte>(to, payload.Length));
        return to + payload.Length;
    }

    private readonly byte* Date(byte* to, int address)
    {
        StoredDate.TryRead(_span, address, out var value, out var form);
        var dates = _options.Dates;
        var isText = dates == BlittableMessagePackDates.Text
            || (dates == BlittableMessagePackDates.Extension && _options.DateExtension is null)
            || (_options.KeepDateText && form != DateTextForm.For(value))
            || (dates == BlittableMessagePackDates.Timestamp && _options.KeepDateText && value.OffsetMinutes != 0);
        if (!isText)
        {
            return dates == BlittableMessagePackDates.Timestamp
                ? to + MessagePackTimestamp.Encode(value, new Span<byte>(to, Slack))
                : DateExtension(to, value);
        }

        to = TextHeader(to, form.TextLength);
        if (!Iso8601.TryFormat(value, form, new Span<byte>(to, Slack), out var written))
        {
            ThrowHelper.DateWithoutText(address);
        }

        return to + written;
    }

    /// <summary>Writes a date with the date extension of the options. The slice validates the length that a custom extension returns.</summary>
    private readonly byte* DateExtension(byte* to, in Timestamp value)
    {
        Span<byte> payload = stackalloc byte[BlittableMessagePackDateExtension.MaxLength];
        var extension = _options.DateExtension!;
        return Extension(to, (byte)extension.Type, payload[..extension.Encode(value, payload)]);
    }

    // Defines the frame of an open container.

    /// <summary>Represents a container being written: the location of its children and their names, and the next child.</summary>
    internal struct WireFrame
    {
        /// <summary>The end offsets of the names of an object; null for an array, <see cref="Packed"/> for a number array.</summary>
        public byte* Ends;

        /// <summary>The index of the next child.</summary>
        public int Next;

        /// <summary>The next column in the row of a matrix; -1 before the first, when the header of the row is written.</summary>
        public int Column;

        /// <summary>The number of children.</summary>
        public int Count;

        private const nuint PackedMark = 1;

        private byte* _names;
        private uint* _origins;
        private byte* _readableEnd;
        private uint _namesLength;
        private int _address;
        private int _start;
        private int _slotSize;
        private int _stride;
        private int _runs;
        private int _endShift;

        /// <summary>Gets the value of <see cref="Ends"/> that marks a number array, whose children have no tags.</summary>
        public static byte* Packed => (byte*)PackedMark;

        /// <summary>Gets the address of the container's tag.</summary>
        public readonly int Address => _address;

        /// <summary>Initializes the frame with rows of a number array.</summary>
        public void OpenPacked(int address, int row, int end)
        {
            Ends = Packed;
            Next = row;
            Count = end;
            Column = -1;
            _address = address;
        }

        /// <summary>Initializes the frame with the first child of a container.</summary>
        /// <exception cref="BlittableException">The slots extend past the end of the document.</exception>
        public void Open(in Container container, ReadOnlySpan<byte> document)
        {
            _runs = container.IsInRuns ? container.RunSlots : 0;
            if (container.Start + (long)container.Count * container.SlotSize > document.Length)
            {
                ThrowHelper.InvalidCount(container.Count, "slots", container.Address);
            }

            Ends = null;
            Next = 0;
            Count = container.Count;
            _address = container.Address;
            _start = container.Start;
            _slotSize = container.IsInRuns ? Tag.SlotSize(container.RunWidth) : container.SlotSize;
            _stride = container.Stride;
        }

        /// <summary>Determines whether the specified number of bytes are readable from the start of a name.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly bool CanRead(byte* name, int length) => _readableEnd - name >= length;

        /// <summary>Sets the names of an object.</summary>
        /// <param name="shape">The block of the names.</param>
        /// <param name="bytes">The bytes that contain the block.</param>
        /// <param name="length">The number of bytes.</param>
        public void SetNames(in ShapeBlock shape, byte* bytes, int length)
        {
            _readableEnd = bytes + length;
            Ends = bytes + shape.EndsAddress;
            _names = bytes + shape.NamesAddress;
            _namesLength = (uint)(shape.EndAddress - shape.NamesAddress);
            _endShift = shape.Flags & ShapeBlock.EndSizeMask;
            _origins = (shape.Flags & ShapeBlock.HasIndex) == 0 ? null : (uint*)(bytes + shape.OriginsAddress);
        }

        /// <summary>Returns the name of a child.</summary>
        /// <exception cref="BlittableException">The name is not inside the block of names.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly byte* Name(int index, out int length)
        {
            var start = index == 0 ? 0 : End(index - 1);
            var end = End(index);
            if (start > end || end > _namesLength)
            {
                ThrowHelper.InvalidName(start, end, _address);
            }

            length = (int)(end - start);
            return _names + start;
        }

        /// <summary>Returns the address of a child, with a reference resolved.</summary>
        /// <exception cref="BlittableException">The slot does not point to a value.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly int Child(int index, byte* bytes, ReadOnlySpan<byte> document)
        {
            if (_runs != 0)
            {
                var origin = Runs.OriginOfChild(document, _address, _start, index);
                return Container.Behind(document, origin, RawBytes.ReadUpTo32(document, _runs + (index * _slotSize), _slotSize));
            }

            var slot = bytes + _start + (nint)index * _slotSize;
            var distance = _slotSize switch
            {
                1 => *slot,
                2 => *(ushort*)slot,
                4 => *(uint*)slot,
                _ => (uint)(_address - _start - (nint)index * _stride),
            };
            return Container.Behind(document, _address, distance);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly uint End(int index)
        {
            var end = _endShift switch
            {
                0 => Ends[index],
                1 => ((ushort*)Ends)[index],
                _ => ((uint*)Ends)[index],
            };
            return _origins == null ? end : end + _origins[index >> Runs.Shift];
        }
    }
}
