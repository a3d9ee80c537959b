using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Writes values other than short strings and small integers. Each method returns the end of the text, or null if the space is insufficient.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Gets the five literals in the order of their tags, each with a comma, as little-endian words.</summary>
    private static ReadOnlySpan<ulong> Literals =>
    [
        'n' | 'u' << 8 | 'l' << 16 | (ulong)'l' << 24 | (ulong)',' << 32,
        'f' | 'a' << 8 | 'l' << 16 | (ulong)'s' << 24 | (ulong)'e' << 32 | (ulong)',' << 40,
        't' | 'r' << 8 | 'u' << 16 | (ulong)'e' << 24 | (ulong)',' << 32,
        '[' | ']' << 8 | ',' << 16,
        '{' | '}' << 8 | ',' << 16,
    ];

    private static ReadOnlySpan<byte> LiteralLengths => [5, 6, 5, 3, 3];

    /// <summary>Gets the integers 0 to 63, each with a comma, as little-endian words whose top byte contains the number of characters.</summary>
    private static ReadOnlySpan<uint> SmallIntegers =>
    [
        0x02002C30, 0x02002C31, 0x02002C32, 0x02002C33, 0x02002C34, 0x02002C35, 0x02002C36, 0x02002C37,
        0x02002C38, 0x02002C39, 0x032C3031, 0x032C3131, 0x032C3231, 0x032C3331, 0x032C3431, 0x032C3531,
        0x032C3631, 0x032C3731, 0x032C3831, 0x032C3931, 0x032C3032, 0x032C3132, 0x032C3232, 0x032C3332,
        0x032C3432, 0x032C3532, 0x032C3632, 0x032C3732, 0x032C3832, 0x032C3932, 0x032C3033, 0x032C3133,
        0x032C3233, 0x032C3333, 0x032C3433, 0x032C3533, 0x032C3633, 0x032C3733, 0x032C3833, 0x032C3933,
        0x032C3034, 0x032C3134, 0x032C3234, 0x032C3334, 0x032C3434, 0x032C3534, 0x032C3634, 0x032C3734,
        0x032C3834, 0x032C3934, 0x032C3035, 0x032C3135, 0x032C3235, 0x032C3335, 0x032C3435, 0x032C3535,
        0x032C3635, 0x032C3735, 0x032C3835, 0x032C3935, 0x032C3036, 0x032C3136, 0x032C3236, 0x032C3336,
    ];

    private byte* Other(byte* to, int address, byte tag)
    {
        switch (tag)
        {
            case >= Tag.ShortNumberText and <= Tag.ShortNumberTextLast:
                return TextNumber(to, address, RawBytes.Slice(_span, address + 1, (uint)(tag - Tag.ShortNumberText)));
            case >= Tag.ShortString and <= Tag.ShortStringLast:
                return ShortString(to, address, tag - Tag.ShortString);
            case Tag.String16 or Tag.String32:
                return LongString(to, address);
            case >= Tag.Integer and <= Tag.NegativeIntegerLast:
            case >= Tag.ShortDecimal and <= Tag.NarrowFloat64:
            case Tag.NumberText or Tag.Float32 or Tag.Float64:
                return Number(to, address);
            case Tag.NumberArray:
                return PackedArray(to, address);
            case Tag.Binary:
                return Binary(to, address);
            case Tag.Extension:
                return Extension(to, address);
            default:
                ThrowHelper.InvalidTag(tag, "the tag of a value", address);
                return null;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Literal(byte* to, ReadOnlySpan<byte> text)
    {
        text.CopyTo(new Span<byte>(to, text.Length));
        return to + text.Length;
    }

    /// <summary>Writes null, false, true or an empty container, and a comma.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* Literal(byte* to, byte tag)
    {
        Store64(to, Literals[tag - Tag.Null]);
        return to + LiteralLengths[tag - Tag.Null];
    }

    /// <summary>Writes an integer from 0 to 63, and a comma.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* SmallInteger(byte* to, byte value)
    {
        var text = SmallIntegers[value];
        Store32(to, text);
        return to + (text >> 24);
    }

    /// <summary>Writes an integer with a magnitude of one to four bytes, the most common form, and a comma.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* ShortInteger(byte* to, byte* value, byte tag)
    {
        to = DigitWriterKernel.Write32(to, LowBytes(Load32(value + 1), tag - Tag.Integer + 1));
        *to = (byte)',';
        return to + 1;
    }

    /// <summary>Returns the lowest one to four bytes of a word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LowBytes(uint word, int count) =>
        Bmi2.IsSupported ? Bmi2.ZeroHighBits(word, (uint)(8 * count)) : word & (uint.MaxValue >> (32 - (8 * count)));

    /// <summary>Writes a decimal with 1 to 3 fraction digits and a mantissa of one to four bytes.</summary>
    private static byte* ShortDecimal(byte* to, byte* value, byte tag)
    {
        var scale = DecimalTag.ReadShortHead(tag, out var size);
        var zigzag = LowBytes(Load32(value + 1), size);
        var mantissa = DecimalTag.FromZigzag(zigzag);
        *to = (byte)'-';
        return DigitWriterKernel.WriteShortDecimal(to + (zigzag & 1), (uint)Math.Abs(mantissa), scale);
    }

    private byte* Number(byte* to, int address)
    {
        StoredNumber.TryRead(_span, address, out var number);
        return Number(to, address, number);
    }

    private byte* Number(byte* to, int address, in StoredNumber number)
    {
        switch (number.Form)
        {
            case NumberForm.Integer:
                *to = (byte)'-';
                return DigitWriterKernel.Write(to + (number.IsNegative ? 1 : 0), number.Magnitude);
            case NumberForm.Decimal when number.FractionDigits <= DigitWriterKernel.MaxFraction:
                *to = (byte)'-';
                return DigitWriterKernel.WriteDecimal(to + (number.IsNegative ? 1 : 0), number.Magnitude, number.FractionDigits);
            case NumberForm.Text:
                return TextNumber(to, address, number.Text);
            default:
                if (number.TryFormat(new Span<byte>(to, Slack), out var written))
                {
                    return to + written;
                }

                return NotANumber(to, address, number);
        }
    }

    private readonly byte* NotANumber(byte* to, int address, in StoredNumber number)
    {
        NumberReader.ReadDouble(number, out var value);
        var text = double.IsNaN(value) ? "\"NaN\""u8 : value > 0 ? "\"Infinity\""u8 : "\"-Infinity\""u8;
        switch (_notJson)
        {
            case BlittableNotJson.Null:
                return Literal(to, "null"u8);
            case BlittableNotJson.String:
                return Literal(to, text);
            default:
                ThrowHelper.NotJson(double.IsNaN(value) ? "NaN" : "an infinity", address);
                return null;
        }
    }

    private byte* TextNumber(byte* to, int address, ReadOnlySpan<byte> text)
    {
        var isLong = text.Length > Room(to);
        if (isLong && text.Length <= LongValue)
        {
            return Want(text.Length);
        }

        if (!NumberText.TryParse(text, out _))
        {
            ThrowHelper.InvalidNumber(address);
        }

        return isLong ? BeginPieces(to, Pieces.Number, (byte*)Unsafe.AsPointer(in text[0]), text.Length) : Literal(to, text);
    }

    private byte* Binary(byte* to, int address)
    {
        var offset = address + 1;
        return Base64String(to, RawBytes.ReadRun(_span, ref offset));
    }

    private byte* Extension(byte* to, int address)
    {
        var offset = address + 2;
        var bytes = RawBytes.ReadRun(_span, ref offset);
        switch (_notJson)
        {
            case BlittableNotJson.Null:
                return Literal(to, "null"u8);
            case BlittableNotJson.String:
                return Base64String(to, bytes);
            default:
                ThrowHelper.NotJson($"a foreign extension of type {_document[address + 1]}", address);
                return null;
        }
    }

    private byte* Base64String(byte* to, ReadOnlySpan<byte> bytes)
    {
        var length = (bytes.Length + 2L) / 3 * 4;
        if (length > Room(to))
        {
            return length > LongValue ? BeginPieces(to, Pieces.Base64, (byte*)Unsafe.AsPointer(in bytes[0]), bytes.Length) : Want(length);
        }

        *to = (byte)'"';
        Base64.EncodeToUtf8(bytes, new Span<byte>(to + 1, (int)length), out _, out var written);
        to[1 + written] = (byte)'"';
        return to + written + 2;
    }

    private static byte* TooLarge()
    {
        ThrowHelper.ExpansionTooLarge(Array.MaxLength);
        return null;
    }

    // Writes values that are longer than a buffer in pieces, so rendering to a stream needs constant memory.

    /// <summary>The maximum text length for which a value not stored as its text is written as a whole. The buffer must then have sufficient space.</summary>
    private const int LongValue = NextBuffer;

    /// <summary>Specifies how the bytes of a value are converted to text.</summary>
    private enum Pieces : byte
    {
        /// <summary>The text of a string, in which some bytes are escaped.</summary>
        Text,

        /// <summary>The encoded bytes of a string.</summary>
        Codes,

        /// <summary>The text of a number.</summary>
        Number,

        /// <summary>Binary data, which JSON represents as base64.</summary>
        Base64,
    }

    /// <summary>Writes the first piece of a value, or all of it.</summary>
    /// <param name="to">The destination.</param>
    /// <param name="pieces">The kind of conversion.</param>
    /// <param name="bytes">The first byte of the value in the document.</param>
    /// <param name="length">The number of bytes.</param>
    private byte* BeginPieces(byte* to, Pieces pieces, byte* bytes, int length)
    {
        _pieces = pieces;
        _text = bytes;
        _textEnd = bytes + length;
        if (pieces != Pieces.Number)
        {
            *to++ = (byte)'"';
        }

        to = WritePieces(to);
        _isInterrupted = _text != null;
        return to;
    }

    /// <summary>Writes the first piece of an encoded string.</summary>
    private byte* BeginCodes(byte* to, int address)
    {
        _textDone = _codesDone = 0;
        return BeginPieces(to, Pieces.Codes, _document + address, 0);
    }

    /// <summary>Continues a value as far as the buffer allows. Sets <see cref="_text"/> to null at the end of the value.</summary>
    private byte* WritePieces(byte* to)
    {
        if (_pieces == Pieces.Codes)
        {
            return WriteCodes(to);
        }

        while (_text < _textEnd)
        {
            var length = (int)Math.Min(_textEnd - _text, _pieces switch
            {
                Pieces.Text => Room(to) / EscapeKernel.MaxEscape,
                Pieces.Number => Room(to),
                _ => Room(to) / 4 * 3, // three bytes become four characters
            });
            if (length <= 0)
            {
                return to;
            }

            to = WritePiece(to, length);
            _text += length;
        }

        return EndPieces(to);
    }

    private readonly byte* WritePiece(byte* to, int length)
    {
        switch (_pieces)
        {
            case Pieces.Text:
                return EscapeKernel.CopyEscaped(to, _text, length, _documentEnd - _text);
            case Pieces.Number:
                return Literal(to, new ReadOnlySpan<byte>(_text, length));
            default:
                Base64.EncodeToUtf8(new ReadOnlySpan<byte>(_text, length), new Span<byte>(to, (int)(_limit - to) + Slack), out _, out var written);
                return to + written;
        }
    }

    /// <summary>Decodes a piece into the output, and escapes it there if necessary.</summary>
    private byte* WriteCodes(byte* to)
    {
        var address = Address(_text);
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        while (_textDone < text.Length)
        {
            // Decoding may exceed the goal by one code. The shared start of a continued string cannot be split.
            var left = text.Length - _textDone;
            var goal = (int)Math.Min(left, (Room(to) / EscapeKernel.MaxEscape) - ContinuedText.MaxCode) & (left > 1 ? ~1 : ~0);
            if (goal <= 0 || (_textDone < text.Start && goal < text.Start))
            {
                return to;
            }

            var length = text.DecodePiece(goal, _textDone, ref _codesDone, new Span<byte>(to, goal + ContinuedText.MaxCode + EncodedText.Slack));
            to = EscapeKernel.IsPlain(to, length, to + length + EscapeKernel.Reach) ? to + length : EscapeKernel.EscapeInPlace(to, length);
            _textDone += length;
        }

        return EndPieces(to);
    }

    private byte* EndPieces(byte* to)
    {
        _text = null;
        if (_pieces != Pieces.Number)
        {
            *to++ = (byte)'"';
        }

        return to;
    }

    // Renders dates.

    /// <summary>Writes a date in quotation marks. Not inlined, because the loop over values has no registers to spare.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* Date(byte* to, int address, byte tag)
    {
        *to++ = (byte)'"';
        var payload = _document + address + 1;
        var end = tag <= Tag.RawDateLast
            ? StoredDateKernel.WriteRaw(to, tag - Tag.RawDate, payload, _documentEnd)
            : StoredDateKernel.WriteCompact(to, tag - Tag.CompactDate, payload, _documentEnd);
        if (end == null)
        {
            end = to + StoredDate.Format(_span, address, new Span<byte>(to, Slack));
        }

        *end = (byte)'"';
        return end + 1;
    }
}
