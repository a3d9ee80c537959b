using System.Runtime.InteropServices;
using System.Text;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Parses and formats the date texts that are restored to the last character: RFC 3339, the same without an offset, and <c>YYYY-MM-DD</c>.</summary>
/// <remarks>
/// A text is a date if it is <c>YYYY-MM-DD</c>, or that followed by <c>T</c>, <c>t</c> or a space, <c>hh:mm:ss</c>, a point with 1 to 9 digits or
/// none, and nothing, <c>Z</c>, <c>z</c> or <c>±hh:mm</c>; years 0000 to 9999, days that exist, hours to 23, minutes and seconds to 59.
/// A leap second (<c>:60</c>) and <c>24:00</c> name no instant of this calendar: they are not dates. A text without an offset is taken as UTC.
/// </remarks>
public static partial class Iso8601
{
    /// <summary>Bytes of the longest date text.</summary>
    public const int MaxLength = 35;

    internal const int DateLength = 10;
    internal const int DateTimeLength = 19;
    internal const int OffsetLength = 6;

    /// <summary>Reads a date that is the whole of a UTF-8 text.</summary>
    /// <param name="utf8Text">The text, without quotes or blanks around it.</param>
    /// <param name="value">The instant, with its offset.</param>
    /// <param name="form">How it was written; <see cref="TryFormat"/> restores the text from both.</param>
    /// <returns>False where the text is not a date.</returns>
    public static bool TryParse(ReadOnlySpan<byte> utf8Text, out Timestamp value, out DateTextForm form)
    {
        // Where there is a kernel, the record lies in memory as its RAW_FULL form.
        value = default;
        var bits = -1;
        ref var start = ref MemoryMarshal.GetReference(utf8Text);
        if (Iso8601Kernel.MayBeDate(ref start, utf8Text.Length))
        {
            bits = Iso8601Kernel.IsSupported
                ? Iso8601Kernel.Parse(ref start, utf8Text.Length, ref value)
                : ParseScalar(utf8Text, out value);
        }

        form = DateTextForm.FromKnownBits(Math.Max(bits, 0));
        return bits >= 0;
    }

    /// <inheritdoc cref="TryParse(ReadOnlySpan{byte}, out Timestamp, out DateTextForm)"/>
    public static bool TryParse(ReadOnlySpan<char> text, out Timestamp value, out DateTextForm form)
    {
        Span<byte> bytes = stackalloc byte[MaxLength];
        if (Ascii.FromUtf16(text, bytes, out var written) != System.Buffers.OperationStatus.Done)
        {
            value = default;
            form = default;
            return false;
        }

        return TryParse(bytes[..written], out value, out form);
    }

    /// <summary>Writes a date in a form.</summary>
    /// <param name="value">The instant. Its offset is applied where the form shows one; other forms show UTC.</param>
    /// <param name="form">The form. What it has no place for (digits of the fraction, the time) is cut off.</param>
    /// <param name="destination">Takes <see cref="DateTextForm.TextLength"/> bytes, 35 at most.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    /// <exception cref="BlittableException">The year is not 0000 to 9999, the nanoseconds fill a second or more, or the offset is a day or more.</exception>
    public static int Format(in Timestamp value, DateTextForm form, Span<byte> destination)
    {
        if (destination.Length < form.TextLength)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        if (!TryFormat(value, form, destination, out var written))
        {
            ThrowHelper.DateOutOfRange("a text of RFC 3339", value);
        }

        return written;
    }

    /// <summary>Parses text to a RAW_FULL record.</summary>
    /// <returns>The bits of the form, or -1 where the text is not a date.</returns>
    internal static int ParseToRecord(ReadOnlySpan<byte> text, Span<byte> record)
    {
        if (record.Length < RawRecord.Length)
        {
            ThrowHelper.DestinationTooShort(nameof(record));
        }

        ref var start = ref MemoryMarshal.GetReference(text);
        if (!Iso8601Kernel.MayBeDate(ref start, text.Length))
        {
            return -1;
        }

        return Iso8601Kernel.IsSupported
            ? Iso8601Kernel.Parse(ref start, text.Length, ref MemoryMarshal.GetReference(record))
            : ParseScalar(text, record);
    }
}
