using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Renders strings that share their first bytes with an earlier string, by copying these bytes from the earlier text.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>The maximum length of the header of a string with a distance of one or two bytes: three bytes, the distance, and the tag and length of the
    /// remainder.</summary>
    private const int ContinuedHead = 6;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ContinuedString(byte* to, byte* value)
    {
        var end = ContinueText(to, value);
        return end != null ? end : DecodeString(to, Address(value));
    }

    /// <summary>Copies the start of a string and decodes its remainder.</summary>
    /// <returns>The end; null if the earlier text is not available, anything must be escaped, or lengths are uncommon or damaged.</returns>
    private byte* ContinueText(byte* to, byte* value)
    {
        if (_documentEnd - value < ContinuedHead)
        {
            return null;
        }

        int start = value[1];
        int distance = value[2];
        var rest = value + 3;
        if (distance > MaxShortVarint)
        {
            distance = (distance & MaxShortVarint) | (*rest << 7);
            rest++;
        }

        var origin = Address(value) - distance;
        var isRaw = (uint)(*rest - Tag.ShortString) <= Tag.MaxShortString;
        var length = isRaw ? *rest - Tag.ShortString : rest[1];
        var symbols = isRaw ? null : SymbolsOf(*rest);
        if (rest[-1] > MaxShortVarint || origin < 0 || (!isRaw && symbols is null) || length > MaxShortVarint || start + length > Room(to))
        {
            return null;
        }

        var earlier = TextOf(origin, start);
        if (earlier == null)
        {
            return null;
        }

        // This only succeeds if neither the used part of the earlier text nor the remainder needs escaping.
        *to++ = (byte)'"';
        if (EscapeKernel.CopyPlain(to, earlier, start) != start)
        {
            return null;
        }

        to += start;
        if (!isRaw)
        {
            if (!SymbolDecoder.DecodeWhole(
                    symbols!, new ReadOnlySpan<byte>(rest + 2, (int)(_documentEnd - rest - 2)), length, new Span<byte>(to, length + SymbolDecoder.SpareBytes))
                || !EscapeKernel.IsPlain(to, length, to + length + EscapeKernel.Reach))
            {
                return null;
            }

            to += length;
            *to = (byte)'"';
            return to + 1;
        }

        if (!EscapeKernel.TryCopyShort(to, rest + 1, length, _documentEnd))
        {
            return null;
        }

        to += length;
        *to = (byte)'"';
        return to + 1;
    }

    /// <summary>Returns the first bytes of an earlier string: in the document if it is raw; otherwise, in the rendered text.</summary>
    /// <returns>The text; null if it is not available or too short.</returns>
    private readonly byte* TextOf(int origin, int length)
    {
        var value = _document + origin;
        var isShort = (uint)(*value - Tag.ShortString) <= Tag.MaxShortString;
        if (isShort || *value == Tag.String16)
        {
            // The bytes after the tag are in the document, because this is an earlier string of it.
            var stored = isShort ? *value - Tag.ShortString : value[1] | (value[2] << 8);
            var text = value + (isShort ? 1 : 1 + sizeof(ushort));
            return length <= stored && text + length + EscapeKernel.Reach <= _documentEnd ? text : null;
        }

        if (_places == null)
        {
            return null;
        }

        const int quotes = 2;
        var key = _buffer | (uint)origin;
        var place = RenderedValues.Place(_places, key);
        return place->Key == key && place->Length >= length + quotes ? TextOf(place) + 1 : null;
    }
}
