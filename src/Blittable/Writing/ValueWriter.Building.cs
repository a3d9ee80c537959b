using System.Numerics;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Provides the entry points of the builder, value by value. For JSON text, the parser holds the same state in locals.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The assumed length of the JSON text of a built document, because the actual length is unknown until the end.</summary>
    private const int ExpectedOfBuilder = 1 << 14;

    /// <summary>The maximum length of the JSON text of a value that is neither a string nor binary.</summary>
    private const int MaxScalarText = 40;

    /// <summary>The maximum length of the JSON text of one byte of a string: an escaped control character.</summary>
    private const int MaxByteText = 6;

    /// <summary>The text length at which counting saturates.</summary>
    private const long MaxText = 1L << 61;

    private int _node;
    private long _text;

    /// <summary>Gets the kind of the container that receives the next value.</summary>
    public Scope Scope => Current->Scope;

    /// <summary>Starts a document that is built call by call.</summary>
    /// <param name="maxDictionaryVersion">The maximum dictionary version that the document may use.</param>
    public void BeginBuilding(int maxDictionaryVersion = int.MaxValue)
    {
        Begin(ExpectedOfBuilder, maxDictionaryVersion);
        Source = null;
        _node = ShapeTrie.Root;
        _text = 0;
    }

    /// <summary>Writes the trailer of a document that was built call by call.</summary>
    public ReadOnlySpan<byte> FinishBuilding() => Finish(_text);

    /// <summary>Writes the trailer of a document whose JSON text, if any, has at most <paramref name="maxText"/> bytes.</summary>
    public ReadOnlySpan<byte> Finish(long maxText)
    {
        _expectedInput = maxText;
        return Finish();
    }

    /// <summary>Opens an object or an array.</summary>
    public void BeginContainer(bool isArray)
    {
        Prepare(MaxScalarText);
        if (Current == LastFrame && !Deepen())
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

        LearnIn(TrialsHere());
        var frame = ++Current;
        frame->Scope = isArray ? Scope.Array : Scope.Object;
        frame->Earlier = frame->References = 0;
        frame->FirstSlot = (int)((byte*)SlotTop - (byte*)SlotStart);
        frame->Node = _node;
        frame->Start = Length;
        NoteDepth();
        if (!isArray)
        {
            _node = ShapeTrie.Root;
        }
    }

    /// <summary>Sets the name of the next value in the open object.</summary>
    public void PropertyName(ReadOnlySpan<byte> name)
    {
        Prepare(MaxByteText * (long)name.Length + MaxScalarText);
        _node = Name(_node, Current->Node, name);
    }

    /// <summary>Closes the open object or array.</summary>
    public void EndContainer()
    {
        var frame = Current--;
        var slots = (uint*)((byte*)SlotStart + frame->FirstSlot);
        var node = _node;
        _node = frame->Node;
        if (SlotTop == slots)
        {
            Literal(frame->Scope == Scope.Array ? Tag.EmptyArray : Tag.EmptyObject);
        }
        else if (frame->Scope == Scope.Array)
        {
            WriteArray(slots);
        }
        else
        {
            WriteObject(node, slots);
        }
    }

    /// <summary>Closes the open array, repeating its only element.</summary>
    /// <param name="count">The number of elements, at least <see cref="MinStrided"/>.</param>
    /// <param name="textBefore">The value of <see cref="ExpandedText"/> before the array was opened.</param>
    public void EndRepeated(int count, long textBefore)
    {
        const int wide = 32;
        var frame = Current--;
        _node = frame->Node;
        _hasShared = true;
        _text = Math.Min(_text + (Math.Min(_text - textBefore, 1L << wide) * (count - 1)), MaxText);
        EnsureRoom(MaxApproach);
        var slot = (uint*)((byte*)SlotStart + frame->FirstSlot);
        var address = (uint)Cursor;
        WriteStrided(address - *slot, count, stride: 0);
        *slot = address;
    }

    /// <summary>Gets a value that indicates whether any value is referenced more than once.</summary>
    public bool HasShared => _hasShared;

    /// <summary>Gets the maximum length of the JSON text of all values so far.</summary>
    public long ExpandedText => _text;

    /// <summary>Returns the value that was written last.</summary>
    /// <param name="textBefore">The value of <see cref="ExpandedText"/> before the value was begun.</param>
    /// <param name="depth">The number of nested containers, including the value itself.</param>
    public CopiedValue LastValue(long textBefore, int depth) =>
        new(LastAddress, Math.Min(_text - textBefore, uint.MaxValue), depth);

    /// <summary>Writes a reference to an earlier value.</summary>
    public void Repeat(in CopiedValue value)
    {
        var depth = (int)(Current - Frames) + value.Depth;
        if (depth > _maxDepth)
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

        _deepest = Math.Max(_deepest, depth);
        Prepare(value.Text);
        _text = Math.Min(_text, MaxText);
        PushEarlier(value.Address);
    }

    /// <summary>Reserves space for a value, and adds the maximum length of its JSON text.</summary>
    public void Prepare(long text)
    {
        _text += text;
        if (Cursor >= Limit || SlotTop >= SlotLimit)
        {
            Reserve(0);
        }
    }

    public void BuildScalar() => Prepare(MaxScalarText);

    /// <summary>Reserves space for a decimal, whose JSON text grows with its fraction, up to 255 digits.</summary>
    public void BuildDecimal(int fractionDigits) => Prepare(MaxScalarText + (long)fractionDigits);

    public void BuildString(ReadOnlySpan<byte> text)
    {
        Prepare(MaxByteText * (long)text.Length + 3);
        String(text, TrialsHere());
    }

    public void BuildNumberText(ReadOnlySpan<byte> text)
    {
        Prepare(text.Length + 1L);
        NumberText(text);
    }

    public void BuildDate(in Timestamp value, DateTextForm form, bool compact)
    {
        Prepare(MaxScalarText);
        var start = Cursor;
        var payload = new Span<byte>(Cursor + 1, CompactStoredDate.MaxLength);
        int formClass;
        Cursor += 1 + (compact ? CompactStoredDate.Write(value, form, payload, out formClass) : RawStoredDate.Write(value, form, payload, out formClass));
        *start = (byte)((compact ? Tag.CompactDate : Tag.RawDate) + formClass);
        PushScalar(start);
    }

    public void BuildFloat32(float value)
    {
        Prepare(MaxScalarText);
        FourBytes(Tag.Float32, BitConverter.SingleToUInt32Bits(value));
    }

    public void BuildFloat64(double value)
    {
        Prepare(MaxScalarText);
        if (_mode == BlittableMode.Disk && NarrowDouble.TryNarrow(value, out var bits))
        {
            FourBytes(Tag.NarrowFloat64, bits);
            return;
        }

        var start = Cursor;
        *start = Tag.Float64;
        *(double*)(start + 1) = value;
        Cursor += 1 + sizeof(double);
        PushScalar(start);
    }

    private void FourBytes(byte tag, uint bits)
    {
        var start = Cursor;
        *start = tag;
        *(uint*)(start + 1) = bits;
        Cursor += 1 + sizeof(uint);
        PushScalar(start, tag | (ulong)bits << 8);
    }

    /// <param name="type">The type of a MessagePack extension; -1 for binary.</param>
    /// <param name="data">The payload.</param>
    public void BuildBinary(int type, ReadOnlySpan<byte> data)
    {
        Prepare(2L * data.Length + MaxScalarText);
        EnsureRoom(data.Length + (long)Slack);
        *SlotTop++ = (uint)Cursor;
        if (type < 0)
        {
            *Cursor++ = Tag.Binary;
        }
        else
        {
            *Cursor++ = Tag.Extension;
            *Cursor++ = (byte)type;
        }

        WriteVarint((uint)data.Length);
        data.CopyTo(new Span<byte>(Cursor, data.Length));
        Cursor += data.Length;
    }

    // Writes numbers, literals and dates.

    /// <summary>The maximum number of fraction digits without a separate length byte.</summary>
    private const int MaxShortFraction = 3;

    /// <summary>Writes an integer as a 64-bit magnitude and a sign.</summary>
    public void Integer(ulong magnitude, bool negative)
    {
        var value = Cursor;
        Cursor = WriteInteger(value, magnitude, negative);
        PushScalar(value, *value | magnitude << 8);
    }

    /// <summary>Writes an integer and returns its end.</summary>
    public static byte* WriteInteger(byte* output, ulong magnitude, bool negative)
    {
        if (magnitude <= Tag.SmallIntegerLast && !negative)
        {
            *output = (byte)magnitude;
            return output + 1;
        }

        // The magnitude has 1, 2, 3, 4, 6 or 8 bytes.
        var bytes = (71 - BitOperations.LeadingZeroCount(magnitude | 1)) >> 3;
        var size = bytes - 1;
        if (bytes > 4)
        {
            bytes = (bytes + 1) & ~1;
            size = bytes / 2 + 1;
        }

        *output = (byte)((negative ? Tag.NegativeInteger : Tag.Integer) + size);
        *(ulong*)(output + 1) = magnitude;
        return output + 1 + bytes;
    }

    /// <summary>Writes a decimal as a mantissa with 1 to 255 fraction digits.</summary>
    public void Decimal(long mantissa, int fractionDigits)
    {
        var value = Cursor;
        var zigzag = (ulong)(mantissa << 1 ^ mantissa >> 63);
        var bytes = (71 - BitOperations.LeadingZeroCount(zigzag | 1)) >> 3;
        if (fractionDigits <= MaxShortFraction && bytes <= 4)
        {
            *Cursor = (byte)(Tag.ShortDecimal + 4 * (fractionDigits - 1) + bytes - 1);
            *(uint*)(Cursor + 1) = (uint)zigzag;
            Cursor += 1 + bytes;
        }
        else
        {
            var size = bytes <= 4 ? 0 : bytes <= 6 ? 1 : 2;
            *Cursor = (byte)(Tag.Decimal + size);
            Cursor[1] = (byte)fractionDigits;
            *(ulong*)(Cursor + 2) = zigzag;
            Cursor += 2 + Tag.DecimalSizes[size];
        }

        PushScalar(value, *value | zigzag << 8);
    }

    /// <summary>Writes a value that consists only of its tag.</summary>
    public void Literal(byte tag)
    {
        *Cursor++ = tag;
        PushScalar(Cursor - 1, tag);
    }

    /// <summary>Writes a number as its text.</summary>
    public void NumberText(ReadOnlySpan<byte> text)
    {
        EnsureRoom(text.Length + (long)Slack);
        var value = Cursor;
        if (text.Length <= Tag.MaxShortNumberText)
        {
            *Cursor++ = (byte)(Tag.ShortNumberText + text.Length);
        }
        else
        {
            *Cursor++ = Tag.NumberText;
            WriteVarint((uint)text.Length);
        }

        text.CopyTo(new Span<byte>(Cursor, text.Length));
        Cursor += text.Length;
        PushScalar(value);
    }

    /// <summary>Writes a date if the text is one.</summary>
    public bool TryDate(byte* text, int length)
    {
        var value = Cursor;
        var payload = new Span<byte>(Cursor + 1, CompactStoredDate.MaxLength);
        int written, formClass;
        if (_mode == BlittableMode.Disk)
        {
            if (!CompactStoredDate.TryParse(ref *text, length, payload, out written, out formClass))
            {
                return false;
            }

            *Cursor = (byte)(Tag.CompactDate + formClass);
        }
        else
        {
            if (!RawStoredDate.TryParse(ref *text, length, payload, out written, out formClass))
            {
                return false;
            }

            *Cursor = (byte)(Tag.RawDate + formClass);
        }

        Cursor += 1 + written;

        // A date is not a leaf, so only its tag matters.
        PushScalar(value, *value);
        return true;
    }
}
