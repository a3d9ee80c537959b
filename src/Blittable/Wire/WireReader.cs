using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Wire;

/// <summary>Converts MessagePack to a document in one pass. Each value is checked and written before the next is examined.</summary>
/// <remarks>
/// As with JSON, the shape trie predicts the next key, and a single vector comparison confirms it. The UTF-8 of a predicted key was validated when it was first
/// seen. Values are read with loads of up to 32 bytes. The last <see cref="Margin"/> bytes of the input are therefore moved into a padded buffer before they
/// are read. A declared count is only trusted as far as there are bytes for it.
/// </remarks>
internal sealed unsafe partial class WireReader
{
    /// <summary>
    /// The maximum ratio of a value's JSON text, with punctuation, to its MessagePack size. For example, a date of 3 bytes has 38 characters, and an escaped
    /// control character has 6.
    /// </summary>
    public const int MaxExpansion = 16;

    /// <summary>The maximum number of bytes from the start of a value that are read at first. Keys and fixed-length values are shorter.</summary>
    private const int Margin = 64;

    private const int TailLength = 3 * Margin;

    /// <summary>A mask of the bits in a format byte that contain the length of a string.</summary>
    private const int FixStringMask = 0x1f;

    private readonly ValueWriter _writer;
    private readonly BlittableMessagePackOptions _format;
    private readonly bool _isDisk;
    private readonly bool _detectDates;
    private readonly byte[] _tail = GC.AllocateArray<byte>(TailLength, pinned: true);

    /// <summary>The number of remaining values of each open container except the innermost, including the current one; as deep as the writer's
    /// frames.</summary>
    private uint[] _leftOfOuter;

    private byte* _input;
    private long _length;
    private byte* _end;

    /// <summary>The position from which a value may only be started after calling <see cref="Refill"/>.</summary>
    private byte* _limit;

    private bool _inTail;
    private int _named;

    public WireReader(ValueWriter writer, BlittableOptions options, BlittableMessagePackOptions format)
    {
        _writer = writer;
        _format = format;
        _isDisk = options.Mode == BlittableMode.Disk;
        _detectDates = format.DetectDates && options.DetectDates;
        _leftOfOuter = GC.AllocateUninitializedArray<uint>((int)(writer.LastFrame - writer.Frames) + 1, pinned: true);
    }

    private uint* LeftOfOuter => (uint*)Marshal.UnsafeAddrOfPinnedArrayElement(_leftOfOuter, 0);

    /// <summary>Gets the error in the input after <see cref="TryConvert"/> returned false.</summary>
    public WireStatus Status { get; private set; }

    /// <summary>Gets the offset of the error, or the number of bytes read if there is none.</summary>
    public long Offset { get; private set; }

    /// <summary>Gets the byte at the offset of the error.</summary>
    public byte Found { get; private set; }

    /// <summary>Writes the document of the value at the start of the input.</summary>
    /// <param name="input">The MessagePack input. More bytes may follow the value.</param>
    /// <param name="expected">The expected size of the value in bytes.</param>
    public bool TryConvert(ReadOnlySpan<byte> input, int expected)
    {
        fixed (byte* start = input)
        {
            _input = start;
            _length = input.Length;
            _end = start + input.Length;
            _limit = _end - Margin;
            _inTail = false;
            Status = WireStatus.Done;
            _writer.Begin(expected);
            _writer.Source = start;
            var p = input.Length > Margin ? start : EnterTail(start);
            p = _isDisk ? Run<IConversionMode.Disk>(p) : Run<IConversionMode.Memory>(p);
            if (p == null)
            {
                return false;
            }

            Offset = OffsetOf(p);
            return true;
        }
    }

    /// <summary>Grows the array of remaining values to match the writer's frames.</summary>
    private uint* Deepen(uint* top)
    {
        var depth = (int)(top - LeftOfOuter);
        var larger = GC.AllocateUninitializedArray<uint>((int)(_writer.LastFrame - _writer.Frames) + 1, pinned: true);
        new ReadOnlySpan<uint>(LeftOfOuter, depth).CopyTo(larger);
        _leftOfOuter = larger;
        return LeftOfOuter + depth;
    }

    // Handles values that the main loop does not.

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
                writer.CompactString(text, length, header: 0, trials, ValueWriter.SampleOf(text, length, trials), token);
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
        // With options that write dates as timestamps of the specification, timestamps are also read as such, regardless of the extension that uses their type.
        var own = _format.DateExtension;
        var isOwn = type == own?.Type && (type != MessagePackCode.TimestampType || _format.Dates != BlittableMessagePackDates.Timestamp);
        var isDate = isOwn
            ? own!.TryDecode(payload, out value)
            : MessagePackTimestamp.TryDecode(payload, out value) && type == MessagePackCode.TimestampType;

        // A date is a string in JSON. A date that has no text (the year 10000, a second with 2,000,000,000 nanoseconds) stays an extension.
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        return isDate && Iso8601.TryFormat(value, DateTextForm.For(value), text, out _);
    }

    // Advances through the input, and reports errors with their offsets.

    /// <summary>Reserves space in the output and, near the end of the input, continues in the padded copy of its last bytes. Returns null at the end of the
    /// input.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Refill(byte* p)
    {
        if (p >= _limit)
        {
            p = EnterTail(p);
            if (p >= _end)
            {
                return Fail(WireStatus.Truncated, _end);
            }
        }

        _writer.Reserve(OffsetOf(p));
        return p;
    }

    /// <summary>Copies the rest of the input, at most <see cref="Margin"/> bytes, to a buffer in which zeros follow.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        if (_inTail)
        {
            return p;
        }

        Debug.Assert(p <= _end && _end - p <= Margin, "The remaining bytes and the zeros after them must fit in the copy.");
        var length = (int)(_end - p);
        _tail.AsSpan(length).Clear();
        new ReadOnlySpan<byte>(p, length).CopyTo(_tail);
        var start = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_tail, 0);
        _end = start + length;
        _limit = _end;
        _inTail = true;
        return start;
    }

    /// <summary>Returns the offset in the input of an address in the input or in the copy of its last bytes.</summary>
    private long OffsetOf(byte* p) => _inTail ? _length - (_end - p) : p - _input;

    /// <summary>Records an error and its offset.</summary>
    private byte* Fail(WireStatus status, byte* p)
    {
        Status = status;
        Offset = OffsetOf(p);
        Found = p < _end ? *p : (byte)0;
        return null;
    }

    /// <summary>Returns the data of a string, binary value or extension whose length follows its format byte in 1, 2 or 4 bytes.</summary>
    /// <param name="p">The format byte.</param>
    /// <param name="widthIndex">The size of the length in bytes, as a power of two.</param>
    /// <param name="extra">The number of bytes between the length and the data.</param>
    /// <param name="length">The length of the data.</param>
    /// <returns>The data; null if the input ends before it does.</returns>
    private byte* Sized(byte* p, int widthIndex, int extra, out int length)
    {
        // A missing length is read from the padding. The start of the data is then past the end of the input.
        long size = widthIndex switch
        {
            0 => p[1],
            1 => BinaryPrimitives.ReverseEndianness(*(ushort*)(p + 1)),
            _ => BinaryPrimitives.ReverseEndianness(*(uint*)(p + 1)),
        };
        var start = p + 1 + (1 << widthIndex) + extra;
        length = (int)Math.Min(size, int.MaxValue);
        return _end - start < size ? Fail(WireStatus.Truncated, p) : start;
    }

    /// <summary>The maximum length of the text of a numeric key.</summary>
    private const int MaxKeyText = 32;

    /// <summary>Handles a key that is not a string. If the options allow it, a number or literal is converted to its JSON text.</summary>
    private byte* OtherKey(byte* p, int before, int context)
    {
        Span<byte> text = stackalloc byte[MaxKeyText];
        var c = *p;
        var size = 1;
        var length = 0;
        if (!_format.KeysToText)
        {
            return Fail(WireStatus.InvalidKey, p);
        }

        switch (c)
        {
            case <= MessagePackCode.FixIntLast or >= MessagePackCode.NegativeFixInt:
                Utf8Formatter.TryFormat((sbyte)c, text, out length);
                break;
            case >= MessagePackCode.UInt8 and <= MessagePackCode.Int64:
                var bytes = 1 << (c & 3);
                var value = BinaryPrimitives.ReverseEndianness(*(ulong*)(p + 1));
                var shift = 64 - 8 * bytes;
                size += bytes;
                _ = c < MessagePackCode.Int8
                    ? Utf8Formatter.TryFormat(value >> shift, text, out length)
                    : Utf8Formatter.TryFormat((long)value >> shift, text, out length);
                break;
            case MessagePackCode.Float32:
                size += sizeof(float);
                Utf8Formatter.TryFormat(BitConverter.UInt32BitsToSingle(BinaryPrimitives.ReverseEndianness(*(uint*)(p + 1))), text, out length);
                break;
            case MessagePackCode.Float64:
                size += sizeof(double);
                Utf8Formatter.TryFormat(BitConverter.UInt64BitsToDouble(BinaryPrimitives.ReverseEndianness(*(ulong*)(p + 1))), text, out length);
                break;
            case MessagePackCode.Nil or MessagePackCode.False or MessagePackCode.True:
                var literal = c == MessagePackCode.Nil ? "null"u8 : c == MessagePackCode.True ? "true"u8 : "false"u8;
                literal.CopyTo(text);
                length = literal.Length;
                break;
            default:
                return Fail(WireStatus.InvalidKey, p);
        }

        if (text[length - 1] is (byte)'N' or (byte)'y')
        {
            // NaN and the infinities have no JSON text.
            return Fail(WireStatus.InvalidKey, p);
        }

        _named = _writer.Name(before, context, text[..length]);
        return _end - p < size ? Fail(WireStatus.Truncated, p) : p + size;
    }
}

/// <summary>Specifies the result of reading MessagePack.</summary>
internal enum WireStatus
{
    Done,

    /// <summary>The input ends before the value does, or a declared length or count exceeds the rest of the input.</summary>
    Truncated,

    /// <summary>The format byte that the specification never uses.</summary>
    NeverUsed,

    /// <summary>A string that is not valid UTF-8.</summary>
    InvalidUtf8,

    /// <summary>A map key that is not a string and that the options do not convert to a string.</summary>
    InvalidKey,

    TooDeep,
}
