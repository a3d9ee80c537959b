using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Validation;

/// <summary>Counts the bytes of a document by purpose, value by value, as <see cref="DocumentValidator"/> reads them.</summary>
internal sealed class StatisticsCounter
{
    private long _objects, _arrays, _strings, _numbers, _dates;
    private long _nameBytes, _nameTextBytes, _shapeBytes, _slotBytes, _stringBytes, _textBytes, _numberBytes, _dateBytes;
    private long _totalBytes, _notJson;

    /// <summary>Counts a valid value.</summary>
    /// <param name="values">The values of the document.</param>
    /// <param name="address">The start of the value.</param>
    /// <param name="end">The end of the value. The children of a container are located elsewhere.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
    public void Add(ReadOnlySpan<byte> values, int address, int end, DictionarySnapshot? dictionary)
    {
        var tag = values[address];
        var length = end - address;
        switch (tag)
        {
            case >= Tag.Reference and <= Tag.ReferenceLast:
                _slotBytes += length;
                return;
            case >= Tag.RawDate and <= Tag.CompactDateLast:
                _dates++;
                _dateBytes += length;
                return;
            case Tag.Extension:
                _notJson++;
                return;
        }

        switch (TagKinds.Of(tag))
        {
            case BlittableValueKind.Number:
                _numbers++;
                _numberBytes += length;
                _notJson += IsFinite(values, address, tag) ? 0 : 1;
                break;
            case BlittableValueKind.String:
                _strings++;
                _stringBytes += length;
                _textBytes += TextLength(values, address, dictionary);
                break;
            case BlittableValueKind.Array:
                _arrays++;
                AddPacked(values, address, length, tag);
                _slotBytes += tag is Tag.LargeArray or (>= Tag.Array and <= Tag.ArrayLast) && Container.TryReadArray(values, address, out var array) ? end - array.Start : 0;
                break;
            case BlittableValueKind.Object:
                _objects++;
                AddObject(values, address, end, tag);
                break;
        }
    }

    /// <summary>Counts the trailer.</summary>
    public void AddTrailer(in Trailer trailer, int documentLength)
    {
        _shapeBytes += (long)trailer.ShapeCount * Trailer.ShapeEntrySize(trailer.ShapeTable);
        _totalBytes = documentLength;
    }

    public BlittableStatistics ToStatistics() => new()
    {
        Documents = 1,
        Objects = _objects,
        Arrays = _arrays,
        Strings = _strings,
        Numbers = _numbers,
        Dates = _dates,
        TotalBytes = _totalBytes,
        NameBytes = _nameBytes,
        NameTextBytes = _nameTextBytes,
        ShapeBytes = _shapeBytes,
        SlotBytes = _slotBytes,
        StringBytes = _stringBytes,
        TextBytes = _textBytes,
        NumberBytes = _numberBytes,
        DateBytes = _dateBytes,
        NotJsonValues = _notJson,
        OtherBytes = _totalBytes - _nameBytes - _shapeBytes - _slotBytes - _stringBytes - _numberBytes - _dateBytes,
    };

    private static bool IsFinite(ReadOnlySpan<byte> values, int address, byte tag) => tag switch
    {
        Tag.Float32 => float.IsFinite(BitConverter.UInt32BitsToSingle(RawBytes.ReadUInt32(values, address + 1))),
        Tag.Float64 => double.IsFinite(BitConverter.UInt64BitsToDouble(RawBytes.ReadUInt64(values, address + 1))),
        Tag.NarrowFloat64 => double.IsFinite(BitConverter.UInt64BitsToDouble(NarrowDouble.Widen(RawBytes.ReadUInt32(values, address + 1)))),
        _ => true,
    };

    private static int TextLength(ReadOnlySpan<byte> values, int address, DictionarySnapshot? dictionary)
    {
        if (StoredText.TryGetUtf8(values, address, dictionary, out var utf8))
        {
            return utf8.Length;
        }

        if (values[address] == Tag.ContinuedString)
        {
            var rest = ContinuedText.Read(values, address, out var start, out _);
            return start + TextLength(values, rest, dictionary);
        }

        var offset = address + 1;
        return (int)RawBytes.ReadVarint(values, ref offset);
    }

    private void AddPacked(ReadOnlySpan<byte> values, int address, int length, byte tag)
    {
        if (tag == Tag.NumberArray)
        {
            var packed = NumberArrayLayout.Read(values, address);
            _arrays += packed.IsMatrix ? packed.Rows : 0;
            _numbers += (long)packed.Rows * packed.Columns;
            _numberBytes += length;
        }
    }

    private void AddObject(ReadOnlySpan<byte> values, int address, int end, byte tag)
    {
        var start = address + 1;
        if (tag == Tag.EmptyObject)
        {
            return;
        }

        if (tag > Tag.ObjectWithShapeLast)
        {
            RawBytes.ReadVarint(values, ref start);
            _shapeBytes += start - address - 1;
        }
        else
        {
            var shape = ShapeBlock.Read(values, start);
            var names = 0L;
            for (var i = 0; i < shape.Count; i++)
            {
                var name = shape.Name(i);
                names += name.Length;
                _nameTextBytes += name.Length;
            }

            start = shape.EndAddress;
            _nameBytes += names;
            _shapeBytes += shape.Length - names;
        }

        _slotBytes += end - start;
    }
}
