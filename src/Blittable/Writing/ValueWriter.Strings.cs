using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Writing;

/// <content>Writes strings: raw, encoded, as dictionary numbers, or as references to equal strings.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The header length of a raw string with a two-byte length, which most long strings have.</summary>
    public const int LongStringHeader = 3;

    /// <summary>The header length of a raw string with a four-byte length.</summary>
    public const int HugeStringHeader = 5;

    /// <summary>The number of bytes that <see cref="CompactString"/> may read past the end of a text that is not in place.</summary>
    public const int TextSlack = 64;

    /// <summary>The number of bytes that the symbol table of this document saves in its strings, compared with Smaz.</summary>
    private long _savedBySymbols;

    /// <summary>Gets or sets the trained symbol table for the strings of this document, if any.</summary>
    public SymbolTable? Symbols { get; set; }

    /// <summary>Gets a value that indicates whether strings are compressed with Smaz, without a symbol table.</summary>
    private bool UsesSmazOnly => Compression == StringCompression.Smaz && Symbols is null;

    /// <summary>Sets the symbol table that encodes the strings of the current document and is stored in it; null for none.</summary>
    public void UseSymbols(SymbolTable? table)
    {
        Symbols = table;
        _documentSymbols = table is null ? default : table.Saved;
        _savedBySymbols = 0;
    }

    /// <summary>Gets a value that indicates whether the stored symbol table makes the document larger than it would be without it.</summary>
    public bool AreSymbolsWasted => _documentSymbols.Length >= _savedBySymbols;

    /// <summary>Gets or sets the JSON text or MessagePack being converted, if any.</summary>
    public byte* Source { get; set; }

    /// <summary>Writes a string.</summary>
    /// <param name="text">The UTF-8 text, anywhere but in the output of this document.</param>
    /// <param name="trials">The trials of the string's context.</param>
    /// <param name="token">The position of the string in <see cref="Source"/>, if known.</param>
    public void String(ReadOnlySpan<byte> text, ValueTrials* trials, SourceToken token = default)
    {
        EnsureRoom(text.Length + (long)Slack);
        if (IsCompact)
        {
            text.CopyTo(new Span<byte>(Cursor + LongStringHeader, text.Length));
            StringInPlace(text.Length, trials, token);
            return;
        }

        *SlotTop++ = (uint)Cursor;
        Cursor += WriteRawHeader(Cursor, text.Length);
        text.CopyTo(new Span<byte>(Cursor, text.Length));
        Cursor += text.Length;
    }

    /// <summary>Writes a string whose text already follows the space for its header, <see cref="LongStringHeader"/> bytes after the cursor.</summary>
    /// <param name="length">The length in bytes.</param>
    /// <param name="trials">The trials of the string's context.</param>
    /// <param name="token">The position of the string in <see cref="Source"/>, if known.</param>
    public void StringInPlace(int length, ValueTrials* trials, SourceToken token)
    {
        if (IsCompact)
        {
            CompactString(Cursor + LongStringHeader, length, LongStringHeader, trials, SampleOf(Cursor + LongStringHeader, length, trials), token);
            return;
        }

        *SlotTop++ = (uint)Cursor;
        RawStringInPlace(length, LongStringHeader);
    }

    /// <summary>Writes a string in memory mode whose text already follows the space for its header, <see cref="HugeStringHeader"/> bytes after the
    /// cursor.</summary>
    /// <param name="length">The length in bytes.</param>
    public void HugeStringInPlace(int length)
    {
        *SlotTop++ = (uint)Cursor;
        RawStringInPlace(length, HugeStringHeader);
        EnsureRoom(Slack);
    }

    /// <summary>Writes a string in memory mode.</summary>
    /// <param name="text">The UTF-8 text, anywhere but in the output of this document.</param>
    /// <param name="length">The length in bytes.</param>
    public void RawString(byte* text, int length)
    {
        EnsureRoom(length + (long)Slack);
        *SlotTop++ = (uint)Cursor;
        Cursor += WriteRawHeader(Cursor, length);
        Buffer.MemoryCopy(text, Cursor, length, length);
        Cursor += length;
    }

    /// <summary>Writes a string in disk mode: as a reference to an equal string if there is one; otherwise, in its shortest encoding.</summary>
    /// <param name="text">The UTF-8 text, in the source with <see cref="TextSlack"/> readable bytes after it, or after the cursor.</param>
    /// <param name="length">The length in bytes.</param>
    /// <param name="header">The number of bytes between the cursor and the text: 1 or <see cref="LongStringHeader"/>; 0 if the text does not follow the cursor.</param>
    /// <param name="trials">The trials of the string's context.</param>
    /// <param name="sample">The sample of the string: see <see cref="SampleOf"/>.</param>
    /// <param name="token">The position of the string in <see cref="Source"/>, if known.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void CompactString(byte* text, int length, int header, ValueTrials* trials, byte sample, SourceToken token = default)
    {
        if (_dictionaryStrings is not null)
        {
            var bytes = new ReadOnlySpan<byte>(text, length);
            if (_dictionaryStrings.MayHave(bytes))
            {
                var hash = SeededHash.OfWhole(bytes, _seed);
                if (TryDictionaryString(bytes, hash, trials))
                {
                    return;
                }
            }
        }

        if (length < Leaf.MaxLength)
        {
            var value = Cursor;
            var head = (ulong)*(uint*)text << 8 | (byte)(Tag.ShortString + length);
            *(ulong*)value = head;
            Cursor += 1 + length;
            PushScalar(value, head, trials);
            return;
        }

        if (MayShare && IsDue(trials->Sharing, _sharing, sample))
        {
            var bytes = new ReadOnlySpan<byte>(text, length);
            var hash = SeededHash.OfEnds(bytes, _seed);
            var known = _shared.Find(hash, out var values);
            for (var found = known; found != 0; found &= found - 1)
            {
                var (address, source, context) = values[BitOperations.TrailingZeroCount(found)];
                if (IsEqualToken(source, token) || IsEqualString(address, bytes))
                {
                    var saved = StoredLength(address, length) - ReferenceLength(Length - address);
                    var gain = Math.Min(saved, Trial.MaxCounted) * _price;
                    LearnSharing(trials, _shared.Cost, gain);
                    if (saved <= 0)
                    {
                        break;
                    }

                    if (_trials + context != trials)
                    {
                        _trials[context].Sharing.LearnUse(gain);
                    }

                    PushEarlier(address);
                    return;
                }
            }

            LearnSharing(trials, known == 0 ? _shared.Cost : 0, 0);
            _shared.AddToBucket(hash, known, values, new SharedValues.Value(Length, token.IsKnown ? token.Offset : -1, (int)(trials - _trials)));
        }

        *SlotTop++ = (uint)Cursor;
        if (Compression != StringCompression.None)
        {
            if (_sharesStarts && length >= StringStarts.MinLength && IsDue(trials->Starts, _beginning, sample))
            {
                var start = WriteStart(text, length, header, token);
                LearnStart(trials);
                length -= start;
                text = header != 0 ? Cursor + header : text + start;
            }

            if (length >= StringCodec.MinLength && (length > Trial.MaxCounted ? trials->Coding.IsDue(sample) : IsDue(trials->Coding, _coding, sample)) && MayPay(text, length, trials))
            {
                // The output may be reallocated, so only offsets from its start can be compared.
                var before = Length;
                var isCoded = TryCompress(ref text, length, header);
                LearnCodes(length, isCoded ? length - (Length - before) : 0, trials);
                if (isCoded)
                {
                    return;
                }
            }
        }

        if (header != 0)
        {
            RawStringInPlace(length, header);
        }
        else
        {
            WriteRawString(text, length);
        }
    }

    /// <summary>Predicts whether encoding a string is worth the time.</summary>
    private bool MayPay(byte* text, int length, ValueTrials* trials)
    {
        var bytes = new ReadOnlySpan<byte>(text, length);
        if (!UsesSmazOnly || (Nibbles.MayBeOfOne(bytes) && Nibbles.Classify(bytes) != StringEncoding.Raw))
        {
            return true;
        }

        if (length >= SmazPredictionKernel.MinLength && SmazPredictionKernel.PredictSaved(text, length) * _price >= Costs.Code(Math.Min(length, SmazPredictionKernel.Window)))
        {
            return true;
        }

        trials->Coding.Learn(Costs.Prediction, 0);
        return false;
    }

    /// <summary>Estimates the size of a string written earlier.</summary>
    private int StoredLength(int address, int length) => Start[address] switch
    {
        >= Tag.ShortString and <= Tag.ShortStringLast => 1 + length,
        Tag.String16 or Tag.String32 => LongStringHeader + length,
        _ => 2 + (int)(length * 5L / 8),
    };

    /// <summary>Writes a raw string, followed by <see cref="TextSlack"/> readable bytes in the source.</summary>
    private void WriteRawString(byte* text, int length)
    {
        EnsureRoom(length + (long)Slack);
        var output = Cursor;
        if (length <= Tag.MaxShortString)
        {
            var first = Vector256.Load(text);
            var second = Vector256.Load(text + Vector256<byte>.Count);
            *output = (byte)(Tag.ShortString + length);
            first.Store(output + 1);
            second.Store(output + 1 + Vector256<byte>.Count);
            Cursor = output + 1 + length;
            return;
        }

        output += WriteRawHeader(output, length);
        Buffer.MemoryCopy(text, output, length, length);
        Cursor = output + length;
    }

    /// <param name="text">The text. If it follows the cursor, its address may change.</param>
    /// <param name="length">The length in bytes.</param>
    /// <param name="header">The number of bytes between the cursor and the text; 0 if the text does not follow the cursor.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryCompress(ref byte* text, int length, int header)
    {
        var room = StringCodec.MaxEncodedLength(length);
        if ((long)Length + length + room + (2 * Slack) > MaxCapacity)
        {
            // Encoding may temporarily need more space than the text. Near the maximum document size, strings stay raw.
            return false;
        }

        var codes = 1 + Varint.Length((uint)length);
        if (header != 0)
        {
            // The encoded bytes are first written after the text, then moved before it.
            var skip = header + length;
            Cursor += skip;
            EnsureRoom(room + (long)Slack);
            Cursor -= skip;
            text = Cursor + header;
            codes = skip;
        }
        else
        {
            EnsureRoom(room + (long)Slack);
        }

        var encoding = StringCodec.Compress(
            new ReadOnlySpan<byte>(text, length), Compression, Symbols, new Span<byte>(Cursor + codes, room), out var written, out var saved);
        _savedBySymbols += saved;
        if (encoding == StringEncoding.Raw)
        {
            return false;
        }

        var source = Cursor + codes;
        *Cursor++ = (byte)(Tag.EncodedString - 1 + (int)encoding);
        WriteVarint((uint)length);
        if (source != Cursor)
        {
            Buffer.MemoryCopy(source, Cursor, written, written);
        }

        Cursor += written;
        return true;
    }

    /// <summary>Writes the header of a raw string before its text, and moves the text if the header has another length than the space for it.</summary>
    private void RawStringInPlace(int length, int space)
    {
        var header = RawHeaderLength(length);
        if (header != space)
        {
            Cursor += space + length;
            EnsureRoom(Slack);
            Cursor -= space + length;
            if (header == 1)
            {
                var first = Vector256.Load(Cursor + space);
                var second = Vector256.Load(Cursor + space + Vector256<byte>.Count);
                first.Store(Cursor + 1);
                second.Store(Cursor + 1 + Vector256<byte>.Count);
            }
            else
            {
                Buffer.MemoryCopy(Cursor + space, Cursor + header, length, length);
            }
        }

        WriteRawHeader(Cursor, length);
        Cursor += header + length;
    }

    private static int RawHeaderLength(int length) => length <= Tag.MaxShortString ? 1 : length <= ushort.MaxValue ? LongStringHeader : HugeStringHeader;

    private static int WriteRawHeader(byte* at, int length)
    {
        switch (length)
        {
            case <= Tag.MaxShortString:
                *at = (byte)(Tag.ShortString + length);
                break;
            case <= ushort.MaxValue:
                *at = Tag.String16;
                *(ushort*)(at + 1) = (ushort)length;
                break;
            default:
                *at = Tag.String32;
                *(int*)(at + 1) = length;
                break;
        }

        return RawHeaderLength(length);
    }

    /// <summary>Determines whether two strings have equal tokens in the source, which is cheaper than decoding a stored string.</summary>
    private bool IsEqualToken(int source, SourceToken token) =>
        source >= 0 && token.IsKnown && source + token.Length < token.Offset
        && new ReadOnlySpan<byte>(Source + source, token.Length).SequenceEqual(new ReadOnlySpan<byte>(Source + token.Offset, token.Length));

    private bool IsEqualString(int address, ReadOnlySpan<byte> text)
    {
        var value = Start + address;
        switch (*value)
        {
            case >= Tag.ShortString and <= Tag.ShortStringLast:
                return text.SequenceEqual(new ReadOnlySpan<byte>(value + 1, *value - Tag.ShortString));
            case Tag.String16:
                return text.SequenceEqual(new ReadOnlySpan<byte>(value + 3, *(ushort*)(value + 1)));
            case Tag.String32:
                return text.SequenceEqual(new ReadOnlySpan<byte>(value + 5, *(int*)(value + 1)));
            case >= Tag.EncodedString and <= Tag.EncodedStringLast:
                var codes = 1 + ReadVarint(value + 1, out var length);
                return length == text.Length && StringCodec.Equals(
                    (StringEncoding)(*value - Tag.EncodedString + 1),
                    new ReadOnlySpan<byte>(value + codes, (int)(Cursor - value) - codes),
                    text.Length,
                    Symbols is null ? default : Symbols.View,
                    text);
            case Tag.ContinuedString:
                return IsEqualContinued(address, text);
            default:
                return false;
        }
    }
}
