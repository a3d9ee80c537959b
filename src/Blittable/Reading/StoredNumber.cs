using System.Buffers.Text;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Represents a number as stored, before it is converted to a type.</summary>
internal readonly ref struct StoredNumber
{
    /// <summary>The maximum length that <see cref="TryFormat"/> writes, except for texts: a sign, 20 digits, up to 255 zeros and a decimal point.</summary>
    public const int MaxFormattedLength = 288;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private StoredNumber(NumberForm form, ulong magnitude, bool isNegative = false, int fractionDigits = 0, ReadOnlySpan<byte> text = default)
    {
        Form = form;
        Magnitude = magnitude;
        IsNegative = isNegative;
        FractionDigits = fractionDigits;
        Text = text;
    }

    public NumberForm Form { get; }

    /// <summary>Gets a value that indicates whether an integer or a decimal is negative.</summary>
    public bool IsNegative { get; }

    /// <summary>Gets the number of fraction digits of a decimal; otherwise, 0.</summary>
    public int FractionDigits { get; }

    /// <summary>Gets the number without its sign and decimal point, or the bits of an IEEE 754 number.</summary>
    public ulong Magnitude { get; }

    /// <summary>Gets the text of a number that is stored as text.</summary>
    public ReadOnlySpan<byte> Text { get; }

    /// <summary>Creates a decimal, or an integer if there are no fraction digits.</summary>
    public static StoredNumber OfDecimal(long mantissa, int fractionDigits) => new(
        fractionDigits == 0 ? NumberForm.Integer : NumberForm.Decimal, mantissa < 0 ? 0 - (ulong)mantissa : (ulong)mantissa, mantissa < 0, fractionDigits);

    /// <summary>Reads the number at an address.</summary>
    /// <returns>False if the tag is not the tag of a number.</returns>
    /// <exception cref="BlittableException">The number ends outside the document.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ReadOnlySpan<byte> document, int address, out StoredNumber number)
    {
        var tag = RawBytes.ReadTag(document, address);
        if (tag <= Tag.SmallIntegerLast)
        {
            number = new StoredNumber(NumberForm.Integer, tag);
            return true;
        }

        if ((uint)(tag - Tag.ShortNumberText) <= Tag.MaxShortNumberText)
        {
            number = new StoredNumber(NumberForm.Text, 0, text: RawBytes.Slice(document, address + 1, (uint)(tag - Tag.ShortNumberText)));
            return true;
        }

        return TryReadLong(document, address, tag, out number);
    }

    /// <summary>Creates a number from a value of a column of a number array.</summary>
    public static StoredNumber OfPacked(scoped in NumberColumn column, long value)
    {
        if (!column.IsDecimal)
        {
            return column.Form == NumberColumnForm.NarrowDouble
                ? new StoredNumber(NumberForm.Double, NarrowDouble.Widen((uint)value))
                : new StoredNumber(column.Form == NumberColumnForm.Single ? NumberForm.Single : NumberForm.Double, (ulong)value);
        }

        var magnitude = value < 0 ? 0 - (ulong)value : (ulong)value;
        var scale = column.Scale;
        if (column.Form != NumberColumnForm.AllDigits)
        {
            TrimZeros(ref magnitude, ref scale, column.Form == NumberColumnForm.Trimmed ? 0 : 1);
        }

        return new StoredNumber(scale == 0 ? NumberForm.Integer : NumberForm.Decimal, magnitude, value < 0, scale);
    }

    /// <summary>Removes trailing zeros of a fraction as long as more than <paramref name="least"/> digits are left.</summary>
    public static void TrimZeros(ref ulong mantissa, ref int scale, int least)
    {
        while (scale > least && mantissa % 10 == 0)
        {
            mantissa /= 10;
            scale--;
        }
    }

    /// <summary>Writes the number as JSON. Texts are copied, decimals have all their fraction digits, and IEEE 754 numbers have their shortest
    /// form.</summary>
    /// <returns>False if the destination is too short, or JSON cannot represent the number.</returns>
    public bool TryFormat(Span<byte> destination, out int written)
    {
        switch (Form)
        {
            case NumberForm.Integer or NumberForm.Decimal:
                return DecimalText.TryFormat(Magnitude, IsNegative, FractionDigits, destination, out written);
            case NumberForm.Text:
                written = Text.TryCopyTo(destination) ? Text.Length : 0;
                return written != 0;
            case NumberForm.Single:
                var single = BitConverter.UInt32BitsToSingle((uint)Magnitude);
                written = 0;
                return float.IsFinite(single) && Utf8Formatter.TryFormat(single, destination, out written);
            default:
                var real = BitConverter.UInt64BitsToDouble(Magnitude);
                written = 0;
                return double.IsFinite(real) && Utf8Formatter.TryFormat(real, destination, out written);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReadLong(ReadOnlySpan<byte> document, int address, byte tag, out StoredNumber number)
    {
        switch (tag)
        {
            case >= Tag.Integer and <= Tag.IntegerLast:
                number = new StoredNumber(NumberForm.Integer, RawBytes.ReadUInt(document, address + 1, Tag.IntegerSizes[tag - Tag.Integer]));
                return true;
            case >= Tag.NegativeInteger and <= Tag.NegativeIntegerLast:
                number = new StoredNumber(
                    NumberForm.Integer, RawBytes.ReadUInt(document, address + 1, Tag.IntegerSizes[tag - Tag.NegativeInteger]), isNegative: true);
                return true;
            case >= Tag.ShortDecimal and <= Tag.DecimalLast:
                var fractionDigits = DecimalTag.ReadHead(document, address, tag, out var start, out var size);
                var mantissa = DecimalTag.FromZigzag(RawBytes.ReadUInt(document, start, size));
                number = new StoredNumber(NumberForm.Decimal, mantissa < 0 ? 0 - (ulong)mantissa : (ulong)mantissa, mantissa < 0, fractionDigits);
                return true;
            case Tag.NumberText:
                var offset = address + 1;
                number = new StoredNumber(NumberForm.Text, 0, text: RawBytes.ReadRun(document, ref offset));
                return true;
            case Tag.Float32:
                number = new StoredNumber(NumberForm.Single, RawBytes.ReadUInt32(document, address + 1));
                return true;
            case Tag.Float64:
                number = new StoredNumber(NumberForm.Double, RawBytes.ReadUInt64(document, address + 1));
                return true;
            case Tag.NarrowFloat64:
                number = new StoredNumber(NumberForm.Double, NarrowDouble.Widen(RawBytes.ReadUInt32(document, address + 1)));
                return true;
            default:
                number = default;
                return false;
        }
    }
}
