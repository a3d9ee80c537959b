using System.Globalization;

namespace Blittable.Generated;

/// <content>Keys of dictionaries, and enums by name.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes the name of a value, or its number where it has no name.</summary>
    /// <param name="names">The names.</param>
    /// <param name="value">The value, widened to 64 bits.</param>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> is null.</exception>
    public void WriteEnum(EnumNames names, ulong value)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryFormat(value, out var utf8))
        {
            WriteUtf8(utf8);
        }
        else if (names.IsSigned)
        {
            Write((long)value);
        }
        else
        {
            Write(value);
        }
    }

    /// <summary>Names the next value by that of an enum.</summary>
    /// <inheritdoc cref="WriteEnum"/>
    public void PropertyEnum(EnumNames names, ulong value)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryFormat(value, out var utf8))
        {
            _writer.PropertyName(utf8);
        }
        else
        {
            Property(names.IsSigned ? ((long)value).ToString(CultureInfo.InvariantCulture) : value.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>Names the next value by a key that is not a string.</summary>
    /// <typeparam name="TKey">The type of the key.</typeparam>
    /// <param name="key">The key.</param>
    public void PropertyKey<TKey>(TKey key) => Property(KeyTexts.Of(key));
}
