using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

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
