using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Building;
using Blittable.Dates;
using Blittable.Format;

namespace Blittable.Json;

/// <summary>JSON text to document in one pass: each token is recognized, checked and written before the next is looked at.</summary>
/// <remarks>
/// What makes it fast is prediction: the trie of shapes says which name comes next, and one vector comparison with the text confirms it.
/// Tokens are read with loads of up to 64 bytes, so the last <see cref="Margin"/> bytes of the text are moved into a padded buffer of their own
/// before they are read. The kernel only finds out that a text is wrong; what is wrong with it, and where, is found by
/// <see cref="JsonFault"/>, which reads the text once more from its start.
/// </remarks>
internal sealed unsafe partial class JsonKernel
{
    /// <summary>Bytes that a token's first look may reach, from where it starts.</summary>
    private const int Margin = 128;

    /// <summary>Lengths of texts that may be dates, with hyphens at their bytes 4 and 7.</summary>
    private const uint MinDate = Iso8601.DateLength, MaxDate = Iso8601.MaxLength;

    private const int TailLength = 4 * Margin;

    private readonly WriterKernel _writer;
    private readonly bool _isDisk;
    private readonly bool _detectDates;
    private readonly int _maxDepth;
    private readonly byte[] _tail = GC.AllocateArray<byte>(TailLength, pinned: true);
    private byte[] _unescaped = new byte[256];
    private byte* _input;
    private long _length;
    private byte* _end;
    private byte* _safeEnd;
    private bool _inTail;
    private int _named;

    public JsonKernel(WriterKernel writer, BlittableOptions options)
    {
        _writer = writer;
        _isDisk = options.Mode == BlittableMode.Disk;
        _detectDates = options.DetectDates;
        _maxDepth = options.MaxDepth;
    }

    /// <summary>Writes the document of one JSON text; false if the text is not JSON.</summary>
    public bool TryConvert(ReadOnlySpan<byte> text)
    {
        fixed (byte* input = text)
        {
            _input = input;
            _length = text.Length;
            _end = input + text.Length;
            _safeEnd = _end - Margin;
            _inTail = false;
            _writer.Begin(text.Length);
            var start = SkipWhitespace(text.Length > Margin ? input : EnterTail(input));
            return _isDisk ? Run<IConversionMode.Disk>(start) : Run<IConversionMode.Memory>(start);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    [SkipLocalsInit]
    private bool Run<TMode>(byte* p)
        where TMode : struct, IConversionMode
    {
        var writer = _writer;
        var o = writer.Cursor;
        var top = writer.SlotTop;
        var nodes = writer.Nodes;
        var node = ShapeTrie.Root;
        var predicted = ShapeTrie.Root;
        var scope = Scope.Document;

    Value:
        if (p >= _safeEnd || o >= writer.Limit || top >= writer.SlotLimit)
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            p = Refill(p);
            o = writer.Cursor;
            top = writer.SlotTop;
        }

        uint c = *p;
        if (c == '"')
        {
            var marks = StringKernel.Copy(p + 1, o + 1);
            var length = (uint)BitOperations.TrailingZeroCount(marks);
            if (length >= StringKernel.Step || p[1 + length] != '"')
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                p = LongString(p);
                if (p == null)
                {
                    return false;
                }

                o = writer.Cursor;
                top = writer.SlotTop;
                goto AfterValue;
            }

            if (length - MinDate <= MaxDate - MinDate && p[5] == '-' && p[8] == '-' && _detectDates)
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                if (writer.TryDate(p + 1, (int)length))
                {
                    o = writer.Cursor;
                    top = writer.SlotTop;
                    p += length + 2;
                    goto AfterValue;
                }
            }

            if (TMode.IsDisk)
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.CompactString(p + 1, (int)length, inPlace: false);
                o = writer.Cursor;
                top = writer.SlotTop;
                p += length + 2;
                goto AfterValue;
            }

            *top++ = (uint)o;
            *o = (byte)(Tag.ShortString + length);
            o += length + 1;
            p += length + 2;
            goto AfterValue;
        }

        if (c - '0' <= 9 || c == '-')
        {
            var digits = p + (c == '-' ? 1 : 0);
            var chunk = *(ulong*)digits ^ 0x3030303030303030;
            var count = BitOperations.TrailingZeroCount(((chunk + 0x7676767676767676) | chunk) & 0x8080808080808080) >> 3;
            uint next = digits[count];
            if ((uint)(count - 1) >= 7 || next == '.' || (next | 0x20) == 'e' || (*digits == '0' && (count > 1 || digits != p)))
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                p = OtherNumber(p);
                if (p == null)
                {
                    return false;
                }

                o = writer.Cursor;
                top = writer.SlotTop;
                goto AfterValue;
            }

            // Eight digits at most, moved to the end of the word: pairs, fours, eights.
            chunk <<= 64 - 8 * count;
            chunk = (chunk * 10 + (chunk >> 8)) & 0x00FF00FF00FF00FF;
            chunk = (chunk * 100 + (chunk >> 16)) & 0x0000FFFF0000FFFF;
            var value = (uint)(chunk * 10000 + (chunk >> 32));
            if (TMode.IsDisk)
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.Integer(value, digits != p);
                o = writer.Cursor;
                top = writer.SlotTop;
                p = digits + count;
                goto AfterValue;
            }

            *top++ = (uint)o;
            if (value <= Tag.SmallIntegerLast && digits == p)
            {
                *o++ = (byte)value;
            }
            else
            {
                var size = (39 - BitOperations.LeadingZeroCount(value | 1)) >> 3;
                *o = (byte)(Tag.Integer - 1 + size + (digits == p ? 0 : Tag.NegativeInteger - Tag.Integer));
                *(uint*)(o + 1) = value;
                o += 1 + size;
            }

            p = digits + count;
            goto AfterValue;
        }

        if (c == '{')
        {
            if (writer.Depth == _maxDepth)
            {
                return false;
            }

            var first = p + 1;
            if (*first <= ' ')
            {
                first = SkipWhitespace(first);
            }

            if (*first == '}')
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.Literal(Tag.EmptyObject);
                o = writer.Cursor;
                top = writer.SlotTop;
                p = first + 1;
                goto AfterClose;
            }

            var frame = writer.Open();
            frame->FirstSlot = (int)(top - writer.SlotStart);
            frame->Node = node;
            frame->Scope = scope;
            frame->Start = (int)(o - writer.Start);
            frame->IsArray = false;
            scope = Scope.Object;
            predicted = nodes[node].Inside;
            node = ShapeTrie.Root;
            p = first;
            goto Property;
        }

        if (c == '[')
        {
            if (writer.Depth == _maxDepth)
            {
                return false;
            }

            var first = p + 1;
            if (*first <= ' ')
            {
                first = SkipWhitespace(first);
            }

            if (*first == ']')
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.Literal(Tag.EmptyArray);
                o = writer.Cursor;
                top = writer.SlotTop;
                p = first + 1;
                goto AfterClose;
            }

            var frame = writer.Open();
            frame->FirstSlot = (int)(top - writer.SlotStart);
            frame->Node = node;
            frame->Scope = scope;
            frame->Start = (int)(o - writer.Start);
            frame->IsArray = true;
            scope = Scope.Array;
            p = first;
            goto Value;
        }

        byte tag;
        var literal = *(uint*)p;
        if (literal == ('t' | 'r' << 8 | 'u' << 16 | 'e' << 24))
        {
            tag = Tag.True;
            p += 4;
        }
        else if (literal == ('n' | 'u' << 8 | 'l' << 16 | 'l' << 24))
        {
            tag = Tag.Null;
            p += 4;
        }
        else if (literal == ('f' | 'a' << 8 | 'l' << 16 | 's' << 24) && p[4] == 'e')
        {
            tag = Tag.False;
            p += 5;
        }
        else
        {
            return false;
        }

        if (TMode.IsDisk)
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            writer.Literal(tag);
            o = writer.Cursor;
            top = writer.SlotTop;
        }
        else
        {
            *top++ = (uint)o;
            *o++ = tag;
        }

    AfterValue:
        c = *p;
        if (c == ',')
        {
            p++;
            if (*p <= ' ')
            {
                p = SkipWhitespace(p);
            }

            if (scope == Scope.Object)
            {
                predicted = nodes[node].Next;
                goto Property;
            }

            if (scope == Scope.Array)
            {
                goto Value;
            }

            return false;
        }

        if (c == '}')
        {
            if (scope != Scope.Object)
            {
                return false;
            }

            var frame = writer.Frames + --writer.Depth;
            var slots = writer.SlotStart + frame->FirstSlot;
            var count = (int)(top - slots);
            var shape = nodes + node;
            var address = (uint)o;
            if (!TMode.IsDisk && shape->Stamp >= writer.Stamp && count <= 16)
            {
                var width = WriterKernel.WidthIndex(address - *slots);
                *(ulong*)o = shape->Header + (uint)width;
                o = SlotKernel.Write(o + shape->HeaderLength, address, slots, count, width);
                top = slots;
                *top++ = address;
            }
            else
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.WriteObject(node, slots);
                o = writer.Cursor;
                top = writer.SlotTop;
            }

            node = frame->Node;
            scope = frame->Scope;
            p++;
            goto AfterClose;
        }

        if (c == ']')
        {
            if (scope != Scope.Array)
            {
                return false;
            }

            var frame = writer.Frames + --writer.Depth;
            writer.Cursor = o;
            writer.SlotTop = top;
            writer.WriteArray(writer.SlotStart + frame->FirstSlot);
            o = writer.Cursor;
            top = writer.SlotTop;
            scope = frame->Scope;
            p++;
            goto AfterClose;
        }

        var after = SkipWhitespace(p);
        if (after != p)
        {
            p = after;
            goto AfterValue;
        }

        writer.Cursor = o;
        writer.SlotTop = top;
        return scope == Scope.Document && _inTail && p == _end;

    AfterClose:
        if (p >= _safeEnd)
        {
            p = EnterTail(p);
        }

        goto AfterValue;

    Property:
        if (p >= _safeEnd)
        {
            p = EnterTail(p);
        }

        if (*p != '"')
        {
            return false;
        }

        var expected = nodes + predicted;
        if ((~Vector256.Equals(Vector256.Load(p + 1), Vector256.Load((byte*)&expected->Text)).ExtractMostSignificantBits() & expected->Mask) == 0)
        {
            p += expected->Advance;
            node = predicted;
        }
        else
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            p = Name(p, node, (writer.Frames + writer.Depth - 1)->Node);
            if (p == null)
            {
                return false;
            }

            o = writer.Cursor;
            top = writer.SlotTop;
            nodes = writer.Nodes;
            node = _named;
        }

        if (*p != ':')
        {
            p = SkipWhitespace(p);
            if (*p != ':')
            {
                return false;
            }
        }

        p++;
        if (*p <= ' ')
        {
            p = SkipWhitespace(p);
        }

        goto Value;
    }
}
