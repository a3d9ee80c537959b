using System.Buffers.Binary;
using System.Text;

namespace Blittable.Tests.Wire;

/// <summary>Random MessagePack with every code, including codes longer than necessary.</summary>
internal sealed class RandomMessagePack(int seed)
{
    private static readonly string[] Names =
        ["id", "name", "", "a name of more than thirty-two bytes, so that it is never predicted", "größe", "p", "created_at", "\0\0\0", "日本", "x\"y"];

    private readonly Random _random = new(seed);

    public byte[] Next()
    {
        var output = new MemoryStream();
        Value(output, 0);
        return output.ToArray();
    }

    private void Value(MemoryStream output, int depth)
    {
        var container = _random.Next(depth > 4 ? 1 : 3);
        if (container != 0)
        {
            var isMap = container == 1;
            var count = _random.Next(8) == 0 ? _random.Next(40) : _random.Next(5);
            Counted(output, count, 15, isMap ? 0x80 : 0x90, isMap ? 0xde : 0xdc, firstWidth: 1, lastWidth: 2);
            var first = _random.Next(Names.Length);
            for (var i = 0; i < count; i++)
            {
                if (isMap)
                {
                    var name = Encoding.UTF8.GetBytes(i < Names.Length ? Names[(first + i) % Names.Length] : "n" + i);
                    Counted(output, name.Length, 31, 0xa0, 0xd9, firstWidth: 0, lastWidth: 2);
                    output.Write(name);
                }

                Value(output, depth + 1);
            }

            return;
        }

        Scalar(output);
    }

    private void Scalar(MemoryStream output)
    {
        switch (_random.Next(9))
        {
            case 0:
                output.WriteByte((byte)(_random.Next(2) == 0 ? _random.Next(0x80) : _random.Next(0xe0, 0x100)));
                break;
            case 1:
                output.WriteByte(new byte[] { 0xc0, 0xc2, 0xc3 }[_random.Next(3)]);
                break;
            case 2:
                // Integers: any code, with any number of bits.
                var integer = _random.Next(8);
                output.WriteByte((byte)(0xcc + integer));
                WriteBigEndian(output, (ulong)(_random.NextInt64(long.MinValue, long.MaxValue) >> _random.Next(64)), integer & 3);
                break;
            case 3:
                output.WriteByte(0xca);
                WriteBigEndian(output, BitConverter.SingleToUInt32Bits((float)(_random.NextDouble() * 1000)), 2);
                break;
            case 4:
                output.WriteByte(0xcb);
                WriteBigEndian(output, BitConverter.DoubleToUInt64Bits(_random.Next(5) == 0 ? double.NaN : _random.NextDouble() * 1e6), 3);
                break;
            case 5:
                var data = Bytes();
                Counted(output, data.Length, -1, 0, 0xc4, firstWidth: 0, lastWidth: 2);
                output.Write(data);
                break;
            case 6:
                Extension(output);
                break;
            default:
                var text = Text();
                Counted(output, text.Length, 31, 0xa0, 0xd9, firstWidth: 0, lastWidth: 2);
                output.Write(text);
                break;
        }
    }

    private void Extension(MemoryStream output)
    {
        // Type 100 represents an unknown type.
        var fixedLength = _random.Next(6);
        var data = fixedLength < 5 ? new byte[1 << fixedLength] : Bytes();
        _random.NextBytes(data);
        if (fixedLength < 5)
        {
            output.WriteByte((byte)(0xd4 + fixedLength));
        }
        else
        {
            Counted(output, data.Length, -1, 0, 0xc7, firstWidth: 0, lastWidth: 2);
        }

        output.WriteByte(100);
        output.Write(data);
    }

    private byte[] Bytes()
    {
        var bytes = new byte[_random.Next(10) == 0 ? _random.Next(400) : _random.Next(20)];
        _random.NextBytes(bytes);
        return bytes;
    }

    private byte[] Text()
    {
        var text = new StringBuilder();
        for (var i = _random.Next(12) == 0 ? _random.Next(600) : _random.Next(80); i > 0; i--)
        {
            text.Append(_random.Next(60) == 0 ? "é€𝄞"[..(_random.Next(2) + 1)] : (char)_random.Next(0x23, 0x5b));
        }

        return Encoding.UTF8.GetBytes(text.ToString());
    }

    /// <summary>Writes a length or count: in the code, in the fewest possible bytes, or in more.</summary>
    private void Counted(MemoryStream output, int count, int maxFix, int fix, int code, int firstWidth, int lastWidth)
    {
        if (count <= maxFix && _random.Next(4) != 0)
        {
            output.WriteByte((byte)(fix + count));
            return;
        }

        var least = count <= byte.MaxValue ? 0 : count <= ushort.MaxValue ? 1 : 2;
        var width = _random.Next(Math.Max(least, firstWidth), lastWidth + 1);
        output.WriteByte((byte)(code + width - firstWidth));
        WriteBigEndian(output, (ulong)count, width);
    }

    private static void WriteBigEndian(MemoryStream output, ulong value, int widthIndex)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, value);
        output.Write(bytes[^(1 << widthIndex)..]);
    }
}
