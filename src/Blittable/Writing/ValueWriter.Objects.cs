using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Writes .NET objects. Unlike in the builder, the text of scalars is counted when their container is opened, and the node of a property is known in advance.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Gets the number of times the shape trie was cleared. Nodes resolved in an earlier generation are invalid.</summary>
    public int Generation { get; private set; }

    /// <summary>Gets the number of open containers.</summary>
    public int Depth => (int)(Current - Frames);

    /// <summary>Gets a value that indicates whether strings are compressed or values shared, so that the context of each value matters.</summary>
    public bool IsCompact => Compression != StringCompression.None || _sharesValues;

    /// <summary>Reserves space for a scalar and its address.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Room()
    {
        if (Cursor >= Limit || SlotTop >= SlotLimit)
        {
            Reserve(0);
        }
    }

    /// <summary>Adds the text length of values that are written without <see cref="Prepare"/>.</summary>
    public void CountText(long text) => _text += text;

    /// <summary>Opens an object or an array. Returns false if it would exceed the maximum depth.</summary>
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

    /// <summary>Closes the open object, whose shape ends at the node of the last property.</summary>
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

    /// <summary>Closes the open array, and adds the text length of its scalars.</summary>
    /// <param name="scalarText">The maximum length of a scalar's JSON text, including its comma.</param>
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

    /// <summary>Writes the elements of the open array and closes it. In memory mode, 64-bit numbers need no slots because their lengths are equal.</summary>
    /// <param name="values">At least <see cref="MinStrided"/> numbers.</param>
    /// <param name="text">The maximum length of each number's JSON text.</param>
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

    /// <summary>Writes the string whose text is located <see cref="LongStringHeader"/> bytes after the cursor, with sufficient space after it.</summary>
    public void BuildStringInPlace(int length)
    {
        _text += MaxByteText * (long)length;
        StringInPlace(length, IsCompact ? TrialsHere() : null, default);
    }

    /// <summary>Writes a short string in memory mode whose text is located one byte after the cursor.</summary>
    /// <param name="length">The length in bytes, at most <see cref="Tag.MaxShortString"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ShortString(int length)
    {
        var value = Cursor;
        _text += MaxByteText * (long)length;
        *value = (byte)(Tag.ShortString + length);
        *SlotTop++ = (uint)value;
        Cursor = value + 1 + length;
    }

    /// <summary>Returns the node of a name after another name, without predicting it; <see cref="ShapeTrie.Unshaped"/> if the trie is full.</summary>
    public int Resolve(int node, ReadOnlySpan<byte> name)
    {
        var next = Trie.FindOrAdd(node, name);
        BindNodes();
        return next;
    }

    /// <summary>Returns the path of the open properties and element indexes, from the root.</summary>
    /// <param name="first">The maximum number of segments.</param>
    /// <param name="append">Appends the segment of a name.</param>
    public string Path(int first, Action<System.Text.StringBuilder, string> append)
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
                if (node > ShapeTrie.Unshaped)
                {
                    append(path, System.Text.Encoding.UTF8.GetString(Trie.Name(node)));
                }
                else
                {
                    path.Append(".?");
                }
            }
        }

        return Current - Frames > 0 && first < 0 ? path.Append('…').ToString() : path.ToString();
    }

    // In disk mode, an array of numbers is rewritten as a number array when it is closed, if that makes it smaller. A short array of numbers inside another
    // array is initially left as it is, because it may be a row of a matrix. The matrix is rewritten as a whole when the outer array is closed.

    /// <summary>The minimum number of elements for which a number array is considered.</summary>
    public const int MinPacked = 4;

    /// <summary>Gets the writer that creates number arrays from written arrays or from JSON text.</summary>
    public NumberArrayWriter Packer { get; } = new();

    /// <summary>Writes the array that has just been closed as a number array, or as a row of a possible matrix.</summary>
    /// <returns>False if the array must be written like any other.</returns>
    private bool TryPackNumbers(uint* slots, int count)
    {
        var frame = Current + 1;
        var start = Start + frame->Start;
        if (frame->Columns != 0)
        {
            return Packer.TryReadMatrix(start, Cursor, slots, count, frame->Columns) && TryReplace(start, slots);
        }

        if (!NumberArrayWriter.IsNumber(*start) || slots[0] != (uint)start)
        {
            return false;
        }

        if (count <= NumberArrayLayout.MaxColumns && Current->Scope == Scope.Array && NumberArrayWriter.AreNumbers(Start, slots, count))
        {
            if ((byte*)slots - (byte*)SlotStart == Current->FirstSlot)
            {
                Current->Columns = count;
            }

            if (Current->Columns == count)
            {
                WriteRow(slots, count);
                return true;
            }
        }

        return count >= MinPacked && Packer.TryReadArray(start, Cursor, slots, count) && TryReplace(start, slots);
    }

    /// <summary>Writes an array whose few numbers immediately precede it.</summary>
    private void WriteRow(uint* slots, int count)
    {
        var address = (uint)Cursor;
        if (count >= MinStrided && SlotKernel.IsStrided(slots, count))
        {
            WriteStrided(address, slots, count);
        }
        else
        {
            var width = WidthIndex(address - slots[0]);
            *Cursor++ = (byte)(Tag.Array + width);
            *Cursor++ = (byte)count;
            Cursor = SlotKernel.Write(Cursor, address, slots, count, width);
        }

        SlotTop = slots;
        *SlotTop++ = address;
    }

    /// <summary>Writes the numbers that the parser has read from JSON as a number array, if that is shorter.</summary>
    /// <param name="plain">The minimum size of the plain numbers in bytes.</param>
    /// <returns>False if the array must be written like any other.</returns>
    public bool TryPack(long plain)
    {
        var depth = (int)(Current - Frames) + Packer.Levels;
        var bytes = depth > _maxDepth ? 0 : Packer.Plan();
        if (bytes == 0 || bytes >= plain + Packer.LeastArrays)
        {
            return false;
        }

        _deepest = Math.Max(_deepest, depth);
        EnsureRoom(bytes + Slack);
        var address = Length;
        Cursor = Packer.Write(Cursor);
        PushPacked(address);
        return true;
    }

    /// <summary>Replaces written numbers with a number array, if that is shorter.</summary>
    private bool TryReplace(byte* start, uint* slots)
    {
        var bytes = Packer.Plan();
        var saved = Cursor - start - bytes;
        if (bytes == 0 || (saved <= 0 && saved + ArrayLength(start, slots) <= 0))
        {
            return false;
        }

        var offset = (int)(start - Start);
        Cursor = start;
        SlotTop = slots;
        EnsureRoom(bytes + Slack);
        Cursor = Packer.Write(Start + offset);
        PushPacked(offset);
        return true;
    }

    /// <summary>Returns the size of a plain array in bytes, excluding its elements.</summary>
    private long ArrayLength(byte* start, uint* slots)
    {
        const int strided = 4, header = 2;
        var count = (int)(SlotTop - slots);
        return count >= MinStrided && SlotKernel.IsStrided(slots, count) ? strided : header + ((long)count << WidthIndex((uint)(Cursor - start)));
    }

    /// <summary>Copies a number array, which contains no references to other values, unchanged.</summary>
    public void BuildPacked(ReadOnlySpan<byte> value, in NumberArrayLayout packed)
    {
        // The levels of a number array count toward the depth, because it can be converted to plain arrays.
        var depth = (int)(Current - Frames) + (packed.IsMatrix ? 2 : 1);
        if (depth > _maxDepth)
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

        _deepest = Math.Max(_deepest, depth);
        Prepare((packed.Columns + 1L) * packed.Rows * MaxScalarText);
        EnsureRoom(value.Length + (long)Slack);
        var address = Length;
        value.CopyTo(new Span<byte>(Cursor, value.Length));
        Cursor += value.Length;
        PushPacked(address);
    }

    private void PushPacked(int address)
    {
        if (_sharesValues)
        {
            var trials = TrialsHere();
            if (LooksForScalar(trials))
            {
                PushShared(Start + address, trials);
                return;
            }
        }

        *SlotTop++ = (uint)(Start + address);
    }
}
