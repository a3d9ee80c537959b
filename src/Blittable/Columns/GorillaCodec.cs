using System.Numerics;
using Blittable.Format;

namespace Blittable.Columns;

/// <summary>A stream of values as their XOR with the value before (Pelkonen et al., "Gorilla", PVLDB 8, 2015), in the bit layout of Apache TsFile.</summary>
/// <remarks>
/// <code>
/// first value: all its bits
/// 0                                the value before
/// 10 bits                          the XOR's bits within the last window
/// 11 leading length-1 bits         a new window: zeros before it, its length, the XOR's bits in it (6 and 6 bits for 64-bit values, 5 and 5 for 32-bit ones)
/// </code>
/// There is no end mark: the number of values is known. Streams of TsFile (<see cref="TsFile"/>) end with one.
/// </remarks>
internal static class GorillaCodec
{
    /// <summary>The most bytes that a value can take: two control bits, a window, and all its bits.</summary>
    private const int MostBitsPerValue = 2 + 12 + 64;

    /// <summary>Room that a stream of values can need; writes go by 8 bytes.</summary>
    public static int MaxBytes(int values) => (int)((((long)values * MostBitsPerValue) + 7) / 8) + sizeof(ulong);

    /// <summary>Encodes 64-bit values.</summary>
    /// <returns>The bytes written.</returns>
    public static int Encode64(ReadOnlySpan<ulong> values, Span<byte> destination) => Encode<Bits64>(values, destination);

    /// <summary>Encodes 32-bit values that stand in 64.</summary>
    /// <returns>The bytes written.</returns>
    public static int Encode32(ReadOnlySpan<ulong> values, Span<byte> destination) => Encode<Bits32>(values, destination);

    /// <summary>Decodes 64-bit values.</summary>
    public static void Decode64(ReadOnlySpan<byte> source, int length, Span<ulong> destination) => Decode<Bits64, ByCount>(source, length, 0, destination);

    /// <summary>Decodes 32-bit values into 64 bits.</summary>
    public static void Decode32(ReadOnlySpan<byte> source, int length, Span<ulong> destination) => Decode<Bits32, ByCount>(source, length, 0, destination);

    /// <summary>Encodes values that end with an end mark, as TsFile's encoder does: behind the last bits there is always a byte that is not full.</summary>
    /// <returns>The bytes written.</returns>
    public static int EncodeMarked(ReadOnlySpan<ulong> values, int bits, Span<byte> destination)
    {
        var writer = new BitWriter(destination);
        if (bits == 64)
        {
            Encode<Bits64>(values, ref writer);
        }
        else
        {
            Encode<Bits32>(values, ref writer);
        }

        // One more bit makes a byte of its own where the last one is full, and is one of the zeros that fill it where it is not.
        writer.Write(0, 1);
        return writer.Finish();
    }

    /// <summary>Decodes 64-bit values up to an end mark.</summary>
    /// <returns>The values decoded.</returns>
    public static int DecodeToMark64(ReadOnlySpan<byte> source, ulong mark, Span<ulong> destination) => Decode<Bits64, EndMark>(source, source.Length, mark, destination);

    /// <summary>Decodes 32-bit values, which stand in 64 bits then, up to an end mark.</summary>
    /// <returns>The values decoded.</returns>
    public static int DecodeToMark32(ReadOnlySpan<byte> source, ulong mark, Span<ulong> destination) => Decode<Bits32, EndMark>(source, source.Length, mark, destination);

    private static int Encode<TBits>(ReadOnlySpan<ulong> values, Span<byte> destination)
        where TBits : IBits
    {
        var writer = new BitWriter(destination);
        Encode<TBits>(values, ref writer);
        return writer.Finish();
    }

    private static void Encode<TBits>(ReadOnlySpan<ulong> values, ref BitWriter writer)
        where TBits : IBits
    {
        if (values.IsEmpty)
        {
            return;
        }

        writer.Write(values[0], TBits.Value);
        var previous = values[0];

        // No value fits the first window, so the first difference opens one.
        int leading = 65, trailing = 0, length = 0;
        foreach (var value in values[1..])
        {
            var xor = value ^ previous;
            previous = value;
            if (xor == 0)
            {
                writer.Write(0, 1);
                continue;
            }

            var zerosBefore = BitOperations.LeadingZeroCount(xor) - (64 - TBits.Value);
            var zerosBehind = BitOperations.TrailingZeroCount(xor);
            if (zerosBefore >= leading && zerosBehind >= trailing)
            {
                if (length <= 62)
                {
                    writer.Write((0b10UL << length) | (xor >> trailing), length + 2);
                }
                else
                {
                    writer.Write(0b10, 2);
                    writer.Write(xor >> trailing, length);
                }

                continue;
            }

            leading = zerosBefore;
            trailing = zerosBehind;
            length = TBits.Value - leading - trailing;
            writer.Write((((0b11UL << TBits.Field) | (uint)leading) << TBits.Field) | (uint)(length - 1), 2 + (2 * TBits.Field));
            writer.Write(xor >> trailing, length);
        }
    }

    /// <summary>Decodes <paramref name="length"/> bytes of a source; what follows them may be loaded, not used.</summary>
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

        var reader = new BitReader(source);
        var value = reader.Read(TBits.Value);
        int trailing = 0, window = 0, end = 8 * length;
        for (var i = 0; ; i++)
        {
            if (TEnd.HasMark && value == mark)
            {
                return i;
            }

            if ((uint)i >= (uint)destination.Length)
            {
                ThrowHelper.InvalidData($"an end mark behind {i} values", "another value");
            }

            destination[i] = value;
            if (!TEnd.HasMark && i == destination.Length - 1)
            {
                return i + 1;
            }

            var bits = reader.Reservoir;
            if ((long)bits >= 0)
            {
                reader.Skip(1);
            }
            else if ((bits & (1UL << 62)) != 0)
            {
                var leading = (int)(bits << 2 >> (64 - TBits.Field));
                window = (int)(bits << (2 + TBits.Field) >> (64 - TBits.Field)) + 1;
                trailing = TBits.Value - leading - window;
                if (trailing < 0)
                {
                    ThrowHelper.InvalidData($"a window within {TBits.Value} bits", $"{leading} zeros and {window} bits");
                }

                reader.Skip(2 + (2 * TBits.Field));
                value ^= reader.Read(window) << trailing;
            }
            else if (window is > 0 and <= 55)
            {
                reader.Skip(2 + window);
                value ^= bits << 2 >> (64 - window) << trailing;
            }
            else
            {
                if (window == 0)
                {
                    ThrowHelper.InvalidData("a window before the first value that uses one", "none");
                }

                reader.Skip(2);
                value ^= reader.Read(window) << trailing;
            }

            if (reader.Position > end)
            {
                ThrowHelper.InvalidData($"more than {i + 1} values in {length} bytes of a Gorilla stream", "its end");
            }
        }
    }

    /// <summary>How a decoder knows the end: a type parameter, so that the count costs nothing.</summary>
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
