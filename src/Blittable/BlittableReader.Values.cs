using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable;

/// <content>The current value. Use <see cref="Value"/> for methods that are missing here.</content>
public ref partial struct BlittableReader
{
    /// <summary>Gets the current string as unescaped UTF-8.</summary>
    /// <remarks>A raw string is not copied. An encoded string or a date is decoded into a buffer of the reader, which the next call overwrites.</remarks>
    /// <exception cref="BlittableException">The value is not a string, or the document is damaged.</exception>
    public readonly ReadOnlySpan<byte> ValueSpan
    {
        get
        {
            var length = RawBytes.ReadTag(_document, _address) - Tag.ShortString;
            return (uint)length <= Tag.MaxShortString ? RawBytes.Slice(_document, _address + 1, (uint)length) : DecodeOther();
        }
    }

    /// <summary>Gets the current string, or <see langword="null"/> for JSON null.</summary>
    /// <remarks>A string that the document stores once and uses several times may be returned as one instance.</remarks>
    /// <exception cref="BlittableException">The value is neither a string nor null, or the document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly string? GetString()
    {
        var length = RawBytes.ReadTag(_document, _address) - Tag.ShortString;
        return (uint)length <= Tag.MaxShortString && !_sharesStrings
            ? Utf16StringKernel.Create(RawBytes.Slice(_document, _address + 1, (uint)length))
            : GetOtherString();
    }

    /// <summary>Copies the current string as UTF-8.</summary>
    /// <param name="utf8Destination">The destination. Bytes after the string may be overwritten.</param>
    /// <returns>The length of the string in bytes.</returns>
    /// <exception cref="BlittableException">The value is not a string, or the document is damaged.</exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public readonly int CopyString(Span<byte> utf8Destination)
    {
        var value = Value;
        if (!value.TryCopyUtf8(utf8Destination, out var written))
        {
            RequireString(value);
            ThrowHelper.DestinationTooShort(nameof(utf8Destination));
        }

        return written;
    }

    /// <summary>Determines whether the current value is a string that equals a text.</summary>
    /// <param name="utf8Text">The text in UTF-8.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool ValueTextEquals(scoped ReadOnlySpan<byte> utf8Text) => Value.Utf8Equals(utf8Text);

    /// <inheritdoc cref="BlittableValue.GetBoolean"/>
    public readonly bool GetBoolean() => _type == BlittableTokenType.True || (_type != BlittableTokenType.False && Value.GetBoolean());

    /// <inheritdoc cref="BlittableValue.GetInt32"/>
    public readonly int GetInt32() => TryGetInt64(out var value) && (int)value == value ? (int)value : Value.GetInt32();

    /// <inheritdoc cref="BlittableValue.TryGetInt32"/>
    public readonly bool TryGetInt32(out int value)
    {
        var fits = TryGetInt64(out var wide) && (int)wide == wide;
        value = fits ? (int)wide : 0;
        return fits;
    }

    /// <inheritdoc cref="BlittableValue.GetInt64"/>
    public readonly long GetInt64() => TryGetInt64(out var value) ? value : Value.GetInt64();

    /// <inheritdoc cref="BlittableValue.TryGetInt64"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TryGetInt64(out long value)
    {
        if (_address < 0 && _type == BlittableTokenType.Number && NumberArrayElement.IsInteger(_numberForm))
        {
            value = _number;
            return true;
        }

        var tag = RawBytes.ReadTag(_document, _address);
        if (IntegerTag.TryReadInt64(_document, _address, tag, out value))
        {
            return true;
        }

        if ((uint)(tag - Tag.ShortDecimal) <= Tag.ShortDecimalLast - Tag.ShortDecimal)
        {
            return false;
        }

        var isInteger = TryGetOtherInt64(out var other);
        value = isInteger ? other : 0;
        return isInteger;
    }

    /// <inheritdoc cref="BlittableValue.GetDouble"/>
    public readonly double GetDouble()
    {
        if (_address < 0 && _type == BlittableTokenType.Number)
        {
            return NumberArrayElement.ToDouble(_numberForm, _number);
        }

        var value = NumberReader.ReadCommonDouble(_document, _address, index: 0);
        return double.IsNaN(value) ? Value.GetDouble() : value;
    }

    /// <inheritdoc cref="BlittableValue.TryGetDouble"/>
    public readonly bool TryGetDouble(out double value)
    {
        if (_address >= 0 || _type != BlittableTokenType.Number)
        {
            return Value.TryGetDouble(out value);
        }

        value = NumberArrayElement.ToDouble(_numberForm, _number);
        return true;
    }

    /// <inheritdoc cref="BlittableValue.GetDecimal"/>
    public readonly decimal GetDecimal() => Value.GetDecimal();

    /// <inheritdoc cref="BlittableValue.TryGetDecimal"/>
    public readonly bool TryGetDecimal(out decimal value) => Value.TryGetDecimal(out value);

    /// <inheritdoc cref="BlittableValue.GetDateTimeOffset"/>
    public readonly DateTimeOffset GetDateTimeOffset() => Value.GetDateTimeOffset();

    /// <inheritdoc cref="BlittableValue.GetGuid"/>
    public readonly Guid GetGuid() => Value.GetGuid();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly string? GetOtherString() => _type != BlittableTokenType.String ? Value.GetString()
        : _sharesStrings ? _buffers!.Strings.GetOrAdd(_document, _address, _dictionary)
        : BlittableValue.GetString(_document, _address, _dictionary);

    /// <summary>Reads an integer of a number array, a number text or a floating-point number.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool TryGetOtherInt64(out long value)
    {
        if (_address >= 0)
        {
            return NumberReader.TryReadInteger(_document, _address, index: 0, out value);
        }

        // Only the text of an IEEE 754 number shows whether it is an integer.
        if (_type == BlittableTokenType.Number && _numberForm >= NumberArrayLayout.FirstReal)
        {
            return Value.TryGetInt64(out value);
        }

        value = _number;
        return _type == BlittableTokenType.Number && NumberArrayElement.TryToInt64(_numberForm, ref value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly ReadOnlySpan<byte> DecodeOther()
    {
        var value = Value;
        return value.TryGetUtf8Span(out var utf8) ? utf8 : Decode(value);
    }

    private readonly ReadOnlySpan<byte> Decode(BlittableValue value)
    {
        if (!value.TryGetUtf8Length(out var length))
        {
            RequireString(value);
        }

        ref var text = ref _buffers!.Text;
        var room = length + EncodedText.Slack;
        if (text is null || text.Length < room)
        {
            if (text is not null)
            {
                ArrayPool<byte>.Shared.Return(text);
            }

            text = null;
            text = ArrayPool<byte>.Shared.Rent(room);
        }

        if (!value.TryCopyUtf8(text, out var written) || written != length)
        {
            EncodedText.ThrowDamaged(length, _address);
        }

        return text.AsSpan(0, length);
    }

    private static void RequireString(BlittableValue value)
    {
        if (value.Kind != BlittableValueKind.String)
        {
            throw ValueFault.Of(value.Document, value.Address, "a string");
        }
    }
}
