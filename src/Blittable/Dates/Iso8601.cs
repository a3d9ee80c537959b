using System.Runtime.InteropServices;
using System.Text;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Parses and formats date texts that can be restored exactly: RFC 3339, RFC 3339 without an offset, and <c>YYYY-MM-DD</c>.</summary>
/// <remarks>
/// A date text is <c>YYYY-MM-DD</c>, optionally followed by <c>T</c>, <c>t</c> or a space, <c>hh:mm:ss</c>, optionally a point with 1 to 9 digits,
/// and optionally <c>Z</c>, <c>z</c> or <c>±hh:mm</c>. Years are 0000 to 9999, days must exist, hours are at most 23, minutes and seconds at most 59.
/// Leap seconds (<c>:60</c>) and <c>24:00</c> are not instants of this calendar and are not accepted. A text without an offset is treated as UTC.
/// </remarks>
public static partial class Iso8601
{
    /// <summary>The maximum size of a date text in bytes.</summary>
    public const int MaxLength = 35;

    internal const int DateLength = 10;
    internal const int DateTimeLength = 19;
    internal const int OffsetLength = 6;

    /// <summary>Parses a UTF-8 text that is a date.</summary>
    /// <param name="utf8Text">The text, without quotes or surrounding white space.</param>
    /// <param name="value">The instant, with its offset.</param>
    /// <param name="form">The text form. <see cref="TryFormat"/> restores the text from the instant and the form.</param>
    /// <returns><see langword="true"/> if the text is a date; otherwise, <see langword="false"/>.</returns>
    public static bool TryParse(ReadOnlySpan<byte> utf8Text, out Timestamp value, out DateTextForm form)
    {
        // If the kernel is supported, the record in memory is its RAW_FULL form.
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
    /// <param name="value">The instant. Its offset is applied if the form shows an offset. Other forms show UTC.</param>
    /// <param name="form">The form. Fraction digits or a time that it cannot show are truncated.</param>
    /// <param name="destination">The destination. The text has <see cref="DateTextForm.TextLength"/> bytes, at most 35.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    /// <exception cref="BlittableException">The year is not 0000 to 9999, the nanoseconds are a second or more, or the offset is a day or more.</exception>
    public static int Format(in Timestamp value, DateTextForm form, Span<byte> destination)
    {
        if (destination.Length < form.TextLength)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        if (!TryFormat(value, form, destination, out var written))
        {
            ThrowHelper.DateOutOfRange("RFC 3339 text", value);
        }

        return written;
    }

    /// <summary>Parses text to a RAW_FULL record.</summary>
    /// <returns>The bits of the form, or -1 if the text is not a date.</returns>
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
