using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Reads strings that are stored as dates: an instant, and the form of its text.</summary>
internal static class StoredDate
{
    /// <summary>Determines whether a tag is the tag of a date.</summary>
    public static bool IsDate(byte tag) => (uint)(tag - Tag.RawDate) <= Tag.CompactDateLast - Tag.RawDate;

    /// <summary>Reads the date at an address.</summary>
    /// <returns>False if the tag is not the tag of a date.</returns>
    /// <exception cref="BlittableException">The date is damaged.</exception>
    public static bool TryRead(ReadOnlySpan<byte> document, int address, out Timestamp value, out DateTextForm form) =>
        TryRead(document, address, out value, out form, out _);

    /// <summary>Returns the size in bytes of the date at an address, or 0 if the tag is not the tag of a date.</summary>
    /// <exception cref="BlittableException">The date is damaged.</exception>
    public static int Measure(ReadOnlySpan<byte> document, int address) => TryRead(document, address, out _, out _, out var consumed) ? 1 + consumed : 0;

    private static bool TryRead(ReadOnlySpan<byte> document, int address, out Timestamp value, out DateTextForm form, out int consumed)
    {
        var tag = RawBytes.ReadTag(document, address);
        value = default;
        form = default;
        consumed = 0;
        if (!IsDate(tag))
        {
            return false;
        }

        var payload = RawBytes.From(document, address + 1);
        var valid = tag <= Tag.RawDateLast
            ? RawStoredDate.TryRead(tag - Tag.RawDate, payload, out value, out form, out consumed)
            : CompactStoredDate.TryRead(tag - Tag.CompactDate, payload, out value, out form, out consumed);
        if (!valid)
        {
            ThrowHelper.InvalidData("a date", "invalid bytes", address);
        }

        return true;
    }

    /// <summary>Writes the text of the date at an address.</summary>
    /// <returns>The number of bytes written, or -1 if the tag is not the tag of a date.</returns>
    /// <exception cref="BlittableException">The date is damaged.</exception>
    public static int Format(ReadOnlySpan<byte> document, int address, Span<byte> destination)
    {
        var written = StoredDateKernel.Write(document, address, destination);
        return written > 0 ? written : FormatAny(document, address, destination);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatAny(ReadOnlySpan<byte> document, int address, Span<byte> destination) =>
        TryRead(document, address, out var value, out var form) ? Format(value, form, address, destination) : -1;

    /// <summary>Writes the text of a date that was read from an address.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="BlittableException">The date is damaged.</exception>
    private static int Format(in Timestamp value, DateTextForm form, int address, Span<byte> destination)
    {
        if (!Iso8601.TryFormat(value, form, destination, out var written))
        {
            ThrowHelper.DateWithoutText(address);
        }

        return written;
    }
}
