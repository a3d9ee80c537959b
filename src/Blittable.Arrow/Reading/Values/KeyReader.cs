using System.Text.Unicode;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Reads map keys, which are strings or encoded strings.</summary>
internal sealed class KeyReader
{
    private readonly EncodedBytes _texts = new();

    public void Bind(IArrowArray array)
    {
        if (!_texts.TryBind(array))
        {
            throw new InvalidDataException("its map keys are not strings, although its type requires strings");
        }
    }

    /// <summary>Reads a key.</summary>
    /// <exception cref="InvalidDataException">The key is null or not valid UTF-8.</exception>
    public ReadOnlySpan<byte> Get(int index)
    {
        if (!_texts.TryGet(index, out var text))
        {
            throw new InvalidDataException("a map key is null");
        }

        return Utf8.IsValid(text) ? text : throw new InvalidDataException("a map key is not valid UTF-8");
    }
}
