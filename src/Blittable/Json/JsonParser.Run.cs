using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// The main loop. Its states and transitions are:
/// <code>
/// Value        before a value                   a value read                          AfterValue
///                                               a bracket opens                       Value, or Property after the white space
/// AfterValue   after a value                   a comma                               Value, or Property
///                                               a bracket closes                      AfterValue
///                                               the text ends                         done
/// Property     before a name                    the predicted name, or its alternative  CheckedValue
///                                               any other name                        Value
/// Resume       after a call for a rare case    the writer's state is reloaded         AfterValue
/// </code>
/// The state of the loop is in locals: the read position (p), the write position (o), the end of the pending addresses (top), the open container, and the last
/// name in it. Rare cases are calls. The writer's own state is updated before them (HandOver), and reloaded after them (Resume). Lengths are as wide as
/// pointers, so adding them needs no extension. Pointers are advanced after the store through them, because the compiler emits two more moves for
/// <c>*o++</c>. Steps that are inlined into the loop are in <c>JsonParser.cs</c>.
/// </content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>The range of lengths of possible dates, which have hyphens at bytes 4 and 7.</summary>
    private const uint MinDate = Iso8601.DateLength, MaxDate = Iso8601.MaxLength;

    /// <summary>The four bytes from the first hyphen of a date to the second, without the month between them.</summary>
    private const uint Hyphens = '-' | (uint)'-' << 24, HyphensMask = 0xFF0000FF;

    [SkipLocalsInit]
    private bool Run<TMode>(byte* p)
        where TMode : struct, IConversionMode
    {
        var o = _writer.Cursor;
        var top = _writer.SlotTop;
        var frame = _writer.Current;
        var nodes = _writer.Nodes;

        // The node of the last property name; null outside of objects.
        ShapeNode* name = null;
        ValueTrials* trials = null;
        byte sample = 0;

        // The bytes and the length of a value of at most five bytes at o.
        ulong head = 0;
        nuint size = 0;

    Value:
        if (p >= _refillAt)
        {
            HandOver(o, top);
            p = Refill(p);
            o = _writer.Cursor;
            top = _writer.SlotTop;
        }

    CheckedValue:
        uint c = *p;
        if (c == ' ')
        {
            c = *++p;
        }

        if (c == '"')
        {
            var at = p - _unmarked;
            var length = BytesToMark(_marks, at);
            StringKernel.CopyHalf(p + 1, o + 1);
            if (length >= StringKernel.Step / 2)
            {
                StringKernel.CopyHalf(p + 1 + StringKernel.Step / 2, o + 1 + StringKernel.Step / 2);
                if (length == StringKernel.Step)
                {
                    goto MediumString;
                }
            }

            if (p[1 + length] != '"')
            {
                goto LongString;
            }

            if ((*(uint*)(p + 5) & HyphensMask) == Hyphens && length - MinDate <= MaxDate - MinDate && _detectDates)
            {
                goto Date;
            }

        NoDate:
            if (TMode.IsDisk)
            {
                trials = TrialsOf(name, nodes, frame);
                if (length < Leaf.MaxLength && !_findsFrequent)
                {
                    head = (ulong)*(uint*)(p + 1) << 8 | (byte)(Tag.ShortString + (uint)length);
                    p += length + 2;
                    *o = (byte)head;
                    size = length + 1;
                    goto Leaf;
                }

                if (IsTried(p + 1, length, trials, out sample))
                {
                    goto CompactString;
                }
            }

            *top = (uint)o;
            top++;
            *o = (byte)(Tag.ShortString + (uint)length);
            o += length + 1;
            p += length + 2;
            goto AfterValue;

        MediumString:
            // At least the first 57 bytes have no mark. The next word of marks starts seven bytes of marks later.
            length = KnownMarks + BytesToMark(_marks + KnownMarks / 8, at);
            if (length == KnownMarks + StringMarkKernel.Block || p[1 + length] != '"')
            {
                goto LongString;
            }

            if (TMode.IsDisk && IsTried(p + 1, length, trials = TrialsOf(name, nodes, frame), out sample))
            {
                goto CompactString;
            }

            *top = (uint)o;
            top++;
            if (length <= Tag.MaxShortString)
            {
                *o = (byte)(Tag.ShortString + (uint)length);
                o += length + 1;
            }
            else
            {
                StringKernel.CopyTwoSteps(p + 1, o + ValueWriter.LongStringHeader);
                *o = Tag.String16;
                *(ushort*)(o + 1) = (ushort)length;
                o += length + ValueWriter.LongStringHeader;
            }

            p += length + 2;
            goto AfterValue;

        LongString:
            HandOver(o, top);
            _writer.Node = name == null ? ShapeTrie.Root : Number(name, nodes);
            p = TMode.IsDisk ? LongDiskString(p) : LongString(p);
            goto Resume;

        Date:
            HandOver<TMode>(o, top, name, nodes);
            if (!_writer.TryDate(p + 1, (int)length))
            {
                if (!TMode.IsDisk)
                {
                    // Nothing has been written: the copied text is still in place.
                    goto NoDate;
                }

                trials = TrialsOf(name, nodes, frame);
                sample = 0;
                goto CompactString;
            }

            p += length + 2;
            goto Resume;

        CompactString:
            HandOver(o, top);
            WriteCompactString(p + 1, (int)length, trials, sample);
            p += length + 2;
            goto Resume;
        }

        // The length of white space mostly equals the previous one in the same position.
        if (c <= ' ')
        {
            var after = PassWhitespace(p, &frame->Indent);
            if (after == p)
            {
                return false;
            }

            p = after;
            goto Value;
        }

        if (c - '0' <= 9 || c == '-')
        {
            nuint negative = c == '-' ? 1u : 0;
            var digits = p + negative;
            var chunk = *(ulong*)digits ^ 0x3030303030303030;
            var count = CountDigits(chunk);
            uint behind = digits[count];
            if (behind != ',')
            {
                if (!TMode.IsDisk && behind == '.' && (TMode.ChecksNumbers || (count > 0 && (count == 1 || *digits != '0'))))
                {
                    // A number that is not an integer is copied as text. Its grammar is checked here, its value when it is read.
                    var length = TMode.ChecksNumbers ? NumberGrammarKernel.Copy(p, o + 1) : NumberTokenKernel.Copy(p, o + 1);
                    if ((uint)(length - 1) < Tag.MaxShortNumberText)
                    {
                        *top = (uint)o;
                        top++;
                        *o = (byte)(Tag.ShortNumberText + length);
                        o += length + 1;
                        p += length;
                        goto AfterValue;
                    }
                }

                if (!TMode.IsDisk && count == sizeof(ulong) && *digits != '0')
                {
                    // The number has 8 to 15 digits.
                    var characters = Vector128.Load(digits) - Vector128.Create((byte)'0');
                    count = (uint)ByteMaskKernel.FirstOf(Vector128.GreaterThan(characters, Vector128.Create((byte)9)));
                    behind = digits[count];
                    if (count < (uint)Vector128<byte>.Count && behind != '.' && (behind | 0x20) != 'e')
                    {
                        *top = (uint)o;
                        top++;
                        p = digits + count;
                        o = ValueWriter.WriteInteger(o, DigitKernel.Parse(characters, (int)count), negative != 0);
                        goto AfterValue;
                    }

                    goto OtherNumber;
                }

                if (count == sizeof(ulong) || behind == '.' || (behind | 0x20) == 'e')
                {
                    goto OtherNumber;
                }
            }

            if (count == 0 || (*digits == '0' && count + negative > 1))
            {
                goto OtherNumber;
            }

            // Shift the at most eight digits to the end of the word.
            var value = DigitKernel.ParseEight(chunk << (-8 * (int)count));
            p = digits + count;
            if (value + ((uint)negative << 8) <= Tag.SmallIntegerLast)
            {
                *o = (byte)value;
                size = 1;
                head = value;
            }
            else
            {
                var more = (uint)BitOperations.Log2(value) >> 3;
                var kind = Tag.Integer + more + (uint)negative * (Tag.NegativeInteger - Tag.Integer);
                *o = (byte)kind;
                *(uint*)(o + 1) = value;
                size = (nuint)more + 2;
                head = (byte)kind | (ulong)value << 8;
            }

            if (TMode.IsDisk)
            {
                trials = TrialsOf(name, nodes, frame);
            }

            goto Leaf;

        OtherNumber:
            HandOver<TMode>(o, top, name, nodes);
            p = OtherNumber(p);
            goto Resume;
        }

        byte tag;
        if ((c | 0x20) == '{')
        {
            var first = p + 1;
            if (*first <= ' ')
            {
                first = PassWhitespace(first, &frame[1].Indent);
            }

            // The character codes of both closing brackets are greater by 2 than the codes of the opening brackets.
            if (*first == *p + 2)
            {
                tag = *p == '[' ? Tag.EmptyArray : Tag.EmptyObject;
                p = first + 1;
                goto Literal;
            }

            if (frame == _writer.LastFrame)
            {
                if (!_writer.Deepen())
                {
                    return false;
                }

                frame = _writer.Current;
            }

            if (TMode.IsDisk)
            {
                // Exclude the root, and arrays in arrays, because they may become rows of a matrix.
                frame[1].Head = 0;
                trials = TrialsOf(name, nodes, frame);
                _writer.LearnIn(trials);
                if (_findsRepeats && !(*p == '[' ? frame->Scope == Scope.Array : frame->Scope == Scope.Document)
                    && _writer.LooksForText(trials))
                {
                    HandOver(o, top);
                    var after = TryRepeat(p, frame + 1, trials);
                    if (after != null)
                    {
                        p = after;
                        goto Resume;
                    }
                }

                if (*p == '[' && (*first == '[' || (uint)*first - '0' <= 9 || *first == '-'))
                {
                    HandOver<TMode>(o, top, name, nodes);
                    var after = TryNumbers(p, first);
                    if (after != null)
                    {
                        p = after;
                        goto Resume;
                    }
                }
            }

            var context = name == null ? frame->Node : Number(name, nodes);
            _writer.Current = ++frame;
            frame->Earlier = frame->References = 0;
            frame->FirstSlot = (int)((byte*)top - (byte*)_writer.SlotStart);
            frame->Node = context;
            if (TMode.IsDisk)
            {
                frame->Start = (int)(o - _writer.Start);
                _writer.NoteDepth();
            }

            var isArray = *p == '[';
            p = first;
            if (isArray)
            {
                frame->Scope = Scope.Array;
                name = null;
                goto Value;
            }

            frame->Scope = Scope.Object;
            name = nodes + ShapeTrie.Root;
            name->Next = nodes[context].Inside;
            name->OtherNext = nodes[context].OtherInside;
            goto Property;
        }

        // The text is a literal or invalid.
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
        *o = tag;
        if (TMode.IsDisk)
        {
            head = tag;
            size = 1;
            trials = TrialsOf(name, nodes, frame);
            goto Leaf;
        }

        *top = (uint)o;
        top++;
        o++;

    AfterValue:
        uint next = *p;
        if (next == ',')
        {
            p++;
            if (name != null)
            {
                if (*p <= ' ')
                {
                    p = PassWhitespace(p, &frame->Indent);
                }

                goto Property;
            }

            if (frame->Scope == Scope.Array)
            {
                goto Value;
            }

            return false;
        }

        if (next == '}')
        {
            if (name == null)
            {
                return false;
            }

            var slots = (uint*)((byte*)_writer.SlotStart + frame->FirstSlot);
            var count = (int)((nuint)((byte*)top - (byte*)slots) / sizeof(uint));
            var shape = name;
            name = nodes + frame->Node;
            _writer.Current = --frame;
            if (frame->Scope != Scope.Object)
            {
                name = null;
            }

            var looks = TMode.IsDisk && _writer.LooksForEqual(count);
            if (!looks && shape->Stamp >= _writer.Stamp && count <= ValueWriter.MaxInlineSlots && o < _writer.WindowLimit
                && (!TMode.IsDisk || (frame[1].Head == 0 && ValueWriter.IsPlain(frame + 1, o, slots))))
            {
                o = ValueWriter.WriteFewProperties(o, shape, slots, count);
                top = slots + 1;
                goto AfterClose;
            }

            HandOver(o, top);
            p = CloseObject(p, Number(shape, nodes), slots, looks);
            nodes = _writer.Nodes;
            goto Resume;
        }

        if (next == ']')
        {
            if (frame->Scope != Scope.Array)
            {
                return false;
            }

            var slots = (uint*)((byte*)_writer.SlotStart + frame->FirstSlot);
            var context = frame->Node;
            _writer.Current = --frame;
            if (frame->Scope == Scope.Object)
            {
                name = nodes + context;
            }

            var count = (int)((nuint)((byte*)top - (byte*)slots) / sizeof(uint));
            if (!TMode.IsDisk && count < ValueWriter.MinStrided && o < _writer.WindowLimit)
            {
                o = ValueWriter.WriteFewElements(o, slots, count);
                top = slots + 1;
                goto AfterClose;
            }

            HandOver<TMode>(o, top, name, nodes);
            p = CloseArray(p, slots);
            goto Resume;
        }

        if (next <= ' ')
        {
            var after = PassWhitespace(p, &frame->Outdent);
            if (after != p)
            {
                p = after;
                goto AfterValue;
            }
        }

        HandOver(o, top);
        return frame->Scope == Scope.Document && _inTail && p == _end;

    Leaf:
        if (TMode.IsDisk && frame->Scope == Scope.Object && _writer.LooksForScalar(trials))
        {
            HandOver(o, top);
            _writer.PushLeaf(o, head, (int)size, trials);
            goto Resume;
        }

        *top = (uint)o;
        top++;
        o += size;
        goto AfterValue;

    Resume:
        if (p == null)
        {
            return false;
        }

        o = _writer.Cursor;
        top = _writer.SlotTop;
        goto AfterValue;

    AfterClose:
        p = LeaveMargin(p + 1);
        goto AfterValue;

    Property:
        if (p >= _refillAt)
        {
            HandOver(o, top);
            p = Refill(p);
            o = _writer.Cursor;
            top = _writer.SlotTop;
        }

        var predicted = nodes + name->Next;
        var differences = DifferencesFrom(predicted, p);
        if (differences == 0)
        {
            name = predicted;
            p += name->Advance;
            if (TMode.IsDisk && Sse.IsSupported)
            {
                // In disk mode, values take so long that out-of-order execution does not reach the next name.
                Sse.Prefetch0(nodes + name->Next);
            }

            goto CheckedValue;
        }

        if ((differences & (predicted->Mask >> 1)) == 0 && *(ushort*)(p + predicted->Advance - 1) == (' ' | ':' << 8))
        {
            name = predicted;
            p += name->Advance + 1;
            goto CheckedValue;
        }

        var other = nodes + name->OtherNext;
        if (DifferencesFrom(other, p) == 0)
        {
            _writer.Predict(Number(name, nodes), frame->Node, Number(other, nodes));
            name = other;
            p += name->Advance;
            goto CheckedValue;
        }

        HandOver(o, top);
        p = Name(p, Number(name, nodes), frame->Node);
        if (p == null)
        {
            return false;
        }

        o = _writer.Cursor;
        top = _writer.SlotTop;
        nodes = _writer.Nodes;
        name = nodes + _named;
        goto Value;
    }
}
