using System.Numerics;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Encodes values as the XOR with the previous value (Pelkonen et al., "Gorilla", PVLDB 8, 2015), in the bit layout of Apache TsFile.</summary>
/// <remarks>
/// <code>
/// first value: all of its bits
/// 0                                equal to the previous value
/// 10 bits                          the bits of the XOR within the last window
/// 11 leading length-1 bits         a new window: leading zeros, length, bits of the XOR in it (6 and 6 bits for 64-bit values, 5 and 5 for 32-bit values)
/// </code>
/// There is no end mark, because the number of values is known. Streams in TsFile end with one.
/// </remarks>
internal static class GorillaCodec
{
    /// <summary>The maximum number of bits per value: two control bits, a window, and all bits of the value.</summary>
    private const int MostBitsPerValue = 2 + 12 + 64;

    /// <summary>The widest window that fits in the reservoir together with its control bits.</summary>
    private const int MostShortWindow = 54;

    /// <summary>The widest window for which two values, each with two control bits, are written at once.</summary>
    private const int MostPairWindow = (BitWriter.MostShort / 2) - 2;

    /// <summary>Returns the maximum encoded size, including the slack for 8-byte writes.</summary>
    public static int MaxBytes(int values) => checked((int)((((long)values * MostBitsPerValue) + 7) / 8) + BitWriter.Slack);

    /// <summary>Encodes 64-bit values.</summary>
    /// <returns>The number of bytes written.</returns>
    public static int Encode64(ReadOnlySpan<ulong> values, Span<byte> destination) => Encode<Bits64>(values, destination);

    /// <summary>Encodes 32-bit values that are stored in 64 bits.</summary>
    /// <returns>The number of bytes written.</returns>
    public static int Encode32(ReadOnlySpan<ulong> values, Span<byte> destination) => Encode<Bits32>(values, destination);

    /// <summary>Decodes 64-bit values.</summary>
    public static void Decode64(ReadOnlySpan<byte> source, int length, Span<ulong> destination) => Decode<Bits64, ByCount>(source, length, 0, destination);

    /// <summary>Decodes 32-bit values to 64 bits.</summary>
    public static void Decode32(ReadOnlySpan<byte> source, int length, Span<ulong> destination) => Decode<Bits32, ByCount>(source, length, 0, destination);

    /// <summary>Encodes values that end with an end mark, like the encoder of TsFile, whose output always ends with a partial byte.</summary>
    /// <returns>The number of bytes written.</returns>
    public static int EncodeMarked(ReadOnlySpan<ulong> values, int bits, Span<byte> destination) =>

        // One more bit adds a byte if the last byte is full; otherwise it is one of the padding zeros.
        bits == 64 ? Encode<Bits64>(values, destination, bitsBehind: 1) : Encode<Bits32>(values, destination, bitsBehind: 1);

    /// <summary>Decodes 64-bit values up to an end mark.</summary>
    /// <returns>The number of values decoded.</returns>
    public static int DecodeToMark64(ReadOnlySpan<byte> source, ulong mark, Span<ulong> destination) =>
        Decode<Bits64, EndMark>(source, source.Length, mark, destination);

    /// <summary>Decodes 32-bit values to 64 bits, up to an end mark.</summary>
    /// <returns>The number of values decoded.</returns>
    public static int DecodeToMark32(ReadOnlySpan<byte> source, ulong mark, Span<ulong> destination) =>
        Decode<Bits32, EndMark>(source, source.Length, mark, destination);

    private static int Encode<TBits>(ReadOnlySpan<ulong> values, Span<byte> destination, int bitsBehind = 0)
        where TBits : IBits
    {
        if (values.IsEmpty)
        {
            return 0;
        }

        var writer = new BitWriter(destination);
        writer.Write(values[0], TBits.Value);
        var previous = values[0];

        // No XOR fits this initial window, so the first one opens a new window.
        int trailing = 0, length = 0;
        var outside = ulong.MaxValue;
        for (var i = 1; i < values.Length; i++)
        {
            var value = values[i];
            var xor = value ^ previous;
            previous = value;
            if ((xor & outside) == 0)
            {
                if (length > MostShortWindow)
                {
                    writer.WriteShort(xor == 0 ? 0UL : 0b10, xor == 0 ? 1 : 2);
                    if (xor != 0)
                    {
                        writer.Write(xor >> trailing, length);
                    }

                    continue;
                }

                // "Equal" and "within the window" alternate unpredictably, so avoid a branch.
                var changed = xor == 0 ? 0UL : 1;
                var code = (changed << (length + 1)) | (xor >> trailing);
                var bits = 1 + ((length + 1) & -(int)changed);
                if (length <= MostPairWindow && (uint)(i + 1) < (uint)values.Length && ((xor = values[i + 1] ^ value) & outside) == 0)
                {
                    previous = values[++i];
                    changed = xor == 0 ? 0UL : 1;
                    var nextBits = 1 + ((length + 1) & -(int)changed);
                    code = (code << nextBits) | (changed << (length + 1)) | (xor >> trailing);
                    bits += nextBits;
                }

                writer.WriteShort(code, bits);
                continue;
            }

            var leading = BitOperations.LeadingZeroCount(xor) - (64 - TBits.Value);
            trailing = BitOperations.TrailingZeroCount(xor);
            length = TBits.Value - leading - trailing;
            outside = ~(ulong.MaxValue >> (64 - length) << trailing);
            writer.WriteShort((((0b11UL << TBits.Field) | (uint)leading) << TBits.Field) | (uint)(length - 1), 2 + (2 * TBits.Field));
            writer.Write(xor >> trailing, length);
        }

        writer.WriteShort(0, bitsBehind);
        return writer.Finish();
    }

    /// <summary>Decodes the first <paramref name="length"/> bytes of a source. Bytes after them may be loaded but are not used.</summary>
    private static int Decode<TBits, TEnd>(ReadOnlySpan<byte> source, int length, ulong mark, Span<ulong> destination)
        where TBits : IBits
        where TEnd : IEnd
    {
        if (!TEnd.HasMark && destination.IsEmpty)
        {
            return 0;
        }

        if (length < TBits.Value / 8 || length > source.Length)
        {
            ThrowHelper.InvalidData("a Gorilla stream with a first value", $"{Math.Min(length, source.Length)} bytes");
        }

        if (source.Length - length < BitReader.Padding)
        {
            var padded = new byte[length + BitReader.Padding];
            source[..length].CopyTo(padded);
            source = padded;
        }

        var reader = new BitReader(source, length);
        var value = reader.Read(TBits.Value);
        int trailing = 0, window = 0, need = 2;

        // Control bits from this value on require the slow path: a new window, or any change if no window is open or it is too wide for the reservoir.
        var special = 0b10UL << 62;
        for (var i = 0; ; i++)
        {
            if (TEnd.HasMark && value == mark)
            {
                CheckEnd(reader.IsBeyond, length, i);
                return i;
            }

            if ((uint)i >= (uint)destination.Length)
            {
                ThrowHelper.InvalidData($"an end marker after {i} values", "another value");
            }

            destination[i] = value;
            if (!TEnd.HasMark && i == destination.Length - 1)
            {
                CheckEnd(reader.IsBeyond, length, i);
                return i + 1;
            }

            reader.Refill(need);
            var bits = reader.Reservoir;
            if (bits >= special)
            {
                if (bits >= 0b11UL << 62)
                {
                    reader.Refill(2 + (2 * TBits.Field));
                    reader.Skip(2);
                    var leading = (int)reader.Read(TBits.Field);
                    window = (int)reader.Read(TBits.Field) + 1;
                    trailing = TBits.Value - leading - window;
                    if (trailing < 0)
                    {
                        ThrowHelper.InvalidData($"a bit window within {TBits.Value} bits", $"{leading} zeros and {window} bits");
                    }

                    need = window > MostShortWindow ? 2 : window + 2;
                    special = (window > MostShortWindow ? 0b10UL : 0b11UL) << 62;
                }
                else if (window == 0)
                {
                    ThrowHelper.InvalidData("a bit window before the first value that reuses it", "no window");
                }
                else
                {
                    reader.Skip(2);
                }

                value ^= reader.Read(window) << trailing;
                CheckEnd(reader.IsBeyond, length, i);
            }
            else if (!TEnd.HasMark && bits <= ulong.MaxValue >> 8)
            {
                // Eight or more zero bits: repeat the value, except for the last row, which the loop writes.
                var same = reader.ZeroRun(destination.Length - 1 - i);
                destination.Slice(i + 1, same - 1).Fill(value);
                reader.Skip(same);
                i += same - 1;
            }
            else
            {
                // "Equal" and "within the window" alternate unpredictably, so avoid a branch.
                var changed = bits >> 63;
                value ^= (bits << 2 >> (64 - window) << trailing) & (0 - changed);
                reader.Skip(1 + ((window + 1) & -(int)changed));
            }
        }
    }

    private static void CheckEnd(bool isBeyond, int length, int values)
    {
        if (isBeyond)
        {
            ThrowHelper.InvalidData($"more than {values} values in {length} bytes of a Gorilla stream", "its end");
        }
    }

    /// <summary>Determines how a decoder detects the end. Used as a type parameter, so counting has no cost.</summary>
    private interface IEnd
    {
        static abstract bool HasMark { get; }
    }

    private readonly struct ByCount : IEnd
    {
        public static bool HasMark => false;
    }

    private readonly struct EndMark : IEnd
    {
        public static bool HasMark => true;
    }

    private interface IBits
    {
        static abstract int Value { get; }

        static abstract int Field { get; }
    }

    private readonly struct Bits64 : IBits
    {
        public static int Value => 64;

        public static int Field => 6;
    }

    private readonly struct Bits32 : IBits
    {
        public static int Value => 32;

        public static int Field => 5;
    }
}
