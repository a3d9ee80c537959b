using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Arrays;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes 32-bit to 256-bit decimals as exact JSON numbers with all fraction digits of their scale.</summary>
internal sealed class DecimalReader : ArrayReader<FixedSizeBinaryArray>
{
    /// <summary>The maximum scale, far above the 76 digits of a 256-bit decimal. The limit bounds the length of each number for an untrusted schema.</summary>
    private const int MostScale = 1000;

    /// <summary>The maximum length of a 256-bit integer: 77 digits and a sign, plus a reserve of two characters.</summary>
    private const int MostDigits = 80;

    private readonly int _width, _scale;
    private readonly byte[] _digits = new byte[MostDigits];
    private readonly byte[] _text;

    private DecimalReader(int width, int scale)
    {
        _width = width;
        _scale = scale;
        _text = new byte[MostDigits + 2 + Math.Abs(scale)];
    }

    /// <summary>Creates the reader of a decimal type.</summary>
    /// <param name="width">The size of a value in bytes.</param>
    /// <param name="scale">The number of fraction digits. If negative, the number of trailing integer zeros that are not stored.</param>
    /// <exception cref="NotSupportedException">The scale is far outside the range of any decimal.</exception>
    public static DecimalReader Of(int width, int scale) =>
        scale is >= -MostScale and <= MostScale ? new(width, scale) : throw new NotSupportedException($"its decimal scale of {scale} is not supported");

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var bytes = Array.ValueBuffer.Span.Slice((Array.Offset + row) * _width, _width);
        json.WriteRawValue(_text.AsSpan(0, Format(bytes)), skipInputValidation: true);
    }

    private int Format(ReadOnlySpan<byte> bytes)
    {
        var isNegative = (bytes[^1] & 0x80) != 0;
        var count = Digits(bytes);
        var length = 0;
        if (isNegative)
        {
            _text[length++] = (byte)'-';
        }

        var digits = _digits.AsSpan(0, count);
        if (_scale <= 0)
        {
            digits.CopyTo(_text.AsSpan(length));
            length += count;
            var zeros = digits is [(byte)'0'] ? 0 : -_scale;
            _text.AsSpan(length, zeros).Fill((byte)'0');
            return length + zeros;
        }

        var whole = Math.Max(0, count - _scale);
        var leading = Math.Max(0, _scale - count);
        digits[..whole].CopyTo(_text.AsSpan(length));
        length += whole;
        if (whole == 0)
        {
            _text[length++] = (byte)'0';
        }

        _text[length++] = (byte)'.';
        _text.AsSpan(length, leading).Fill((byte)'0');
        length += leading;
        digits[whole..].CopyTo(_text.AsSpan(length));
        return length + count - whole;
    }

    /// <summary>Writes the digits without a sign and returns their number.</summary>
    private int Digits(ReadOnlySpan<byte> bytes)
    {
        int count;
        switch (_width)
        {
            case 4:
                Math.Abs((long)MemoryMarshal.Read<int>(bytes)).TryFormat(_digits, out count, default, CultureInfo.InvariantCulture);
                break;
            case 8:
                Int128.Abs(MemoryMarshal.Read<long>(bytes)).TryFormat(_digits, out count, default, CultureInfo.InvariantCulture);
                break;
            case 16 when MemoryMarshal.Read<Int128>(bytes) is var value && value != Int128.MinValue:
                Int128.Abs(value).TryFormat(_digits, out count, default, CultureInfo.InvariantCulture);
                break;
            default:
                var text = BigInteger.Abs(new BigInteger(bytes)).ToString(CultureInfo.InvariantCulture);
                count = System.Text.Encoding.ASCII.GetBytes(text, _digits);
                break;
        }

        return count;
    }
}
