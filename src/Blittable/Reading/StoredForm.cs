using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Reading;

/// <summary>How a document stores a text: the bytes of an encoded string or a date, tag and length included, and the symbols of its codes.</summary>
/// <remarks>The text follows from the bytes and the symbols alone, so equal bytes with equal symbols are the same text.</remarks>
internal sealed class StoredForm
{
    /// <summary>Bytes of the longest text whose form is kept.</summary>
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

    /// <summary>Determines whether values of a tag have such a form: encoded strings that do not go on from earlier ones, and dates.</summary>
    public static bool IsFor(byte tag) => (uint)(tag - Tag.EncodedString) <= Tag.EncodedStringLast - Tag.EncodedString || StoredDate.IsDate(tag);

    /// <summary>The form of a value that can be read, and has at most <see cref="LongestText"/> bytes of text.</summary>
    /// <returns>Null where its symbols are followed in the document.</returns>
    public static StoredForm? TryRead(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        var tag = RawBytes.ReadTag(document, address);
        var isTrained = tag == Tag.EncodedString + StringEncoding.Trained - StringEncoding.Smaz;
        var symbols = isTrained ? EncodedText.TrainedSymbols(document, dictionary) : null;
        return isTrained && symbols is null ? null : new StoredForm(RawBytes.Slice(document, address, (uint)Measure(document, address, dictionary)), symbols);
    }

    /// <summary>In which bits the tag at an address and the byte after it differ from those of this form; 0 if they are the same.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Difference(ReadOnlySpan<byte> document, int address) =>
        RawBytes.Fits(document, address, sizeof(ushort)) ? RawBytes.ReadUInt16(document, address) ^ _head : -1;

    /// <summary>Determines whether a difference that is not 0 is that of an encoded string of another length, as far as a single byte tells: most are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOtherLength(int difference) =>
        (byte)difference == 0 && (_head ^ difference) >> 8 <= Varint.MaxOneByte && EncodedText.IsEncoded((byte)_head);

    /// <summary>Determines whether the bytes at an address are these, and have the same symbols.</summary>
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
