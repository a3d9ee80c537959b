using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>The entries of the builder, value by value; for JSON text the parser keeps the same state in its locals.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The expected length of the JSON text of what is built, which is unknown until it is done.</summary>
    private const int ExpectedOfBuilder = 1 << 14;

    /// <summary>The longest JSON text of a value that is neither a string nor binary.</summary>
    private const int MaxScalarText = 40;

    /// <summary>The longest text of one byte of a string: an escaped control character.</summary>
    private const int MaxByteText = 6;

    /// <summary>A text that is longer is not counted further.</summary>
    private const long MaxText = 1L << 61;

    private int _node;
    private long _text;

    /// <summary>Where the next value goes.</summary>
    public Scope Scope => Current->Scope;

    /// <summary>Starts a document that is built call by call.</summary>
    /// <param name="maxDictionaryVersion">The version of the dictionary that it may use at most.</param>
    public void BeginBuilding(int maxDictionaryVersion = int.MaxValue)
    {
        Begin(ExpectedOfBuilder, maxDictionaryVersion);
        Source = null;
        _node = ShapeTrie.Root;
        _text = 0;
    }

    /// <summary>Writes the trailer of a document that was built call by call.</summary>
    public ReadOnlySpan<byte> FinishBuilding() => Finish(_text);

    /// <summary>Writes the trailer of a document whose JSON text, if it has one, is at most <paramref name="maxText"/> bytes long.</summary>
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

    /// <summary>Names the next value of the object that is open.</summary>
    public void PropertyName(ReadOnlySpan<byte> name)
    {
        Prepare(MaxByteText * (long)name.Length + MaxScalarText);
        _node = Name(_node, Current->Node, name);
    }

    /// <summary>Closes the object or array that is open.</summary>
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

    /// <summary>Closes the array that is open, which has its only element so far again and again.</summary>
    /// <param name="count">How often, at least <see cref="MinStrided"/>.</param>
    /// <param name="textBefore"><see cref="ExpandedText"/> before the array was begun.</param>
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

    /// <summary>Gets a value that indicates whether any value is referred to more than once.</summary>
    public bool HasShared => _hasShared;

    /// <summary>The longest that the JSON text of all values so far can be.</summary>
    public long ExpandedText => _text;

    /// <summary>The value that was written last.</summary>
    /// <param name="textBefore"><see cref="ExpandedText"/> before it was begun.</param>
    /// <param name="depth">How many containers are nested in it, itself among them.</param>
    public CopiedValue LastValue(long textBefore, int depth) =>
        new(LastAddress, Math.Min(_text - textBefore, uint.MaxValue), depth);

    /// <summary>Refers to a value that was written before.</summary>
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

    /// <summary>Makes room for a value, and counts the text that it may become.</summary>
    public void Prepare(long text)
    {
        _text += text;
        if (Cursor >= Limit || SlotTop >= SlotLimit)
        {
            Reserve(0);
        }
    }

    public void BuildScalar() => Prepare(MaxScalarText);

    /// <summary>Makes room for a decimal, whose text is as long as its fraction: 255 digits at most.</summary>
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

    /// <param name="type">The type of a foreign extension; -1 for binary.</param>
    /// <param name="data">Its bytes.</param>
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
}
