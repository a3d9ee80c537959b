using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Json;

/// <summary>Strings and names.</summary>
internal unsafe ref partial struct RenderKernel
{
    /// <summary>The longest that an escape makes of one byte: <c>\u001f</c>.</summary>
    private const int MaxEscape = 6;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* ShortString(byte* to, byte* text, int length)
    {
        if (text + EscapeKernel.Reach > _documentEnd)
        {
            RawBytes.Slice(_span, (int)(text - _document), (uint)length);
            return WholeString(to, text, length, _documentEnd - text);
        }

        // One load and one store hold every string whose length lies in its tag.
        *to = (byte)'"';
        if (EscapeKernel.CopyShort(to + 1, text, length))
        {
            to[1 + length] = (byte)'"';
            return to + length + 2;
        }

        return WholeString(to, text, length, _documentEnd - text);
    }

    /// <summary>A string that is written at once or not at all.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* WholeString(byte* to, byte* text, int length, long readable)
    {
        if (MaxEscape * (long)length > Room(to))
        {
            return WantEscaped(length);
        }

        *to++ = (byte)'"';
        to = EscapeKernel.CopyEscaped(to, text, length, readable);
        *to = (byte)'"';
        return to + 1;
    }

    private byte* LongString(byte* to, int address)
    {
        StoredText.TryGetUtf8(_span, address, _dictionary, out var text);
        var start = _document + address + 1 + (_document[address] == Tag.String16 ? sizeof(ushort) : sizeof(uint));
        *to++ = (byte)'"';
        _text = start;
        _textEnd = start + text.Length;
        ContinueText(ref to);
        return to;
    }

    /// <summary>Goes on in a raw string, as far as the room reaches.</summary>
    /// <returns>False where it is not done; otherwise <see cref="_text"/> is null.</returns>
    private bool ContinueText(ref byte* to)
    {
        while (_text < _textEnd)
        {
            var length = (int)Math.Min(_textEnd - _text, Room(to) / MaxEscape);
            if (length <= 0)
            {
                return false;
            }

            to = EscapeKernel.CopyEscaped(to, _text, length, _documentEnd - _text);
            _text += length;
        }

        _text = null;
        *to++ = (byte)'"';
        return true;
    }

    /// <summary>Decodes into the output, and only a text that needs escapes is moved out again.</summary>
    private byte* EncodedString(byte* to, int address)
    {
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        var length = text.Length;
        if (length > Room(to))
        {
            return Want(length);
        }

        *to = (byte)'"';
        text.Decode(new Span<byte>(to + 1, length + EncodedText.Slack));
        if (EscapeKernel.IsPlain(to + 1, length))
        {
            to[1 + length] = (byte)'"';
            return to + length + 2;
        }

        return DecodedString(to, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* DecodedString(byte* to, int length)
    {
        if (MaxEscape * (long)length > Room(to))
        {
            return WantEscaped(length);
        }

        var copy = ArrayPool<byte>.Shared.Rent(length);
        new Span<byte>(to + 1, length).CopyTo(copy);
        fixed (byte* text = copy)
        {
            to = WholeString(to, text, length, copy.Length);
        }

        ArrayPool<byte>.Shared.Return(copy);
        return to;
    }

    private byte* WantEscaped(int length) =>
        MaxEscape * (long)length > Array.MaxLength - 4 * Slack ? TooLarge() : Want(MaxEscape * (long)length);

    /// <summary>A name with its quotes and colon.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* Name(byte* to, ref RenderFrame frame, int index)
    {
        uint start = 0;
        uint end;
        switch (frame.EndShift)
        {
            case 0:
                end = frame.Ends[index];
                start = index == 0 ? 0u : frame.Ends[index - 1];
                break;
            case 1:
                end = ((ushort*)frame.Ends)[index];
                start = index == 0 ? 0u : ((ushort*)frame.Ends)[index - 1];
                break;
            default:
                end = ((uint*)frame.Ends)[index];
                start = index == 0 ? 0u : ((uint*)frame.Ends)[index - 1];
                break;
        }

        if (start > end || end > frame.NamesLength)
        {
            ThrowHelper.InvalidName(start, end, frame.Address);
        }

        return Name(to, frame.Names + start, (int)(end - start), frame.Names + frame.NamesLength);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* Name(byte* to, byte* name, int length, byte* namesEnd)
    {
        // Behind a document's names stand at least its slots and trailer, behind a dictionary's perhaps nothing.
        var readable = name >= _document && name < _documentEnd ? _documentEnd : namesEnd;
        *to = (byte)'"';
        byte* end;
        if (length < EscapeKernel.Reach && readable - name >= EscapeKernel.Reach && EscapeKernel.CopyShort(to + 1, name, length))
        {
            end = to + 1 + length;
        }
        else if (MaxEscape * (long)length > Room(to))
        {
            return WantEscaped(length);
        }
        else
        {
            end = EscapeKernel.CopyEscaped(to + 1, name, length, readable - name);
        }

        end[0] = (byte)'"';
        end[1] = (byte)':';
        end[2] = (byte)' ';
        return end + (_isIndented ? 3 : 2);
    }
}
