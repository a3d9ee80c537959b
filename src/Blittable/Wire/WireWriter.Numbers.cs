using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>Writes numbers in their shortest MessagePack form.</content>
internal unsafe ref partial struct WireWriter
{
    /// <summary>The number of digits that every float64 preserves.</summary>
    private const int CarriedDigits = 15;

    /// <summary>The maximum number of fraction digits of an element of a number array.</summary>
    private const int MaxPackedScale = 31;

    /// <summary>Writes a non-negative integer in 1, 2, 3 or 5 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* UnsignedInteger(byte* to, uint value)
    {
        if (value <= byte.MaxValue)
        {
            // Write both bytes in either case; the length determines whether both count.
            var isFixed = value <= MessagePackCode.FixIntLast;
            *(ushort*)to = (ushort)(isFixed ? value : MessagePackCode.UInt8 | value << 8);
            return to + (isFixed ? 1 : 2);
        }

        return TwoOrFour(to, MessagePackCode.UInt16, value);
    }

    /// <summary>Writes a format byte and two bytes, or the next format byte and four bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* TwoOrFour(byte* to, byte code, uint value)
    {
        if (value <= ushort.MaxValue)
        {
            *to = code;
            *(ushort*)(to + 1) = BinaryPrimitives.ReverseEndianness((ushort)value);
            return to + 1 + sizeof(ushort);
        }

        return Four(to, (byte)(code + 1), value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Four(byte* to, byte code, uint value)
    {
        *to = code;
        *(uint*)(to + 1) = BinaryPrimitives.ReverseEndianness(value);
        return to + 1 + sizeof(uint);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Eight(byte* to, byte code, ulong value)
    {
        *to = code;
        *(ulong*)(to + 1) = BinaryPrimitives.ReverseEndianness(value);
        return to + 1 + sizeof(ulong);
    }

    /// <summary>Writes a negative integer in 1, 2, 3, 5 or 9 bytes.</summary>
    private static byte* NegativeInteger(byte* to, long value)
    {
        if (value >= (sbyte)-32)
        {
            *to = (byte)value;
            return to + 1;
        }

        // Compute the number of bits including the sign, rounded up to a whole power-of-two number of bytes.
        var bits = 65 - BitOperations.LeadingZeroCount((ulong)~value);
        var widthIndex = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
        *to = (byte)(MessagePackCode.Int8 + widthIndex);
        *(long*)(to + 1) = BinaryPrimitives.ReverseEndianness(value << (64 - (8 << widthIndex)));
        return to + 1 + (1 << widthIndex);
    }

    private byte* Number(byte* to, int address, byte tag)
    {
        // Try the common form of numbers with a fraction: with fewer than 16 digits, a double preserves all of them.
        if (NumberTextKernel.IsSupported && NumberTextKernel.Parse(_span, address + 1, tag - Tag.ShortNumberText) is var value && !double.IsNaN(value))
        {
            return Eight(to, MessagePackCode.Float64, BitConverter.DoubleToUInt64Bits(value));
        }

        StoredNumber.TryRead(_span, address, out var number);
        return Number(to, address, number);
    }

    private byte* Number(byte* to, int address, scoped in StoredNumber number)
    {
        if (number.Form is NumberForm.Single or NumberForm.Double)
        {
            return number.Form == NumberForm.Single
                ? Four(to, MessagePackCode.Float32, (uint)number.Magnitude)
                : Eight(to, MessagePackCode.Float64, number.Magnitude);
        }

        if (number.Form == NumberForm.Integer)
        {
            if (!number.IsNegative)
            {
                return number.Magnitude <= uint.MaxValue ? UnsignedInteger(to, (uint)number.Magnitude) : Eight(to, MessagePackCode.UInt64, number.Magnitude);
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
            ? Eight(to, MessagePackCode.Float64, BitConverter.DoubleToUInt64Bits(value))
            : OtherNumber(to, address, number);
    }

    /// <summary>Determines whether a number may have to be compared with its float64 digit by digit: it may have more digits than a float64 preserves, or an
    /// exponent near the limits of the range. Elements of number arrays, which have no addresses, are never wide.</summary>
    private static bool IsWide(scoped in StoredNumber number) =>
        number.Form == NumberForm.Text
            ? number.Text.Length > CarriedDigits || number.Text.IndexOfAny((byte)'e', (byte)'E') >= 0
            : number.FractionDigits > MaxPackedScale;

    /// <summary>Compares a wide number only once, because the comparison takes microseconds and a document with shared values may reference the number many
    /// times.</summary>
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

    /// <summary>Writes a number whose digits a float64 cannot all preserve.</summary>
    private byte* OtherNumber(byte* to, int address, scoped in StoredNumber number)
    {
        if (_options.Numbers != BlittableMessagePackNumbers.Text)
        {
            ThrowHelper.NumberOutOfRange("a 64-bit integer or a double", address);
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

    // Writes number arrays, whose elements have neither tags nor addresses. One frame serves an array or a matrix, whose numbers are written one after
    // another.

    /// <summary>Starts with a value that has no tag of its own: a number, or a row of a matrix.</summary>
    private void BeginElement(in BlittableValue value)
    {
        _isElement = value.TryReadNumber(out _element);
        if (!_isElement)
        {
            var row = value.ShapeTable;
            _frames[++_depth].OpenPacked(NumberArrayElement.AddressOfPacked(_span, value.Address), row, row + 1);
        }
    }

    private byte* Element(byte* to) => to > _limit ? null : Number(to, 0, _element);

    private byte* OpenPacked(byte* to, int address)
    {
        // The number of values is bounded by the bits of the document instead of its bytes, whereas the limit counts bytes. The array itself was counted
        // with the elements of its parent.
        var packed = NumberArrayLayout.Read(_span, address);
        Push(Math.Min(packed.Rows, packed.End - address - 1), address).OpenPacked(address, 0, packed.Rows);
        return Header(to, packed.Rows, MessagePackCode.FixArray, MessagePackCode.Array16);
    }

    /// <summary>Writes as many numbers of an array as there is space for. Returns false if one of them needs a larger buffer.</summary>
    private bool Packed(ref byte* to, ref WireFrame frame)
    {
        var packed = NumberArrayLayout.Read(_span, frame.Address);
        if (packed.IsMatrix)
        {
            return PackedRows(ref to, ref frame, packed);
        }

        var column = packed.Column(0);
        while (frame.Next < frame.Count && to <= _limit)
        {
            var end = Number(to, frame.Address, StoredNumber.OfPacked(column, packed.Value(column, frame.Next)));
            if (end == null)
            {
                return false;
            }

            to = end;
            frame.Next++;
        }

        return true;
    }

    private bool PackedRows(ref byte* to, ref WireFrame frame, scoped in NumberArrayLayout packed)
    {
        while (frame.Next < frame.Count && to <= _limit)
        {
            if (frame.Column < 0)
            {
                to = Header(to, packed.Columns, MessagePackCode.FixArray, MessagePackCode.Array16);
            }
            else
            {
                var column = packed.Column(frame.Column);
                var end = Number(to, frame.Address, StoredNumber.OfPacked(column, packed.Value(column, frame.Next)));
                if (end == null)
                {
                    return false;
                }

                to = end;
            }

            if (++frame.Column == packed.Columns)
            {
                frame.Column = -1;
                frame.Next++;
            }
        }

        return true;
    }
}
