namespace Blittable.Dates;

/// <summary>Reads and writes the headers of MessagePack extensions of up to 255 bytes.</summary>
internal static class ExtensionHeader
{
    public const byte Fixed1 = 0xd4;
    public const byte Fixed16 = 0xd8;
    public const byte Sized8 = 0xc7;

    /// <summary>The length of the longest header written: <c>c7 length type</c>.</summary>
    public const int MaxLength = 3;

    /// <summary>Writes the shortest header and returns its length.</summary>
    public static int Write(int payloadLength, sbyte type, Span<byte> destination)
    {
        if (payloadLength is 1 or 2 or 4 or 8 or 16)
        {
            destination[0] = (byte)(Fixed1 + int.Log2(payloadLength));
            destination[1] = (byte)type;
            return 2;
        }

        destination[0] = Sized8;
        destination[1] = (byte)payloadLength;
        destination[2] = (byte)type;
        return 3;
    }

    /// <summary>Reads a header of either kind, even if it is longer than necessary, and returns its payload.</summary>
    public static DateStatus Read(ReadOnlySpan<byte> source, sbyte type, out ReadOnlySpan<byte> payload, out int consumed)
    {
        payload = default;
        consumed = 0;
        if (source.IsEmpty)
        {
            return DateStatus.Truncated;
        }

        int headerLength;
        int length;
        switch (source[0])
        {
            case >= Fixed1 and <= Fixed16:
                headerLength = 2;
                length = 1 << (source[0] - Fixed1);
                break;
            case Sized8:
                headerLength = 3;
                length = source.Length > 1 ? source[1] : 0;
                break;
            default:
                return DateStatus.Foreign;
        }

        if (source.Length < headerLength)
        {
            return DateStatus.Truncated;
        }

        if (source[headerLength - 1] != (byte)type)
        {
            return DateStatus.Foreign;
        }

        if (source.Length < headerLength + length)
        {
            return DateStatus.Truncated;
        }

        payload = source.Slice(headerLength, length);
        consumed = headerLength + length;
        return DateStatus.Ok;
    }
}
