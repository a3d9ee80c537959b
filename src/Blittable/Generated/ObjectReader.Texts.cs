using Blittable.Paths;

namespace Blittable.Generated;

/// <content>Reads strings, and types that are strings in JSON.</content>
public sealed partial class ObjectReader
{
    /// <summary>The maximum length of the text of a duration, and more.</summary>
    private const int MaxShort = 64;

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
        Span<byte> buffer = stackalloc byte[4];
        return KeyParser.TryParse<char>(Short(value, buffer), out var character) ? character : throw Mismatch(value, "a one-character string");
    }

    /// <summary>Reads a GUID of 32 digits and 4 hyphens.</summary>
    public Guid ReadGuid(scoped in BlittableValue value) => value.GetGuid();

    /// <summary>Reads a duration.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public TimeSpan ReadTimeSpan(scoped in BlittableValue value)
    {
        Span<byte> buffer = stackalloc byte[MaxShort];
        return KeyParser.TryParse<TimeSpan>(Short(value, buffer), out var span) ? span : throw Mismatch(value, "a duration");
    }

    /// <summary>Reads a time of day.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public TimeOnly ReadTimeOnly(scoped in BlittableValue value)
    {
        Span<byte> buffer = stackalloc byte[MaxShort];
        return KeyParser.TryParse<TimeOnly>(Short(value, buffer), out var time) ? time : throw Mismatch(value, "a time of day");
    }

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

    /// <summary>Returns the text of a string; an empty text for other kinds of values and for a string that does not fit the buffer.</summary>
    private static ReadOnlySpan<byte> Short(scoped in BlittableValue value, Span<byte> buffer) =>
        value.TryGetUtf8Length(out var length) ? length <= buffer.Length && value.TryCopyUtf8(buffer, out length) ? buffer[..length] : default
            : default;

    /// <summary>Creates the exception for a value that a member cannot hold.</summary>
    /// <param name="value">The value.</param>
    /// <param name="expected">The expected type, for the message.</param>
    /// <exception cref="BlittableException">The document is damaged, so the value cannot be shown in the message.</exception>
    public BlittableException Mismatch(scoped in BlittableValue value, string expected) => ValueFault.Of(value, expected);
}
