using System.Buffers.Text;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Collections.Numbers;

/// <summary>Represents a number for a column: a mantissa and fraction digits if these determine its text, otherwise the text.</summary>
internal readonly ref struct NumberValue
{
    /// <summary>The maximum number of digits in a mantissa. More may not fit in 64 bits.</summary>
    private const int MostDigits = 18;

    /// <summary>The limit below which every decimal has a distinct double.</summary>
    private const ulong MostExact = 1_000_000_000_000_000;

    /// <summary>The maximum number of fraction digits that .NET writes without an exponent if only the last digit is nonzero.</summary>
    private const int MostZeros = 4;

    private NumberValue(long mantissa, int fractionDigits)
    {
        Mantissa = mantissa;
        FractionDigits = fractionDigits;
    }

    private NumberValue(ReadOnlySpan<byte> text)
    {
        Text = text;
        IsText = true;
    }

    public long Mantissa { get; }

    public int FractionDigits { get; }

    public bool IsText { get; }

    public ReadOnlySpan<byte> Text { get; }

    /// <summary>Determines whether the number can be represented in JSON.</summary>
    public static bool IsJson(in BlittableValue value)
    {
        // Integers and decimals are identified by their tags.
        var tag = RawBytes.ReadTag(value.Document, value.Address);
        if (tag is <= Tag.SmallIntegerLast or (>= Tag.Integer and <= Tag.NegativeIntegerLast) or (>= Tag.ShortDecimal and <= Tag.DecimalLast))
        {
            return true;
        }

        value.TryReadNumber(out var number);
        return number.Form switch
        {
            NumberForm.Single => float.IsFinite(BitConverter.UInt32BitsToSingle((uint)number.Magnitude)),
            NumberForm.Double => double.IsFinite(BitConverter.UInt64BitsToDouble(number.Magnitude)),
            NumberForm.Text => NumberText.TryParse(number.Text, out _),
            _ => true,
        };
    }

    /// <summary>Converts a number that can be represented in JSON.</summary>
    /// <param name="number">The number.</param>
    /// <param name="scratch">Receives the text of a double. At least <see cref="StoredNumber.MaxFormattedLength"/> bytes.</param>
    public static NumberValue Of(scoped in StoredNumber number, Span<byte> scratch)
    {
        if (TryGetMantissa(number, out var mantissa))
        {
            return new NumberValue(mantissa, number.FractionDigits);
        }

        var text = number.Text;
        if (number.Form != NumberForm.Text)
        {
            number.TryFormat(scratch, out var length);
            text = scratch[..length];
        }

        return OfText(text);
    }

    /// <summary>Converts the text of a JSON number.</summary>
    public static NumberValue OfText(ReadOnlySpan<byte> text)
    {
        if (text.Length > MostDigits + 2 || text.ContainsAny((byte)'e', (byte)'E') || !NumberText.TryParse(text, out var number)
            || number.IsTruncated || number.Exponent > 0 || number.Significand > 999_999_999_999_999_999 || (number.IsNegative && number.Significand == 0))
        {
            return new NumberValue(text);
        }

        return new NumberValue(number.IsNegative ? -(long)number.Significand : (long)number.Significand, -number.Exponent);
    }

    /// <summary>Gets the mantissa of a number that is stored with one, if it fits in 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryGetMantissa(in StoredNumber number, out long mantissa)
    {
        mantissa = number.IsNegative ? -(long)number.Magnitude : (long)number.Magnitude;
        return number.Form is NumberForm.Integer or NumberForm.Decimal && number.Magnitude <= long.MaxValue && !(number.IsNegative && number.Magnitude == 0);
    }

    /// <summary>Determines, without a conversion, whether a decimal is certain to be the shortest text of its double.</summary>
    /// <remarks>Decimals of up to 15 digits have distinct doubles, so none is shorter than its own digits without trailing zeros. .NET writes doubles from
    /// 0.0001 up to 10^15 without an exponent.</remarks>
    public static bool IsShortest(long mantissa, int fractionDigits)
    {
        var magnitude = (ulong)Math.Abs(mantissa);
        return magnitude < MostExact
            && (fractionDigits == 0 || (magnitude % 10 != 0 && magnitude >= (ulong)PowerOfTen.Int64(Math.Max(0, fractionDigits - MostZeros))));
    }

    /// <summary>Determines whether a text is the shortest text of its double.</summary>
    public static bool IsShortest(double value, ReadOnlySpan<byte> text)
    {
        Span<byte> shortest = stackalloc byte[32];
        return Utf8Formatter.TryFormat(value, shortest, out var length) && text.SequenceEqual(shortest[..length]);
    }
}
