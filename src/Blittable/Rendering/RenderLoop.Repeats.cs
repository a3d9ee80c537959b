using System.Runtime.CompilerServices;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>
/// Values that are referred to more than once: the text of each is copied from where it was written before.
/// Only without indentation, where the text is the same at every depth. A copy counts as one value, and its length against the limit of the
/// whole text.
/// </content>
internal unsafe ref partial struct RenderLoop
{
    private void BeginBuffer(byte* start)
    {
        _start = start;
        _buffer = _rendered!.Begin();
    }

    /// <summary>Copies a value's text if it was written before and is still at hand.</summary>
    /// <returns>The end of the copy; null if nothing is repeated, or the room is too short.</returns>
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

    /// <summary>Remembers where a value was written. One that began in an earlier buffer has that one's number in its key, which nothing asks for.</summary>
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

    /// <summary>The key of a value while the same buffer is filled.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly ulong KeyOf(byte* value) => _buffer | (uint)Address(value);

    /// <summary>Where the text of a remembered value starts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* TextOf(RenderedValue* place) => _start + (place->Start - (uint)_start);
}
