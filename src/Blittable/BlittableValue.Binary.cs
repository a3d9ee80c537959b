using Blittable.Layout;

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
            ThrowWrongKind(Document, Address, "binary");
        }

        return value;
    }

    /// <inheritdoc cref="GetBytes" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetBytes"/> throws; for a damaged document both throw.</returns>
    public bool TryGetBytes(out ReadOnlySpan<byte> value)
    {
        var isBinary = RawBytes.ReadTag(Document, Address) == Tag.Binary;
        value = isBinary ? ReadBytes(Address + 1) : default;
        return isBinary;
    }

    /// <summary>Gets a foreign extension: its type, and its bytes where they lie.</summary>
    /// <returns>False if the value is not binary.</returns>
    public bool TryGetExtension(out byte type, out ReadOnlySpan<byte> data)
    {
        var isExtension = RawBytes.ReadTag(Document, Address) == Tag.Extension;
        type = isExtension ? RawBytes.ReadByte(Document, Address + 1) : (byte)0;
        data = isExtension ? ReadBytes(Address + 2) : default;
        return isExtension;
    }

    private ReadOnlySpan<byte> ReadBytes(int offset)
    {
        var length = RawBytes.ReadVarint(Document, ref offset);
        return RawBytes.Slice(Document, offset, length);
    }
}
