using System.Numerics;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Writes numbers, literals and dates.</content>
internal sealed unsafe partial class ValueWriter
{
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
