using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Text;

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

/// <summary>Reads strings that are stored unencoded, in the document or in its dictionary.</summary>
internal static class StoredText
{
    /// <summary>Gets the UTF-8 bytes of a raw string or a dictionary string.</summary>
    /// <returns>False for a date, an encoded string, or a value that is not a string.</returns>
    /// <exception cref="BlittableException">The string ends outside the document, or the dictionary does not contain it.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryGetUtf8(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, out ReadOnlySpan<byte> utf8)
    {
        var tag = RawBytes.ReadTag(document, address);
        if ((uint)(tag - Tag.ShortString) <= Tag.MaxShortString)
        {
            utf8 = RawBytes.Slice(document, address + 1, (uint)(tag - Tag.ShortString));
            return true;
        }

        return TryGetLongUtf8(document, address, tag, dictionary, out utf8);
    }

    private static bool TryGetLongUtf8(ReadOnlySpan<byte> document, int address, byte tag, DictionarySnapshot? dictionary, out ReadOnlySpan<byte> utf8)
    {
        switch (tag)
        {
            case Tag.String16:
                utf8 = RawBytes.Slice(document, address + 1 + sizeof(ushort), RawBytes.ReadUInt16(document, address + 1));
                return true;
            case Tag.String32:
                utf8 = RawBytes.Slice(document, address + 1 + sizeof(uint), RawBytes.ReadUInt32(document, address + 1));
                return true;
            case >= Tag.DictionaryString and <= Tag.DictionaryStringLast:
                var index = DictionaryIndex(document, address, tag, dictionary);
                utf8 = dictionary.String(index);
                return true;
            default:
                utf8 = default;
                return false;
        }
    }

    /// <summary>Returns the index of a dictionary string.</summary>
    /// <exception cref="BlittableException">The dictionary is missing or does not contain the string.</exception>
    public static int DictionaryIndex(ReadOnlySpan<byte> document, int address, byte tag, [NotNull] DictionarySnapshot? dictionary)
    {
        var index = RawBytes.ReadUpTo32(document, address + 1, tag - Tag.DictionaryString + 1);
        if (dictionary is null || index >= (uint)dictionary.StringCount)
        {
            ThrowHelper.InvalidCount(index, "a string of the dictionary", address);
        }

        return (int)index;
    }
}

/// <summary>Represents the stored form of a text in a document: the bytes of an encoded string or date, including tag and length, and the symbols.</summary>
/// <remarks>The text depends only on the bytes and the symbols, so equal bytes with equal symbols are equal texts.</remarks>
internal sealed class StoredForm
{
    /// <summary>The maximum size in bytes of a text whose form is cached.</summary>
    public const int LongestText = 512;

    private readonly byte[] _bytes;
    private readonly ExpandedSymbols? _symbols;
    private readonly ushort _head;

    private StoredForm(ReadOnlySpan<byte> bytes, ExpandedSymbols? symbols)
    {
        _bytes = bytes.ToArray();
        _symbols = symbols;
        _head = RawBytes.ReadUInt16(bytes, 0);
    }

    /// <summary>Determines whether values with a tag have such a form: dates, and encoded strings that do not continue earlier strings.</summary>
    public static bool IsFor(byte tag) => (uint)(tag - Tag.EncodedString) <= Tag.EncodedStringLast - Tag.EncodedString || StoredDate.IsDate(tag);

    /// <summary>Reads the form of a valid value with at most <see cref="LongestText"/> bytes of text.</summary>
    /// <returns>Null if the symbols are read in place.</returns>
    public static StoredForm? TryRead(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        var tag = RawBytes.ReadTag(document, address);
        var isTrained = tag == Tag.EncodedString + StringEncoding.Trained - StringEncoding.Smaz;
        var symbols = isTrained ? EncodedText.TrainedSymbols(document, dictionary) : null;
        return isTrained && symbols is null ? null : new StoredForm(RawBytes.Slice(document, address, (uint)Measure(document, address, dictionary)), symbols);
    }

    /// <summary>Compares the tag and the following byte at an address with this form. Returns the differing bits, or -1 if the document
    /// ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Difference(ReadOnlySpan<byte> document, int address) =>
        RawBytes.Fits(document, address, sizeof(ushort)) ? RawBytes.ReadUInt16(document, address) ^ _head : -1;

    /// <summary>Determines whether a nonzero difference is caused by an encoded string of another length, if the length has one byte, as is usual.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOtherLength(int difference) =>
        (byte)difference == 0 && (_head ^ difference) >> 8 <= Varint.MaxOneByte && EncodedText.IsEncoded((byte)_head);

    /// <summary>Determines whether the bytes at an address and their symbols equal this form.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAt(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary) =>
        RawBytes.Fits(document, address, _bytes.Length) && RawBytes.AreEqual(RawBytes.Slice(document, address, (uint)_bytes.Length), _bytes)
        && (_symbols is null || _symbols == EncodedText.TrainedSymbols(document, dictionary));

    [SkipLocalsInit]
    private static int Measure(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        if (!EncodedText.TryRead(document, address, dictionary, out var text))
        {
            return StoredDate.Measure(document, address);
        }

        Span<byte> buffer = stackalloc byte[LongestText + EncodedText.Slack];
        return text.CodesAddress(document) - address + text.Decode(buffer);
    }
}
