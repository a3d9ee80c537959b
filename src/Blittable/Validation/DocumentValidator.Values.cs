using System.Buffers;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Validation;

/// <content>Validation of a single value, which also finds its end.</content>
internal ref partial struct DocumentValidator
{
    /// <summary>The maximum number of elements of arrays without slots per byte of the document. In a valid document, few of these arrays contain the same
    /// value.</summary>
    private const int MaxStrided = 16;

    /// <summary>The size in bytes of the distance in the shortest reference.</summary>
    private const int ShortestReference = 2;

    private int ReadValue(int address, byte tag)
    {
        switch (tag)
        {
            case <= Tag.SmallIntegerLast or >= Tag.Null and <= Tag.EmptyObject:
                return address + 1;
            case >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32:
                return ReadString(address);
            case >= Tag.ShortNumberText and <= Tag.ShortNumberTextLast or Tag.NumberText:
                return ReadNumberText(address, tag);
            case >= Tag.Integer and <= Tag.IntegerLast:
                return address + 1 + Tag.IntegerSizes[tag - Tag.Integer];
            case >= Tag.NegativeInteger and <= Tag.NegativeIntegerLast:
                return ReadNegativeInteger(address, Tag.IntegerSizes[tag - Tag.NegativeInteger]);
            case >= Tag.ShortDecimal and <= Tag.DecimalLast:
                DecimalTag.ReadHead(_values, address, tag, out var mantissa, out var size);
                return mantissa + size;
            case Tag.Float32 or Tag.NarrowFloat64:
                return address + 1 + sizeof(float);
            case Tag.Float64:
                return address + 1 + sizeof(double);
            case Tag.Binary:
                return ReadRun(address + 1);
            case Tag.Extension:
                return ReadRun(address + 2);
            case Tag.LargeArray or (>= Tag.Array and <= Tag.StridedArray):
                return ReadArray(address, tag);
            case Tag.NumberArray:
                return ReadPackedNumbers(address);
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast):
                return ReadObject(address, tag);
            case >= Tag.Reference and <= Tag.ReferenceLast:
                return ReadReference(address, tag);
            case >= Tag.DictionaryString and <= Tag.DictionaryStringLast:
                StoredText.TryGetUtf8(_values, address, _dictionary, out _);
                return address + 1 + (tag - Tag.DictionaryString + 1);
            case >= Tag.RawDate and <= Tag.CompactDateLast:
                return ReadDate(address);
            case >= Tag.EncodedString and <= Tag.EncodedStringLast:
                return ReadEncodedString(address);
            case Tag.ContinuedString:
                ContinuedText.Read(_values, address, out _, out var origin);
                RequireValue(origin, address);
                return ReadEncodedString(address);
            default:
                ThrowHelper.InvalidTag(tag, "the tag of a value", address);
                return address;
        }
    }

    private readonly int ReadString(int address)
    {
        StoredText.TryGetUtf8(_values, address, null, out var text);
        var head = _values[address] switch { Tag.String16 => sizeof(ushort), Tag.String32 => sizeof(uint), _ => 0 };
        RequireUtf8(text, address);
        return address + 1 + head + text.Length;
    }

    /// <summary>Throws for -0, which is not an integer and is stored as text.</summary>
    private readonly int ReadNegativeInteger(int address, int size)
    {
        if (RawBytes.ReadUInt(_values, address + 1, size) == 0)
        {
            ThrowHelper.InvalidData("a negative integer", "-0", address);
        }

        return address + 1 + size;
    }

    private readonly int ReadNumberText(int address, byte tag)
    {
        StoredNumber.TryRead(_values, address, out var number);
        if (!NumberText.TryParse(number.Text, out _))
        {
            ThrowHelper.InvalidNumber(address);
        }

        var end = address + 1;
        if (tag == Tag.NumberText)
        {
            RawBytes.ReadVarint(_values, ref end);
        }

        return end + number.Text.Length;
    }

    private readonly int ReadRun(int offset)
    {
        RawBytes.ReadRun(_values, ref offset);
        return offset;
    }

    private readonly int ReadDate(int address)
    {
        Span<byte> text = stackalloc byte[64];
        StoredDate.Format(_values, address, text);
        return address + StoredDate.Measure(_values, address);
    }

    private int ReadEncodedString(int address)
    {
        EncodedText.TryRead(_document, address, _dictionary, out var text);

        // The start of the text, which comes from an earlier string, takes no bytes here.
        var rest = text.Length - text.Start;
        if (rest > (_values.Length - address) * (long)EncodedText.MaxExpansion)
        {
            ThrowHelper.InvalidCount(rest, "characters", address);
        }

        if (_scratch.Length < text.Length + EncodedText.Slack)
        {
            ArrayPool<byte>.Shared.Return(_scratch);
            _scratch = ArrayPool<byte>.Shared.Rent(text.Length + EncodedText.Slack);
        }

        var consumed = text.Decode(_scratch);
        RequireUtf8(_scratch.AsSpan(0, text.Length), address);
        _encodedText = _expanded is null ? 0 : ExpandedValues.TextLength(_scratch.AsSpan(0, text.Length));
        return text.CodesAddress(_document) + consumed;
    }

    private int ReadReference(int address, byte tag)
    {
        RequireValue(ReferredBy(address, tag), address);
        return address + 1 + tag - Tag.Reference + ShortestReference;
    }

    private int ReadArray(int address, byte tag)
    {
        Container.TryReadArray(_values, address, out var container);
        if (container.Count == 0)
        {
            ThrowHelper.InvalidCount(0, "elements", address);
        }

        if (container.IsInRuns)
        {
            return ReadRuns(container);
        }

        if (tag != Tag.StridedArray)
        {
            return ReadSlots(address, container.Start, container.Count, container.SlotSize);
        }

        // Elements with stride 0 are one value. Otherwise, the bytes bound their number, but several arrays may contain the same elements.
        var count = container.Stride == 0 ? Math.Min(container.Count, 2) : container.Count;
        _strided += count;
        if (_strided > _values.Length * (long)MaxStrided)
        {
            ThrowHelper.InvalidCount((uint)count, "elements of arrays without slots", address);
        }

        for (var i = 0; i < count; i++)
        {
            RequireChild(container.Start + (long)i * container.Stride, address);
        }

        var end = address + 1;
        for (var field = 0; field < 3; field++)
        {
            RawBytes.ReadVarint(_values, ref end);
        }

        return end;
    }

    /// <summary>Validates the columns of a number array. The numbers themselves are valid for any bits.</summary>
    private readonly int ReadPackedNumbers(int address)
    {
        var packed = NumberArrayLayout.Read(_values, address);
        for (var i = 0; i < packed.Columns; i++)
        {
            packed.Column(i);
        }

        return packed.End;
    }

    private int ReadObject(int address, byte tag)
    {
        var start = address + 1;
        int width;
        ShapeBlock shape;
        switch (tag)
        {
            case Tag.LargeObject:
                RequireShapeBlock(ShapeBlock.Read(_values, start), start);
                Container.TryReadObject(_values, address, 0, null, out var large, out _);
                return ReadRuns(large);
            case <= Tag.ObjectWithShapeLast:
                width = tag - Tag.ObjectWithShape;
                shape = ShapeBlock.Read(_values, start);
                RequireShapeBlock(shape, start);
                start = shape.EndAddress;
                break;
            case <= Tag.ObjectOfDocumentShapeLast:
                width = tag - Tag.ObjectOfDocumentShape;
                shape = RequireShape(RawBytes.ReadVarint(_values, ref start), address, address);
                break;
            default:
                width = tag - Tag.ObjectOfDictionaryShape;
                Container.TryReadObject(_values, address, 0, _dictionary, out _, out shape);
                RawBytes.ReadVarint(_values, ref start);
                break;
        }

        return ReadSlots(address, start, shape.Count, Tag.SlotSize(width));
    }

    private int ReadSlots(int address, int start, int count, int size)
    {
        var slots = RawBytes.Slice(_values, start, (uint)Math.Min((long)count * size, int.MaxValue));
        if (AreValues(slots, size, address))
        {
            return start + slots.Length;
        }

        for (var i = 0; i < count; i++)
        {
            RequireChild(address - (long)RawBytes.ReadUpTo32(slots, i * size, size), address);
        }

        return start + slots.Length;
    }

    private int ReadRuns(Container container)
    {
        for (var i = 0; i < container.Count; i++)
        {
            // A slot of 0 would refer to the origin, which is not a child of the container.
            var origin = container.Run(i, out _);
            var child = container.ChildOrReference(i);
            RequireChild(child == origin ? -1 : child, container.Address);
        }

        return container.RunSlots + (container.Count << container.RunWidth);
    }

    /// <summary>Tests all slots of a container at once. Only if a slot is invalid, the slots are tested individually to report the error.</summary>
    private bool AreValues(ReadOnlySpan<byte> slots, int size, int address)
    {
        // If the document shares values, the bits of used values are set but never read.
        return BitConverter.IsLittleEndian && size switch
        {
            sizeof(byte) => LeafKernel.AreValues<byte>(slots, address, _starts, _used, ref _isUsedTwice),
            sizeof(ushort) => LeafKernel.AreValues<ushort>(slots, address, _starts, _used, ref _isUsedTwice),
            _ => LeafKernel.AreValues<uint>(slots, address, _starts, _used, ref _isUsedTwice),
        };
    }

    /// <summary>Throws if a child is not a value that starts before its container. The bitmap contains only such values yet.</summary>
    private void RequireChild(long child, int container)
    {
        if (!IsStart(child))
        {
            ThrowHelper.InvalidData("a reference to a value before its container", $"a reference to byte {child}, where no value starts", container);
        }

        Use(child);
    }

    private static void RequireUtf8(ReadOnlySpan<byte> text, int address)
    {
        if (!Utf8Validation.IsValid(text))
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidUtf8,
                $"The string at byte {address} is not valid UTF-8: its byte {Utf8Validation.IndexOfInvalid(text)} is invalid.",
                address);
        }
    }
}
