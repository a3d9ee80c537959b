using System.ComponentModel;
using Blittable.Dates;
using Blittable.Paths;

namespace Blittable.Generated;

/// <summary>Provides methods for generated views. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class BlittableViews
{
    /// <summary>Gets the bytes of a string, without copying unless the string is encoded or a date. Returns an empty span for null.</summary>
    /// <exception cref="BlittableException">The value is neither a string nor null.</exception>
    public static ReadOnlySpan<byte> Utf8(BlittableValue value)
    {
        if (value.TryGetUtf8Span(out var text))
        {
            return text;
        }

        if (!value.TryGetUtf8Length(out var length))
        {
            return IsEmpty(value) ? default : throw ValueFault.Of(value.Document, value.Address, "a string");
        }

        var copy = new byte[length];
        value.TryCopyUtf8(copy, out _);
        return copy;
    }

    /// <summary>Gets binary data without copying, or decodes a base64 string. Returns an empty span for null.</summary>
    /// <exception cref="BlittableException">The value is neither binary data nor base64, nor null.</exception>
    public static ReadOnlySpan<byte> Binary(BlittableValue value)
    {
        if (value.TryGetBytes(out var bytes))
        {
            return bytes;
        }

        if (IsEmpty(value))
        {
            return default;
        }

        var text = value.Kind == BlittableValueKind.String ? value.GetString() : null;
        return text is not null && ObjectReader.TryDecode(text, out var decoded) ? decoded : throw ValueFault.Of(value.Document, value.Address, "binary data or base64");
    }

    /// <summary>Gets a string that must not be null.</summary>
    /// <exception cref="BlittableException">The value is not a string.</exception>
    public static string String(BlittableValue value) =>
        value.GetString() ?? throw ValueFault.Of(value.Document, value.Address, "a string");

    /// <summary>Gets a date and time as <see cref="BlittableSerializer"/> reads it: in UTC, in local time if the text has an offset, or unspecified.</summary>
    /// <exception cref="BlittableException">The value is not a date.</exception>
    public static DateTime ReadDateTime(BlittableValue value) =>
        ObjectDates.TryReadDateTime(value, out var date) ? date : throw ValueFault.Of(value.Document, value.Address, "a date and time");

    /// <summary>Gets a date and time as <see cref="BlittableSerializer"/> reads it, with the local offset if the text has none.</summary>
    /// <exception cref="BlittableException">The value is not a date.</exception>
    public static DateTimeOffset ReadDateTimeOffset(BlittableValue value) =>
        ObjectDates.TryReadDateTimeOffset(value, out var date) ? date : throw ValueFault.Of(value.Document, value.Address, "a date and time");

    /// <summary>Gets a date as <see cref="BlittableSerializer"/> reads it.</summary>
    /// <exception cref="BlittableException">The value is not a date without a time.</exception>
    public static DateOnly ReadDateOnly(BlittableValue value) =>
        ObjectDates.TryReadDateOnly(value, out var day) ? day : throw ValueFault.Of(value.Document, value.Address, "a date without a time");

    /// <summary>Gets an enum value by its name or number, or by several of these separated by commas.</summary>
    /// <param name="names">The names of the enum.</param>
    /// <param name="value">The value.</param>
    /// <returns>The value, widened to 64 bits.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> is null.</exception>
    /// <exception cref="BlittableException">The value is neither a name nor a number of the enum.</exception>
    public static ulong ReadEnum(EnumNames names, BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(names);
        return (value.TryGetUtf8Span(out var utf8) && names.TryParse(utf8, out var found))
            || (value.Kind == BlittableValueKind.String && names.TryParse(value.GetString()!, out found)) ? found
            : throw ValueFault.Of(value.Document, value.Address, $"a name or number of {names.TypeName}");
    }

    /// <summary>Determines whether a value is null or undefined.</summary>
    internal static bool IsEmpty(BlittableValue value) => value.Document.IsEmpty || value.Kind == BlittableValueKind.Null;

    /// <summary>Reads a value as the specified type. The JIT removes all branches except the one for the type.</summary>
    internal static T Read<T>(BlittableValue value)
    {
        if (typeof(T) == typeof(int))
        {
            return (T)(object)value.GetInt32();
        }

        if (typeof(T) == typeof(long))
        {
            return (T)(object)value.GetInt64();
        }

        if (typeof(T) == typeof(double))
        {
            return (T)(object)value.GetDouble();
        }

        if (typeof(T) == typeof(string))
        {
            return (T)(object)value.GetString()!;
        }

        return ReadOther<T>(value);
    }

    private static T ReadOther<T>(BlittableValue value) =>
        typeof(T) == typeof(bool) ? (T)(object)value.GetBoolean()
        : typeof(T) == typeof(decimal) ? (T)(object)value.GetDecimal()
        : typeof(T) == typeof(float) ? (T)(object)value.GetSingle()
        : typeof(T) == typeof(uint) ? (T)(object)value.GetUInt32()
        : typeof(T) == typeof(ulong) ? (T)(object)value.GetUInt64()
        : typeof(T) == typeof(short) ? (T)(object)value.GetInt16()
        : typeof(T) == typeof(ushort) ? (T)(object)value.GetUInt16()
        : typeof(T) == typeof(byte) ? (T)(object)value.GetByte()
        : typeof(T) == typeof(sbyte) ? (T)(object)value.GetSByte()
        : typeof(T) == typeof(DateTimeOffset) ? (T)(object)ReadDateTimeOffset(value)
        : typeof(T) == typeof(DateTime) ? (T)(object)ReadDateTime(value)
        : typeof(T) == typeof(DateOnly) ? (T)(object)ReadDateOnly(value)
        : typeof(T) == typeof(Guid) ? (T)(object)value.GetGuid()
        : typeof(T) == typeof(Timestamp) ? (T)(object)value.GetTimestamp()
        : throw new NotSupportedException($"{typeof(T)} is not a scalar type.");
}

/// <summary>Defines a typed view of a value, which generated code implements: see <see cref="BlittableViewAttribute"/>.</summary>
/// <typeparam name="TSelf">The type of the view.</typeparam>
public interface IBlittableView<TSelf>
    where TSelf : IBlittableView<TSelf>, allows ref struct
{
    /// <summary>Gets the underlying value.</summary>
    BlittableValue Value { get; }

    /// <summary>Creates a view of a value without reading anything yet.</summary>
    static abstract TSelf Create(BlittableValue value);
}
