using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Blittable.Tests.Wire;

/// <summary>Reads MessagePack in the obvious way, one value per call, as the JSON text of its document. The reader under test is compared with it.</summary>
internal static class SlowMessagePack
{
    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Returns the text of the value at <paramref name="at"/> and the position after it.</summary>
    /// <exception cref="InvalidDataException">There is no value, or its JSON text does not exist.</exception>
    public static string ToJson(ReadOnlySpan<byte> bytes, ref int at)
    {
        var code = Take(bytes, ref at, 1)[0];
        switch (code)
        {
            case <= 0x7f or >= 0xe0:
                return ((sbyte)code).ToString(CultureInfo.InvariantCulture);
            case <= 0x8f:
                return Map(bytes, ref at, code & 15);
            case <= 0x9f:
                return Array(bytes, ref at, code & 15);
            case <= 0xbf:
                return Text(bytes, ref at, code & 31);
            case 0xc0:
                return "null";
            case 0xc2:
                return "false";
            case 0xc3:
                return "true";
            case 0xc4 or 0xc5 or 0xc6:
                return Base64(Take(bytes, ref at, Length(bytes, ref at, code - 0xc4)));
            case 0xc7 or 0xc8 or 0xc9:
                return Extension(bytes, ref at, Length(bytes, ref at, code - 0xc7));
            case 0xca:
                return Number(BinaryPrimitives.ReadSingleBigEndian(Take(bytes, ref at, 4)));
            case 0xcb:
                return Number(BinaryPrimitives.ReadDoubleBigEndian(Take(bytes, ref at, 8)));
            case >= 0xcc and <= 0xcf:
                ulong unsigned = 0;
                foreach (var part in Take(bytes, ref at, 1 << (code - 0xcc)))
                {
                    unsigned = unsigned << 8 | part;
                }

                return unsigned.ToString(CultureInfo.InvariantCulture);
            case >= 0xd0 and <= 0xd3:
                var parts = Take(bytes, ref at, 1 << (code - 0xd0));
                long signed = (sbyte)parts[0];
                foreach (var part in parts[1..])
                {
                    signed = signed << 8 | part;
                }

                return signed.ToString(CultureInfo.InvariantCulture);
            case >= 0xd4 and <= 0xd8:
                return Extension(bytes, ref at, 1 << (code - 0xd4));
            case >= 0xd9 and <= 0xdb:
                return Text(bytes, ref at, Length(bytes, ref at, code - 0xd9));
            case 0xdc or 0xdd:
                return Array(bytes, ref at, Length(bytes, ref at, code - 0xdc + 1));
            case 0xde or 0xdf:
                return Map(bytes, ref at, Length(bytes, ref at, code - 0xde + 1));
            default:
                throw new InvalidDataException();
        }
    }

    private static ReadOnlySpan<byte> Take(ReadOnlySpan<byte> bytes, ref int at, int count)
    {
        if (count > bytes.Length - at)
        {
            throw new InvalidDataException();
        }

        at += count;
        return bytes.Slice(at - count, count);
    }

    private static int Length(ReadOnlySpan<byte> bytes, ref int at, int widthIndex)
    {
        long length = 0;
        foreach (var part in Take(bytes, ref at, 1 << widthIndex))
        {
            length = length << 8 | part;
        }

        return length <= bytes.Length ? (int)length : throw new InvalidDataException();
    }

    private static string Array(ReadOnlySpan<byte> bytes, ref int at, int count)
    {
        var text = new StringBuilder("[");
        for (var i = 0; i < count; i++)
        {
            text.Append(i == 0 ? "" : ",").Append(ToJson(bytes, ref at));
        }

        return text.Append(']').ToString();
    }

    private static string Map(ReadOnlySpan<byte> bytes, ref int at, int count)
    {
        var text = new StringBuilder("{");
        for (var i = 0; i < count; i++)
        {
            var isText = at < bytes.Length && bytes[at] is (>= 0xa0 and <= 0xbf) or (>= 0xd9 and <= 0xdb);
            text.Append(i == 0 ? "" : ",").Append(isText ? ToJson(bytes, ref at) : throw new InvalidDataException()).Append(':').Append(ToJson(bytes, ref at));
        }

        return text.Append('}').ToString();
    }

    private static string Text(ReadOnlySpan<byte> bytes, ref int at, int length)
    {
        try
        {
            return Quote(StrictUtf8.GetString(Take(bytes, ref at, length)));
        }
        catch (DecoderFallbackException)
        {
            throw new InvalidDataException();
        }
    }

    private static string Extension(ReadOnlySpan<byte> bytes, ref int at, int length)
    {
        Take(bytes, ref at, 1);
        return Base64(Take(bytes, ref at, length));
    }

    private static string Base64(ReadOnlySpan<byte> bytes) => '"' + Convert.ToBase64String(bytes) + '"';

    private static string Number<T>(T value)
        where T : IFormattable =>
        value.ToString(null, CultureInfo.InvariantCulture) is var text && char.IsAsciiLetter(text[^1]) ? Quote(text) : text;

    private static string Quote(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var character in text)
        {
            quoted.Append(character switch
            {
                '"' or '\\' => "\\" + character,
                '\b' => "\\b",
                '\t' => "\\t",
                '\n' => "\\n",
                '\f' => "\\f",
                '\r' => "\\r",
                < ' ' => "\\u00" + ((int)character).ToString("x2", CultureInfo.InvariantCulture),
                _ => character.ToString(),
            });
        }

        return quoted.Append('"').ToString();
    }
}
