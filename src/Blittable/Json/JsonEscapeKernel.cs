using System.Text;

namespace Blittable.Json;

/// <summary>Decodes one escape of a JSON string.</summary>
internal static unsafe class JsonEscapeKernel
{
    private static readonly byte[] Meanings = [.. Enumerable.Range(0, 256).Select(letter => Meaning((byte)letter))];

    /// <summary>Writes the UTF-8 of the escape at <paramref name="source"/>, 4 bytes at most, and returns its end; null if it is not a valid escape.</summary>
    /// <param name="source">At a backslash.</param>
    /// <param name="end">Where the text ends.</param>
    /// <param name="output">Where the character goes; moved after it.</param>
    public static byte* Decode(byte* source, byte* end, ref byte* output)
    {
        if (end - source < 2)
        {
            return null;
        }

        var plain = Meanings[source[1]];
        if (plain == 0)
        {
            return source[1] == 'u' ? DecodeCodeUnits(source, end, ref output) : null;
        }

        *output++ = plain;
        return source + 2;
    }

    /// <summary>What a letter after a backslash stands for; 0 if for nothing by itself.</summary>
    private static byte Meaning(byte letter) => letter switch
    {
        (byte)'"' or (byte)'\\' or (byte)'/' => letter,
        (byte)'b' => (byte)'\b',
        (byte)'f' => (byte)'\f',
        (byte)'n' => (byte)'\n',
        (byte)'r' => (byte)'\r',
        (byte)'t' => (byte)'\t',
        _ => 0,
    };

    private static byte* DecodeCodeUnits(byte* source, byte* end, ref byte* output)
    {
        if (!TryReadUnit(source, end, out var first))
        {
            return null;
        }

        source += 6;
        Rune rune;
        if (char.IsHighSurrogate(first))
        {
            if (!TryReadUnit(source, end, out var second) || !Rune.TryCreate(first, second, out rune))
            {
                return null;
            }

            source += 6;
        }
        else if (!Rune.TryCreate(first, out rune))
        {
            return null;
        }

        output += rune.EncodeToUtf8(new Span<byte>(output, 4));
        return source;
    }

    private static bool TryReadUnit(byte* source, byte* end, out char unit)
    {
        unit = default;
        if (end - source < 6 || source[0] != '\\' || source[1] != 'u')
        {
            return false;
        }

        var value = 0;
        for (var i = 2; i < 6; i++)
        {
            var digit = HexDigit(source[i]);
            if (digit < 0)
            {
                return false;
            }

            value = value << 4 | digit;
        }

        unit = (char)value;
        return true;
    }

    private static int HexDigit(byte digit) => digit switch
    {
        >= (byte)'0' and <= (byte)'9' => digit - '0',
        >= (byte)'a' and <= (byte)'f' => digit - 'a' + 10,
        >= (byte)'A' and <= (byte)'F' => digit - 'A' + 10,
        _ => -1,
    };
}
