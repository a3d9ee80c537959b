using System.Text.Unicode;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Reads map keys, which are strings or dictionary-encoded strings.</summary>
internal sealed class KeyReader
{
    private IArrowArray _array = null!;
    private ByteValues _texts;

    public void Bind(IArrowArray array)
    {
        array = ValueReader.Unwrap(array);
        _array = array;
        if (!ByteValues.TryOpen(array is DictionaryArray dictionary ? ValueReader.Unwrap(dictionary.Dictionary) : array, out _texts))
        {
            throw new InvalidDataException("its map keys are not strings, although its type requires strings");
        }
    }

    /// <summary>Reads a key.</summary>
    /// <exception cref="InvalidDataException">The key is null or not valid UTF-8.</exception>
    public ReadOnlySpan<byte> Get(int index)
    {
        var (values, place) = IndirectReader.Resolve(_array, index);
        if (values is null)
        {
            throw new InvalidDataException("a map key is null");
        }

        var text = _texts.Get(place);
        return Utf8.IsValid(text) ? text : throw new InvalidDataException("a map key is not valid UTF-8");
    }
}
