using System.Text;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Text;

namespace Blittable.Generated;

/// <content>Reads null, dictionary keys, and enum names.</content>
public sealed partial class ObjectReader
{
    /// <summary>Determines whether a value is null.</summary>
    public bool IsNull(scoped in BlittableValue value) => RawBytes.ReadTag(value.Document, value.Address) == Tag.Null;

    /// <summary>Determines whether a value is a string.</summary>
    public bool IsText(scoped in BlittableValue value) => value.Kind == BlittableValueKind.String;

    /// <summary>Reads an enum value by its name or number, or by several of these separated by commas.</summary>
    /// <param name="names">The names of the enum.</param>
    /// <param name="value">The value, which must be a string.</param>
    /// <returns>The value, widened to 64 bits.</returns>
    /// <exception cref="BlittableException">The string is neither a name nor a number of the enum.</exception>
    public ulong ReadEnum(EnumNames names, scoped in BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(names);
        const int most = 128;
        var isRead = value.TryGetUtf8Span(out var utf8) && utf8.Length <= most
            ? names.TryParse(utf8, out var found) || names.TryParse(Decode(utf8, stackalloc char[most]), out found)
            : names.TryParse(ReadString(value)!, out found);
        return isRead ? found : throw Mismatch(value, $"a name of {names.TypeName}");
    }

    /// <summary>Reads a string key.</summary>
    public string ReadName(scoped ReadOnlySpan<byte> name)
    {
        Charge(name.Length);
        return Utf16StringKernel.Create(name);
    }

    /// <summary>Reads a key that is the name or number of an enum value.</summary>
    /// <exception cref="BlittableException">The key is neither.</exception>
    public ulong ReadEnumKey(EnumNames names, scoped ReadOnlySpan<byte> name)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryParse(name, out var value))
        {
            return value;
        }

        return names.TryParse(ReadName(name), out value) ? value : throw KeyMismatch(name, names.TypeName);
    }

    /// <summary>Reads a key that is a URI.</summary>
    /// <exception cref="BlittableException">The key is not the text of a URI.</exception>
    public Uri ReadUriKey(scoped ReadOnlySpan<byte> name)
    {
        return Uri.TryCreate(ReadName(name), UriKind.RelativeOrAbsolute, out var address) ? address : throw KeyMismatch(name, nameof(Uri));
    }

    /// <summary>Reads a key that is a version.</summary>
    /// <exception cref="BlittableException">The key is not the text of a version.</exception>
    public Version ReadVersionKey(scoped ReadOnlySpan<byte> name)
    {
        // The parser accepts blanks at both ends.
        return name is [>= (byte)'0' and <= (byte)'9', .., >= (byte)'0' and <= (byte)'9'] && Version.TryParse(ReadName(name), out var version)
            ? version : throw KeyMismatch(name, nameof(Version));
    }

    /// <summary>Reads a key that is neither a string nor an enum.</summary>
    /// <typeparam name="TKey">The type of the key.</typeparam>
    /// <exception cref="BlittableException">The key is not a text that System.Text.Json accepts for the type.</exception>
    public TKey ReadKey<TKey>(scoped ReadOnlySpan<byte> name)
        where TKey : struct =>
        KeyParser.TryParse<TKey>(name, out var key) ? key : throw KeyMismatch(name, TypeNames.Of(typeof(TKey)));

    private static ReadOnlySpan<char> Decode(ReadOnlySpan<byte> utf8, Span<char> buffer) => buffer[..Encoding.UTF8.GetChars(utf8, buffer)];

    private static BlittableException KeyMismatch(scoped ReadOnlySpan<byte> found, string type) =>
        ThrowHelper.Mismatch($"a property name that represents a value of type {type}", $"'{ValueFault.Cut(found)}'", -1);
}
