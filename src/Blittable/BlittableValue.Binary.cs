using Blittable.Format;

namespace Blittable;

/// <content>Kinds that JSON lacks: bytes, and the extensions of other formats.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the bytes of a binary value, where they lie.</summary>
    /// <exception cref="BlittableException">The value is not binary.</exception>
    public ReadOnlySpan<byte> GetBytes()
    {
        if (!TryGetBytes(out var value))
        {
            ThrowWrongKind(_document, _address, "binary");
        }

        return value;
    }

    /// <inheritdoc cref="GetBytes" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetBytes"/> throws; for a damaged document both throw.</returns>
    public bool TryGetBytes(out ReadOnlySpan<byte> value)
    {
        var isBinary = RawBytes.ReadTag(_document, _address) == Tag.Binary;
        value = isBinary ? ReadBytes(_address + 1) : default;
        return isBinary;
    }

    /// <summary>Gets a foreign extension: its type, and its bytes where they lie.</summary>
    /// <returns>False if the value is not binary.</returns>
    public bool TryGetExtension(out byte type, out ReadOnlySpan<byte> data)
    {
        var isExtension = RawBytes.ReadTag(_document, _address) == Tag.Extension;
        type = isExtension ? RawBytes.ReadByte(_document, _address + 1) : (byte)0;
        data = isExtension ? ReadBytes(_address + 2) : default;
        return isExtension;
    }

    private ReadOnlySpan<byte> ReadBytes(int offset)
    {
        var length = RawBytes.ReadVarint(_document, ref offset);
        return RawBytes.Slice(_document, offset, length);
    }
}
