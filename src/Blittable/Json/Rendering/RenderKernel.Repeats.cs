using System.Runtime.CompilerServices;
using Blittable.Strings;

namespace Blittable.Json;

/// <content>
/// Values that are referred to more than once: the text of each is copied from where it was written before.
/// Only without indentation, where the text is the same at every depth. A copy counts as one value, and its length against the limit of the
/// whole text.
/// </content>
internal unsafe ref partial struct RenderKernel
{
    private void BeginBuffer(byte* start)
    {
        _start = start;
        _buffer = _rendered!.Begin();
        for (var frame = _bottom; frame <= _frame; frame++)
        {
            frame->Start = null;
        }
    }

    /// <summary>Copies a value's text if it was written before and is still at hand.</summary>
    /// <returns>Where the copy ends; null if there is none, or the room is too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly byte* Repeat(byte* to, byte* value)
    {
        if (value > _newest)
        {
            return null;
        }

        var key = _buffer | (uint)Address(value);
        var place = RenderedValuesKernel.Place(_places, key);
        if (place->Key != key || place->Length > Room(to))
        {
            return null;
        }

        var text = _start + place->Start;
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

    private void Remember(byte* value, byte* text, byte* end)
    {
        _newest = value > _newest ? value : _newest;
        var key = _buffer | (uint)Address(value);
        var place = RenderedValuesKernel.Place(_places, key);
        place->Key = key;
        place->Start = (int)(text - _start);
        place->Length = (int)(end - text);
    }

    /// <summary>Remembers a container that was just closed, unless it began in an earlier buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RememberContainer(RenderFrame* frame, byte* to)
    {
        if (frame->Start != null)
        {
            Remember(frame->Container, frame->Start, to - 1);
        }
    }
}
