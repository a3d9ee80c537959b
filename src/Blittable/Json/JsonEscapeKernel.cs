using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Blittable.Json;

/// <summary>Decodes the escapes of a JSON string.</summary>
internal static unsafe class JsonEscapeKernel
{
    /// <summary>The maximum number of escape pairs that <see cref="DecodePairs"/> decodes, and the maximum number of bytes that it stores.</summary>
    public const int MaxPairs = 16, MaxPairsLength = (MaxPairs * 2 * MaxUnitLength) + sizeof(uint);

    /// <summary>The number of bytes in an escaped code unit, and the maximum number of UTF-8 bytes for one code unit.</summary>
    private const int UnitEscape = 6, MaxUnitLength = 3;

    /// <summary>A bit mask of the bytes in two escaped code units that are a backslash or a <c>u</c>.</summary>
    private const uint Heads = 0b0000_1100_0011;

    /// <summary>The value of each character as a hexadecimal digit; -1 for other characters.</summary>
    private static readonly int[] Digits = [.. Enumerable.Range(0, 256).Select(digit => Digit((byte)digit))];

    private static readonly byte[] Meanings = [.. Enumerable.Range(0, 256).Select(letter => Meaning((byte)letter))];

    /// <summary>Writes the escape at <paramref name="source"/> as at most 4 bytes of UTF-8, and returns its end; null if the escape is invalid.</summary>
    /// <param name="source">The backslash.</param>
    /// <param name="end">The end of the text.</param>
    /// <param name="output">The destination, advanced by the bytes written.</param>
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

    /// <summary>Decodes escaped code units two at a time as long as neither is a surrogate, and returns the end of the decoded escapes.</summary>
    /// <param name="source">The backslash.</param>
    /// <param name="end">The end of the text.</param>
    /// <param name="output">The destination for up to <see cref="MaxPairsLength"/> bytes, advanced by the bytes written.</param>
    public static byte* DecodePairs(byte* source, byte* end, ref byte* output)
    {
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian || end - source < Vector128<byte>.Count || source[UnitEscape] != '\\')
        {
            return source;
        }

        var to = output;
        for (var pairs = 0; pairs < MaxPairs && end - source >= Vector128<byte>.Count; pairs++)
        {
            var text = Vector128.Load(source);
            var heads = Vector128.Create((byte)'\\', (byte)'u', 0, 0, 0, 0, (byte)'\\', (byte)'u', 0, 0, 0, 0, 0, 0, 0, 0);
            if ((Vector128.Equals(text, heads).ExtractMostSignificantBits() & Heads) != Heads)
            {
                break;
            }

            // Extract the eight digits and compute their values.
            var digits = Vector128.ShuffleNative(text, Vector128.Create((byte)2, 3, 4, 5, 8, 9, 10, 11, 2, 3, 4, 5, 8, 9, 10, 11));
            var decimals = digits - Vector128.Create((byte)'0');
            var letters = (digits | Vector128.Create((byte)0x20)) - Vector128.Create((byte)'a');
            var areDecimals = Vector128.LessThanOrEqual(decimals, Vector128.Create((byte)9));
            if ((areDecimals | Vector128.LessThanOrEqual(letters, Vector128.Create((byte)5))) != Vector128<byte>.AllBitsSet)
            {
                break;
            }

            var nibbles = Vector128.ConditionalSelect(areDecimals, decimals, letters + Vector128.Create((byte)10)).AsUInt64().ToScalar();
            var bytes = ((nibbles << 4) | (nibbles >> 8)) & 0x00FF_00FF_00FF_00FF;
            var first = ((uint)bytes << 8 | (uint)(bytes >> 16)) & 0xFFFF;
            var second = ((uint)(bytes >> 32) << 8 | (uint)(bytes >> 48)) & 0xFFFF;
            if (char.IsSurrogate((char)first) || char.IsSurrogate((char)second))
            {
                break;
            }

            to = WriteUnit(WriteUnit(to, first), second);
            source += 2 * UnitEscape;
        }

        output = to;
        return source;
    }

    /// <summary>Writes a code unit that is not a surrogate as UTF-8. Stores up to four bytes, of which up to three are significant.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteUnit(byte* output, uint unit)
    {
        if (unit >= 0x800)
        {
            *(uint*)output = 0x8080E0 | unit >> 12 | (unit & 0xFC0) << 2 | (unit & 0x3F) << 16;
            return output + 3;
        }

        if (unit >= 0x80)
        {
            *(uint*)output = 0x80C0 | unit >> 6 | (unit & 0x3F) << 8;
            return output + 2;
        }

        *output = (byte)unit;
        return output + 1;
    }

    /// <summary>Returns the character for a letter after a backslash; 0 if the letter is not a simple escape.</summary>
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

        output = rune.IsBmp ? WriteUnit(output, (uint)rune.Value) : output + rune.EncodeToUtf8(new Span<byte>(output, sizeof(uint)));
        return source;
    }

    private static bool TryReadUnit(byte* source, byte* end, out char unit)
    {
        unit = default;
        if (end - source < UnitEscape || source[0] != '\\' || source[1] != 'u')
        {
            return false;
        }

        // A character that is not a digit has all bits set, which makes the value negative.
        var digits = Digits;
        var value = (digits[source[2]] << 12) | (digits[source[3]] << 8) | (digits[source[4]] << 4) | digits[source[5]];
        unit = (char)value;
        return value >= 0;
    }

    private static int Digit(byte digit) => digit switch
    {
        >= (byte)'0' and <= (byte)'9' => digit - '0',
        >= (byte)'a' and <= (byte)'f' => digit - 'a' + 10,
        >= (byte)'A' and <= (byte)'F' => digit - 'A' + 10,
        _ => -1,
    };
}
