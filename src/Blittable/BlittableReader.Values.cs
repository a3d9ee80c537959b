using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable;

/// <content>The current value. Use <see cref="Value"/> for methods that are missing here.</content>
public ref partial struct BlittableReader
{
    /// <summary>Gets the current string as unescaped UTF-8.</summary>
    /// <remarks>A raw string is not copied. An encoded string or a date is decoded into a buffer of the reader, which the next call overwrites.</remarks>
    /// <exception cref="BlittableException">The value is not a string, or the document is damaged.</exception>
    public ReadOnlySpan<byte> ValueSpan
    {
        get
        {
            var value = Value;
            return value.TryGetUtf8Span(out var utf8) ? utf8 : Decode(value);
        }
    }

    /// <summary>Gets the current string, or <see langword="null"/> for JSON null.</summary>
    /// <remarks>A string that the document stores once and uses several times may be returned as one instance.</remarks>
    /// <exception cref="BlittableException">The value is neither a string nor null, or the document is damaged.</exception>
    public string? GetString() => _sharesStrings && _type == BlittableTokenType.String ? _strings.GetOrAdd(Value) : Value.GetString();

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
    public readonly bool TryGetInt64(out long value)
    {
        if (_address >= 0)
        {
            return Value.TryGetInt64(out value);
        }

        var integer = _number;
        var isInteger = _type == BlittableTokenType.Number && NumberArrayElement.TryToInt64(_numberForm, ref integer);
        value = isInteger ? integer : 0;
        return isInteger;
    }

    /// <inheritdoc cref="BlittableValue.GetDouble"/>
    public readonly double GetDouble() =>
        _address < 0 && _type == BlittableTokenType.Number ? NumberArrayElement.ToDouble(_numberForm, _number) : Value.GetDouble();

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

    private ReadOnlySpan<byte> Decode(BlittableValue value)
    {
        if (!value.TryGetUtf8Length(out var length))
        {
            RequireString(value);
        }

        var room = length + EncodedText.Slack;
        if (_text is null || _text.Length < room)
        {
            var larger = ArrayPool<byte>.Shared.Rent(room);
            if (_text is { } text)
            {
                ArrayPool<byte>.Shared.Return(text);
            }

            _text = larger;
        }

        if (!value.TryCopyUtf8(_text, out var written) || written != length)
        {
            EncodedText.ThrowDamaged(length, _address);
        }

        return _text.AsSpan(0, length);
    }

    private static void RequireString(BlittableValue value)
    {
        if (value.Kind != BlittableValueKind.String)
        {
            throw ValueFault.Of(value.Document, value.Address, "a string");
        }
    }
}
