using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Writes objects of the program, as the builder does, but the text of scalars is counted when their container is opened, and the node of a
/// property is known beforehand.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Gets how many times the trie of shapes was cleared: what was resolved in it before counts no longer.</summary>
    public int Generation { get; private set; }

    /// <summary>Gets how deep the containers are nested that are open.</summary>
    public int Depth => (int)(Current - Frames);

    /// <summary>Gets whether strings are compressed or equal values shared, so that each value's context counts.</summary>
    public bool IsCompact => Compression != StringCompression.None || _sharesValues;

    /// <summary>Makes room for a scalar and its address.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Room()
    {
        if (Cursor >= Limit || SlotTop >= SlotLimit)
        {
            Reserve(0);
        }
    }

    /// <summary>Counts the text of values that were written, or will be, without <see cref="Prepare"/>.</summary>
    public void CountText(long text) => _text += text;

    /// <summary>Opens an object or an array where no values are shared; false where it would be too deep.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryOpen(Scope scope)
    {
        Room();
        if (Current == LastFrame && !Deepen())
        {
            return false;
        }

        if (_sharesValues)
        {
            LearnIn(TrialsHere());
        }

        var frame = ++Current;
        frame->Scope = scope;
        frame->Earlier = frame->References = 0;
        frame->FirstSlot = (int)((byte*)SlotTop - (byte*)SlotStart);
        frame->Node = _node;
        frame->Start = Length;
        NoteDepth();
        _node = scope == Scope.Object ? ShapeTrie.Root : _node;
        return true;
    }

    /// <summary>Closes the object that is open: of the shape that ends at the last property's node.</summary>
    public void CloseObject()
    {
        var frame = Current--;
        var slots = (uint*)((byte*)SlotStart + frame->FirstSlot);
        var node = _node;
        _node = frame->Node;
        if (SlotTop == slots)
        {
            Room();
            Literal(Tag.EmptyObject);
        }
        else if (node == ShapeTrie.Unshaped || !TryWritePlainObject(node, slots))
        {
            WriteObject(node, slots);
        }
    }

    /// <summary>Closes the array that is open, and counts the text of its scalars.</summary>
    /// <param name="scalarText">The longest text of a scalar with its comma.</param>
    public void CloseArray(int scalarText)
    {
        var frame = Current--;
        var slots = (uint*)((byte*)SlotStart + frame->FirstSlot);
        _node = frame->Node;
        _text += (SlotTop - slots + 1) * scalarText;
        if (SlotTop == slots)
        {
            Room();
            Literal(Tag.EmptyArray);
        }
        else
        {
            WriteArray(slots);
        }
    }

    /// <summary>Writes the elements of the array that is open, and closes it: in memory mode numbers of 64 bits need no slots, as all have the same length.</summary>
    /// <param name="values">At least <see cref="MinStrided"/> numbers.</param>
    /// <param name="text">The longest JSON text of each.</param>
    public void CloseFloat64Array(ReadOnlySpan<double> values, int text)
    {
        const int stride = 1 + sizeof(double);
        EnsureRoom(((long)stride * values.Length) + Slack);
        var output = Cursor;
        foreach (var value in values)
        {
            *output = Tag.Float64;
            *(double*)(output + 1) = value;
            output += stride;
        }

        *SlotTop++ = (uint)output;
        *output = Tag.StridedArray;
        output = WriteVarint(output + 1, (uint)values.Length);
        output = WriteVarint(output, stride);
        Cursor = WriteVarint(output, stride);
        _text += (long)text * (values.Length + 1);
        _node = Current->Node;
        Current--;
    }

    /// <summary>Writes the string whose text stands <see cref="LongStringHeader"/> bytes after the cursor, where there is room for it.</summary>
    public void BuildStringInPlace(int length)
    {
        _text += MaxByteText * (long)length;
        StringInPlace(length, IsCompact ? TrialsHere() : null, default);
    }

    /// <summary>Writes the string of memory mode whose text stands one byte after the cursor.</summary>
    /// <param name="length">Its bytes, at most <see cref="Tag.MaxShortString"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ShortString(int length)
    {
        var value = Cursor;
        _text += MaxByteText * (long)length;
        *value = (byte)(Tag.ShortString + length);
        *SlotTop++ = (uint)value;
        Cursor = value + 1 + length;
    }

    /// <summary>Gets the node of a name after another one, without expecting it; <see cref="ShapeTrie.Unshaped"/> where there is no room for it.</summary>
    public int Resolve(int node, ReadOnlySpan<byte> name)
    {
        var next = Trie.FindOrAdd(node, name);
        BindNodes();
        return next;
    }

    /// <summary>Gets the names of the properties and the indexes of the elements that are open, from the root on.</summary>
    /// <param name="first">How many segments at most.</param>
    public string Path(int first)
    {
        var path = new System.Text.StringBuilder("$");
        for (var frame = Frames + 1; frame <= Current && first-- > 0; frame++)
        {
            if (frame->Scope == Scope.Array)
            {
                var next = frame < Current ? (frame + 1)->FirstSlot : (int)((byte*)SlotTop - (byte*)SlotStart);
                path.Append('[').Append((next - frame->FirstSlot) / sizeof(uint)).Append(']');
            }
            else
            {
                var node = frame < Current ? (frame + 1)->Node : _node;
                path.Append('.').Append(node > ShapeTrie.Unshaped ? System.Text.Encoding.UTF8.GetString(Trie.Name(node)) : "?");
            }
        }

        return Current - Frames > 0 && first < 0 ? path.Append('…').ToString() : path.ToString();
    }
}
