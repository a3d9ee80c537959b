using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Wire;

/// <content>Handles values that the main loop does not.</content>
internal sealed unsafe partial class WireReader
{
    /// <summary>Writes a value that the main loop does not handle, and returns its end; null if it is not a value.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Other(byte* p)
    {
        var c = *p;
        switch (c)
        {
            case >= MessagePackCode.NegativeFixInt:
                _writer.Integer((ulong)-(sbyte)c, negative: true);
                return p + 1;
            case >= MessagePackCode.String8 and <= MessagePackCode.String32:
                return LongText(p);
            case MessagePackCode.Nil:
                _writer.Literal(Tag.Null);
                return p + 1;
            case MessagePackCode.False:
                _writer.Literal(Tag.False);
                return p + 1;
            case MessagePackCode.True:
                _writer.Literal(Tag.True);
                return p + 1;
            case MessagePackCode.Float32:
                _writer.BuildFloat32(BitConverter.UInt32BitsToSingle(BinaryPrimitives.ReverseEndianness(*(uint*)(p + 1))));
                return p + 1 + sizeof(float);
            case MessagePackCode.Float64:
                _writer.BuildFloat64(BitConverter.UInt64BitsToDouble(BinaryPrimitives.ReverseEndianness(*(ulong*)(p + 1))));
                return p + 1 + sizeof(double);
            case <= MessagePackCode.NeverUsed:
                return Fail(WireStatus.NeverUsed, p);
            case <= MessagePackCode.Binary32:
                var data = Sized(p, c - MessagePackCode.Binary8, 0, out var length);
                if (data != null)
                {
                    _writer.BuildBinary(-1, new ReadOnlySpan<byte>(data, length));
                    data += length;
                }

                return data;
            case <= MessagePackCode.Extension32:
                var payload = Sized(p, c - MessagePackCode.Extension8, 1, out var payloadLength);
                return payload == null ? null : Extension(p, payload, payloadLength);
            default:
                return Extension(p, p + 2, 1 << (c - MessagePackCode.FixExtension1));
        }
    }

    /// <summary>Writes a string of up to 31 bytes that may be a date, is not ASCII, or belongs to a document in disk mode.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ShortText(byte* p, int length, bool beyondAscii)
    {
        var text = p + 1;
        if (_end - text < length)
        {
            return Fail(WireStatus.Truncated, p);
        }

        return beyondAscii && !Utf8Validation.IsValid(ref *text, (nuint)length) ? Fail(WireStatus.InvalidUtf8, p) : Text(p, text, length);
    }

    private byte* LongText(byte* p)
    {
        var text = Sized(p, *p - MessagePackCode.String8, 0, out var length);
        if (text == null)
        {
            return null;
        }

        return Utf8Validation.IsValid(ref *text, (nuint)length) ? Text(p, text, length) : Fail(WireStatus.InvalidUtf8, p);
    }

    /// <param name="p">The format byte.</param>
    /// <param name="text">The text after the format byte and length, which must be valid UTF-8.</param>
    /// <param name="length">The length in bytes.</param>
    private byte* Text(byte* p, byte* text, int length)
    {
        var writer = _writer;
        if (_detectDates && length is >= Iso8601.DateLength and <= Iso8601.MaxLength && text[4] == '-' && text[7] == '-' && writer.TryDate(text, length))
        {
            return text + length;
        }

        if (_isDisk)
        {
            // Strings with equal format byte, length and bytes are equal.
            var token = new SourceToken((int)OffsetOf(p), (int)(text + length - p), (int)OffsetOf(text));
            if (_inTail || _end - text - length >= ValueWriter.TextSlack)
            {
                var trials = writer.TrialsHere();
                writer.CompactString(text, length, inPlace: false, trials, ValueWriter.SampleOf(text, length, trials), token);
            }
            else
            {
                writer.String(new ReadOnlySpan<byte>(text, length), writer.TrialsHere(), token);
            }
        }
        else
        {
            writer.RawString(text, length);
        }

        return text + length;
    }

    /// <summary>Writes an extension as a date if it is one; otherwise, unchanged.</summary>
    private byte* Extension(byte* p, byte* payload, int length)
    {
        if (_end - payload < length)
        {
            return Fail(WireStatus.Truncated, p);
        }

        var type = (sbyte)payload[-1];
        var data = new ReadOnlySpan<byte>(payload, length);
        if (TryReadDate(data, type, out var value))
        {
            _writer.BuildDate(value, DateTextForm.For(value), _isDisk);
        }
        else
        {
            _writer.BuildBinary((byte)type, data);
        }

        return payload + length;
    }

    private bool TryReadDate(ReadOnlySpan<byte> payload, sbyte type, out Timestamp value)
    {
        // With options that write dates as timestamps of the specification, timestamps are also read as such, whatever extension uses their type.
        var own = _format.DateExtension;
        var isOwn = type == own?.Type && (type != MessagePackCode.TimestampType || _format.Dates != BlittableMessagePackDates.Timestamp);
        var isDate = isOwn
            ? own!.TryDecode(payload, out value)
            : MessagePackTimestamp.TryDecode(payload, out value) && type == MessagePackCode.TimestampType;

        // A date is a string in JSON. A date that has no text (the year 10000, a second with 2,000,000,000 nanoseconds) stays an extension.
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        return isDate && Iso8601.TryFormat(value, DateTextForm.For(value), text, out _);
    }
}
