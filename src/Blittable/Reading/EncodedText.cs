using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <summary>A string that is stored encoded: its codes, and how many bytes of UTF-8 they stand for.</summary>
internal readonly ref struct EncodedText
{
    /// <summary>Bytes behind the text that decoders may overwrite, and that make them faster.</summary>
    public const int Slack = 32;

    /// <summary>No code of any encoding stands for more bytes than this, which bounds what a damaged length can make us allocate.</summary>
    private const int MaxExpansion = 8;

    private readonly ReadOnlySpan<byte> _codes;
    private readonly SymbolTableView _trained;
    private readonly StringEncoding _encoding;
    private readonly int _address;

    private EncodedText(StringEncoding encoding, ReadOnlySpan<byte> codes, SymbolTableView trained, int length, int address)
    {
        _encoding = encoding;
        _codes = codes;
        _trained = trained;
        _address = address;
        Length = length;
    }

    /// <summary>Bytes of the text.</summary>
    public int Length { get; }

    /// <summary>Finds the codes of the string at an address.</summary>
    /// <returns>False where the tag is not that of an encoded string.</returns>
    /// <exception cref="BlittableException">The string is longer than the document can hold, or its symbol table is missing.</exception>
    public static bool TryRead(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, out EncodedText text)
    {
        var tag = RawBytes.ReadTag(document, address);
        text = default;
        if ((uint)(tag - Tag.EncodedString) > Tag.EncodedStringLast - Tag.EncodedString)
        {
            return false;
        }

        var offset = address + 1;
        var length = RawBytes.ReadVarint(document, ref offset);
        var codes = RawBytes.From(document, offset);
        if (length > (ulong)codes.Length * MaxExpansion || length > (uint)Array.MaxLength)
        {
            ThrowHelper.InvalidCount(length, "characters", address);
        }

        var encoding = (StringEncoding)(tag - Tag.EncodedString + 1);
        var trained = encoding == StringEncoding.Trained ? OpenSymbols(document, dictionary, address) : default;
        text = new EncodedText(encoding, codes, trained, (int)length, address);
        return true;
    }

    /// <summary>Decodes the text.</summary>
    /// <param name="destination">At least <see cref="Length"/> bytes, better <see cref="Slack"/> more, which may be overwritten.</param>
    /// <returns>Bytes of the codes.</returns>
    /// <exception cref="BlittableException">The codes are damaged.</exception>
    public int Decode(Span<byte> destination)
    {
        if (!StringCodec.TryDecode(_encoding, _codes, Length, _trained, destination, out var consumed))
        {
            ThrowHelper.InvalidData($"codes of {Length} bytes of text", "codes that mean none", _address);
        }

        return consumed;
    }

    /// <summary>Whether this is the text. A damaged string equals nothing.</summary>
    public bool Equals(ReadOnlySpan<byte> utf8) => StringCodec.Equals(_encoding, _codes, Length, _trained, utf8);

    /// <summary>The symbol table of the document, or else the one that its dictionary had at its version.</summary>
    private static SymbolTableView OpenSymbols(ReadOnlySpan<byte> document, DictionarySnapshot? dictionary, int address)
    {
        var trailer = Trailer.Read(document);
        if ((trailer.Flags & Trailer.HasSymbols) == 0 && dictionary?.Symbols(trailer.DictionaryVersion) is { } shared)
        {
            return shared.View;
        }

        if (!SymbolTableView.TryOpen(trailer.Symbols, out var table))
        {
            ThrowHelper.InvalidData("a symbol table", "none in the document and its dictionary", address);
        }

        return table;
    }
}
