using System.Globalization;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Generated;

/// <content>Writes numbers and literals.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes null.</summary>
    public void WriteNull() => Literal(Tag.Null);

    /// <summary>Writes a boolean.</summary>
    public void Write(bool value) => Literal(value ? Tag.True : Tag.False);

    /// <summary>Writes an integer.</summary>
    public void Write(int value) => Write((long)value);

    /// <summary>Writes an integer.</summary>
    public void Write(uint value) => Write((ulong)value);

    /// <summary>Writes an integer.</summary>
    public void Write(long value)
    {
        _writer.Room();
        _writer.Integer(value < 0 ? (ulong)-value : (ulong)value, value < 0);
    }

    /// <summary>Writes an integer.</summary>
    public void Write(ulong value)
    {
        _writer.Room();
        _writer.Integer(value, negative: false);
    }

    /// <summary>Writes an integer of up to 39 digits.</summary>
    public void Write(Int128 value)
    {
        if (value >= -(Int128)ulong.MaxValue && value <= ulong.MaxValue)
        {
            _writer.Room();
            _writer.Integer((ulong)(value < 0 ? -value : value), value < 0);
        }
        else
        {
            WriteNumberText(value);
        }
    }

    /// <summary>Writes an integer of up to 39 digits.</summary>
    public void Write(UInt128 value)
    {
        if (value <= ulong.MaxValue)
        {
            Write((ulong)value);
        }
        else
        {
            WriteNumberText(value);
        }
    }

    /// <summary>Writes a number, including NaN and the infinities, which JSON cannot represent.</summary>
    public void Write(double value)
    {
        _writer.Room();
        if (Options.Mode != BlittableMode.Disk || !TryWriteShort(value))
        {
            _writer.BuildFloat64(value);
        }
    }

    /// <inheritdoc cref="Write(double)"/>
    public void Write(float value)
    {
        _writer.Room();
        _writer.BuildFloat32(value);
    }

    /// <summary>Writes a number as its shortest text, because a 32-bit number would have a different text.</summary>
    public void Write(Half value)
    {
        if (Half.IsFinite(value))
        {
            WriteNumberText(value);
        }
        else
        {
            Write((float)value);
        }
    }

    /// <summary>Writes a decimal number with all its fraction digits.</summary>
    public void Write(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var mantissa = (uint)bits[0] | (ulong)(uint)bits[1] << 32;
        var isNegative = bits[3] < 0;
        _writer.Room();
        if (bits[2] != 0 || mantissa > long.MaxValue || (isNegative && mantissa == 0))
        {
            WriteNumberText(value);
        }
        else if (value.Scale == 0)
        {
            _writer.Integer(mantissa, isNegative);
        }
        else
        {
            _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, value.Scale);
        }
    }

    /// <summary>Writes binary data, which is a base64 string in JSON. Writes null for a null reference.</summary>
    public void WriteBinary(byte[]? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            WriteBinary(value.AsSpan());
        }
    }

    /// <summary>Writes binary data, which is a base64 string in JSON.</summary>
    public void WriteBinary(ReadOnlySpan<byte> value) => _writer.BuildBinary(-1, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Literal(byte tag)
    {
        _writer.Room();
        _writer.Literal(tag);
    }

    /// <summary>Writes a double as an integer or decimal with the same text, if its shortest text has few digits.</summary>
    /// <remarks>
    /// Distinct decimals of at most 15 digits convert to distinct doubles, so a decimal that converts back to the double is its shortest text. Texts with an
    /// exponent are excluded.
    /// </remarks>
    private bool TryWriteShort(double value)
    {
        const double most = 1e15, least = 1e-3;
        const int fractionDigits = 4;
        var magnitude = Math.Abs(value);
        if (!(magnitude < most) || (magnitude < least && magnitude != 0) || (magnitude == 0 && double.IsNegative(value)))
        {
            return false;
        }

        var power = 1.0;
        for (var digits = 0; digits <= fractionDigits && magnitude * power < most; digits++, power *= 10)
        {
            var mantissa = Math.Round(magnitude * power);
            if (mantissa / power == magnitude)
            {
                if (digits == 0)
                {
                    _writer.Integer((ulong)mantissa, value < 0);
                }
                else
                {
                    _writer.Decimal(value < 0 ? -(long)mantissa : (long)mantissa, digits);
                }

                return true;
            }
        }

        return false;
    }

    private void WriteNumberText<T>(T value)
        where T : IUtf8SpanFormattable
    {
        Span<byte> text = stackalloc byte[48];
        value.TryFormat(text, out var length, default, CultureInfo.InvariantCulture);
        _writer.BuildNumberText(text[..length]);
    }
}
