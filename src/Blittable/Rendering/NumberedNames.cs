using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Rendering;

/// <summary>Remembers which names the numbered shapes of a document have, so that only the first object of each reads its shape's block.</summary>
/// <remarks>A table of a thread that is never cleared: each rendering has a number of its own, and a place that was filled under another number is
/// empty.</remarks>
internal sealed unsafe class NumberedNames
{
    /// <summary>With fewer places shapes of large documents replace each other; more would not fit the first-level cache.</summary>
    private const int Count = 1 << 11;

    [ThreadStatic]
    private static NumberedNames? t_ofThread;

    private readonly Entry[] _entries = GC.AllocateArray<Entry>(Count, pinned: true);
    private uint _rendering;

    /// <summary>The table of this thread.</summary>
    public static NumberedNames OfThread => t_ofThread ??= new();

    /// <summary>Forgets everything: a new rendering begins.</summary>
    /// <param name="key">To be combined with the numbers of its shapes.</param>
    /// <returns>The argument of <see cref="Place"/>.</returns>
    public Entry* Begin(out ulong key)
    {
        if (++_rendering == 0)
        {
            Array.Clear(_entries);
            _rendering = 1;
        }

        key = (ulong)_rendering << 32;
        return (Entry*)Marshal.UnsafeAddrOfPinnedArrayElement(_entries, 0);
    }

    /// <summary>Where a shape's names are remembered, if they are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Entry* Place(Entry* entries, uint number) => entries + number % Count;

    /// <summary>Holds the cached properties of a shape.</summary>
    internal struct Entry
    {
        /// <summary>Its number, and in the upper half that of the rendering.</summary>
        public ulong Key;

        /// <summary>Its names.</summary>
        public NameTexts.Texts* Texts;
    }
}
