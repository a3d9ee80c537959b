using System.Globalization;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Generated;

/// <content>Null, keys of dictionaries, and enums by name.</content>
public sealed partial class ObjectReader
{
    /// <summary>Gets whether a value is null.</summary>
    public bool IsNull(scoped in BlittableValue value) => RawBytes.ReadTag(value.Document, value.Address) == Tag.Null;

    /// <summary>Gets whether a value is a string.</summary>
    public bool IsText(scoped in BlittableValue value) => value.Kind == BlittableValueKind.String;

    /// <summary>Reads a value by its name, or by several with commas between them.</summary>
    /// <param name="names">The names.</param>
    /// <param name="value">A string.</param>
    /// <returns>The value, widened to 64 bits.</returns>
    /// <exception cref="BlittableException">The string is not a name.</exception>
    public ulong ReadEnum(EnumNames names, scoped in BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(names);
        return (value.TryGetUtf8Span(out var utf8) && names.TryParse(utf8, out var found)) || names.TryParse(ReadString(value)!, out found) ? found : throw Mismatch(value, $"a name of {names.TypeName}");
    }

    /// <summary>Reads a key that is a string.</summary>
    public string ReadName(scoped ReadOnlySpan<byte> name)
    {
        Charge(name.Length);
        return Utf16StringKernel.Create(name);
    }

    /// <summary>Reads a key that is a name of an enum, or a number.</summary>
    /// <exception cref="BlittableException">The key is neither.</exception>
    public ulong ReadEnumKey(EnumNames names, scoped ReadOnlySpan<byte> name)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryParse(name, out var value))
        {
            return value;
        }

        var text = ReadName(name);
        return names.TryParse(text, out value) ? value : throw KeyMismatch(text, names.TypeName);
    }

    /// <summary>Reads a key that is an address.</summary>
    /// <exception cref="BlittableException">The key is not the text of such a value.</exception>
    public Uri ReadUriKey(scoped ReadOnlySpan<byte> name)
    {
        var text = ReadName(name);
        return Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out var address) ? address : throw KeyMismatch(text, nameof(Uri));
    }

    /// <summary>Reads a key that is a version.</summary>
    /// <exception cref="BlittableException">The key is not the text of such a value.</exception>
    public Version ReadVersionKey(scoped ReadOnlySpan<byte> name)
    {
        var text = ReadName(name);
        return Version.TryParse(text, out var version) ? version : throw KeyMismatch(text, nameof(Version));
    }

    /// <summary>Reads a key that is neither a string nor an enum.</summary>
    /// <typeparam name="TKey">The type of the key.</typeparam>
    /// <exception cref="BlittableException">The key is not that of a value of the type.</exception>
    public TKey ReadKey<TKey>(scoped ReadOnlySpan<byte> name)
        where TKey : ISpanParsable<TKey>
    {
        var text = ReadName(name);
        if (typeof(TKey) == typeof(DateTime) && DateTime.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out var date))
        {
            return (TKey)(object)date;
        }

        return TKey.TryParse(text, CultureInfo.InvariantCulture, out var key) ? key : throw KeyMismatch(text, typeof(TKey).Name);
    }

    private static BlittableException KeyMismatch(string found, string type) =>
        ThrowHelper.Mismatch($"a name that is the text of a {type}", $"'{found}'", -1);
}
