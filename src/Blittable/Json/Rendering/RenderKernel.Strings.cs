using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable.Json;

/// <content>Strings and names.</content>
internal unsafe ref partial struct RenderKernel
{
    /// <summary>Writes a string as a whole, or not at all.</summary>
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

    /// <summary>A string whose length lies in its tag, and that cannot be copied as it stands.</summary>
    private byte* ShortString(byte* to, int address, int length)
    {
        RawBytes.Slice(_span, address + 1, (uint)length);
        var text = _document + address + 1;
        return WholeString(to, text, length, _documentEnd - text);
    }

    /// <summary>A string of up to 65,535 bytes: where it fits whole, it is copied at once.</summary>
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

    /// <summary>A string of the dictionary. What stands behind it there may be read too, so that a short one is copied by whole vectors.</summary>
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
        *to++ = (byte)'"';
        _text = start;
        _textEnd = start + text.Length;
        to = CopyText(to);
        _isInterrupted = _text != null;
        return to;
    }

    /// <summary>Goes on in a raw string, as far as the room reaches; <see cref="_text"/> is null when it is done.</summary>
    private byte* CopyText(byte* to)
    {
        while (_text < _textEnd)
        {
            var length = (int)Math.Min(_textEnd - _text, Room(to) / EscapeKernel.MaxEscape);
            if (length <= 0)
            {
                return to;
            }

            to = EscapeKernel.CopyEscaped(to, _text, length, _documentEnd - _text);
            _text += length;
        }

        _text = null;
        *to = (byte)'"';
        return to + 1;
    }

    /// <summary>A string in codes. It is decoded into the output, and only a text that needs escapes is moved out again.</summary>
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
            if (end != null)
            {
                Remember(value, KeyOf(value), to, end);
            }
        }

        return end;
    }

    private byte* DecodeString(byte* to, byte* value, byte tag)
    {
        if (tag == Tag.EncodedString)
        {
            return SmazString(to, value);
        }

        if (tag <= Tag.NibbleStringLast && TryNibbleString(to, value, tag))
        {
            return to + value[1] + 2;
        }

        return SymbolTextKernel.IsSupported && tag > Tag.NibbleStringLast ? SymbolString(to, value, tag) : DecodeString(to, Address(value));
    }

    /// <summary>Writes a string of characters in half bytes, none of which is escaped, and a comma behind it.</summary>
    /// <returns>False where it is long or damaged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool TryNibbleString(byte* to, byte* value, byte tag)
    {
        if (value + 1 >= _documentEnd
            || !NibbleVectorKernel.TryDecode((StringEncoding)(tag - Tag.EncodedString + 1), value + 2, _documentEnd, value[1], to + 1))
        {
            return false;
        }

        *to = (byte)'"';
        Store16(to + value[1] + 1, '"' | (',' << 8));
        return true;
    }

    /// <summary>A string in codes of a symbol table.</summary>
    private byte* SymbolString(byte* to, byte* value, byte tag)
    {
        var symbols = SymbolsOf(tag);
        var codes = CodesOf(value, out var length);
        if (length > Room(to))
        {
            return Want(length);
        }

        if (symbols is null || !SymbolTextKernel.Suits(length))
        {
            return DecodeString(to, Address(value));
        }

        *to = (byte)'"';
        var canEscape = EscapeKernel.MaxEscape * (long)length <= Room(to + 1);
        var end = SymbolTextKernel.Decode(symbols, codes, _documentEnd, to + 1, to + 1 + length, canEscape, out var isEscaped);
        if (end == null)
        {
            return DecodeString(to, Address(value));
        }

        if (!isEscaped)
        {
            return WantEscaped(length);
        }

        *end = (byte)'"';
        return end + 1;
    }

    /// <summary>The symbols of a string with such a tag; null where it has none, or no kernel for them.</summary>
    private SymbolPlaces? SymbolsOf(byte tag)
    {
        const int general = Tag.EncodedString + StringEncoding.General - StringEncoding.Smaz;
        const int trained = Tag.EncodedString + StringEncoding.Trained - StringEncoding.Smaz;
        return !SymbolTextKernel.IsSupported ? null
            : tag == general ? GeneralSymbols.Table.Expanded.Places
            : tag == trained ? _symbols ??= EncodedText.ExpandedSymbolsOf(_span, _dictionary)?.Places
            : null;
    }

    /// <summary>Where the codes of an encoded string begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* CodesOf(byte* value, out int length)
    {
        if (value + 2 <= _documentEnd && value[1] <= MaxShortVarint)
        {
            length = value[1];
            return value + 2;
        }

        return _documentEnd - EncodedText.Codes(_span, Address(value), out length).Length;
    }

    /// <summary>A string in codes of Smaz: one of up to 127 bytes at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* SmazString(byte* to, byte* value)
    {
        int length;
        byte* end;
        if (value + 2 > _documentEnd || (length = value[1]) > MaxShortVarint || EscapeKernel.MaxEscape * (long)length >= Room(to)
            || (end = SmazTextKernel.Decode(value + 2, _documentEnd, length, to + 1, canEscape: true, out _)) == null)
        {
            return OtherSmazString(to, value);
        }

        *to = (byte)'"';
        *end = (byte)'"';
        return end + 1;
    }

    /// <summary>One that is long, or near the end of the room, or damaged.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* OtherSmazString(byte* to, byte* value)
    {
        var codes = CodesOf(value, out var length);
        if (length > Room(to))
        {
            return Want(length);
        }

        *to = (byte)'"';
        var end = SmazTextKernel.Decode(codes, _documentEnd, length, to + 1, _limit, out var isEscaped);
        if (end == null)
        {
            ThrowHelper.InvalidData($"codes of {length} bytes of text", "codes that mean none", Address(value));
        }

        if (!isEscaped)
        {
            return WantEscaped(length);
        }

        *end = (byte)'"';
        return end + 1;
    }

    private byte* DecodeString(byte* to, int address)
    {
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        var length = text.Length;
        if (length > Room(to))
        {
            return Want(length);
        }

        *to = (byte)'"';
        text.Decode(new Span<byte>(to + 1, length + EncodedText.Slack));
        if (EscapeKernel.IsPlain(to + 1, length, to + 1 + length + EscapeKernel.Reach))
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

    /// <summary>Writes a name, with quotes and colon, for which no text was made.</summary>
    /// <returns>Where it ends; null where the room is too short.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* OtherName(byte* to, RenderFrame* frame)
    {
        var shape = ShapeOf(frame);
        var name = shape.Name(shape.Count - (int)((frame->SlotsEnd - frame->Slot) / frame->Step));
        byte* end;
        fixed (byte* text = name)
        {
            end = WholeString(to, text, name.Length, name.Length);
        }

        if (end != null)
        {
            *end++ = (byte)':';
            frame->Name += frame->Name != NameTextsKernel.Texts.None ? 1 : 0;
        }

        return end;
    }

    /// <summary>The block of the shape that a frame has.</summary>
    private readonly ShapeBlock ShapeOf(RenderFrame* frame)
    {
        var number = (uint)frame->Shape;
        return (frame->Shape & RenderFrame.ShapeOfDictionary) != 0 ? ShapeBlock.Read(_dictionary!.Shapes, _dictionary.ShapeAddress((int)number))
            : ShapeBlock.Read(_span, (frame->Shape & RenderFrame.ShapeOfDocument) != 0 ? Trailer.ShapeAddress(_span, _shapeTable, number) : (int)number);
    }
}
