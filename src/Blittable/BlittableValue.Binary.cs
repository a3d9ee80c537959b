using Blittable.Layout;

namespace Blittable;

/// <content>Kinds that JSON lacks: binary data and extensions of other formats.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the data of a binary value, without copying it.</summary>
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
    /// <returns><see langword="false"/> if <see cref="GetBytes"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetBytes(out ReadOnlySpan<byte> value)
    {
        var isBinary = RawBytes.ReadTag(Document, Address) == Tag.Binary;
        value = isBinary ? ReadBytes(Address + 1) : default;
        return isBinary;
    }

    /// <summary>Gets the type and the data of an extension of another format, without copying the data.</summary>
    /// <returns><see langword="true"/> if the value is an extension; otherwise, <see langword="false"/>.</returns>
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
