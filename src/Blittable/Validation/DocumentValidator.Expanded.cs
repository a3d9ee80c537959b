using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Validation;

/// <content>The expanded size of valid values in a document that shares values.</content>
internal ref partial struct DocumentValidator
{
    private readonly ExpandedValue Measure(int address, byte tag)
    {
        const int brackets = 2;
        switch (tag)
        {
            case Tag.True or Tag.Null:
                return new(4, 0);
            case Tag.False:
                return new(5, 0);
            case Tag.EmptyArray or Tag.EmptyObject:
                return new(brackets, 0);
            case >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32 or (>= Tag.DictionaryString and <= Tag.DictionaryStringLast):
                StoredText.TryGetUtf8(_values, address, _dictionary, out var text);
                return new(tag < Tag.DictionaryString ? ExpandedValues.TextLength(text) : _expanded!.TextOfDictionary(text, address, _values), 0);
            case >= Tag.EncodedString and <= Tag.EncodedStringLast or Tag.ContinuedString:
                return new(_encodedText, 0);
            case <= Tag.SmallIntegerLast:
                return new(tag < 10 ? 1 : 2, 0);
            case >= Tag.Integer and <= Tag.NegativeIntegerLast or (>= Tag.ShortDecimal and <= Tag.DecimalLast):
                StoredNumber.TryRead(_values, address, out var digits);
                return new(MeasureNumber(digits), 0);
            case >= Tag.RawDate and <= Tag.CompactDateLast:
                return new(MeasureDate(address), 0);
            case >= Tag.ShortNumberText and <= Tag.ShortNumberTextLast or Tag.NumberText:
                StoredNumber.TryRead(_values, address, out var number);
                return new(number.Text.Length, 0);
            case >= Tag.Reference and <= Tag.ReferenceLast:
                return _expanded!.At((int)ReferredBy(address, tag), _starts);
            case Tag.LargeArray or (>= Tag.Array and <= Tag.StridedArray):
                Container.TryReadArray(_values, address, out var array);
                return MeasureChildren(array, brackets + array.Count - 1L);
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast):
                Container.TryReadObject(_document, address, _trailer.ShapeTable, _dictionary, out var container, out var shape);
                return MeasureChildren(container, brackets + container.Count - 1L + _expanded!.NamesOf(shape, KeyOf(address, tag)));
            case Tag.NumberArray:
                return new(_expanded!.Render(_root.WithAddress(address)), NumberArrayLayout.Read(_values, address).IsMatrix ? 2u : 1);
            default:
                return new(_expanded!.Render(_root.WithAddress(address)), 0);
        }
    }

    [SkipLocalsInit]
    private static int MeasureNumber(StoredNumber number)
    {
        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        number.TryFormat(text, out var length);
        return length;
    }

    private readonly int MeasureDate(int address)
    {
        const int quotes = 2;
        Span<byte> text = stackalloc byte[64];
        return StoredDate.Format(_values, address, text) + quotes;
    }

    private readonly ExpandedValue MeasureChildren(Container container, long text)
    {
        var depth = 0u;

        // Elements of an array with stride 0 are one value, repeated as often as the count specifies.
        var isOne = container is { SlotSize: 0, Stride: 0 };
        var times = isOne ? container.Count : 1;
        for (var i = 0; i < (isOne ? 1 : container.Count); i++)
        {
            var child = _expanded!.At(container.Child(i), _starts);
            text = child.Text > (long.MaxValue - text) / times ? long.MaxValue : text + (child.Text * times);
            depth = Math.Max(depth, child.Depth);
        }

        return new(text, depth + 1);
    }

    /// <summary>Returns a key that identifies an object's shape: the address of its block, or for a dictionary shape the complement of its number.</summary>
    private readonly int KeyOf(int address, byte tag)
    {
        var start = address + 1;
        return tag switch
        {
            Tag.LargeObject or <= Tag.ObjectWithShapeLast => start,
            <= Tag.ObjectOfDocumentShapeLast => Trailer.ShapeAddress(_document, _trailer.ShapeTable, RawBytes.ReadVarint(_values, ref start)),
            _ => ~(int)RawBytes.ReadVarint(_values, ref start),
        };
    }

    private readonly long ReferredBy(int address, byte tag) => address - (long)RawBytes.ReadUpTo32(_values, address + 1, tag - Tag.Reference + ShortestReference);
}
