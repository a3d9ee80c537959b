using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>Numbers, each in as few bytes as MessagePack has for it.</content>
internal unsafe ref partial struct WireWriter
{
    /// <summary>Digits that every float64 carries.</summary>
    private const int CarriedDigits = 15;

    /// <summary>The most fraction digits of an element of a number array.</summary>
    private const int MaxPackedScale = 31;

    /// <summary>A non-negative integer in 1, 2, 3 or 5 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* UnsignedInteger(byte* to, uint value)
    {
        if (value <= byte.MaxValue)
        {
            // Written as both; the length says which it is.
            var isFixed = value <= MessagePackCode.FixIntLast;
            *(ushort*)to = (ushort)(isFixed ? value : MessagePackCode.UInt8 | value << 8);
            return to + (isFixed ? 1 : 2);
        }

        if (value <= ushort.MaxValue)
        {
            *to = MessagePackCode.UInt16;
            *(ushort*)(to + 1) = BinaryPrimitives.ReverseEndianness((ushort)value);
            return to + 1 + sizeof(ushort);
        }

        *to = MessagePackCode.UInt32;
        *(uint*)(to + 1) = BinaryPrimitives.ReverseEndianness(value);
        return to + 1 + sizeof(uint);
    }

    /// <summary>A negative integer in 1, 2, 3, 5 or 9 bytes.</summary>
    private static byte* NegativeInteger(byte* to, long value)
    {
        if (value >= (sbyte)-32)
        {
            *to = (byte)value;
            return to + 1;
        }

        // As many bytes as the bits beside the sign need, rounded up to a power of two.
        var bits = 65 - BitOperations.LeadingZeroCount((ulong)~value);
        var widthIndex = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
        *to = (byte)(MessagePackCode.Int8 + widthIndex);
        *(long*)(to + 1) = BinaryPrimitives.ReverseEndianness(value << (64 - (8 << widthIndex)));
        return to + 1 + (1 << widthIndex);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Double(byte* to, ulong bits)
    {
        *to = MessagePackCode.Float64;
        *(ulong*)(to + 1) = BinaryPrimitives.ReverseEndianness(bits);
        return to + 1 + sizeof(double);
    }

    private static byte* Single(byte* to, uint bits)
    {
        *to = MessagePackCode.Float32;
        *(uint*)(to + 1) = BinaryPrimitives.ReverseEndianness(bits);
        return to + 1 + sizeof(float);
    }

    private byte* Number(byte* to, int address, byte tag)
    {
        // The texts that most numbers with a fraction have: below 16 digits they are doubles to the last one.
        if (NumberTextKernel.IsSupported && NumberTextKernel.Parse(_span, address + 1, tag - Tag.ShortNumberText) is var value && !double.IsNaN(value))
        {
            return Double(to, BitConverter.DoubleToUInt64Bits(value));
        }

        StoredNumber.TryRead(_span, address, out var number);
        return Number(to, address, number);
    }

    private byte* Number(byte* to, int address, scoped in StoredNumber number)
    {
        if (number.Form is NumberForm.Single or NumberForm.Double)
        {
            return number.Form == NumberForm.Single ? Single(to, (uint)number.Magnitude) : Double(to, number.Magnitude);
        }

        if (number.Form == NumberForm.Integer)
        {
            if (!number.IsNegative)
            {
                return number.Magnitude <= uint.MaxValue ? UnsignedInteger(to, (uint)number.Magnitude) : WideInteger(to, number.Magnitude);
            }

            if (number.Magnitude <= 1UL << 63)
            {
                return NegativeInteger(to, (long)(0 - number.Magnitude));
            }
        }

        double value;
        var isExact = (_span[^1] & Trailer.Shared) != 0 && IsWide(number)
            ? TryReadOnce(address, number, out value)
            : ExactDouble.TryRead(number, out value);
        if (double.IsNaN(value))
        {
            ThrowHelper.InvalidNumber(address);
        }

        return isExact || (_options.Numbers == BlittableMessagePackNumbers.Nearest && double.IsFinite(value))
            ? Double(to, BitConverter.DoubleToUInt64Bits(value))
            : OtherNumber(to, address, number);
    }

    /// <summary>Tests whether a number may have to be compared with its float64 digit by digit: it may have more digits than a float64 carries, or an exponent
    /// near the ends of the range. No element of a number array is wide, for it has no address of its own.</summary>
    private static bool IsWide(scoped in StoredNumber number) =>
        number.Form == NumberForm.Text
            ? number.Text.Length > CarriedDigits || number.Text.IndexOfAny((byte)'e', (byte)'E') >= 0
            : number.FractionDigits > MaxPackedScale;

    /// <summary>Compares a wide number once, however often a document that shares values refers to the number: the comparison takes microseconds.</summary>
    private bool TryReadOnce(int address, scoped in StoredNumber number, out double value)
    {
        _wideNumbers ??= [];
        if (!_wideNumbers.TryGetValue(address, out var known))
        {
            known.IsExact = ExactDouble.TryRead(number, out known.Value);
            _wideNumbers.Add(address, known);
        }

        value = known.Value;
        return known.IsExact;
    }

    private static byte* WideInteger(byte* to, ulong value)
    {
        *to = MessagePackCode.UInt64;
        *(ulong*)(to + 1) = BinaryPrimitives.ReverseEndianness(value);
        return to + 1 + sizeof(ulong);
    }

    /// <summary>A number that a float64 cannot carry to its last digit.</summary>
    private byte* OtherNumber(byte* to, int address, scoped in StoredNumber number)
    {
        if (_options.Numbers != BlittableMessagePackNumbers.Text)
        {
            ThrowHelper.NumberOutOfRange("64 bits of an integer or of a double", address);
        }

        Span<byte> formatted = stackalloc byte[StoredNumber.MaxFormattedLength];
        scoped var text = number.Text;
        if (number.Form != NumberForm.Text)
        {
            number.TryFormat(formatted, out var length);
            text = formatted[..length];
        }

        return Text(to, text);
    }
}
