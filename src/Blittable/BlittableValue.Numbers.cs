using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable;

/// <summary>Numbers and the literals.</summary>
public readonly ref partial struct BlittableValue
{
    /// <summary>The literal.</summary>
    /// <exception cref="BlittableException">The value is neither true nor false.</exception>
    public bool GetBoolean()
    {
        if (!TryGetBoolean(out var value))
        {
            ThrowWrongKind("true or false");
        }

        return value;
    }

    /// <summary>The literal; false for a value of another kind.</summary>
    public bool TryGetBoolean(out bool value)
    {
        var tag = RawBytes.ReadTag(_document, _address);
        value = tag == Tag.True;
        return value || tag == Tag.False;
    }

    /// <summary>The number as a <see cref="byte"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public byte GetByte() => GetInteger<byte>();

    /// <inheritdoc cref="GetByte"/>
    public bool TryGetByte(out byte value) => TryReadInteger(out value);

    /// <summary>The number as an <see cref="sbyte"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public sbyte GetSByte() => GetInteger<sbyte>();

    /// <inheritdoc cref="GetSByte"/>
    public bool TryGetSByte(out sbyte value) => TryReadInteger(out value);

    /// <summary>The number as a <see cref="short"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public short GetInt16() => GetInteger<short>();

    /// <inheritdoc cref="GetInt16"/>
    public bool TryGetInt16(out short value) => TryReadInteger(out value);

    /// <summary>The number as a <see cref="ushort"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public ushort GetUInt16() => GetInteger<ushort>();

    /// <inheritdoc cref="GetUInt16"/>
    public bool TryGetUInt16(out ushort value) => TryReadInteger(out value);

    /// <summary>The number as an <see cref="int"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public int GetInt32() => GetInteger<int>();

    /// <inheritdoc cref="GetInt32"/>
    public bool TryGetInt32(out int value) => TryReadInteger(out value);

    /// <summary>The number as a <see cref="uint"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public uint GetUInt32() => GetInteger<uint>();

    /// <inheritdoc cref="GetUInt32"/>
    public bool TryGetUInt32(out uint value) => TryReadInteger(out value);

    /// <summary>The number as a <see cref="long"/>.</summary>
    /// <remarks>A number with a fraction or an exponent is no integer, even <c>1.0</c> and <c>1e2</c>.</remarks>
    /// <exception cref="BlittableException">The value is no number, no integer, or too large for the type; or its text breaks RFC 8259.</exception>
    public long GetInt64() => GetInteger<long>();

    /// <inheritdoc cref="GetInt64"/>
    public bool TryGetInt64(out long value) => TryReadInteger(out value);

    /// <summary>The number as a <see cref="ulong"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public ulong GetUInt64() => GetInteger<ulong>();

    /// <inheritdoc cref="GetUInt64"/>
    public bool TryGetUInt64(out ulong value) => TryReadInteger(out value);

    /// <summary>The double nearest to the number, ties to even; infinity beyond the largest.</summary>
    /// <exception cref="BlittableException">The value is no number, or its text breaks RFC 8259.</exception>
    public double GetDouble()
    {
        var status = ReadDouble(out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(status, nameof(Double));
        }

        return value;
    }

    /// <inheritdoc cref="GetDouble"/>
    public bool TryGetDouble(out double value) => ReadDouble(out value) == ReadStatus.Done;

    /// <summary>The float nearest to the number, ties to even; infinity beyond the largest.</summary>
    /// <inheritdoc cref="GetDouble" path="/exception"/>
    public float GetSingle()
    {
        var status = ReadSingle(out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(status, nameof(Single));
        }

        return value;
    }

    /// <inheritdoc cref="GetSingle"/>
    public bool TryGetSingle(out float value) => ReadSingle(out value) == ReadStatus.Done;

    /// <summary>The number as a decimal: exact up to 28 digits, its trailing zeros kept, rounded beyond.</summary>
    /// <exception cref="BlittableException">The value is no number, or too large; or its text breaks RFC 8259.</exception>
    public decimal GetDecimal()
    {
        var status = ReadDecimal(out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(status, nameof(Decimal));
        }

        return value;
    }

    /// <inheritdoc cref="GetDecimal"/>
    public bool TryGetDecimal(out decimal value) => ReadDecimal(out value) == ReadStatus.Done;

    /// <summary>The number as JSON has it, to the last digit.</summary>
    /// <exception cref="BlittableException">The value is no number, or one that JSON has not: infinity, or not a number.</exception>
    public string GetNumberText()
    {
        if (!TryReadNumber(out var number))
        {
            ThrowWrongKind("a number");
        }

        if (number.Form == NumberForm.Text)
        {
            return Encoding.ASCII.GetString(number.Text);
        }

        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        if (!number.TryFormat(text, out var length))
        {
            ThrowHelper.NotJson(_address);
        }

        return Encoding.ASCII.GetString(text[..length]);
    }

    /// <summary>Copies the number as JSON has it, to the last digit.</summary>
    /// <returns>False where the value is no number, one that JSON has not, or longer than the destination.</returns>
    public bool TryCopyNumberText(Span<byte> destination, out int written)
    {
        written = 0;
        return TryReadNumber(out var number) && number.TryFormat(destination, out written);
    }

    /// <summary>Reads the number where it is stored.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReadNumber(out StoredNumber number) => StoredNumber.TryRead(_document, _address, out number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ReadStatus ReadInteger<T>(out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (TryReadNumber(out var number))
        {
            return NumberReader.Read(number, out value);
        }

        value = default;
        return ReadStatus.WrongKind;
    }

    private bool TryReadInteger<T>(out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (ReadInteger(out value) == ReadStatus.Done)
        {
            return true;
        }

        value = default;
        return false;
    }

    private T GetInteger<T>()
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var status = ReadInteger<T>(out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(status, typeof(T).Name);
        }

        return value;
    }

    private ReadStatus ReadDouble(out double value)
    {
        if (TryReadNumber(out var number))
        {
            return NumberReader.ReadDouble(number, out value);
        }

        value = 0;
        return ReadStatus.WrongKind;
    }

    private ReadStatus ReadSingle(out float value)
    {
        if (TryReadNumber(out var number))
        {
            return NumberReader.ReadSingle(number, out value);
        }

        value = 0;
        return ReadStatus.WrongKind;
    }

    private ReadStatus ReadDecimal(out decimal value)
    {
        if (TryReadNumber(out var number))
        {
            return NumberReader.ReadDecimal(number, out value);
        }

        value = 0;
        return ReadStatus.WrongKind;
    }

    private void ThrowNumber(ReadStatus status, string type)
    {
        switch (status)
        {
            case ReadStatus.WrongKind:
                ThrowWrongKind("a number");
                break;
            case ReadStatus.InvalidNumber:
                ThrowHelper.InvalidNumber(_address);
                break;
            default:
                ThrowHelper.NumberOutOfRange(type, _address);
                break;
        }
    }
}
