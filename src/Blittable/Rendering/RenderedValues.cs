using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Blittable.Rendering;

/// <summary>Remembers where values were rendered: one that is referred to again is copied from there instead of being rendered anew.</summary>
/// <remarks>
/// A table in which a later value replaces an earlier one. Places follow each other as values do, and are not spread by a hash, so that those of a
/// document of few KB stay in the first-level cache. It belongs to a thread and is never cleared: each
/// buffer has a number of its own, and a place that was filled under another number is empty. A text can be copied only as long as its buffer has not
/// been handed over.
/// </remarks>
internal sealed unsafe class RenderedValues
{
    /// <summary>With fewer places values of large documents replace each other; more would not fit the first-level cache.</summary>
    private const int Bits = 12;

    /// <summary>Values that start within so many bytes share a place: most are longer.</summary>
    private const int Spacing = 4;

    [ThreadStatic]
    private static RenderedValues? _ofThread;

    private readonly RenderedValue[] _values = GC.AllocateArray<RenderedValue>(1 << Bits, pinned: true);

    private uint _buffer;

    /// <summary>The table of this thread.</summary>
    public static RenderedValues OfThread => _ofThread ??= new();

    /// <summary>Forgets everything: a new buffer begins.</summary>
    /// <returns>The argument of <see cref="Place"/>.</returns>
    public ulong Begin()
    {
        if (++_buffer == 0)
        {
            Array.Clear(_values);
            _buffer = 1;
        }

        return (ulong)_buffer << 32;
    }

    /// <summary>The first place. The array is pinned.</summary>
    public RenderedValue* Places => (RenderedValue*)Unsafe.AsPointer(ref _values[0]);

    /// <summary>Where a value is remembered, if it is.</summary>
    /// <remarks>The bits of the address that choose a place are not shifted down, but multiplied by the part of a place that they count.</remarks>
    /// <param name="places"><see cref="Places"/>.</param>
    /// <param name="key">Address and buffer.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static RenderedValue* Place(RenderedValue* places, ulong key)
    {
        Debug.Assert(sizeof(RenderedValue) % Spacing == 0, "A place has as many whole parts as addresses share it.");
        return (RenderedValue*)((byte*)places + ((nuint)((uint)key & (((1U << Bits) - 1) * Spacing)) * (nuint)(sizeof(RenderedValue) / Spacing)));
    }
}
