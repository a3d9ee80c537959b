using System.Globalization;
using Blittable.Paths;

namespace Blittable.Generated;

/// <content>Reads strings, and types that are strings in JSON.</content>
public sealed partial class ObjectReader
{
    /// <summary>Reads a string. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public string? ReadString(scoped in BlittableValue value)
    {
        var text = value.GetString();
        Charge(text?.Length ?? 0);
        return text;
    }

    /// <summary>Reads a string of one character.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public char ReadChar(scoped in BlittableValue value)
    {
        var text = ReadString(value);
        return text is { Length: 1 } ? text[0] : throw Mismatch(value, "a one-character string");
    }

    /// <summary>Reads a GUID of 32 digits and 4 hyphens.</summary>
    public Guid ReadGuid(scoped in BlittableValue value) => value.GetGuid();

    /// <summary>Reads a duration.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public TimeSpan ReadTimeSpan(scoped in BlittableValue value) =>
        TimeSpan.TryParseExact(ReadString(value), "c", CultureInfo.InvariantCulture, out var span) ? span : throw Mismatch(value, "a duration");

    /// <summary>Reads a time of day.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public TimeOnly ReadTimeOnly(scoped in BlittableValue value) =>
        TimeSpan.TryParseExact(ReadString(value), "c", CultureInfo.InvariantCulture, out var span) && (ulong)span.Ticks <= (ulong)TimeOnly.MaxValue.Ticks
            ? TimeOnly.FromTimeSpan(span) : throw Mismatch(value, "a time of day");

    /// <summary>Reads a URI. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public Uri? ReadUri(scoped in BlittableValue value) =>
        ReadString(value) is not { } text ? null
            : Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out var uri) ? uri : throw Mismatch(value, "a URI");

    /// <summary>Reads a version. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public Version? ReadVersion(scoped in BlittableValue value) =>
        ReadString(value) is not { } text ? null
            : Version.TryParse(text, out var version) && version.ToString() == text ? version : throw Mismatch(value, "a version");

    /// <summary>Reads binary data or a base64 string. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public byte[]? ReadBinary(scoped in BlittableValue value)
    {
        if (value.TryGetBytes(out var bytes))
        {
            Charge(bytes.Length);
            return bytes.ToArray();
        }

        var text = ReadString(value);
        if (text is null)
        {
            return null;
        }

        var decoded = new byte[text.Length / 4 * 3];
        return Convert.TryFromBase64String(text, decoded, out var length)
            ? length == decoded.Length ? decoded : decoded[..length]
            : throw Mismatch(value, "binary data or base64");
    }

    /// <summary>Creates the exception for a value that a member cannot hold.</summary>
    /// <param name="value">The value.</param>
    /// <param name="expected">The expected type, for the message.</param>
    /// <exception cref="BlittableException">The document is damaged, so the value cannot be shown in the message.</exception>
    public BlittableException Mismatch(scoped in BlittableValue value, string expected) => ValueFault.Of(value, expected);
}
