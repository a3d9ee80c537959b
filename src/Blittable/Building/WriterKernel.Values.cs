using System.Numerics;
using Blittable.Dates;
using Blittable.Format;

namespace Blittable.Building;

internal sealed unsafe partial class WriterKernel
{
    /// <summary>Writes an integer of up to 64 bits with its sign apart.</summary>
    public void Integer(ulong magnitude, bool negative)
    {
        *SlotTop++ = (uint)Cursor;
        if (magnitude <= Tag.SmallIntegerLast && !negative)
        {
            *Cursor++ = (byte)magnitude;
            return;
        }

        var bytes = (71 - BitOperations.LeadingZeroCount(magnitude | 1)) >> 3;
        var size = bytes <= 4 ? bytes - 1 : bytes <= 6 ? 4 : 5;
        *Cursor = (byte)((negative ? Tag.NegativeInteger : Tag.Integer) + size);
        *(ulong*)(Cursor + 1) = magnitude;
        Cursor += 1 + Tag.IntegerSizes[size];
    }

    /// <summary>Writes a number as its text.</summary>
    public void NumberText(ReadOnlySpan<byte> text)
    {
        EnsureRoom(text.Length + (long)Slack);
        *SlotTop++ = (uint)Cursor;
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
    }

    /// <summary>Writes a date at the cursor if the text is one; its address is the caller's to push.</summary>
    public bool TryDate(byte* text, int length)
    {
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
        return true;
    }

    /// <summary>Writes the header of a raw string whose text stands somewhat behind the cursor already, and moves the text to it.</summary>
    public void StringInPlace(byte* text, int length)
    {
        *SlotTop++ = (uint)Cursor;
        var header = length <= Tag.MaxShortString ? 1 : length <= ushort.MaxValue ? 3 : 5;
        if (Cursor + header != text)
        {
            var position = text - Cursor;
            Cursor += length;
            EnsureRoom(Slack);
            Cursor -= length;
            Buffer.MemoryCopy(Cursor + position, Cursor + header, length, length);
        }

        switch (header)
        {
            case 1:
                *Cursor = (byte)(Tag.ShortString + length);
                break;
            case 3:
                *Cursor = Tag.String16;
                *(ushort*)(Cursor + 1) = (ushort)length;
                break;
            default:
                *Cursor = Tag.String32;
                *(int*)(Cursor + 1) = length;
                break;
        }

        Cursor += header + length;
    }
}
