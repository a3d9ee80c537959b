using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable;

/// <content>Numbers and the literals.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the literal.</summary>
    /// <exception cref="BlittableException">The value is neither true nor false.</exception>
    public bool GetBoolean()
    {
        if (!TryGetBoolean(out var value))
        {
            ThrowWrongKind(Document, Address, "true or false");
        }

        return value;
    }

    /// <summary>Gets the literal; false for a value of another kind.</summary>
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
    /// <returns>False where <see cref="GetByte"/> throws; for a damaged document both throw.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetByte(out byte value) => TryReadInteger(out value);

    /// <summary>Gets the number as an <see cref="sbyte"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public sbyte GetSByte() => GetInteger<sbyte>();

    /// <inheritdoc cref="GetSByte" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetSByte"/> throws; for a damaged document both throw.</returns>
    public bool TryGetSByte(out sbyte value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="short"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public short GetInt16() => GetInteger<short>();

    /// <inheritdoc cref="GetInt16" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetInt16"/> throws; for a damaged document both throw.</returns>
    public bool TryGetInt16(out short value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="ushort"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public ushort GetUInt16() => GetInteger<ushort>();

    /// <inheritdoc cref="GetUInt16" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetUInt16"/> throws; for a damaged document both throw.</returns>
    public bool TryGetUInt16(out ushort value) => TryReadInteger(out value);

    /// <summary>Gets the number as an <see cref="int"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int GetInt32() => GetInteger<int>();

    /// <inheritdoc cref="GetInt32" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetInt32"/> throws; for a damaged document both throw.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetInt32(out int value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="uint"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    public uint GetUInt32() => GetInteger<uint>();

    /// <inheritdoc cref="GetUInt32" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetUInt32"/> throws; for a damaged document both throw.</returns>
    public bool TryGetUInt32(out uint value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="long"/>.</summary>
    /// <remarks>A number with a fraction or an exponent is not an integer, even <c>1.0</c> and <c>1e2</c>.</remarks>
    /// <exception cref="BlittableException">The value is not a number, no integer, or too large for the type; or its text breaks RFC 8259.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long GetInt64() => GetInteger<long>();

    /// <inheritdoc cref="GetInt64" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetInt64"/> throws; for a damaged document both throw.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetInt64(out long value) => TryReadInteger(out value);

    /// <summary>Gets the number as a <see cref="ulong"/>.</summary>
    /// <inheritdoc cref="GetInt64" path="/remarks | /exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong GetUInt64() => GetInteger<ulong>();

    /// <inheritdoc cref="GetUInt64" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetUInt64"/> throws; for a damaged document both throw.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetUInt64(out ulong value) => TryReadInteger(out value);

    /// <summary>Gets the double nearest to the number, ties to even; infinity beyond the largest.</summary>
    /// <exception cref="BlittableException">The value is not a number, or its text breaks RFC 8259.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double GetDouble()
    {
        var value = NumberReader.ReadCommonDouble(Document, Address, ShapeTable);
        return double.IsNaN(value) ? GetOtherDouble(Document, Address, ShapeTable) : value;
    }

    /// <inheritdoc cref="GetDouble" path="/summary | /remarks"/>
    /// <returns>False where <see cref="GetDouble"/> throws; for a damaged document both throw.</returns>
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

    /// <summary>Gets the float nearest to the number, ties to even; infinity beyond the largest.</summary>
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
    /// <returns>False where <see cref="GetSingle"/> throws; for a damaged document both throw.</returns>
    public bool TryGetSingle(out float value)
    {
        var wide = NumberReader.ReadCommonDouble(Document, Address, ShapeTable);
        value = (float)wide;
        return (!double.IsNaN(wide) && !NumberReader.IsBetweenFloats(wide)) || ReadSingle(out value) == ReadStatus.Done;
    }

    /// <summary>Gets the number as a decimal: exact up to 28 digits, its trailing zeros kept, rounded beyond.</summary>
    /// <exception cref="BlittableException">The value is not a number, or too large; or its text breaks RFC 8259.</exception>
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
    /// <returns>False where <see cref="GetDecimal"/> throws; for a damaged document both throw.</returns>
    public bool TryGetDecimal(out decimal value) => ReadDecimal(out value) == ReadStatus.Done;

    /// <summary>Gets the number as JSON has it, to the last digit.</summary>
    /// <exception cref="BlittableException">The value is no number, or one that JSON does not have: an infinity, NaN, or in memory mode a text that breaks the
    /// grammar of numbers.</exception>
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

    /// <summary>Copies the number as JSON has it, to the last digit.</summary>
    /// <returns>False where the value is not a number or one that JSON does not have, or its text is longer than the destination.</returns>
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

    /// <summary>Refuses the text of a number that memory mode left to its readers and that JSON does not have.</summary>
    private void RequireNumber(ReadOnlySpan<byte> text)
    {
        if (!NumberText.TryParse(text, out _))
        {
            ThrowHelper.InvalidNumber(Offset(Address));
        }
    }

    /// <summary>The text of a number that is long, or has the form of a machine's numbers.</summary>
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
            ThrowHelper.NotJson(Offset(Address));
        }

        return Utf16StringKernel.Create(text[..length]);
    }

    /// <summary>Reads the number where it is stored.</summary>
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
        value = 0;
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

    // What is not in the tag takes a call, and no local of the caller is handed to it by reference: see ThrowWrongKind.

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
        NumberReader.TryReadPacked<T>(document, address, index, out var value) ? value : GetRareInteger<T>(document, address, index);

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

    /// <summary>Formats a number for a message: its text, or the start of it.</summary>
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
        return number.TryFormat(buffer, out var length) ? Encoding.ASCII.GetString(buffer[..length]) : "one that JSON does not have";
    }
}
