using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Building;
using Blittable.Dates;
using Blittable.Format;

namespace Blittable.Json;

/// <remarks>
/// The main loop keeps its state in locals: where it reads and writes, the addresses pending, the container that is open, the last name in it.
/// What is rare is a call, before which the writer's own state is brought up to date, and after which <c>Resume</c> takes it over again.
/// </remarks>
internal sealed unsafe partial class JsonKernel
{
    /// <summary>Lengths of texts that may be dates, with hyphens at their bytes 4 and 7.</summary>
    private const uint MinDate = Iso8601.DateLength, MaxDate = Iso8601.MaxLength;

    /// <summary>Four bytes from a date's first hyphen to its second, without the month between them.</summary>
    private const uint Hyphens = '-' | (uint)'-' << 24, HyphensMask = 0xFF0000FF;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    [SkipLocalsInit]
    private bool Run<TMode>(byte* p)
        where TMode : struct, IConversionMode
    {
        var writer = _writer;
        var o = writer.Cursor;
        var top = writer.SlotTop;
        var frame = writer.Current;
        var nodes = writer.Nodes;
        var node = ShapeTrie.Root;
        var predicted = ShapeTrie.Root;
        uint c = *p;
        if (c <= ' ')
        {
            p = SkipWhitespace(p);
        }

    Value:
        if (p >= _safeEnd || o >= writer.Limit || top >= writer.SlotLimit)
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            p = Refill(p);
            o = writer.Cursor;
            top = writer.SlotTop;
        }

        c = *p;
        if (c == '"')
        {
            var length = (uint)BitOperations.TrailingZeroCount(StringKernel.CopyShort(p + 1, o + 1));
            if (length == StringKernel.ShortStep)
            {
                length += (uint)BitOperations.TrailingZeroCount(StringKernel.Copy(p + 1 + StringKernel.ShortStep, o + 1 + StringKernel.ShortStep));
            }

            if (p[1 + length] != '"' || length == StringKernel.ShortStep + StringKernel.Step)
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                p = LongString(p);
                goto Resume;
            }

            if ((*(uint*)(p + 5) & HyphensMask) == Hyphens && length - MinDate <= MaxDate - MinDate && _detectDates)
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                if (writer.TryDate(p + 1, (int)length))
                {
                    p += length + 2;
                    goto Resume;
                }
            }

            if (TMode.IsDisk)
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.CompactString(p + 1, (int)length, inPlace: false, Token(p + 1, p + length + 2));
                p += length + 2;
                goto Resume;
            }

            *top++ = (uint)o;
            if (length <= Tag.MaxShortString)
            {
                *o = (byte)(Tag.ShortString + length);
                o += length + 1;
            }
            else
            {
                StringKernel.CopyMedium(p + 1, o + WriterKernel.LongStringHeader);
                *o = Tag.String16;
                *(ushort*)(o + 1) = (ushort)length;
                o += length + WriterKernel.LongStringHeader;
            }

            p += length + 2;
            goto AfterValue;
        }

        if (c - '0' <= 9 || c == '-')
        {
            var digits = p + (c == '-' ? 1 : 0);
            var chunk = *(ulong*)digits ^ 0x3030303030303030;
            var count = BitOperations.TrailingZeroCount(((chunk + 0x7676767676767676) | chunk) & 0x8080808080808080) >> 3;
            uint next = digits[count];
            if (!TMode.IsDisk && next == '.' && count > 0 && (count == 1 || *digits != '0'))
            {
                // A number that is no integer is copied as text without a look at it: reading finds out whether it is one.
                var length = NumberTokenKernel.Copy(p, o + 1);
                if (length <= Tag.MaxShortNumberText)
                {
                    *top++ = (uint)o;
                    *o = (byte)(Tag.ShortNumberText + length);
                    o += length + 1;
                    p += length;
                    goto AfterValue;
                }
            }

            if (!TMode.IsDisk && count == sizeof(ulong) && *digits != '0')
            {
                // Up to 15 digits.
                var characters = Vector128.Load(digits) - Vector128.Create((byte)'0');
                count = BitOperations.TrailingZeroCount(Vector128.GreaterThan(characters, Vector128.Create((byte)9)).ExtractMostSignificantBits() | 0x10000);
                next = digits[count];
                if (count < Vector128<byte>.Count && next != '.' && (next | 0x20) != 'e')
                {
                    var magnitude = DigitKernel.Parse(characters, count);
                    *top++ = (uint)o;
                    o = WriterKernel.WriteInteger(o, magnitude, digits != p);
                    p = digits + count;
                    goto AfterValue;
                }
            }

            if ((uint)(count - 1) >= 7 || next == '.' || (next | 0x20) == 'e' || (*digits == '0' && (count > 1 || digits != p)))
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                p = OtherNumber(p);
                goto Resume;
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
                p = digits + count;
                goto Resume;
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

        byte tag;
        if (c == '{')
        {
            var first = p + 1;
            if (*first <= ' ')
            {
                var expected = frame[1].Indent;
                first = WhitespaceKernel.Run(first) == expected ? first + expected : SkipWhitespace(first, &frame[1].Indent);
            }

            if (*first == '}')
            {
                p = first + 1;
                tag = Tag.EmptyObject;
                goto Literal;
            }

            if (frame == writer.LastFrame)
            {
                if (!writer.Deepen())
                {
                    return false;
                }

                frame = writer.Current;
            }

            writer.Current = ++frame;
            frame->Scope = Scope.Object;
            frame->FirstSlot = (int)((byte*)top - (byte*)writer.SlotStart);
            frame->Node = node;
            if (TMode.IsDisk)
            {
                frame->Start = (int)(o - writer.Start);
                writer.NoteDepth();
            }

            predicted = nodes[node].Inside;
            node = ShapeTrie.Root;
            p = first;
            goto Property;
        }

        if (c == '[')
        {
            var first = p + 1;
            if (*first <= ' ')
            {
                var expected = frame[1].Indent;
                first = WhitespaceKernel.Run(first) == expected ? first + expected : SkipWhitespace(first, &frame[1].Indent);
            }

            if (*first == ']')
            {
                p = first + 1;
                tag = Tag.EmptyArray;
                goto Literal;
            }

            if (frame == writer.LastFrame)
            {
                if (!writer.Deepen())
                {
                    return false;
                }

                frame = writer.Current;
            }

            writer.Current = ++frame;
            frame->Scope = Scope.Array;
            frame->FirstSlot = (int)((byte*)top - (byte*)writer.SlotStart);
            frame->Node = node;
            if (TMode.IsDisk)
            {
                frame->Start = (int)(o - writer.Start);
                writer.NoteDepth();
            }

            p = first;
            goto Value;
        }

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

    Literal:
        if (TMode.IsDisk)
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            writer.Literal(tag);
            goto Resume;
        }

        *top++ = (uint)o;
        *o++ = tag;

    AfterValue:
        c = *p;
        if (c == ',')
        {
            p++;
            if (*p <= ' ')
            {
                p = WhitespaceKernel.Run(p) == frame->Indent ? p + frame->Indent : SkipWhitespace(p, &frame->Indent);
            }

            if (frame->Scope == Scope.Object)
            {
                predicted = nodes[node].Next;
                goto Property;
            }

            if (frame->Scope == Scope.Array)
            {
                goto Value;
            }

            return false;
        }

        if (c == '}')
        {
            if (frame->Scope != Scope.Object)
            {
                return false;
            }

            var slots = (uint*)((byte*)writer.SlotStart + frame->FirstSlot);
            var count = (int)((nuint)((byte*)top - (byte*)slots) / sizeof(uint));
            var shape = nodes + node;
            node = frame->Node;
            writer.Current = --frame;

            // Containers may close in any number, with no value between them that would look at the limit.
            if (!TMode.IsDisk && shape->Stamp >= writer.Stamp && count <= WriterKernel.MaxInlineSlots && o < writer.Limit)
            {
                var address = (uint)o;
                var width = WriterKernel.WidthIndex(address - *slots);
                *(ulong*)o = shape->Header + (uint)width;
                o = SlotKernel.WriteFew(o + shape->HeaderLength, address, slots, count, width);
                top = slots;
                *top++ = address;
                goto AfterClose;
            }

            writer.Cursor = o;
            writer.SlotTop = top;
            writer.WriteObject((int)(shape - nodes), slots);
            goto ResumeAfterClose;
        }

        if (c == ']')
        {
            if (frame->Scope != Scope.Array)
            {
                return false;
            }

            var slots = (uint*)((byte*)writer.SlotStart + frame->FirstSlot);
            node = frame->Node;
            writer.Current = --frame;
            var count = (int)((nuint)((byte*)top - (byte*)slots) / sizeof(uint));
            if (!TMode.IsDisk && count < WriterKernel.MinStrided && o < writer.Limit)
            {
                var address = (uint)o;
                var width = WriterKernel.WidthIndex(address - *slots);
                *o = (byte)(Tag.Array + width);
                o[1] = (byte)count;
                o = SlotKernel.WriteFew(o + 2, address, slots, count, width);
                top = slots;
                *top++ = address;
                goto AfterClose;
            }

            writer.Cursor = o;
            writer.SlotTop = top;
            writer.WriteArray(slots);
            goto ResumeAfterClose;
        }

        if (c <= ' ')
        {
            var after = WhitespaceKernel.Run(p) == frame->Outdent ? p + frame->Outdent : SkipWhitespace(p, &frame->Outdent);
            if (after != p)
            {
                p = after;
                goto AfterValue;
            }
        }

        writer.Cursor = o;
        writer.SlotTop = top;
        return frame->Scope == Scope.Document && _inTail && p == _end;

    Resume:
        if (p == null)
        {
            return false;
        }

        o = writer.Cursor;
        top = writer.SlotTop;
        goto AfterValue;

    ResumeAfterClose:
        o = writer.Cursor;
        top = writer.SlotTop;

    AfterClose:
        p = LeaveMargin(p + 1);
        goto AfterValue;

    Property:
        if (p >= _safeEnd)
        {
            p = EnterTail(p);
        }

        var name = nodes + predicted;
        var differences = ~Vector256.Equals(Vector256.Load(p), Vector256.Load((byte*)&name->Text)).ExtractMostSignificantBits() & name->Mask;
        if (differences == 0)
        {
            p += name->Advance;
            node = predicted;
        }
        else if ((differences & (name->Mask >> 1)) == 0 && *(ushort*)(p + name->Advance - 1) == (' ' | ':' << 8))
        {
            p += name->Advance + 1;
            node = predicted;
        }
        else
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            p = Name(p, node, frame->Node);
            if (p == null)
            {
                return false;
            }

            o = writer.Cursor;
            top = writer.SlotTop;
            nodes = writer.Nodes;
            node = _named;
        }

        if (*p <= ' ')
        {
            p += *p == ' ' ? 1 : 0;
            if (*p <= ' ')
            {
                p = SkipWhitespace(p);
            }
        }

        goto Value;
    }
}
