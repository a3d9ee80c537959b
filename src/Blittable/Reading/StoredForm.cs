using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Reading;

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
