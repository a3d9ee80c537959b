using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Wire;

/// <content>
/// The main loop, which holds its state in locals like the loop of the JSON parser: the read and write positions, the open container, and the number of values
/// that it still needs. Rare cases are calls. The writer's own state is updated before them and reloaded after them (<c>Resume</c>).
/// </content>
internal sealed unsafe partial class WireReader
{
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    [SkipLocalsInit]
    private byte* Run<TMode>(byte* p)
        where TMode : struct, IConversionMode
    {
        var writer = _writer;
        var o = writer.Cursor;
        var top = writer.SlotTop;
        var frame = writer.Current;
        var nodes = writer.Nodes;
        var node = ShapeTrie.Root;
        var predicted = ShapeTrie.Root;
        var outer = LeftOfOuter;
        uint left = 1;

    Value:
        if (p >= _limit || o >= writer.Limit || top >= writer.SlotLimit)
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            p = Refill(p);
            if (p == null)
            {
                return null;
            }

            o = writer.Cursor;
            top = writer.SlotTop;
        }

        uint c = *p;
        if (c - MessagePackCode.FixString <= MessagePackCode.MaxFixString)
        {
            var length = c & FixStringMask;
            var text = Vector256.Load(p + 1);
            var beyondAscii = text.ExtractMostSignificantBits() & ((1u << (int)length) - 1);
            if (TMode.IsDisk || beyondAscii != 0 || (length >= Iso8601.DateLength && p[5] == '-' && p[8] == '-'))
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.Node = node;
                p = ShortText(p, (int)length, beyondAscii != 0);
                goto Resume;
            }

            *top++ = (uint)o;
            *o = (byte)(Tag.ShortString + length);
            text.Store(o + 1);
            o += 1 + length;
            p += 1 + length;
            goto AfterValue;
        }

        if (c <= MessagePackCode.FixIntLast)
        {
            if (!TMode.IsDisk)
            {
                // Write the tag and the byte in either case; the length determines whether both count.
                var isTag = c <= Tag.SmallIntegerLast;
                *top++ = (uint)o;
                *(ushort*)o = (ushort)(isTag ? c : Tag.Integer | c << 8);
                o += isTag ? 1 : 2;
            }
            else
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.Node = node;
                writer.Integer(c, negative: false);
                p++;
                goto Resume;
            }

            p++;
            goto AfterValue;
        }

        uint count;
        bool isMap;
        if (c < MessagePackCode.FixString)
        {
            count = c & MessagePackCode.MaxFixCount;
            isMap = c < MessagePackCode.FixArray;
            p++;
            goto Container;
        }

        if (c - MessagePackCode.UInt8 <= MessagePackCode.Int64 - MessagePackCode.UInt8)
        {
            var size = 1 << (int)(c & 3);
            var value = BinaryPrimitives.ReverseEndianness(*(ulong*)(p + 1));
            p += 1 + size;
            var shift = 64 - 8 * size;
            var isNegative = c >= MessagePackCode.Int8 && (long)value < 0;
            value = isNegative ? 0 - (ulong)((long)value >> shift) : value >> shift;
            if (!TMode.IsDisk && value <= uint.MaxValue)
            {
                *top++ = (uint)o;
                var bytes = (39 - BitOperations.LeadingZeroCount((uint)value | 1)) >> 3;
                var isSmall = value <= Tag.SmallIntegerLast && !isNegative;
                *o = (byte)(isSmall ? (uint)value : (uint)((isNegative ? Tag.NegativeInteger : Tag.Integer) - 1 + bytes));
                *(uint*)(o + 1) = (uint)value;
                o += isSmall ? 1 : 1 + bytes;
            }
            else
            {
                writer.Cursor = o;
                writer.SlotTop = top;
                writer.Node = node;
                writer.Integer(value, isNegative);
                goto Resume;
            }

            goto AfterValue;
        }

        if (c - MessagePackCode.Array16 <= MessagePackCode.Map32 - MessagePackCode.Array16)
        {
            var isWide = (c & 1) != 0;
            count = isWide ? BinaryPrimitives.ReverseEndianness(*(uint*)(p + 1)) : BinaryPrimitives.ReverseEndianness(*(ushort*)(p + 1));
            isMap = c >= MessagePackCode.Map16;
            if (_end - p < (isMap ? 2L * count : count))
            {
                return Fail(WireStatus.Truncated, p);
            }

            p += isWide ? 1 + sizeof(uint) : 1 + sizeof(ushort);
            goto Container;
        }

        if (c == MessagePackCode.Float64 && !TMode.IsDisk)
        {
            *top++ = (uint)o;
            *o = Tag.Float64;
            *(ulong*)(o + 1) = BinaryPrimitives.ReverseEndianness(*(ulong*)(p + 1));
            o += 1 + sizeof(double);
            p += 1 + sizeof(double);
            goto AfterValue;
        }

        writer.Cursor = o;
        writer.SlotTop = top;
        writer.Node = node;
        p = Other(p);

    Resume:
        if (p == null)
        {
            return null;
        }

        o = writer.Cursor;
        top = writer.SlotTop;

    AfterValue:
        if (--left != 0)
        {
            if (frame->Scope == Scope.Array)
            {
                goto Value;
            }

            predicted = nodes[node].Next;
            goto Key;
        }

        if (frame->Scope == Scope.Object)
        {
            var slots = (uint*)((byte*)writer.SlotStart + frame->FirstSlot);
            var items = (int)((nuint)((byte*)top - (byte*)slots) / sizeof(uint));
            var shape = nodes + node;
            node = frame->Node;
            left = *--outer;
            writer.Current = --frame;

            // Any number of maps may close without a value between them that checks the limit.
            if (!TMode.IsDisk && shape->Stamp >= writer.Stamp && items <= ValueWriter.MaxInlineSlots && o < writer.Limit)
            {
                o = ValueWriter.WriteFewProperties(o, shape, slots, items);
                top = slots + 1;
                goto AfterValue;
            }

            writer.Cursor = o;
            writer.SlotTop = top;
            writer.WriteObject((int)(shape - nodes), slots);
            goto Resume;
        }

        if (frame->Scope == Scope.Array)
        {
            var slots = (uint*)((byte*)writer.SlotStart + frame->FirstSlot);
            var items = (int)((nuint)((byte*)top - (byte*)slots) / sizeof(uint));
            node = frame->Node;
            left = *--outer;
            writer.Current = --frame;
            if (!TMode.IsDisk && items < ValueWriter.MinStrided && o < writer.Limit)
            {
                o = ValueWriter.WriteFewElements(o, slots, items);
                top = slots + 1;
                goto AfterValue;
            }

            writer.Cursor = o;
            writer.SlotTop = top;
            writer.Node = node;
            writer.WriteArray(slots);
            goto Resume;
        }

        writer.Cursor = o;
        writer.SlotTop = top;
        return p <= _end ? p : Fail(WireStatus.Truncated, _end);

    Container:
        if (count == 0)
        {
            writer.Cursor = o;
            writer.SlotTop = top;
            writer.Node = node;
            writer.Literal(isMap ? Tag.EmptyObject : Tag.EmptyArray);
            goto Resume;
        }

        if (frame == writer.LastFrame)
        {
            if (!writer.Deepen())
            {
                return Fail(WireStatus.TooDeep, p - (c < MessagePackCode.FixString ? 1 : (c & 1) != 0 ? 1 + sizeof(uint) : 1 + sizeof(ushort)));
            }

            frame = writer.Current;
            outer = Deepen(outer);
        }

        *outer++ = left;
        left = count;
        if (TMode.IsDisk)
        {
            writer.LearnIn(writer.TrialsOf(frame->Scope == Scope.Object ? node : ShapeTrie.Root, frame->Node));
        }

        writer.Current = ++frame;
        frame->Scope = isMap ? Scope.Object : Scope.Array;
        frame->Earlier = frame->References = 0;
        frame->FirstSlot = (int)((byte*)top - (byte*)writer.SlotStart);
        frame->Node = node;
        if (TMode.IsDisk)
        {
            frame->Start = (int)(o - writer.Start);
            writer.NoteDepth();
        }

        if (!isMap)
        {
            goto Value;
        }

        predicted = nodes[node].Inside;
        node = ShapeTrie.Root;

    Key:
        if (p >= _limit)
        {
            p = EnterTail(p);
            if (p >= _end)
            {
                return Fail(WireStatus.Truncated, _end);
            }
        }

        // The node contains the name as in JSON, after a quotation mark and followed by two characters. A name that is not predicted never matches.
        var name = nodes + predicted;
        var differences = ~ByteMaskKernel.Of(Vector256.Equals(Vector256.Load(p), Vector256.Load((byte*)&name->Text))) & name->Mask >> 2;
        if (differences <= 1 && name->Advance == *p - MessagePackCode.FixString + ShapeNode.Punctuation && *p >= MessagePackCode.FixString)
        {
            p += name->Advance - (ShapeNode.Punctuation - 1);
            node = predicted;
            goto Value;
        }

        writer.Cursor = o;
        writer.SlotTop = top;
        p = Key(p, node, frame->Node);
        if (p == null)
        {
            return null;
        }

        o = writer.Cursor;
        top = writer.SlotTop;
        nodes = writer.Nodes;
        node = _named;
        goto Value;
    }

    // Handles keys that were not predicted or are not strings.

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
}
