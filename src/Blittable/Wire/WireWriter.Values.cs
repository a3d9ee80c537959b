using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>Writes values that the main loop does not. Each method returns the end of the value, or null if the space is insufficient.</content>
internal unsafe ref partial struct WireWriter
{
    private byte* Other(byte* to, int address, byte tag)
    {
        switch (tag)
        {
            case >= Tag.ShortString and <= Tag.ShortStringLast:
            case Tag.String16 or Tag.String32:
            case >= Tag.DictionaryString and <= Tag.DictionaryStringLast:
                StoredText.TryGetUtf8(_span, address, _dictionary, out var text);
                return Text(to, text);
            case >= Tag.EncodedString and <= Tag.ContinuedString:
                return EncodedString(to, address);
            case >= Tag.ShortNumberText and <= Tag.ShortNumberTextLast:
            case Tag.NumberText:
            case >= Tag.Integer and <= Tag.NegativeIntegerLast:
            case >= Tag.ShortDecimal and <= Tag.DecimalLast:
                return Number(to, address, tag);
            case Tag.Null:
                *to = MessagePackCode.Nil;
                return to + 1;
            case Tag.False:
                *to = MessagePackCode.False;
                return to + 1;
            case Tag.True:
                *to = MessagePackCode.True;
                return to + 1;
            case Tag.EmptyArray:
                *to = MessagePackCode.FixArray;
                return to + 1;
            case Tag.EmptyObject:
                *to = MessagePackCode.FixMap;
                return to + 1;
            case Tag.LargeArray or (>= Tag.Array and <= Tag.StridedArray):
                return OpenArray(to, address);
            case Tag.NumberArray:
                return OpenPacked(to, address);
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast):
                return OpenObject(to, address);
            case >= Tag.RawDate and <= Tag.CompactDateLast:
                return Date(to, address);
            case Tag.Float32:
                return Single(to, RawBytes.ReadUInt32(_span, address + 1));
            case Tag.Float64:
                return Double(to, RawBytes.ReadUInt64(_span, address + 1));
            case Tag.NarrowFloat64:
                return Double(to, NarrowDouble.Widen(RawBytes.ReadUInt32(_span, address + 1)));
            case Tag.Binary:
                return Binary(to, address);
            case Tag.Extension:
                return Extension(to, address);
            default:
                ThrowHelper.InvalidTag(tag, "the tag of a value", address);
                return null;
        }
    }

    private byte* Text(byte* to, scoped ReadOnlySpan<byte> text)
    {
        if (text.Length > Room(to))
        {
            return Want(text.Length);
        }

        to = TextHeader(to, text.Length);
        text.CopyTo(new Span<byte>(to, text.Length));
        return to + text.Length;
    }

    private byte* EncodedString(byte* to, int address)
    {
        EncodedText.TryRead(_span, address, _dictionary, out var text);
        if (text.Length > Room(to))
        {
            return Want(text.Length);
        }

        to = TextHeader(to, text.Length);
        text.Decode(new Span<byte>(to, text.Length + EncodedText.Slack));
        return to + text.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* TextHeader(byte* to, int length)
    {
        if (length <= MessagePackCode.MaxFixString)
        {
            *to = (byte)(MessagePackCode.FixString + length);
            return to + 1;
        }

        return SizedHeader(to, length, MessagePackCode.String8);
    }

    /// <summary>Writes a format byte, or one of the next two for wider lengths, and the length.</summary>
    private static byte* SizedHeader(byte* to, int length, byte code)
    {
        if (length <= byte.MaxValue)
        {
            to[0] = code;
            to[1] = (byte)length;
            return to + 1 + sizeof(byte);
        }

        if (length <= ushort.MaxValue)
        {
            *to = (byte)(code + 1);
            *(ushort*)(to + 1) = BinaryPrimitives.ReverseEndianness((ushort)length);
            return to + 1 + sizeof(ushort);
        }

        *to = (byte)(code + 2);
        *(int*)(to + 1) = BinaryPrimitives.ReverseEndianness(length);
        return to + 1 + sizeof(int);
    }

    private byte* Binary(byte* to, int address)
    {
        var offset = address + 1;
        var length = RawBytes.ReadVarint(_span, ref offset);
        var data = RawBytes.Slice(_span, offset, length);
        if (data.Length > Room(to))
        {
            return Want(data.Length);
        }

        to = SizedHeader(to, data.Length, MessagePackCode.Binary8);
        data.CopyTo(new Span<byte>(to, data.Length));
        return to + data.Length;
    }

    private byte* Extension(byte* to, int address)
    {
        var offset = address + 2;
        var length = RawBytes.ReadVarint(_span, ref offset);
        var data = RawBytes.Slice(_span, offset, length);
        if (data.Length > Room(to))
        {
            return Want(data.Length);
        }

        return Extension(to, _document[address + 1], data);
    }

    /// <summary>Writes an extension for which there is sufficient space.</summary>
    private static byte* Extension(byte* to, byte type, ReadOnlySpan<byte> payload)
    {
        if (BitOperations.IsPow2(payload.Length) && payload.Length <= 1 << (MessagePackCode.FixExtension16 - MessagePackCode.FixExtension1))
        {
            *to++ = (byte)(MessagePackCode.FixExtension1 + BitOperations.Log2((uint)payload.Length));
        }
        else
        {
            to = SizedHeader(to, payload.Length, MessagePackCode.Extension8);
        }

        *to++ = type;
        payload.CopyTo(new Span<byte>(to, payload.Length));
        return to + payload.Length;
    }

    private readonly byte* Date(byte* to, int address)
    {
        StoredDate.TryRead(_span, address, out var value, out var form);
        var dates = _options.Dates;
        var isText = dates == BlittableMessagePackDates.Text
            || (dates == BlittableMessagePackDates.Extension && _options.DateExtension is null)
            || (_options.KeepDateText && form != DateTextForm.For(value))
            || (dates == BlittableMessagePackDates.Timestamp && _options.KeepDateText && value.OffsetMinutes != 0);
        if (!isText)
        {
            return dates == BlittableMessagePackDates.Timestamp
                ? to + MessagePackTimestamp.Encode(value, new Span<byte>(to, Slack))
                : DateExtension(to, value);
        }

        to = TextHeader(to, form.TextLength);
        if (!Iso8601.TryFormat(value, form, new Span<byte>(to, Slack), out var written))
        {
            ThrowHelper.DateWithoutText(address);
        }

        return to + written;
    }

    /// <summary>Writes a date with the date extension of the options. The slice validates the length that a custom extension returns.</summary>
    private readonly byte* DateExtension(byte* to, in Timestamp value)
    {
        Span<byte> payload = stackalloc byte[BlittableMessagePackDateExtension.MaxLength];
        var extension = _options.DateExtension!;
        return Extension(to, (byte)extension.Type, payload[..extension.Encode(value, payload)]);
    }
}
