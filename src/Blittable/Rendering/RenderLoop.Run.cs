using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>
/// The loop over values. Its states and transitions are:
/// <code>
/// Value      before a value                        text, number or literal       Next
///                                                  a reference                   Value, at its target
///                                                  an object                     Object
///                                                  an array                      Container
/// Object     before an object with cached names    its frame is initialized      Opened
///                                                  any other object              Container
/// Container  before a container                    written at once, or opened    Next
/// Rest       before a value with a rarer tag       written                       Next
///                                                  no space, or interrupted      returns
/// Opened     after a bracket                       the new frame is loaded       Next
/// Next       after a value                         no space                      Suspend
///                                                  no child is left              Close
///                                                  the next name is written      Slot
/// Slot       before the slot of a child                                          Value
/// Close      after the last child                  of the root                   returns
///                                                  of a run before others        Next
///                                                  of any other container        Next
/// </code>
/// The state of the loop is in locals: the write position (to), the open container, its next slot and its next name. They are stored in the frame before a call
/// that uses the frame, and when the loop returns.
/// </content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Writes values as long as there is space.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Run<TLayout>(ref byte* output)
        where TLayout : struct, IRenderLayout
    {
        var to = output;
        var frame = _frame;
        var slot = frame->Slot;
        var name = frame->Name;
        var value = _next;
        if (value == null)
        {
            goto Next;
        }

    Value:
        var tag = *value;
        if ((uint)(tag - Tag.ShortString) <= Tag.MaxShortString)
        {
            // One load and one store cover every string whose length is part of its tag.
            *to = (byte)'"';
            var length = tag - Tag.ShortString;
            if (EscapeKernel.TryCopyShort(to + 1, value + 1, length, _documentEnd))
            {
                to += 3 + length;
                Store32(to - 2, '"' | (',' << 8));
                goto Next;
            }
        }
        else if (tag <= Tag.SmallIntegerLast)
        {
            to = SmallInteger(to, tag);
            goto Next;
        }
        else if (tag >= Tag.Reference)
        {
            goto Rest;
        }
        else if (TLayout.IsRepeating && tag >= Tag.ObjectWithShape)
        {
            goto Object;
        }
        else if ((uint)(tag - Tag.Integer) <= 3 && value + 1 + sizeof(uint) <= _documentEnd)
        {
            to = ShortInteger(to, value, tag);
            goto Next;
        }
        else if (tag <= Tag.ShortNumberTextLast)
        {
            var length = tag - Tag.ShortNumberText;
            if (NumberCopyKernel.TryCopyPlain(to, value + 1, length, _documentEnd))
            {
                to += length + 1;
                to[-1] = (byte)',';
                goto Next;
            }
        }
        else if ((uint)(tag - Tag.Null) <= Tag.EmptyObject - Tag.Null)
        {
            to = Literal(to, tag);
            goto Next;
        }
        else if ((uint)(tag - Tag.NegativeInteger) <= 3 && value + 1 + sizeof(uint) <= _documentEnd)
        {
            *to = (byte)'-';
            to = ShortInteger(to + 1, value, (byte)(tag - (Tag.NegativeInteger - Tag.Integer)));
            goto Next;
        }
        else if ((uint)(tag - Tag.ObjectWithShape) <= Tag.ObjectOfDictionaryShapeLast - Tag.ObjectWithShape)
        {
            goto Object;
        }

    Container:
        if (TLayout.IsRepeating && (uint)(tag - Tag.Array) <= Tag.ArrayLast - Tag.Array && TryOpenArray(to, value, tag))
        {
            goto Opened;
        }

        if ((uint)(tag - Tag.Array) <= Tag.ObjectOfDictionaryShapeLast - Tag.Array && tag != Tag.NumberArray)
        {
            frame->Slot = slot;
            frame->Name = name;
            to = Open(to, value, tag);
            frame = _frame;
            slot = frame->Slot;
            name = frame->Name;
            goto Next;
        }

    Rest:
        byte* end;
        if (TLayout.IsRepeating && tag == Tag.EncodedString && value > _newest)
        {
            end = DecodeString(to, value, tag);
            if (end != null && !_isInterrupted)
            {
                Remember(value, KeyOf(value), to, end);
                to = end + 1;
                *end = (byte)',';
                goto Next;
            }
        }
        else if ((uint)(tag - Tag.EncodedString) <= Tag.ContinuedString - Tag.EncodedString)
        {
            end = EncodedString<TLayout>(to, value, tag);
        }
        else if ((uint)(tag - Tag.Reference) <= Tag.ReferenceLast - Tag.Reference)
        {
            value = _document + Container.FollowReference(_span, (int)(value - _document));
            goto Value;
        }
        else if ((uint)(tag - Tag.ShortDecimal) <= Tag.ShortDecimalLast - Tag.ShortDecimal && value + 1 + sizeof(uint) <= _documentEnd)
        {
            end = ShortDecimal(to, value, tag);
        }
        else if ((uint)(tag - Tag.RawDate) <= Tag.CompactDateLast - Tag.RawDate)
        {
            end = Date(to, (int)(value - _document), tag);
        }
        else if (tag == Tag.String16)
        {
            end = MediumString(to, value);
        }
        else if ((uint)(tag - Tag.DictionaryString) <= Tag.DictionaryStringLast - Tag.DictionaryString)
        {
            end = DictionaryString(to, Address(value), tag);
        }
        else
        {
            end = Other(to, (int)(value - _document), tag);
        }

        if (end == null || _isInterrupted)
        {
            frame->Slot = slot;
            frame->Name = name;
            _next = end == null ? value : null;
            output = end == null ? to : end;
            return false;
        }

        to = end + 1;
        *end = (byte)',';

    Next:
        if (to > _limit)
        {
            goto Suspend;
        }

        if (TLayout.IsIndented)
        {
            if (slot == frame->SlotsEnd)
            {
                goto Close;
            }

            to = NewLine(to, (int)(frame - _bottom));
        }

        nint nameLength = *(sbyte*)name;
        if (nameLength > 0)
        {
            EscapeKernel.CopyHalf(to, name + 1);
            to += nameLength;
            name += nameLength + 1;
        }
        else
        {
            // A length of 0 also follows the last name.
            if (!TLayout.IsIndented && slot == frame->SlotsEnd)
            {
                goto Close;
            }

            if (nameLength == NameTexts.Texts.NoName)
            {
                if (frame->SlotShift >= 0)
                {
                    goto Slot;
                }

                value = frame->Element;
                frame->Element = value + frame->Step;
                slot++;
                goto Value;
            }

            if (nameLength < 0)
            {
                EscapeKernel.CopyWhole(to, name + 1, (uint)-nameLength);
                to -= nameLength;
                name += 1 - nameLength;
            }
            else
            {
                frame->Slot = slot;
                frame->Name = name;
                end = OtherName(to, frame);
                if (end == null)
                {
                    to -= TLayout.IsIndented ? LineLength((int)(frame - _bottom)) : 0;
                    goto Suspend;
                }

                to = end;
                name = frame->Name;
            }
        }

        if (TLayout.IsIndented)
        {
            *to++ = (byte)' ';
        }

    Slot:
        var distance = Load32(slot) >> frame->SlotShift;
        slot += frame->Step;
        if (distance - 1 >= frame->Reach)
        {
            ThrowHelper.InvalidDistance(distance, (int)frame->Reach);
        }

        value = frame->Origin - distance;
        goto Value;

    Object:
        if (!TryOpen<TLayout>(to, value, tag))
        {
            goto Container;
        }

    Opened:
        frame->Slot = slot;
        frame->Name = name;
        to++;
        frame = _frame;
        slot = frame->Slot;
        name = frame->Name;
        goto Next;

    Close:
        if (frame == _bottom)
        {
            output = to - 1;
            return true;
        }

        if (frame->Next != 0)
        {
            OpenRun(frame, frame->Next);
            slot = frame->Slot;
            goto Next;
        }

        to = Close<TLayout>(to, frame);
        if (TLayout.IsRepeating)
        {
            Remember(frame->Container, frame->Key, frame->Start, to - 1);
        }

        _frame = --frame;
        slot = frame->Slot;
        name = frame->Name;
        goto Next;

    Suspend:
        frame->Slot = slot;
        frame->Name = name;
        _next = null;
        _held = *--to;
        output = to;
        return false;
    }
}
