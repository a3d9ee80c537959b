using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Reads the bytes of strings and binary values, which may be dictionary-encoded or run-end encoded.</summary>
internal sealed class EncodedBytes
{
    private IArrowArray _array = null!;
    private ByteValues _bytes;

    /// <summary>Sets the array to read from.</summary>
    /// <returns>false if the array has other values; otherwise, true.</returns>
    public bool TryBind(IArrowArray array)
    {
        _array = array;
        for (array = ValueReader.Unwrap(array); array is DictionaryArray or RunEndEncodedArray;)
        {
            array = ValueReader.Unwrap(array is DictionaryArray dictionary ? dictionary.Dictionary : ((RunEndEncodedArray)array).Values);
        }

        return ByteValues.TryOpen(array, out _bytes);
    }

    /// <summary>Reads the bytes of a row.</summary>
    /// <returns>false if the value is null; otherwise, true.</returns>
    public bool TryGet(int row, out ReadOnlySpan<byte> bytes)
    {
        var (values, place) = IndirectReader.Resolve(_array, row);
        bytes = values is null ? default : _bytes.Get(place);
        return values is not null;
    }
}
