using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Unicode;

namespace Blittable.Json;

/// <summary>Reads JSON strictly, byte by byte, to report the first error and its position.</summary>
/// <remarks>
/// This simple reader complements the fast parser. It is called when a text is known to be invalid, and tests verify that both accept the same texts.
/// </remarks>
internal ref partial struct JsonFault
{
    private readonly ReadOnlySpan<byte> _text;
    private readonly int _maxDepth;
    private readonly bool _checkNumbers;
    private readonly long _firstOffset;
    private readonly long _firstLine;
    private readonly int _indent;
    private int _at;

    private JsonFault(ReadOnlySpan<byte> text, int maxDepth, bool checkNumbers, long firstOffset, long firstLine, int indent)
    {
        _firstOffset = firstOffset;
        _firstLine = firstLine;
        _indent = indent;
        _text = text;
        _maxDepth = maxDepth;
        _checkNumbers = checkNumbers;
    }

    private readonly int Next => _at < _text.Length ? _text[_at] : -1;

    /// <summary>Throws an exception for the error in a text that the parser has refused.</summary>
    [DoesNotReturn]
    public static void Throw(ReadOnlySpan<byte> text, int maxDepth, bool checkNumbers, long firstOffset = 0, long firstLine = 1, int indent = 0)
    {
        throw Find(text, maxDepth, checkNumbers, firstOffset, firstLine, indent)
            ?? new BlittableException(BlittableErrorCode.InvalidOperation, "The converter rejected text that the strict reader accepts.");
    }

    /// <summary>Returns the first error of a text, or null if the text is valid JSON.</summary>
    /// <param name="text">The text.</param>
    /// <param name="maxDepth">The maximum nesting depth of containers.</param>
    /// <param name="checkNumbers">True to check numbers with a fraction or an exponent.</param>
    /// <param name="firstOffset">The offset of the text in the caller's input.</param>
    /// <param name="firstLine">The line number at which the text starts.</param>
    /// <param name="indent">The number of bytes before the text on that line.</param>
    public static BlittableException? Find(ReadOnlySpan<byte> text, int maxDepth, bool checkNumbers, long firstOffset = 0, long firstLine = 1, int indent = 0)
    {
        try
        {
            new JsonFault(text, maxDepth, checkNumbers, firstOffset, firstLine, indent).Read();
            return null;
        }
        catch (BlittableException fault)
        {
            return fault;
        }
    }

    private void Read()
    {
        var objects = new BitArray(64);
        var depth = 0;
        while (true)
        {
            SkipWhitespace();
            if (Next is '{' or '[')
            {
                var isObject = Next == '{';
                var start = _at++;
                SkipWhitespace();
                if (Next != (isObject ? '}' : ']'))
                {
                    if (depth == _maxDepth)
                    {
                        _at = start;
                        Fail(BlittableErrorCode.TooDeep, $"Containers are nested more than {_maxDepth} deep");
                    }

                    if (depth == objects.Length)
                    {
                        objects.Length *= 2;
                    }

                    objects[depth++] = isObject;
                    if (isObject)
                    {
                        ReadName();
                    }

                    continue;
                }

                // An empty container does not add a level, because nothing is nested in it.
                _at++;
            }
            else
            {
                ReadScalar();
            }

            while (true)
            {
                SkipWhitespace();
                if (depth == 0)
                {
                    if (Next >= 0)
                    {
                        Fail(BlittableErrorCode.TrailingCharacters, $"Expected the end of the text after the value, found {Found()}");
                    }

                    return;
                }

                var inObject = objects[depth - 1];
                if (Next == (inObject ? '}' : ']'))
                {
                    _at++;
                    depth--;
                    continue;
                }

                Require(',', inObject ? "',' or '}' after a property" : "',' or ']' after an element");
                SkipWhitespace();
                if (inObject)
                {
                    ReadName();
                }

                break;
            }
        }
    }

    private void ReadName()
    {
        if (Next != '"')
        {
            Unexpected("a property name");
        }

        ReadString();
        SkipWhitespace();
        Require(':', "':' after a property name");
    }

    private void ReadScalar()
    {
        switch (Next)
        {
            case '"':
                ReadString();
                break;
            case 't':
                ReadLiteral("true"u8);
                break;
            case 'f':
                ReadLiteral("false"u8);
                break;
            case 'n':
                ReadLiteral("null"u8);
                break;
            case '-' or (>= '0' and <= '9'):
                ReadNumber();
                break;
            default:
                Unexpected("a value");
                break;
        }
    }

    private void ReadLiteral(ReadOnlySpan<byte> literal)
    {
        foreach (var expected in literal)
        {
            Require(expected, "the rest of a literal");
        }
    }

    private void ReadString()
    {
        var start = ++_at;
        while (Next != '"')
        {
            switch (Next)
            {
                case < 0:
                    CheckUtf8(start);
                    Fail(BlittableErrorCode.UnexpectedEnd, "Expected the closing quote of a string, found the end of the text");
                    break;
                case < ' ':
                    CheckUtf8(start);
                    Fail(BlittableErrorCode.ControlCharacter, $"Expected an escaped control character, found {Found()}");
                    break;
                case '\\':
                    CheckUtf8(start);
                    ReadEscape();
                    start = _at;
                    break;
                default:
                    _at++;
                    break;
            }
        }

        CheckUtf8(start);
        _at++;
    }

    private void ReadEscape()
    {
        var start = _at++;
        switch (Next)
        {
            case '"' or '\\' or '/' or 'b' or 'f' or 'n' or 'r' or 't':
                _at++;
                break;
            case 'u':
                var first = ReadCodeUnit(start);
                if (char.IsLowSurrogate(first) || (char.IsHighSurrogate(first) && !(_text[_at..].StartsWith("\\u"u8) && SkipAndTestLow())))
                {
                    _at = start;
                    Fail(BlittableErrorCode.InvalidEscape, "Expected both halves of a surrogate pair, found only one");
                }

                break;
            case < 0:
                Fail(BlittableErrorCode.UnexpectedEnd, "Expected the rest of an escape, found the end of the text");
                break;
            default:
                Fail(BlittableErrorCode.InvalidEscape, $"Expected one of \" \\ / b f n r t u after a backslash, found {Found()}");
                break;
        }
    }

    private bool SkipAndTestLow()
    {
        var start = _at++;
        return char.IsLowSurrogate(ReadCodeUnit(start));
    }

    /// <summary>Reads <c>uXXXX</c>, starting at the u.</summary>
    private char ReadCodeUnit(int start)
    {
        _at++;
        var value = 0;
        for (var i = 0; i < 4; i++)
        {
            if (Next < 0)
            {
                Fail(BlittableErrorCode.UnexpectedEnd, "Expected four hexadecimal digits of an escape, found the end of the text");
            }

            if (!char.IsAsciiHexDigit((char)Next))
            {
                Fail(BlittableErrorCode.InvalidEscape, $"Expected four hexadecimal digits of the escape at byte {start}, found {Found()}");
            }

            value = value << 4 | Convert.ToInt32(((char)Next).ToString(), 16);
            _at++;
        }

        return (char)value;
    }

    /// <summary>Checks the raw text from <paramref name="start"/> to the current position.</summary>
    private void CheckUtf8(int start)
    {
        var raw = _text[start.._at];
        if (Utf8.IsValid(raw))
        {
            return;
        }

        _at = start;
        while (System.Text.Rune.DecodeFromUtf8(_text[_at..], out _, out var length) == System.Buffers.OperationStatus.Done)
        {
            _at += length;
        }

        Fail(BlittableErrorCode.InvalidUtf8, $"Expected UTF-8, found {Found()}");
    }

    private void SkipWhitespace()
    {
        while (Next is ' ' or '\t' or '\n' or '\r')
        {
            _at++;
        }
    }

    private void Require(int expected, string what)
    {
        if (Next != expected)
        {
            Unexpected(what);
        }

        _at++;
    }

    [DoesNotReturn]
    private readonly void Unexpected(string what) =>
        Fail(Next < 0 ? BlittableErrorCode.UnexpectedEnd : BlittableErrorCode.UnexpectedCharacter, $"Expected {what}, found {Found()}");

    private readonly string Found() => Next switch
    {
        < 0 => "the end of the text",
        0xEF when _at == 0 && _text.StartsWith(Encoding.UTF8.Preamble) => "a byte order mark",
        > ' ' and < 0x7F => $"'{(char)Next}'",
        _ => $"byte 0x{Next:x2}",
    };

    [DoesNotReturn]
    private readonly void Fail(BlittableErrorCode code, string message) => throw Fault(code, message);

    private readonly BlittableException Fault(BlittableErrorCode code, string message, string end = "")
    {
        var before = _text[.._at];
        var line = before.Count((byte)'\n') + _firstLine;
        var lineStart = before.LastIndexOf((byte)'\n');
        var column = _at - lineStart + (lineStart < 0 ? _indent : 0);
        var offset = _firstOffset + _at;
        var place = $"at byte {offset} (line {line}, column {column})";
        return new BlittableException(code, end.Length == 0 ? $"{message} {place}." : $"{message} {place} {end}.", offset, line, column);
    }
}
