using System.Buffers.Text;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Writes values that are longer than a buffer in pieces, so that rendering to a stream needs constant memory.</content>
internal unsafe ref partial struct RenderLoop
{
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
}
