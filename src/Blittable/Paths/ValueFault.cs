using System.Globalization;
using System.Text;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Creates exceptions for values of an unexpected kind, with the path, the expected kind, and the value, shortened if it is long.</summary>
internal static class ValueFault
{
    /// <summary>The maximum number of characters of a value shown in a message.</summary>
    private const int MaxShown = 40;

    /// <summary>The maximum size of a string in bytes that is decoded to show its first characters.</summary>
    private const int MaxDecoded = 4096;

    /// <summary>Creates the exception for a value of which only the document and the address are known.</summary>
    public static BlittableException Of(ReadOnlySpan<byte> document, int address, string expected)
    {
        var offset = address & int.MaxValue;
        try
        {
            var value = BlittableValue.Open(document).WithAddress(address);
            var detail = Detail(expected, address < 0 ? Kind(TagKinds.At(document, address)) : Describe(value), offset);
            var path = address < 0 ? null : ValuePath.Find(value);
            return new BlittableException(BlittableErrorCode.WrongKind, path is null ? Capital(detail) : $"{path}: {detail}", offset) { Detail = detail };
        }
        catch (BlittableException)
        {
            // The document is damaged, or its strings need a dictionary that is not available.
            var detail = Detail(expected, Kind(TagKinds.At(document, address)), offset);
            return new BlittableException(BlittableErrorCode.WrongKind, Capital(detail), offset) { Detail = detail };
        }
    }

    /// <summary>Creates the exception for a value whose path is added by its reader.</summary>
    public static BlittableException Of(scoped in BlittableValue value, string expected)
    {
        var offset = value.Address & int.MaxValue;
        var detail = Detail(expected, Describe(value), offset);
        return new BlittableException(BlittableErrorCode.WrongKind, Capital(detail), offset) { Detail = detail };
    }

    /// <summary>Describes a value: <c>the string "n/a"</c>, <c>an object of 3 properties</c>.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public static string Describe(scoped in BlittableValue value)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.String:
                return value.TryGetUtf8Length(out var length) && length > MaxDecoded ? $"a string of {length} bytes" : $"the {(value.IsDate ? "date" : "string")} \"{Cut(value.GetString()!)}\"";
            case BlittableValueKind.Number:
                return $"the number {Cut(value.GetNumberText())}";
            case BlittableValueKind.Object:
                return value.Count == 1 ? "an object of 1 property" : $"an object of {value.Count} properties";
            case BlittableValueKind.Array:
                return value.Count == 1 ? "an array of 1 element" : $"an array of {value.Count} elements";
            default:
                return Kind(value.Kind);
        }
    }

    /// <summary>Changes the first letter of a message to lower case, because the message follows a path.</summary>
    public static string Small(string message) =>
        message is [>= 'A' and <= 'Z', >= 'a' and <= 'z', ..] ? char.ToLowerInvariant(message[0]) + message[1..] : message;

    private static string Capital(string detail) => string.Concat(char.ToUpperInvariant(detail[0]).ToString(), detail.AsSpan(1));

    private static string Detail(string expected, string found, int offset) => $"expected {expected}, found {found} at byte {offset}.";

    /// <summary>Returns the first characters of a name in UTF-8, with control and format characters escaped.</summary>
    public static string Cut(ReadOnlySpan<byte> name) => Escape(Shorten(name));

    /// <summary>Returns the first characters of a text, with control and format characters escaped.</summary>
    public static string Cut(string text) => Escape(Shorten(text));

    /// <summary>Returns the first characters of a name in UTF-8.</summary>
    public static string Shorten(ReadOnlySpan<byte> name)
    {
        const int bytesPerChar = 3;
        return Shorten(Encoding.UTF8.GetString(name[..Math.Min(name.Length, bytesPerChar * (MaxShown + 2))]));
    }

    /// <summary>Returns the first characters of a text.</summary>
    public static string Shorten(string text) =>
        text.Length <= MaxShown ? text : string.Concat(text.AsSpan(0, char.IsHighSurrogate(text[MaxShown - 1]) ? MaxShown - 1 : MaxShown), "…");

    /// <summary>Determines whether a character could change how a message is displayed: a control or format character, or a line separator.</summary>
    public static bool IsUnprintable(char character) => char.GetUnicodeCategory(character)
        is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;

    /// <summary>Appends the escape sequence of a character.</summary>
    public static void AppendEscaped(StringBuilder text, char character) =>
        text.Append("\\u").Append(((int)character).ToString("x4", CultureInfo.InvariantCulture));

    private static string Escape(string text)
    {
        if (!text.Any(IsUnprintable))
        {
            return text;
        }

        var escaped = new StringBuilder();
        foreach (var character in text)
        {
            if (character is '\n' or '\r')
            {
                escaped.Append(character == '\n' ? "\\n" : "\\r");
            }
            else if (IsUnprintable(character))
            {
                AppendEscaped(escaped, character);
            }
            else
            {
                escaped.Append(character);
            }
        }

        return escaped.ToString();
    }

    private static string Kind(BlittableValueKind kind) => kind switch
    {
        BlittableValueKind.Object => "an object",
        BlittableValueKind.Array => "an array",
        BlittableValueKind.String => "a string",
        BlittableValueKind.Number => "a number",
        BlittableValueKind.Binary => "binary data",
        BlittableValueKind.Undefined => "no value",
        _ => kind.ToString().ToLowerInvariant(),
    };
}
