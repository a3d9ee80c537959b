using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Text;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Copies strings: unmarked strings (see <see cref="StringMarkKernel"/>) as they are, others while searching for their end.</summary>
internal static unsafe class StringKernel
{
    /// <summary>The number of bytes that one step copies and examines.</summary>
    public const int Step = 64;

    /// <summary>Copies 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyHalf(byte* source, byte* destination) => Vector256.Load(source).Store(destination);

    /// <summary>Copies 64 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyStep(byte* source, byte* destination)
    {
        CopyHalf(source, destination);
        CopyHalf(source + Step / 2, destination + Step / 2);
    }

    /// <summary>Copies 128 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyTwoSteps(byte* source, byte* destination)
    {
        for (var i = 0; i < 2 * Step; i += Vector256<byte>.Count)
        {
            Vector256.Load(source + i).Store(destination + i);
        }
    }

    /// <summary>Copies plain text of a long string in rounds of 128 bytes, until a round contains a byte that ends the string or needs processing.</summary>
    /// <param name="source">The text.</param>
    /// <param name="destination">The destination. The final round is also written.</param>
    /// <param name="length">The number of readable bytes.</param>
    /// <param name="beyondAscii">Set to true if a plain byte is not ASCII.</param>
    /// <returns>The number of plain bytes, in whole rounds.</returns>
    public static nint CopyRounds(byte* source, byte* destination, nint length, ref bool beyondAscii)
    {
        nint copied = 0;
        if (!Vector256.IsHardwareAccelerated)
        {
            return copied;
        }

        var all = Vector256<byte>.Zero;
        for (; length - copied >= 2 * Step; copied += 2 * Step)
        {
            var first = Vector256.Load(source + copied);
            var second = Vector256.Load(source + copied + Step / 2);
            var third = Vector256.Load(source + copied + Step);
            var fourth = Vector256.Load(source + copied + Step + Step / 2);
            first.Store(destination + copied);
            second.Store(destination + copied + Step / 2);
            third.Store(destination + copied + Step);
            fourth.Store(destination + copied + Step + Step / 2);
            if ((AreStops(first) | AreStops(second) | AreStops(third) | AreStops(fourth)) != Vector256<byte>.Zero)
            {
                break;
            }

            all |= first | second | third | fourth;
        }

        beyondAscii |= all.ExtractMostSignificantBits() != 0;
        return copied;
    }

    /// <summary>Copies 64 bytes and returns the index of the first byte that ends plain text (quotation mark, backslash or control character); 64 if none
    /// does.</summary>
    /// <param name="source">The 64 bytes.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="beyondAscii">Set to true if a byte before the returned index is not ASCII.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyText(byte* source, byte* destination, ref bool beyondAscii)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            var bytes = Vector512.Load(source);
            bytes.Store(destination);
            var stops = Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits()
                | Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits()
                | Vector512.LessThan(bytes, Vector512.Create((byte)' ')).ExtractMostSignificantBits();
            var high = bytes.ExtractMostSignificantBits();
            beyondAscii |= (high & (stops ^ (stops - 1))) != 0;
            return BitOperations.TrailingZeroCount(stops);
        }

        return CopyTextOfHalves(source, destination, ref beyondAscii);
    }

    /// <summary>Copies 64 bytes of text with 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyTextOfHalves(byte* source, byte* destination, ref bool beyondAscii)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return CopyTextOfQuarters(source, destination, ref beyondAscii);
        }

        var first = Vector256.Load(source);
        var second = Vector256.Load(source + Step / 2);
        first.Store(destination);
        second.Store(destination + Step / 2);
        var stops = Stops(first) | (ulong)Stops(second) << (Step / 2);
        var high = first.ExtractMostSignificantBits() | (ulong)second.ExtractMostSignificantBits() << (Step / 2);
        beyondAscii |= (high & (stops ^ (stops - 1))) != 0;
        return BitOperations.TrailingZeroCount(stops);
    }

    /// <summary>Copies 64 bytes of text with 128-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyTextOfQuarters(byte* source, byte* destination, ref bool beyondAscii)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return CopyTextScalar(source, destination, ref beyondAscii);
        }

        var first = Vector128.Load(source);
        var second = Vector128.Load(source + Vector128<byte>.Count);
        var third = Vector128.Load(source + 2 * Vector128<byte>.Count);
        var fourth = Vector128.Load(source + 3 * Vector128<byte>.Count);
        first.Store(destination);
        second.Store(destination + Vector128<byte>.Count);
        third.Store(destination + 2 * Vector128<byte>.Count);
        fourth.Store(destination + 3 * Vector128<byte>.Count);
        var stops = ByteMaskKernel.Of(AreStops(first), AreStops(second), AreStops(third), AreStops(fourth));
        if (((first | second | third | fourth) & Vector128.Create((byte)0x80)) != Vector128<byte>.Zero)
        {
            var high = ByteMaskKernel.Of(AreHigh(first), AreHigh(second), AreHigh(third), AreHigh(fourth));
            beyondAscii |= (high & (stops ^ (stops - 1))) != 0;
        }

        return BitOperations.TrailingZeroCount(stops);
    }

    /// <summary>Copies up to 64 bytes of text without vectors.</summary>
    public static int CopyTextScalar(byte* source, byte* destination, ref bool beyondAscii)
    {
        var at = 0;
        for (; at < Step; at++)
        {
            var next = source[at];
            destination[at] = next;
            if (next is (byte)'"' or (byte)'\\' or < (byte)' ')
            {
                break;
            }

            beyondAscii |= next >= 0x80;
        }

        return at;
    }

    /// <summary>Returns a bit mask of the quotation marks, backslashes and control characters in 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Stops(Vector256<byte> bytes) => AreStops(bytes).ExtractMostSignificantBits();

    /// <summary>Returns a vector with all bits set for each of 32 bytes that is a quotation mark, backslash or control character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> AreStops(Vector256<byte> bytes) =>
        StringMarkKernel.QuotesAndBackslashes(bytes) | Vector256.Equals(Vector256.Min(bytes, Vector256.Create((byte)(' ' - 1))), bytes);

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is a quotation mark, backslash or control character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreStops(Vector128<byte> bytes) =>
        StringMarkKernel.QuotesAndBackslashes(bytes) | Vector128.LessThan(bytes, Vector128.Create((byte)' '));

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is not ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreHigh(Vector128<byte> bytes) => Vector128.LessThan(bytes.AsSByte(), Vector128<sbyte>.Zero).AsByte();
}

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

    /// <summary>Writes a code unit that is not a surrogate as UTF-8. Stores up to four bytes; at most three of them are significant.</summary>
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
