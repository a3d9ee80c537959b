using System.Buffers.Text;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Values that are longer than a buffer: they are written piece by piece, so that rendering to a stream takes the same memory whatever their length.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Bytes of text up to which a value that is not stored as its text is written as a whole, in a buffer that has room for it.</summary>
    private const int LongValue = NextBuffer;

    /// <summary>Selects how the bytes of a value become text.</summary>
    private enum Pieces : byte
    {
        /// <summary>The text of a string, of which bytes are escaped.</summary>
        Text,

        /// <summary>The codes of a string.</summary>
        Codes,

        /// <summary>The text of a number.</summary>
        Number,

        /// <summary>Bytes that JSON has in base64.</summary>
        Base64,
    }

    /// <summary>Writes the first piece of a value, or all of it.</summary>
    /// <param name="to">Where to.</param>
    /// <param name="pieces">How.</param>
    /// <param name="bytes">The first of its bytes in the document.</param>
    /// <param name="length">How many there are.</param>
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

    /// <summary>Writes the first piece of a string in codes.</summary>
    private byte* BeginCodes(byte* to, int address)
    {
        _textDone = _codesDone = 0;
        return BeginPieces(to, Pieces.Codes, _document + address, 0);
    }

    /// <summary>Goes on in a value, as far as the room reaches; <see cref="_text"/> is null when it is done.</summary>
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
                _ => Room(to) / 4 * 3, // three bytes are four characters
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

    /// <summary>Decodes into the output, and escapes there what must be escaped.</summary>
    private byte* WriteCodes(byte* to)
    {
        var address = Address(_text);
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        while (_textDone < text.Length)
        {
            // A code may go past the goal. The start of a continued string is not divided.
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
