using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;

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
        if (Current == LastFrame && !Deepen())
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

        Prepare(MaxScalarText);
        LearnIn(TrialsHere());
        Open(isArray ? Scope.Array : Scope.Object);
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
        if (!TryDeepen(value.Depth))
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

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
        String(text, IsCompact ? TrialsHere() : null);
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

    // Provides fast paths of the builder: predicted names, and strings encoded in place.

    /// <summary>The maximum number of UTF-8 bytes per UTF-16 code unit.</summary>
    private const int MaxUnitBytes = 3;

    /// <summary>Sets the name of the next value if it matches the predicted name. Returns false for any other name and for invalid text.</summary>
    public bool TryExpectedName(ReadOnlySpan<byte> name)
    {
        var node = Expected(out var expected);
        return name.SequenceEqual(expected) && Take(node, expected.Length);
    }

    /// <inheritdoc cref="TryExpectedName(ReadOnlySpan{byte})"/>
    public bool TryExpectedName(ReadOnlySpan<char> name)
    {
        var node = Expected(out var expected);
        return Ascii.Equals(expected, name) && Take(node, expected.Length);
    }

    /// <summary>Writes a string, encoding it directly into the output.</summary>
    /// <exception cref="BlittableException">The text contains an unpaired surrogate, or the document becomes too large.</exception>
    public void BuildString(ReadOnlySpan<char> text)
    {
        Room();
        EnsureRoom(MaxUnitBytes * (long)text.Length + Slack);
        var destination = new Span<byte>(Cursor + LongStringHeader, MaxUnitBytes * text.Length);
        if (Utf8.FromUtf16(text, destination, out var read, out var written, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            Utf8Text.ThrowUnpaired(read);
        }

        _text += (MaxByteText * (long)text.Length) + 3;
        StringInPlace(written, IsCompact ? TrialsHere() : null, token: default);
    }

    /// <summary>Returns the predicted name.</summary>
    /// <returns>The node of the name; <see cref="ShapeTrie.Root"/> or <see cref="ShapeTrie.Unshaped"/> if no name is predicted.</returns>
    private int Expected(out ReadOnlySpan<byte> name)
    {
        var expected = _node == ShapeTrie.Root ? Nodes[Current->Node].Inside : Nodes[_node].Next;
        name = new ReadOnlySpan<byte>(_blocks + Nodes[expected].NameStart, Nodes[expected].NameLength);
        return expected;
    }

    private bool Take(int node, int length)
    {
        if (node <= ShapeTrie.Unshaped)
        {
            return false;
        }

        Prepare(MaxByteText * (long)length + MaxScalarText);
        _node = node;
        return true;
    }
}

/// <summary>Represents a stack of the names of open objects without a shape.</summary>
internal sealed class PendingNames
{
    private byte[] _bytes = new byte[256];
    private int[] _ends = new int[16];
    private int[] _relativeEnds = new int[16];
    private int _count;

    private int Length => _count == 0 ? 0 : _ends[_count - 1];

    public void Clear() => _count = 0;

    public void Push(ReadOnlySpan<byte> name)
    {
        var start = Length;
        if (_bytes.Length - start < name.Length)
        {
            if ((long)start + name.Length > Array.MaxLength)
            {
                ThrowHelper.DocumentTooLarge(Array.MaxLength);
            }

            Array.Resize(ref _bytes, (int)Math.Min(start + (long)Math.Max(start, name.Length), Array.MaxLength));
        }

        if (_count == _ends.Length)
        {
            Array.Resize(ref _ends, _count * 2);
        }

        name.CopyTo(_bytes.AsSpan(start));
        _ends[_count++] = start + name.Length;
    }

    public void Push(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var start = 0;
        foreach (var end in ends)
        {
            Push(names[start..end]);
            start = end;
        }
    }

    /// <summary>Returns the last <paramref name="count"/> names, concatenated, and the end of each.</summary>
    public ReadOnlySpan<byte> Last(int count, out ReadOnlySpan<int> ends)
    {
        var start = count == _count ? 0 : _ends[_count - count - 1];
        if (_relativeEnds.Length < count)
        {
            _relativeEnds = new int[count];
        }

        for (var i = 0; i < count; i++)
        {
            _relativeEnds[i] = _ends[_count - count + i] - start;
        }

        ends = _relativeEnds.AsSpan(0, count);
        return _bytes.AsSpan(start, Length - start);
    }

    public void Pop(int count) => _count -= count;
}
