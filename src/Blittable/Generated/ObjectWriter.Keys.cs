using System.Globalization;

namespace Blittable.Generated;

/// <content>Writes dictionary keys and enum names.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes the name of an enum value, or its number if it has no name.</summary>
    /// <param name="names">The names of the enum.</param>
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

    /// <summary>Sets the name of the next value to the name of an enum value.</summary>
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

    /// <summary>Sets the name of the next value to a key that is not a string.</summary>
    /// <typeparam name="TKey">The type of the key.</typeparam>
    /// <param name="key">The key.</param>
    public void PropertyKey<TKey>(TKey key) => Property(KeyTexts.Of(key));
}
