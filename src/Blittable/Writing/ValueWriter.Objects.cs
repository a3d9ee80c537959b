using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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
    public int Depth
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)(Current - Frames);
    }

    /// <summary>Gets a value that indicates whether strings are compressed or values shared, so the context of each value matters.</summary>
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

        Open(scope);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Open(Scope scope)
    {
        var frame = ++Current;
        frame->Scope = scope;
        frame->Earlier = frame->References = 0;
        frame->FirstSlot = (int)((byte*)SlotTop - (byte*)SlotStart);
        frame->Node = _node;
        frame->Start = Length;
        NoteDepth();
        _node = scope == Scope.Object ? ShapeTrie.Root : _node;
    }

    /// <summary>Updates the maximum depth, and initializes the frame of a container without rows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void NoteDepth()
    {
        Current->Columns = 0;
        _deepest = Math.Max(_deepest, (int)(Current - Frames));
    }

    /// <summary>Closes the open object, whose shape ends at the node of the last property.</summary>
    public void CloseObject()
    {
        var frame = Current--;
        var slots = (uint*)((byte*)SlotStart + frame->FirstSlot);
        var node = _node;
        _node = frame->Node;
        var shape = Nodes + node;
        var count = (int)(SlotTop - slots);
        if (_mode == BlittableMode.Memory && shape->Stamp >= Stamp && (uint)(count - 1) < MaxInlineSlots && Cursor < Limit)
        {
            // Most objects are small and have the shape of an earlier object, so they fit in the slack.
            Cursor = WriteFewProperties(Cursor, shape, slots, count);
            SlotTop = slots + 1;
        }
        else
        {
            CloseOtherObject(node, slots);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CloseOtherObject(int node, uint* slots)
    {
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
        else if (SlotTop - slots < MinStrided && !_sharesValues && !_packsNumbers && !_hasShared)
        {
            EnsureRoom(Slack);
            Cursor = WriteFewElements(Cursor, slots, (int)(SlotTop - slots));
            SlotTop = slots + 1;
        }
        else
        {
            WriteArray(slots);
        }
    }

    /// <summary>Writes an array of numbers without tags.</summary>
    /// <remarks>Each number has the same number of whole bytes, so finding a number requires no bit arithmetic, and 32-bit and 64-bit floating-point
    /// numbers are copied as a whole.</remarks>
    /// <typeparam name="T">The type of the numbers: <see cref="int"/>, <see cref="long"/>, <see cref="float"/> or <see cref="double"/>.</typeparam>
    /// <param name="values">One or more numbers.</param>
    /// <param name="text">The maximum length of each number's JSON text.</param>
    /// <returns>False if nothing was written, because the array would exceed the maximum depth.</returns>
    public bool TryWriteNumberArray<T>(ReadOnlySpan<T> values, int text)
        where T : unmanaged
    {
        const int longestHead = 2 + Varint.MaxLength + NumberArrayLayout.ColumnHead + sizeof(long);
        if (!TryDeepen(1))
        {
            return false;
        }

        var isFloatingPoint = FormOf<T>() != NumberColumnForm.AllDigits;
        var (least, most) = isFloatingPoint ? (0, 0) : WholeBytesKernel.Range(values);
        var size = isFloatingPoint ? sizeof(T) : WholeBytes(least, most);
        Room();
        EnsureRoom(((long)size * values.Length) + longestHead + Slack);
        var address = Length;
        var output = Cursor;
        *output++ = Tag.NumberArray;
        var baseSize = NumberArrayWriter.SizeIndex(least);
        *output++ = (byte)baseSize;
        output = WriteVarint(output, (uint)values.Length);
        *output++ = (byte)((int)FormOf<T>() << NumberArrayLayout.FormShift);
        *output++ = (byte)(8 * size);
        *(long*)output = least;
        output += 1 << baseSize;
        if (isFloatingPoint)
        {
            MemoryMarshal.AsBytes(values).CopyTo(new Span<byte>(output, size * values.Length));
            output += size * values.Length;
        }
        else
        {
            output = WholeBytesKernel.Write(output, values, least, size);
        }

        Cursor = output;
        PushPacked(address);
        _text += (long)text * (values.Length + 1);
        return true;
    }

    /// <summary>Writes rows of numbers without tags, each number with whole bytes, as <see cref="TryWriteNumberArray"/> writes an array.</summary>
    /// <param name="rows">The rows, each with <paramref name="columns"/> numbers.</param>
    /// <param name="columns">The number of numbers in a row, from 1 to <see cref="NumberArrayLayout.MaxColumns"/>.</param>
    /// <param name="text">The maximum length of each number's JSON text.</param>
    /// <returns>False if nothing was written, because the matrix would exceed the maximum depth.</returns>
    public bool TryWriteNumberMatrix<T>(ReadOnlySpan<T[]?> rows, int columns, int text)
        where T : unmanaged
    {
        const int levels = 2, longestHead = 3 + (2 * Varint.MaxLength) + (NumberArrayLayout.MaxColumns * (NumberArrayLayout.MatrixColumnHead + sizeof(long)));
        if (!TryDeepen(levels))
        {
            return false;
        }

        Span<long> bases = stackalloc long[NumberArrayLayout.MaxColumns];
        Span<byte> sizes = stackalloc byte[NumberArrayLayout.MaxColumns];
        var baseSize = 0;
        var rowSize = 0;
        for (var column = 0; column < columns; column++)
        {
            (bases[column], sizes[column]) = PlanColumn(rows, column);
            baseSize = Math.Max(baseSize, NumberArrayWriter.SizeIndex(bases[column]));
            rowSize += sizes[column];
        }

        Room();
        EnsureRoom(((long)rowSize * rows.Length) + longestHead + Slack);
        var address = Length;
        var output = Cursor;
        *output++ = Tag.NumberArray;
        *output++ = (byte)(NumberArrayLayout.IsMatrixFlag | baseSize);
        *output++ = (byte)columns;
        output = WriteVarint(output, (uint)rows.Length);
        output = WriteVarint(output, 8 * (uint)rowSize);
        var firstBit = 0;
        for (var column = 0; column < columns; column++)
        {
            *output++ = (byte)((int)FormOf<T>() << NumberArrayLayout.FormShift);
            *output++ = (byte)(8 * sizes[column]);
            *(ushort*)output = (ushort)firstBit;
            *(long*)(output + sizeof(ushort)) = bases[column];
            output += sizeof(ushort) + (1 << baseSize);
            firstBit += 8 * sizes[column];
        }

        foreach (var row in rows)
        {
            output = WriteRow(output, row, bases, sizes);
        }

        Cursor = output;
        PushPacked(address);
        _text += text * (((columns + 1L) * rows.Length) + 1);
        return true;
    }

    /// <summary>Counts the levels of a value that is written at once. Returns false if they would exceed the maximum depth.</summary>
    private bool TryDeepen(int levels)
    {
        var depth = Depth + levels;
        _deepest = depth > _maxDepth ? _deepest : Math.Max(_deepest, depth);
        return depth <= _maxDepth;
    }

    /// <summary>Returns the base of a column of numbers, and the bytes of a number.</summary>
    private static (long Base, byte Size) PlanColumn<T>(ReadOnlySpan<T[]?> rows, int column)
        where T : unmanaged
    {
        if (FormOf<T>() != NumberColumnForm.AllDigits)
        {
            return (0, (byte)sizeof(T));
        }

        var (least, most) = (long.MaxValue, long.MinValue);
        foreach (var row in rows)
        {
            var value = WholeBytesKernel.ToInt64(row![column]);
            least = Math.Min(least, value);
            most = Math.Max(most, value);
        }

        return (least, (byte)WholeBytes(least, most));
    }

    private static byte* WriteRow<T>(byte* output, ReadOnlySpan<T> row, ReadOnlySpan<long> bases, ReadOnlySpan<byte> sizes)
        where T : unmanaged
    {
        if (FormOf<T>() != NumberColumnForm.AllDigits)
        {
            // A loop, because a call costs more than the few numbers of a row.
            foreach (var value in row)
            {
                *(T*)output = value;
                output += sizeof(T);
            }

            return output;
        }

        for (var column = 0; column < row.Length; column++)
        {
            // Overwrites up to seven bytes after the number, which the next number or value replaces.
            *(long*)output = WholeBytesKernel.ToInt64(row[column]) - bases[column];
            output += sizes[column];
        }

        return output;
    }

    /// <summary>Returns the form in which numbers of a type are stored without conversion.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NumberColumnForm FormOf<T>() =>
        typeof(T) == typeof(double) ? NumberColumnForm.Double : typeof(T) == typeof(float) ? NumberColumnForm.Single : NumberColumnForm.AllDigits;

    /// <summary>Returns the number of bytes that hold any integer of a range as its distance from the minimum.</summary>
    private static int WholeBytes(long least, long most) => Math.Max(1, (RangeKernel.Width((ulong)(most - least)) + 7) >> 3);

    /// <summary>Writes the string whose text is located <see cref="LongStringHeader"/> bytes after the cursor, with sufficient space after it.</summary>
    public void BuildStringInPlace(int length)
    {
        _text += MaxByteText * (long)length;
        StringInPlace(length, IsCompact ? TrialsHere() : null, default);
    }

    /// <summary>Writes a short string in disk mode whose text is located one byte after the cursor.</summary>
    /// <param name="length">The length in bytes, at most <see cref="Tag.MaxShortString"/>.</param>
    public void ShortStringInPlace(int length)
    {
        _text += MaxByteText * (long)length;
        var trials = TrialsHere();
        CompactString(Cursor + 1, length, header: 1, trials, SampleOf(Cursor + 1, length, trials));
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
}
