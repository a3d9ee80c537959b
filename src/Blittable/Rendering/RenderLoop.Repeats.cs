using System.Runtime.CompilerServices;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>
/// Copies values that are referenced more than once from their earlier text. This requires output without indentation, in which the text does not depend on the
/// depth. A copy counts as one value, and its length counts toward the limit of the whole text.
/// </content>
internal unsafe ref partial struct RenderLoop
{
    private void BeginBuffer(byte* start)
    {
        _start = start;
        _buffer = _rendered!.Begin();
    }

    /// <summary>Copies the text of a value that was rendered into the current buffer.</summary>
    /// <returns>The end of the copy; null if there is no such text, or the space is insufficient.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* Repeat(byte* to, byte* value)
    {
        if (value > _newest)
        {
            return null;
        }

        var key = KeyOf(value);
        var place = RenderedValues.Place(_places, key);
        if (place->Key != key || place->Length > Room(to))
        {
            return null;
        }

        var text = TextOf(place);
        if (place->Length > EscapeKernel.Reach)
        {
            new ReadOnlySpan<byte>(text, place->Length).CopyTo(new Span<byte>(to, place->Length));
        }
        else
        {
            EscapeKernel.CopyPlainShort(to, text, (uint)place->Length, to + EscapeKernel.Reach);
        }

        return to + place->Length;
    }

    /// <summary>Stores the position of a value's text. If the value started in an earlier buffer, its key contains the number of that buffer and is never
    /// found.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Remember(byte* value, ulong key, byte* text, byte* end)
    {
        if (value > _newest)
        {
            _newest = value;
        }

        var place = RenderedValues.Place(_places, key);
        place->Key = key;
        place->Start = (uint)text;
        place->End = (uint)end;
    }

    /// <summary>Returns the key of a value for the current buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ulong KeyOf(byte* value) => _buffer | (uint)Address(value);

    /// <summary>Returns the start of a tracked text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* TextOf(RenderedValue* place) => _start + (place->Start - (uint)_start);
}
