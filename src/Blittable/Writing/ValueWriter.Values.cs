using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Writes numbers, literals and dates.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The maximum number of fraction digits without a separate length byte.</summary>
    private const int MaxShortFraction = 3;

    /// <summary>Writes an integer as a 64-bit magnitude and a sign.</summary>
    public void Integer(ulong magnitude, bool negative) => IntegerInline(magnitude, negative);

    /// <inheritdoc cref="Integer"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void IntegerInline(ulong magnitude, bool negative)
    {
        var value = Cursor;
        Cursor = WriteIntegerInline(value, magnitude, negative);
        PushScalar(value, *value | magnitude << 8);
    }

    /// <summary>Writes an integer and returns its end.</summary>
    public static byte* WriteInteger(byte* output, ulong magnitude, bool negative) => WriteIntegerInline(output, magnitude, negative);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteIntegerInline(byte* output, ulong magnitude, bool negative)
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

    /// <summary>Pushes the address of the number, date or literal that ends at the cursor, or the address of an equal earlier value.</summary>
    public void PushScalar(byte* value) => PushScalar(value, *(ulong*)value);

    /// <summary>Pushes a scalar whose first bytes are available. Reading them back immediately would stall on their stores.</summary>
    /// <param name="value">The start of the value.</param>
    /// <param name="head">The first bytes of the value. Only the tag matters unless the value is a leaf.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PushScalar(byte* value, ulong head)
    {
        if (_sharesValues && Length >= UnsharedStart)
        {
            PushScalarHere(value, head);
            return;
        }

        *SlotTop++ = (uint)value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PushScalarHere(byte* value, ulong head) => PushScalar(value, head, TrialsHere());

    /// <inheritdoc cref="PushScalar(byte*, ulong)"/>
    /// <param name="value">The start of the value.</param>
    /// <param name="head">The first bytes of the value. Only the tag matters unless the value is a leaf.</param>
    /// <param name="trials">The trials of the value's context, if values are shared.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PushScalar(byte* value, ulong head, ValueTrials* trials)
    {
        Debug.Assert(value >= Start && value < Cursor && Cursor <= Limit + Slack, "The value is located in the output.");
        Debug.Assert(SlotTop >= SlotStart && SlotTop < SlotStart + _slots.Length, "There is room for one more address.");
        if (!_sharesValues || Current->Scope != Scope.Object)
        {
            // Scalars in arrays stay contiguous, because they may form a number array or have a constant stride.
            *SlotTop++ = (uint)value;
            return;
        }

        if (!LooksForScalar(trials))
        {
            *SlotTop++ = (uint)value;
        }
        else if (Leaf.Length((byte)head) == Cursor - value)
        {
            PushLeaf(value, head, (int)(Cursor - value), trials);
        }
        else
        {
            PushShared(value, trials);
        }
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
        var bytes = Packer.Plan();
        plain += Packer.LeastArrays;
        if (bytes == 0 || (bytes >= plain && bytes >= plain + Packer.Underestimated()) || !TryDeepen(Packer.Levels))
        {
            return false;
        }

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
        if (!TryDeepen(packed.IsMatrix ? 2 : 1))
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

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
