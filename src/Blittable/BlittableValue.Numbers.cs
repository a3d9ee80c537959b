using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable;

/// <content>Numbers and booleans.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the boolean.</summary>
    /// <exception cref="BlittableException">The value is neither true nor false.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool GetBoolean()
    {
        if (!TryGetBoolean(out var value))
        {
            ThrowWrongKind(Document, Address, "true or false");
        }

        return value;
    }

    /// <summary>Gets the boolean. Returns <see langword="false"/> if the value is not a boolean.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetBoolean(out bool value)
    {
        var tag = RawBytes.ReadTag(Document, Address);
        value = tag == Tag.True;
        return value || tag == Tag.False;
    }

    /// <summary>Gets the number as a <see cref="byte"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte GetByte() => GetInteger<byte>();

    /// <inheritdoc cref="GetByte" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetByte"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetByte(out byte value) => TryReadInteger(out value);

    /// <summary>Gets the number as an <see cref="sbyte"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public sbyte GetSByte() => GetInteger<sbyte>();

    /// <inheritdoc cref="GetSByte" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetSByte"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetSByte(out sbyte value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="short"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public short GetInt16() => GetInteger<short>();

    /// <inheritdoc cref="GetInt16" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetInt16"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetInt16(out short value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="ushort"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public ushort GetUInt16() => GetInteger<ushort>();

    /// <inheritdoc cref="GetUInt16" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetUInt16"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetUInt16(out ushort value) => TryReadInteger(out value);

    /// <summary>Gets the number as an <see cref="int"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int GetInt32() => GetInteger<int>();

    /// <inheritdoc cref="GetInt32" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetInt32"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetInt32(out int value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="uint"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public uint GetUInt32() => GetInteger<uint>();

    /// <inheritdoc cref="GetUInt32" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetUInt32"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetUInt32(out uint value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="long"/>.</summary>
    /// <remarks>The text decides: a number with a fraction or an exponent is not an integer, not even <c>1.0</c> or <c>1e2</c>. The floating-point number 1 has
    /// the text <c>1</c>.</remarks>
    /// <exception cref="BlittableException">The value is not a number, is not an integer, or is outside the range of the type; or its text is not valid
    /// JSON.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long GetInt64() => GetInteger<long>();

    /// <inheritdoc cref="GetInt64" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetInt64"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetInt64(out long value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="ulong"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong GetUInt64() => GetInteger<ulong>();

    /// <inheritdoc cref="GetUInt64" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetUInt64"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetUInt64(out ulong value) => TryReadInteger(out value);

    /// <summary>Gets the number as the nearest <see cref="double"/>, with ties to even. Numbers beyond the range become infinity.</summary>
    /// <exception cref="BlittableException">The value is not a number, or its text is not valid JSON.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double GetDouble()
    {
        var value = NumberReader.ReadCommonDouble(Document, Address, ShapeTable);
        return double.IsNaN(value) ? GetOtherDouble(Document, Address, ShapeTable) : value;
    }

    /// <inheritdoc cref="GetDouble" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetDouble"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetDouble(out double value)
    {
        value = NumberReader.ReadCommonDouble(Document, Address, ShapeTable);
        if (double.IsNaN(value))
        {
            var isNumber = NumberReader.ReadDouble(Document, Address, ShapeTable, out var other) == ReadStatus.Done;
            value = other;
            return isNumber;
        }

        return true;
    }

    /// <summary>Gets the number as the nearest <see cref="float"/>, with ties to even. Numbers beyond the range become infinity.</summary>
    /// <inheritdoc cref="GetDouble" path="/exception"/>
    public float GetSingle()
    {
        var wide = NumberReader.ReadCommonDouble(Document, Address, ShapeTable);
        if (!double.IsNaN(wide) && !NumberReader.IsBetweenFloats(wide))
        {
            return (float)wide;
        }

        var status = ReadSingle(out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(Document, Address, ShapeTable, status, nameof(Single));
        }

        return value;
    }

    /// <inheritdoc cref="GetSingle" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetSingle"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetSingle(out float value)
    {
        var wide = NumberReader.ReadCommonDouble(Document, Address, ShapeTable);
        value = (float)wide;
        return (!double.IsNaN(wide) && !NumberReader.IsBetweenFloats(wide)) || ReadSingle(out value) == ReadStatus.Done;
    }

    /// <summary>Gets the number as a <see cref="decimal"/>. Up to 28 digits are exact and trailing zeros are kept; further digits are rounded.</summary>
    /// <exception cref="BlittableException">The value is not a number or is too large, or its text is not valid JSON.</exception>
    public decimal GetDecimal()
    {
        var status = ReadDecimal(out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(Document, Address, ShapeTable, status, nameof(Decimal));
        }

        return value;
    }

    /// <inheritdoc cref="GetDecimal" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetDecimal"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetDecimal(out decimal value) => ReadDecimal(out value) == ReadStatus.Done;

    /// <summary>Gets the exact text of the number in JSON.</summary>
    /// <exception cref="BlittableException">The value is not a number, or has no JSON representation: an infinity, NaN, or in memory mode a text that is not
    /// valid JSON.</exception>
    public string GetNumberText()
    {
        var length = RawBytes.ReadTag(Document, Address) - Tag.ShortNumberText;
        if ((uint)(length - 1) < Tag.MaxShortNumberText)
        {
            var text = RawBytes.Slice(Document, Address + 1, (uint)length);
            RequireNumber(text);
            return Utf16StringKernel.Create(text);
        }

        if (!TryReadNumber(out var number))
        {
            ThrowWrongKind(Document, Address, "a number");
        }

        return number.Form is NumberForm.Integer or NumberForm.Decimal
            ? DecimalText.ToString(number.Magnitude, number.IsNegative, number.FractionDigits)
            : FormatNumber(number);
    }

    /// <summary>Copies the exact text of the number in JSON.</summary>
    /// <returns><see langword="false"/> if the value is not a number or has no JSON representation, or the destination is too short; otherwise,
    /// <see langword="true"/>.</returns>
    public bool TryCopyNumberText(Span<byte> destination, out int written)
    {
        var length = RawBytes.ReadTag(Document, Address) - Tag.ShortNumberText;
        if ((uint)(length - 1) < Tag.MaxShortNumberText)
        {
            var text = RawBytes.Slice(Document, Address + 1, (uint)length);
            written = NumberText.TryParse(text, out _) && text.TryCopyTo(destination) ? length : 0;
            return written != 0;
        }

        written = 0;
        return TryReadNumber(out var number) && (number.Form != NumberForm.Text || NumberText.TryParse(number.Text, out _))
            && number.TryFormat(destination, out written);
    }

    /// <summary>Throws if the text of a number, which memory mode may leave to its readers, is not valid JSON.</summary>
    private void RequireNumber(ReadOnlySpan<byte> text)
    {
        if (!NumberText.TryParse(text, out _))
        {
            ThrowHelper.InvalidNumber(Offset(Address));
        }
    }

    /// <summary>Formats a number that has a long text or is stored in a binary form.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private string FormatNumber(scoped in StoredNumber number)
    {
        if (number.Form == NumberForm.Text)
        {
            RequireNumber(number.Text);
            return Utf16StringKernel.Create(number.Text);
        }

        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        if (!number.TryFormat(text, out var length))
        {
            ThrowHelper.NotJson("the value", Offset(Address));
        }

        return Utf16StringKernel.Create(text[..length]);
    }

    /// <summary>Reads the number in its stored form.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReadNumber(out StoredNumber number) =>
        StoredNumber.TryRead(Document, Address, out number) || NumberArrayElement.TryReadNumber(Document, Address, ShapeTable, out number);

    private ReadStatus ReadSingle(out float value)
    {
        value = 0;
        return TryReadNumber(out var number) ? NumberReader.ReadSingle(number, out value) : ReadStatus.WrongKind;
    }

    private ReadStatus ReadDecimal(out decimal value)
    {
        if (DecimalTag.TryReadShort(Document, Address, out value))
        {
            return ReadStatus.Done;
        }

        return TryReadNumber(out var number) ? NumberReader.ReadDecimal(number, out value) : ReadStatus.WrongKind;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryReadInteger<T>(out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var tag = RawBytes.ReadTag(Document, Address);
        if (tag <= Tag.SmallIntegerLast)
        {
            value = T.CreateTruncating(tag);
            return true;
        }

        var isInteger = NumberReader.TryReadInteger<T>(Document, Address, ShapeTable, out var other);
        value = isInteger ? other : default;
        return isInteger;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal T GetInteger<T>()
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var tag = RawBytes.ReadTag(Document, Address);
        return tag <= Tag.SmallIntegerLast ? T.CreateTruncating(tag) : GetOtherInteger<T>(Document, Address, ShapeTable);
    }

    // Values that do not fit in the tag require a call. No local of the caller is passed by reference: see ThrowWrongKind.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T GetOtherInteger<T>(ReadOnlySpan<byte> document, int address, int index)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> =>
        NumberReader.TryReadShort(document, address, RawBytes.ReadTag(document, address), out var magnitude)
            && (ulong)magnitude <= ulong.CreateTruncating(T.MaxValue)
            ? T.CreateTruncating(magnitude)
            : address < 0 ? GetPackedInteger<T>(document, address, index)
            : GetLongInteger<T>(document, address);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T GetPackedInteger<T>(ReadOnlySpan<byte> document, int address, int index)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> =>
        NumberReader.TryReadElement<T>(document, address, index, out var value) ? value : GetRareInteger<T>(document, address, index);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T GetLongInteger<T>(ReadOnlySpan<byte> document, int address)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T> =>
        NumberReader.TryReadLong<T>(document, address, out var value) ? value : GetRareInteger<T>(document, address, index: 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T GetRareInteger<T>(ReadOnlySpan<byte> document, int address, int index)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        var status = NumberReader.ReadInteger<T>(document, address, index, out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(document, address, index, status, typeof(T).Name);
        }

        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double GetOtherDouble(ReadOnlySpan<byte> document, int address, int index)
    {
        var status = NumberReader.ReadDouble(document, address, index, out var value);
        if (status != ReadStatus.Done)
        {
            ThrowNumber(document, address, index, status, nameof(Double));
        }

        return value;
    }

    [DoesNotReturn]
    private static void ThrowNumber(ReadOnlySpan<byte> document, int address, int index, ReadStatus status, string type)
    {
        if (status == ReadStatus.WrongKind)
        {
            ThrowWrongKind(document, address, "a number");
        }

        var found = FoundNumber(new BlittableValue(document, address, index, null));
        if (status == ReadStatus.InvalidNumber)
        {
            ThrowHelper.InvalidNumber(Offset(address), found);
        }

        ThrowHelper.NumberOutOfRange(type, Offset(address), found);
    }

    /// <summary>Formats a number for a message, truncated if it is long.</summary>
    private static string FoundNumber(BlittableValue value)
    {
        const int longest = 40;
        value.TryReadNumber(out var number);
        if (number.Form == NumberForm.Text)
        {
            var text = number.Text;
            return Encoding.ASCII.GetString(text[..Math.Min(text.Length, longest)]) + (text.Length > longest ? "..." : "");
        }

        Span<byte> buffer = stackalloc byte[StoredNumber.MaxFormattedLength];
        return number.TryFormat(buffer, out var length) ? Encoding.ASCII.GetString(buffer[..length]) : "(NaN or infinity)";
    }
}
