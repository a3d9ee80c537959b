using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Blittable.Fuzz.Targets;

/// <summary>Splits streams of JSON texts in the simplest way: all bytes in memory, and a value ends where System.Text.Json first takes it.</summary>
internal static class NaiveTexts
{
    private const byte RecordSeparator = 0x1E;

    private static readonly SearchValues<byte> ScalarEnd = SearchValues.Create(" \t\r\n,:\"{}[]/\u001e"u8);

    private static readonly (byte[] Mark, Encoding Encoding)[] Marks =
        [
            ([0xEF, 0xBB, 0xBF], new UTF8Encoding(false)),
            ([0xFF, 0xFE, 0, 0], new UTF32Encoding(bigEndian: false, byteOrderMark: false, throwOnInvalidCharacters: true)),
            ([0, 0, 0xFE, 0xFF], new UTF32Encoding(bigEndian: true, byteOrderMark: false, throwOnInvalidCharacters: true)),
            ([0xFF, 0xFE], new UnicodeEncoding(bigEndian: false, byteOrderMark: false, throwOnInvalidBytes: true)),
            ([0xFE, 0xFF], new UnicodeEncoding(bigEndian: true, byteOrderMark: false, throwOnInvalidBytes: true)),
        ];

    /// <summary>Decodes bytes to UTF-8 without a mark.</summary>
    /// <returns>The text; null if it is not valid in its encoding.</returns>
    public static byte[]? Decode(byte[] bytes)
    {
        foreach (var (mark, encoding) in Marks)
        {
            if (bytes.AsSpan().StartsWith(mark))
            {
                return encoding is UTF8Encoding ? bytes[mark.Length..] : Transcode(bytes[mark.Length..], encoding);
            }
        }

        var guessed = bytes switch
        {
            [0, 0, 0, not 0, ..] => Marks[2].Encoding,
            [not 0, 0, 0, 0, ..] => Marks[1].Encoding,
            [0, not 0, ..] => Marks[4].Encoding,
            [not 0, 0, ..] => Marks[3].Encoding,
            _ => null,
        };
        return guessed is null ? bytes : Transcode(bytes, guessed);
    }

    /// <summary>Splits a text.</summary>
    /// <param name="text">The text in UTF-8.</param>
    /// <param name="options">The format.</param>
    /// <param name="json">What System.Text.Json tolerates.</param>
    /// <param name="isValid">Whether all of the text is valid in the format.</param>
    /// <returns>The documents up to the first fault.</returns>
    public static IReadOnlyList<JsonElement> Split(byte[] text, BlittableTextOptions options, JsonDocumentOptions json, out bool isValid)
    {
        var format = options.Format == BlittableTextFormat.Auto ? Detect(text, options.SplitArrays) : options.Format;
        var documents = new List<JsonElement>();
        isValid = format switch
        {
            BlittableTextFormat.Single => Add(documents, text, json),
            BlittableTextFormat.Array => Elements(documents, text, json),
            BlittableTextFormat.Lines => Parts(documents, text, (byte)'\n', json, mayContinue: options.Format == BlittableTextFormat.Auto),
            BlittableTextFormat.Sequence => Trim(text) is [] || (Trim(text)[0] == RecordSeparator && Parts(documents, Trim(text)[1..], RecordSeparator, json)),
            _ => Values(documents, text, json),
        };
        return documents;
    }

    /// <summary>Determines whether a text starts with an array of objects and another text follows on a later line.</summary>
    public static bool HasTextsAfterArray(byte[] text)
    {
        var ink = Trim(text);
        if (ink is not [(byte)'[', .. var inside] || Trim(inside) is not [(byte)'{' or (byte)']', ..])
        {
            return false;
        }

        var rest = ink[ValueLength(ink, default)..];
        var next = Trim(rest);
        return next is [(byte)'[' or (byte)'{', ..] && rest.AsSpan(0, rest.Length - next.Length).Contains((byte)'\n');
    }

    private static byte[]? Transcode(byte[] bytes, Encoding encoding)
    {
        try
        {
            return Encoding.UTF8.GetBytes(encoding.GetString(bytes));
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    private static BlittableTextFormat Detect(byte[] text, bool splitsArrays)
    {
        var ink = Trim(text);
        if (ink is [RecordSeparator, ..])
        {
            return BlittableTextFormat.Sequence;
        }

        if (ink is [(byte)'[', .. var inside] && splitsArrays)
        {
            var first = Trim(inside);
            if (first is [])
            {
                return BlittableTextFormat.Single;
            }

            if (first[0] is (byte)'{' or (byte)']')
            {
                return BlittableTextFormat.Array;
            }
        }

        var length = ValueLength(ink, default);
        return length > 0 && !ink.AsSpan(0, length).Contains((byte)'\n') && ink.AsSpan(length).TrimStart(" \t\r"u8) is [(byte)'\n', ..]
            ? BlittableTextFormat.Lines : BlittableTextFormat.Concatenated;
    }

    private static bool Add(List<JsonElement> documents, byte[] text, JsonDocumentOptions options)
    {
        if (StrictJson.TryParse(text, options) is not { } document)
        {
            return false;
        }

        documents.Add(document.RootElement);
        return true;
    }

    private static bool Elements(List<JsonElement> documents, byte[] text, JsonDocumentOptions options)
    {
        if (StrictJson.TryParse(text, options) is not { RootElement.ValueKind: JsonValueKind.Array } document)
        {
            return false;
        }

        documents.AddRange(document.RootElement.EnumerateArray());
        return true;
    }

    private static bool Parts(List<JsonElement> documents, byte[] text, byte separator, JsonDocumentOptions options, bool mayContinue = false)
    {
        for (var rest = text; ;)
        {
            var end = Array.IndexOf(rest, separator);
            var part = end < 0 ? rest : rest[..end];
            if (mayContinue && end >= 0 && part.AsSpan().Trim(" \t\r"u8) is [(byte)'{' or (byte)'['])
            {
                // A line with only a bracket starts a value over several lines.
                rest = Trim(rest);
                var length = ValueLength(rest, options);
                if (length == 0)
                {
                    return false;
                }

                Add(documents, rest[..length], options);
                rest = rest[length..];
                continue;
            }

            if (!IsBlank(part, options) && ((separator == RecordSeparator && IsCut(part)) || !Add(documents, part, options)))
            {
                return false;
            }

            if (end < 0)
            {
                return true;
            }

            rest = rest[(end + 1)..];
        }
    }

    /// <summary>Determines whether a part has only white space and skipped comments, whose bytes may be anything: a number after them is then the first
    /// value.</summary>
    private static bool IsBlank(byte[] part, JsonDocumentOptions options)
    {
        if (options.CommentHandling != JsonCommentHandling.Skip)
        {
            return Trim(part) is [];
        }

        byte[] ascii = [.. part.Select(value => value < 0x80 ? value : (byte)'?'), (byte)'\n', (byte)'0'];
        return StrictJson.TryParse(ascii, options) is { RootElement.ValueKind: JsonValueKind.Number } && StrictJson.TryParse(ascii.AsMemory(..^2), options) is null;
    }

    /// <summary>Determines whether a record may lack its end: a number or literal without white space after it (RFC 7464, section 2.4).</summary>
    private static bool IsCut(byte[] record) => Trim(record)[0] is not ((byte)'{' or (byte)'[' or (byte)'"') && " \t\r\n"u8.IndexOf(record[^1]) < 0;

    private static bool Values(List<JsonElement> documents, byte[] text, JsonDocumentOptions options)
    {
        for (var rest = Trim(text); rest is not []; rest = Trim(rest))
        {
            var length = ValueLength(rest, options);
            if (length == 0)
            {
                return false;
            }

            Add(documents, rest[..length], options);
            rest = rest[length..];
        }

        return true;
    }

    /// <summary>The length of the value that a text starts with; 0 if it starts with none.</summary>
    private static int ValueLength(byte[] text, JsonDocumentOptions options)
    {
        if (text is [])
        {
            return 0;
        }

        if (text[0] is not ((byte)'{' or (byte)'[' or (byte)'"'))
        {
            var end = text.AsSpan().IndexOfAny(ScalarEnd);
            end = end < 0 ? text.Length : end;
            return StrictJson.TryParse(text.AsMemory(0, end), options) is null ? 0 : end;
        }

        var close = text[0] == '"' ? (byte)'"' : (byte)(text[0] + 2);
        for (var end = 1; end < text.Length; end++)
        {
            if (text[end] == close && StrictJson.TryParse(text.AsMemory(0, end + 1), options) is not null)
            {
                return end + 1;
            }
        }

        return 0;
    }

    private static byte[] Trim(byte[] text) => text.AsSpan().TrimStart(" \t\r\n"u8).ToArray();
}
