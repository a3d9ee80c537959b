namespace Blittable.Json;

/// <summary>Converts text with comments, trailing commas or lone surrogates to strict JSON. All other errors remain.</summary>
/// <remarks>Offsets are preserved, except after a lone surrogate kept as text, which adds a character to its string.</remarks>
internal sealed class LenientText(BlittableTextOptions options)
{
    /// <summary>The length of an escape such as <c>\ud83d</c>, and its maximum length in the output.</summary>
    private const int EscapeLength = 6, KeptEscapeLength = 7;

    private byte[] _output = [];
    private int _length;
    private bool _hasOpenComment;

    /// <summary>Returns the strict text, valid until the next call.</summary>
    public ReadOnlyMemory<byte> Convert(ReadOnlySpan<byte> text)
    {
        var capacity = (int)Math.Min(((long)text.Length * KeptEscapeLength / EscapeLength) + 1, Array.MaxLength);
        if (_output.Length < capacity)
        {
            _output = GC.AllocateUninitializedArray<byte>(capacity);
        }

        _length = 0;
        _hasOpenComment = false;
        var last = (byte)0;
        for (var at = 0; at < text.Length;)
        {
            var next = text[at];
            if (next == '"')
            {
                at += CopyString(text[at..]);
                last = next;
            }
            else if (next == '/' && options.SkipComments && FindComment(text[at..]) is > 0 and var comment)
            {
                Blank(text.Slice(at, comment));
                at += comment;
            }
            else
            {
                var isDropped = next == ',' && options.AllowTrailingCommas && last is not ((byte)'[' or (byte)'{' or (byte)',' or (byte)':' or 0) && IsTrailing(text[(at + 1)..]);
                _output[_length++] = isDropped ? (byte)' ' : next;
                last = next is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' ? last : next;
                at++;
            }
        }

        return _output.AsMemory(0, _length);
    }

    /// <summary>Returns the length of the comment that the bytes start with; 0 if its end is missing, -1 if there is no comment.</summary>
    /// <param name="bytes">The bytes, which start with a slash.</param>
    /// <param name="isEnd">True if no more bytes follow, so a line comment ends with them.</param>
    /// <param name="searched">The number of bytes that an earlier call with fewer bytes searched.</param>
    public static int CommentLength(ReadOnlySpan<byte> bytes, bool isEnd, int searched = 0)
    {
        if (bytes.Length < 2)
        {
            return isEnd ? -1 : 0;
        }

        if (bytes[1] == '/')
        {
            var end = bytes[searched..].IndexOfAny((byte)'\n', (byte)'\r');
            return end >= 0 ? searched + end : isEnd ? bytes.Length : 0;
        }

        if (bytes[1] != '*')
        {
            return -1;
        }

        var start = Math.Max(2, searched - 1);
        var close = bytes[start..].IndexOf("*/"u8);
        return close < 0 ? 0 : start + close + 2;
    }

    /// <summary>Determines whether a text has only white space and, if the options accept them, comments.</summary>
    public static bool IsBlank(ReadOnlySpan<byte> text, BlittableTextOptions options)
    {
        while (true)
        {
            text = text.TrimStart(" \t\r\n"u8);
            if (text is not [(byte)'/', ..] || !options.SkipComments || CommentLength(text, isEnd: true) is not (> 0 and var comment))
            {
                return text.IsEmpty;
            }

            text = text[comment..];
        }
    }

    /// <summary>Returns the length of a comment of the text, or a number below 1. After a comment without an end, the text has no other one with an end.</summary>
    private int FindComment(ReadOnlySpan<byte> bytes)
    {
        if (_hasOpenComment && bytes is [_, (byte)'*', ..])
        {
            return 0;
        }

        var length = CommentLength(bytes, isEnd: true);
        _hasOpenComment |= length == 0;
        return length;
    }

    private bool IsTrailing(ReadOnlySpan<byte> after)
    {
        while (true)
        {
            after = after.TrimStart(" \t\r\n"u8);
            if (after is not [(byte)'/', ..] || !options.SkipComments || FindComment(after) is not (> 0 and var comment))
            {
                return after is [(byte)']' or (byte)'}', ..];
            }

            after = after[comment..];
        }
    }

    private void Blank(ReadOnlySpan<byte> comment)
    {
        foreach (var next in comment)
        {
            _output[_length++] = next is (byte)'\n' or (byte)'\r' ? next : (byte)' ';
        }
    }

    /// <returns>The length of the string in the text.</returns>
    private int CopyString(ReadOnlySpan<byte> text)
    {
        var at = 1;
        _output[_length++] = (byte)'"';
        while (at < text.Length)
        {
            var plain = text[at..].IndexOfAny((byte)'"', (byte)'\\');
            plain = plain < 0 ? text.Length - at : plain;
            Append(text.Slice(at, plain));
            at += plain;
            if (at == text.Length)
            {
                return at;
            }

            if (text[at] == '"')
            {
                Append(text.Slice(at, 1));
                return at + 1;
            }

            at += CopyEscape(text[at..]);
        }

        return at;
    }

    private int CopyEscape(ReadOnlySpan<byte> text)
    {
        var unit = UnitOf(text);
        if (options.LoneSurrogates == BlittableLoneSurrogates.Refuse || !char.IsSurrogate(unit))
        {
            var length = Math.Min(2, text.Length);
            Append(text[..length]);
            return length;
        }

        if (char.IsHighSurrogate(unit) && char.IsLowSurrogate(UnitOf(text[EscapeLength..])))
        {
            Append(text[..(2 * EscapeLength)]);
            return 2 * EscapeLength;
        }

        if (options.LoneSurrogates == BlittableLoneSurrogates.Replace)
        {
            Append("\\ufffd"u8);
        }
        else
        {
            Append("\\"u8);
            Append(text[..EscapeLength]);
        }

        return EscapeLength;
    }

    /// <summary>Returns the UTF-16 code unit of a <c>\u</c> escape; zero if there is none.</summary>
    private static char UnitOf(ReadOnlySpan<byte> text) =>
        text.Length >= EscapeLength && text[0] == '\\' && text[1] == 'u' && System.Buffers.Text.Utf8Parser.TryParse(text.Slice(2, 4), out ushort unit, out var used, 'x') && used == 4
            ? (char)unit : '\0';

    private void Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_output.AsSpan(_length));
        _length += bytes.Length;
    }
}
