using System.Buffers.Binary;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using Blittable.Text;

namespace Blittable.Wire;

/// <content>Handles keys that were not predicted or are not strings.</content>
internal sealed unsafe partial class WireReader
{
    /// <summary>The maximum length of the text of a numeric key.</summary>
    private const int MaxKeyText = 32;

    /// <summary>Finds the node of a key that was not predicted, and returns its end; null if it is not a key. Sets <see cref="_named"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Key(byte* p, int before, int context)
    {
        var text = p + 1;
        var length = *p & FixStringMask;
        if (*p is >= MessagePackCode.String8 and <= MessagePackCode.String32)
        {
            text = Sized(p, *p - MessagePackCode.String8, 0, out length);
            if (text == null)
            {
                return null;
            }
        }
        else if (*p is < MessagePackCode.FixString or > MessagePackCode.FixString + MessagePackCode.MaxFixString)
        {
            return OtherKey(p, before, context);
        }
        else if (_end - text < length)
        {
            return Fail(WireStatus.Truncated, p);
        }

        var name = new ReadOnlySpan<byte>(text, length);
        if (!Utf8Validation.IsValid(name))
        {
            return Fail(WireStatus.InvalidUtf8, p);
        }

        _named = _writer.Name(before, context, name);
        return text + length;
    }

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

        _named = _writer.Name(before, context, text[..length]);
        return _end - p < size ? Fail(WireStatus.Truncated, p) : p + size;
    }
}
