using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Json;

/// <summary>Strings that take their first bytes from an earlier one: these are copied from where that was written.</summary>
internal unsafe ref partial struct RenderKernel
{
    /// <summary>The longest head of a string whose distance has one or two bytes: three, the distance and, of the rest, tag and length.</summary>
    private const int ContinuedHead = 6;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ContinuedString(byte* to, byte* value)
    {
        var end = ContinueText(to, value);
        return end != null ? end : DecodeString(to, Address(value));
    }

    /// <summary>Copies the start and decodes the rest.</summary>
    /// <returns>Null where the earlier string is not at hand, something has to be escaped, or lengths are uncommon or damaged.</returns>
    private readonly byte* ContinueText(byte* to, byte* value)
    {
        const int quotes = 2;
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
        if (rest[-1] > MaxShortVarint || origin < 0 || (!isRaw && *rest != Tag.EncodedString) || length > MaxShortVarint || start + length > Room(to))
        {
            return null;
        }

        var key = _buffer | (uint)origin;
        var place = RenderedValuesKernel.Place(_places, key);
        if (place->Key != key || place->Length < start + quotes)
        {
            return null;
        }

        // Neither is the earlier text escaped as far as that, nor has this one to be.
        *to++ = (byte)'"';
        if (EscapeKernel.CopyPlain(to, _start + place->Start + 1, start) != start)
        {
            return null;
        }

        to += start;
        bool isPlain;
        if (isRaw)
        {
            isPlain = EscapeKernel.TryCopyShort(to, rest + 1, length, _documentEnd);
        }
        else if (!SmazTextKernel.TryDecode(rest + 2, _documentEnd, length, to, out isPlain))
        {
            return null;
        }

        to += length;
        *to = (byte)'"';
        return isPlain ? to + 1 : null;
    }
}
