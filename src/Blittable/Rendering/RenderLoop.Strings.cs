using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Writes strings and names.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Writes a whole string, or requests a larger buffer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* WholeString(byte* to, byte* text, int length, long readable)
    {
        if (EscapeKernel.MaxEscape * (long)length > Room(to))
        {
            return WantEscaped(length);
        }

        *to++ = (byte)'"';
        to = EscapeKernel.CopyEscaped(to, text, length, readable);
        *to = (byte)'"';
        return to + 1;
    }

    /// <summary>Writes a string whose length is part of its tag and that cannot be copied unchanged.</summary>
    private byte* ShortString(byte* to, int address, int length)
    {
        RawBytes.Slice(_span, address + 1, (uint)length);
        var text = _document + address + 1;
        return WholeString(to, text, length, _documentEnd - text);
    }

    /// <summary>Writes a string of up to 65,535 bytes, which is copied at once if it fits in the buffer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* MediumString(byte* to, byte* value)
    {
        var text = value + 1 + sizeof(ushort);
        var readable = _documentEnd - text;
        var length = readable < EscapeKernel.Reach ? int.MaxValue : value[1] | (value[2] << 8);
        if (length > readable - EscapeKernel.Reach || length > Room(to))
        {
            return LongString(to, Address(value));
        }

        var plain = EscapeKernel.CopyPlain(to + 1, text, length);
        if (plain != length && EscapeKernel.MaxEscape * (length - plain) > Room(to) - plain)
        {
            return LongString(to, Address(value));
        }

        *to++ = (byte)'"';
        to = plain == length ? to + length : EscapeKernel.CopyEscaped(to + plain, text + plain, length - plain, readable - plain);
        *to = (byte)'"';
        return to + 1;
    }

    /// <summary>Writes a string of the dictionary. The bytes after it are also readable, so a short string is copied in whole vectors.</summary>
    private byte* DictionaryString(byte* to, int address, byte tag)
    {
        var index = StoredText.DictionaryIndex(_span, address, tag, _dictionary);
        var text = _dictionary.StringAndMore(index, out var length);
        fixed (byte* start = text)
        {
            if (length >= EscapeKernel.Reach || !EscapeKernel.TryCopyShort(to + 1, start, length, start + text.Length))
            {
                return WholeString(to, start, length, text.Length);
            }
        }

        *to = (byte)'"';
        to += length + 2;
        to[-1] = (byte)'"';
        return to;
    }

    private byte* LongString(byte* to, int address)
    {
        StoredText.TryGetUtf8(_span, address, _dictionary, out var text);
        var start = _document + address + 1 + (_document[address] == Tag.String16 ? sizeof(ushort) : sizeof(uint));
        return BeginPieces(to, Pieces.Text, start, text.Length);
    }

    /// <summary>Writes an encoded string. It is decoded into the output, and only a text that needs escaping is moved.</summary>
    private byte* EncodedString<TLayout>(byte* to, byte* value, byte tag)
        where TLayout : struct, IRenderLayout
    {
        if (!TLayout.IsRepeating)
        {
            return tag == Tag.ContinuedString ? ContinuedString(to, value) : DecodeString(to, value, tag);
        }

        var end = Repeat(to, value);
        if (end == null)
        {
            end = tag == Tag.ContinuedString ? ContinuedString(to, value) : DecodeString(to, value, tag);
            if (end != null && !_isInterrupted)
            {
                Remember(value, KeyOf(value), to, end);
            }
        }

        return end;
    }

    /// <summary>Writes an encoded string that does not continue another one. A string of up to 127 bytes is decoded at once.</summary>
    private byte* DecodeString(byte* to, byte* value, byte tag)
    {
        int length;
        if (value + 2 <= _documentEnd && (length = value[1]) <= MaxShortVarint && length <= Room(to))
        {
            var codes = new ReadOnlySpan<byte>(value + 2, (int)(_documentEnd - value - 2));
            var text = new Span<byte>(to + 1, length + EncodedText.Slack);
            if (SymbolsOf(tag) is { } symbols ? SymbolDecoder.DecodeWhole(symbols, codes, length, text)
                : tag <= Tag.NibbleStringLast && Nibbles.TryDecode(EncodedText.EncodingOf(tag), codes, length, text))
            {
                return CloseString(to, length);
            }
        }

        return DecodeString(to, Address(value));
    }

    /// <summary>Returns the symbols for strings with the specified tag; null if there are none or they are stored in the document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ExpandedSymbols? SymbolsOf(byte tag)
    {
        const int general = Tag.EncodedString + StringEncoding.General - StringEncoding.Smaz;
        const int trained = Tag.EncodedString + StringEncoding.Trained - StringEncoding.Smaz;
        return tag == Tag.EncodedString ? SmazCodebook.Expanded
            : tag == general ? GeneralSymbols.Table.Expanded
            : tag == trained ? _symbols ??= EncodedText.ExpandedSymbolsOf(_span, _dictionary)
            : null;
    }

    private byte* DecodeString(byte* to, int address)
    {
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        var length = text.Length;
        if (length > Room(to))
        {
            return length > LongValue ? BeginCodes(to, address) : Want(length);
        }

        text.Decode(new Span<byte>(to + 1, length + EncodedText.Slack));
        return length > LongValue && EscapeKernel.MaxEscape * (long)length > Room(to) && !IsPlain(to, length) ? BeginCodes(to, address) : CloseString(to, length);
    }

    private static bool IsPlain(byte* to, int length) => EscapeKernel.IsPlain(to + 1, length, to + 1 + length + EscapeKernel.Reach);

    /// <summary>Adds quotation marks around a decoded text, and escapes the text if necessary.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* CloseString(byte* to, int length)
    {
        *to = (byte)'"';
        if (IsPlain(to, length))
        {
            to[1 + length] = (byte)'"';
            return to + length + 2;
        }

        return DecodedString(to, length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* DecodedString(byte* to, int length)
    {
        if (EscapeKernel.MaxEscape * (long)length > Room(to))
        {
            return WantEscaped(length);
        }

        *to = (byte)'"';
        var end = EscapeKernel.EscapeInPlace(to + 1, length);
        *end = (byte)'"';
        return end + 1;
    }

    private byte* WantEscaped(int length) =>
        EscapeKernel.MaxEscape * (long)length > Array.MaxLength - 4 * Slack ? TooLarge() : Want(EscapeKernel.MaxEscape * (long)length);

    /// <summary>Writes a quoted name and a colon if no text exists for the name.</summary>
    /// <returns>The end; null if the space is insufficient.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* OtherName(byte* to, RenderFrame* frame)
    {
        var shape = ShapeOf(frame);
        var name = shape.Name(frame->Last - (int)((frame->SlotsEnd - frame->Slot) / frame->Step));
        byte* end;
        fixed (byte* text = name)
        {
            // A short name always fits, like a name with a text. An empty name has no address.
            if (name.Length is > 0 and <= NameTexts.Texts.MaxName && (frame->Shape & RenderFrame.ShapeOfDictionary) == 0
                && EscapeKernel.TryCopyShort(to + 1, text, name.Length, _documentEnd))
            {
                *to = (byte)'"';
                end = to + 1 + name.Length;
                *end++ = (byte)'"';
            }
            else
            {
                end = WholeString(to, text, name.Length, name.Length);
            }
        }

        if (end != null)
        {
            *end++ = (byte)':';
            frame->Name += frame->Name != NameTexts.Texts.None ? 1 : 0;
        }

        return end;
    }

    /// <summary>Returns the block of the shape in a frame.</summary>
    private readonly ShapeBlock ShapeOf(RenderFrame* frame)
    {
        var number = (uint)frame->Shape;
        return (frame->Shape & RenderFrame.ShapeOfDictionary) != 0 ? ShapeBlock.Read(_dictionary!.Shapes, _dictionary.ShapeAddress((int)number))
            : ShapeBlock.Read(_span, (frame->Shape & RenderFrame.ShapeOfDocument) != 0 ? Trailer.ShapeAddress(_span, _shapeTable, number) : (int)number);
    }

    // Renders strings that share their first bytes with an earlier string, by copying these bytes from the earlier text.

    /// <summary>The maximum length of the header of a string with a distance of one or two bytes: three bytes, the distance, and the tag and length of the
    /// remainder.</summary>
    private const int ContinuedHead = 6;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ContinuedString(byte* to, byte* value)
    {
        var end = ContinueText(to, value);
        return end != null ? end : DecodeString(to, Address(value));
    }

    /// <summary>Copies the start of a string and decodes its remainder.</summary>
    /// <returns>The end; null if the earlier text is not available, anything must be escaped, or lengths are uncommon or damaged.</returns>
    private byte* ContinueText(byte* to, byte* value)
    {
        if (_documentEnd - value < ContinuedHead)
        {
            return null;
        }

        int start = value[1];
        int distance = value[2];
        var rest = value + 3;
        if (distance > MaxShortVarint)
        {
            distance = (distance & MaxShortVarint) | (*rest << 7);
            rest++;
        }

        var origin = Address(value) - distance;
        var isRaw = (uint)(*rest - Tag.ShortString) <= Tag.MaxShortString;
        var length = isRaw ? *rest - Tag.ShortString : rest[1];
        var symbols = isRaw ? null : SymbolsOf(*rest);
        if (rest[-1] > MaxShortVarint || origin < 0 || (!isRaw && symbols is null) || length > MaxShortVarint || start + length > Room(to))
        {
            return null;
        }

        var earlier = TextOf(origin, start);
        if (earlier == null)
        {
            return null;
        }

        // This only succeeds if neither the used part of the earlier text nor the remainder needs escaping.
        *to++ = (byte)'"';
        if (EscapeKernel.CopyPlain(to, earlier, start) != start)
        {
            return null;
        }

        to += start;
        if (!isRaw)
        {
            if (!SymbolDecoder.DecodeWhole(
                    symbols!, new ReadOnlySpan<byte>(rest + 2, (int)(_documentEnd - rest - 2)), length, new Span<byte>(to, length + SymbolDecoder.SpareBytes))
                || !EscapeKernel.IsPlain(to, length, to + length + EscapeKernel.Reach))
            {
                return null;
            }

            to += length;
            *to = (byte)'"';
            return to + 1;
        }

        if (!EscapeKernel.TryCopyShort(to, rest + 1, length, _documentEnd))
        {
            return null;
        }

        to += length;
        *to = (byte)'"';
        return to + 1;
    }

    /// <summary>Returns the first bytes of an earlier string: in the document if it is raw; otherwise, in the rendered text.</summary>
    /// <returns>The text; null if it is not available or too short.</returns>
    private readonly byte* TextOf(int origin, int length)
    {
        var value = _document + origin;
        var isShort = (uint)(*value - Tag.ShortString) <= Tag.MaxShortString;
        if (isShort || *value == Tag.String16)
        {
            // The bytes after the tag are in the document, because this is an earlier string of it.
            var stored = isShort ? *value - Tag.ShortString : value[1] | (value[2] << 8);
            var text = value + (isShort ? 1 : 1 + sizeof(ushort));
            return length <= stored && text + length + EscapeKernel.Reach <= _documentEnd ? text : null;
        }

        if (_places == null || !ContinuedText.IsString(*value))
        {
            return null;
        }

        const int quotes = 2;
        var key = _buffer | (uint)origin;
        var place = RenderedValues.Place(_places, key);
        return place->Key == key && place->Length >= length + quotes ? TextOf(place) + 1 : null;
    }
}
